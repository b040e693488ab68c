from __future__ import annotations

import asyncio
import operator
from typing import Annotated, Any, TypedDict
from uuid import UUID, uuid4

import pytest
from langgraph.graph import END, START, StateGraph

from councilos.errors import Fenced
from councilos.events.hub import Hub
from councilos.events.log import Journal, Sink
from councilos.events.rows import Save, write
from councilos.events.voice import Voice
from councilos.storage.checkpointer import (
    LoggedSaver,
    create_checkpoint_tables,
    delete_checkpoints,
    prune_checkpoints,
    reading_saver,
    unpruned,
)
from councilos.storage.engine import Database
from councilos.storage.unit_of_work import PostgresStorage
from integration.storage.conftest import a_run

TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


class State(TypedDict):
    words: Annotated[list[str], operator.add]


async def _say(state: State) -> dict[str, Any]:
    return {"words": [f"word {len(state['words'])}"]}


def _graph() -> Any:
    """Two branches that meet: parallel tasks make the saver store writes, not only checkpoints."""
    builder: Any = StateGraph(State)
    for name in ("a", "b", "c", "d"):
        builder.add_node(name, _say, defer=name == "d")
    builder.add_edge(START, "a")
    builder.add_edge("a", "b")
    builder.add_edge("a", "c")
    builder.add_edge("b", "d")
    builder.add_edge("c", "d")
    builder.add_edge("d", END)
    return builder.compile()


async def _counts(database: Database, thread_id: str) -> list[int]:
    counts: list[int] = []
    async with database.pool.connection() as connection:
        for table in TABLES:
            cursor = await connection.execute(
                f"SELECT count(*) AS n FROM {table} WHERE thread_id = %s".encode(), (thread_id,)
            )
            row = await cursor.fetchone()
            assert row is not None
            counts.append(row["n"])
    return counts


async def _thread(storage: PostgresStorage) -> Any:
    run = a_run()
    async with storage.begin() as unit:
        await unit.runs.add(run)
        assert await unit.runs.bump_epoch(run.id, "first") == 1
    return run.id


def _sink(journal: Journal, run_id: UUID, epoch: int) -> Sink:
    return journal.open(run_id, uuid4(), epoch)


def _config(run_id: Any) -> Any:
    return {"configurable": {"thread_id": str(run_id)}}


def _id(config: Any) -> str:
    return config["configurable"]["checkpoint_id"]


async def test_the_owner_runs_a_whole_graph(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: a fenced saver keeps what any saver keeps, and a plain one can read it."""
    run_id = await _thread(storage)
    graph = _graph().copy(update={"checkpointer": LoggedSaver(database.pool, _sink(journal, run_id, 1))})
    done = await graph.ainvoke({"words": []}, _config(run_id), durability="sync")
    assert len(done["words"]) == 4
    seen = (
        await _graph().copy(update={"checkpointer": reading_saver(database.pool)}).aget_state(_config(run_id))
    )
    assert seen.values == done


async def test_what_is_remembered_is_what_was_written(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: where a run stands is read from memory only if the database says the same."""
    run_id = await _thread(storage)
    saver = LoggedSaver(database.pool, _sink(journal, run_id, 1), fresh=True)
    config = _config(run_id)
    graph = _graph().copy(update={"checkpointer": saver})
    await graph.ainvoke({"words": []}, config, durability="sync", interrupt_before=["b", "c"])
    for _ in range(2):
        here = await saver.aget_tuple(config)
        there = await reading_saver(database.pool).aget_tuple(config)
        assert here is not None
        assert there is not None
        assert here.config == there.config
        assert here.parent_config is not None
        assert there.parent_config is not None
        ids = [
            (found.parent_config or {}).get("configurable", {})["checkpoint_id"] for found in (here, there)
        ]
        assert ids[0] == ids[1]
        for part in ("id", "channel_values", "channel_versions", "versions_seen"):
            assert here.checkpoint[part] == there.checkpoint[part]
        assert [here.metadata.get(part) for part in ("source", "step")] == ["loop", 1]
        assert [there.metadata.get(part) for part in ("source", "step")] == ["loop", 1]
        # Whoever goes on from it changes it.
        here.checkpoint["channel_versions"].clear()
        here.checkpoint["channel_values"].clear()
    there = await reading_saver(database.pool).aget_tuple(config)
    assert there is not None
    await saver.aput_writes(there.config, [("words", ["half a step"])], "task")
    again = await saver.aget_tuple(config)
    assert again is not None
    assert [tuple(write[1:]) for write in again.pending_writes or ()] == [("words", ["half a step"])]


async def test_before_an_agent_has_done_anything_nothing_is_waited_for(
    database: Database, storage: PostgresStorage
) -> None:
    """RN-7, SO-9: what led to the first agent can be made again; what an agent did is waited for."""
    run_id = await _thread(storage)
    said = asyncio.Event()

    async def say(_state: State) -> dict[str, Any]:
        said.set()
        return {"words": ["said"]}

    builder: Any = StateGraph(State)
    builder.add_node("a", say)
    builder.add_edge(START, "a")
    journal = Journal(database.pool, Hub(), Voice("here"))
    saver = LoggedSaver(database.pool, _sink(journal, run_id, 1), fresh=True)
    graph = builder.compile(checkpointer=saver)
    running = asyncio.create_task(graph.ainvoke({"words": []}, _config(run_id), durability="sync"))
    await said.wait()
    for _ in range(100):
        await asyncio.sleep(0)
    assert not running.done()
    assert await _counts(database, str(run_id)) == [0, 0, 0]
    journal.start()
    assert (await running)["words"] == ["said"]
    assert (await _counts(database, str(run_id)))[0] == 3
    await journal.stop()


async def test_an_executor_that_lost_the_run_writes_nothing(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: after a takeover the older executor's checkpoints and writes raise Fenced and leave nothing."""
    run_id = await _thread(storage)
    old = LoggedSaver(database.pool, _sink(journal, run_id, 1))
    config = _config(run_id)
    await (
        _graph()
        .copy(update={"checkpointer": old})
        .ainvoke({"words": []}, config, durability="sync", interrupt_before=["b", "c"])
    )
    async with storage.begin() as unit:
        assert await unit.runs.bump_epoch(run_id, "second") == 2
    before = await _counts(database, str(run_id))

    with pytest.raises(Fenced):
        await _graph().copy(update={"checkpointer": old}).ainvoke(None, config, durability="sync")
    head = await old.aget_tuple(config)
    assert head is not None
    stale = _sink(journal, run_id, 1)
    await LoggedSaver(database.pool, stale).aput_writes(head.config, [("words", ["stale"])], "task")
    with pytest.raises(Fenced):
        await stale.flushed()
    newer: Any = {**head.checkpoint, "id": str(uuid4()), "channel_versions": {"words": "99"}}
    with pytest.raises(Fenced):
        await old.aput(head.config, newer, head.metadata, {"words": "99"})
    assert await _counts(database, str(run_id)) == before

    new = _graph().copy(update={"checkpointer": LoggedSaver(database.pool, _sink(journal, run_id, 2))})
    done = await new.ainvoke(None, config, durability="sync")
    assert len(done["words"]) == 4


async def test_a_takeover_waits_for_the_write_in_flight(database: Database, storage: PostgresStorage) -> None:
    """RN-7: what passed the fence is committed before the epoch changes: no write can come in between."""
    run_id = await _thread(storage)
    async with database.pool.connection() as writer:
        async with writer.transaction():
            written = await write(writer, [Save(run_id, 1, [])], Voice("here"))
            assert written != [None]
            takeover = asyncio.create_task(_take_over(storage, run_id))
            await _until_blocked(database)
            assert not takeover.done()
        assert await takeover == 2
        assert await write(writer, [Save(run_id, 1, [])], Voice("here")) == [None]


async def _take_over(storage: PostgresStorage, run_id: Any) -> int:
    async with storage.begin() as unit:
        return await unit.runs.bump_epoch(run_id, "second")


async def _until_blocked(database: Database) -> None:
    async with database.pool.connection() as connection:
        for _ in range(1_000):
            cursor = await connection.execute("SELECT count(*) AS n FROM pg_locks WHERE NOT granted")
            row = await cursor.fetchone()
            if row is not None and row["n"]:
                return
            await asyncio.sleep(0.01)
    raise AssertionError("nothing waits for a lock")


async def test_pruning_keeps_the_state_and_deleting_keeps_nothing(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: a pruned thread can still be read; RN-8: a deleted one leaves no row."""
    run_id = await _thread(storage)
    saver = LoggedSaver(database.pool, _sink(journal, run_id, 1))
    done = (
        await _graph()
        .copy(update={"checkpointer": saver})
        .ainvoke({"words": []}, _config(run_id), durability="sync")
    )
    await prune_checkpoints(database.pool, [run_id])
    assert (await _counts(database, str(run_id)))[0] == 1
    left = await saver.aget_tuple(_config(run_id))
    assert left is not None
    assert left.checkpoint["channel_values"]["words"] == done["words"]
    await delete_checkpoints(database.pool, [run_id])
    assert await _counts(database, str(run_id)) == [0, 0, 0]


async def test_what_a_dead_process_has_not_pruned_is_found(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: completed runs with more than their newest checkpoint, and no others."""
    completed, running = await _thread(storage), await _thread(storage)
    for run_id in (completed, running):
        saver = LoggedSaver(database.pool, _sink(journal, run_id, 1))
        graph = _graph().copy(update={"checkpointer": saver})
        await graph.ainvoke({"words": []}, _config(run_id), durability="sync")
    async with storage.begin() as unit:
        await unit.runs.update(completed, status="completed")
        await unit.runs.update(running, status="running")
    found = await unpruned(database.pool)
    assert completed in found
    assert running not in found
    await prune_checkpoints(database.pool, [completed])
    assert completed not in await unpruned(database.pool)
    assert (await _counts(database, str(running)))[0] > 1


async def test_deleting_a_run_takes_its_checkpoints_and_fences_its_executor(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-8: after DELETE nothing of the run is left, and a worker still at it cannot bring it back."""
    run_id = await _thread(storage)
    await create_checkpoint_tables(database.pool)
    graph = _graph().copy(update={"checkpointer": LoggedSaver(database.pool, _sink(journal, run_id, 1))})
    await graph.ainvoke({"words": []}, _config(run_id), durability="sync", interrupt_before=["b", "c"])
    async with storage.begin() as unit:
        await unit.runs.delete(run_id)
    with pytest.raises(Fenced):
        await graph.ainvoke({"words": []}, _config(run_id), durability="sync")
    assert await _counts(database, str(run_id)) == [0, 0, 0]
