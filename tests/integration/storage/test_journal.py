"""The flusher on a real database: what shares a transaction, what a broken run does to others (RN-7)."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from councilos.errors import Fenced
from councilos.events.hub import Hub
from councilos.events.listen import Listener
from councilos.events.log import Journal, Sink
from councilos.events.parts import ErrorInfo, Usage
from councilos.events.types import (
    DraftWritten,
    Event,
    NodeCompleted,
    NodeFailed,
    NodeRunning,
    Notice,
    UsageUpdated,
)
from councilos.events.voice import Voice
from councilos.storage.checkpointer import LoggedSaver
from councilos.storage.engine import Database
from councilos.storage.unit_of_work import PostgresStorage
from integration.storage.conftest import a_run

BLOB = """
INSERT INTO checkpoint_blobs (thread_id, channel, version, type, blob) VALUES (%s, 'c', %s, 'null', ''::bytea)
"""


async def _opened(storage: PostgresStorage, journal: Journal) -> tuple[UUID, Sink]:
    run = a_run()
    async with storage.begin() as unit:
        await unit.runs.add(run)
        assert await unit.runs.bump_epoch(run.id, "first") == 1
    return run.id, journal.open(run.id, uuid4(), 1)


async def _rows(database: Database, statement: str, *parameters: Any) -> list[list[Any]]:
    async with database.pool.connection() as connection:
        cursor = await connection.execute(statement.encode(), parameters)
        return [[*row.values()] for row in await cursor.fetchall()]


async def test_what_a_node_told_and_its_checkpoint_are_one_transaction(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: a crash leaves both or neither; the writes that led to the checkpoint need no rows then."""
    run_id, sink = await _opened(storage, journal)
    saver = LoggedSaver(database.pool, sink, fresh=True)
    config: Any = {"configurable": {"thread_id": str(run_id), "checkpoint_ns": ""}}
    assert await saver.aget_tuple(config) is None
    first: Any = {
        "v": 4, "id": "1f0", "ts": "", "channel_values": {"a": [1]}, "channel_versions": {"a": "1"},
        "versions_seen": {}, "updated_channels": None,
    }  # fmt: skip
    at_first = await saver.aput(config, first, {"source": "input", "step": -1, "parents": {}}, {"a": "1"})
    sink.emit(Notice(code="told", message="done"))
    await saver.aput_writes(at_first, [("a", [2])], "task")
    second: Any = {**first, "id": "1f1", "channel_values": {"a": [1, 2]}, "channel_versions": {"a": "2"}}
    await saver.aput(at_first, second, {"source": "loop", "step": 0, "parents": {}}, {"a": "2"})

    told = await _rows(database, "SELECT xmin::text FROM run_events WHERE thread_id = %s", run_id)
    newest = "SELECT xmin::text FROM checkpoints WHERE thread_id = %s AND checkpoint_id = '1f1'"
    saved = await _rows(database, newest, str(run_id))
    assert told == saved
    assert await _rows(database, "SELECT 1 FROM checkpoint_writes WHERE thread_id = %s", str(run_id)) == []
    head = await saver.aget_tuple(config)
    assert head is not None
    assert head.checkpoint["channel_values"] == {"a": [1, 2]}


async def test_writes_that_no_checkpoint_follows_are_kept(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: the finished branch of a step that goes on is not run again after a crash."""
    run_id, sink = await _opened(storage, journal)
    saver = LoggedSaver(database.pool, sink)
    config: Any = {"configurable": {"thread_id": str(run_id), "checkpoint_ns": "", "checkpoint_id": "1f0"}}
    await saver.aput_writes(config, [("a", 1), ("b", 2)], "task")
    await sink.flushed()
    kept = await _rows(
        database, "SELECT channel FROM checkpoint_writes WHERE thread_id = %s ORDER BY idx", str(run_id)
    )
    assert kept == [["a"], ["b"]]


async def test_what_cannot_be_written_breaks_its_own_run_only(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """GM-7, RN-7: of a batch with one run's poison the other run's news is written all the same."""
    ill_id, ill = await _opened(storage, journal)
    well_id, well = await _opened(storage, journal)
    ill.emit(Notice(code="before", message="lost with the rest"))
    ill.save([(BLOB, (str(ill_id), "two\x00halves"))])
    well.emit(Notice(code="fine", message="kept"))
    await well.flushed()
    with pytest.raises(psycopg.DataError):
        await ill.flushed()
    ill.save([(BLOB, (str(ill_id), "after the gap"))])
    with pytest.raises(psycopg.DataError):
        await ill.flushed()
    count = "SELECT count(*) FROM run_events WHERE thread_id = %s"
    assert await _rows(database, count, well_id) == [[1]]
    assert await _rows(database, count, ill_id) == [[0]]
    assert await _rows(database, "SELECT 1 FROM checkpoint_blobs WHERE thread_id = %s", str(ill_id)) == []


async def test_an_older_epoch_writes_nothing_in_a_batch_with_the_newer(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7: events and rows of an executor that lost its run are refused, those of its heir are not."""
    run_id, old = await _opened(storage, journal)
    async with storage.begin() as unit:
        assert await unit.runs.bump_epoch(run_id, "second") == 2
    new = journal.open(run_id, uuid4(), 2)
    for sink, version in ((old, "old"), (new, "new")):
        sink.emit(Notice(code=version, message=""))
        sink.save([(BLOB, (str(run_id), version))])
    await new.flushed()
    with pytest.raises(Fenced):
        await old.flushed()
    versions = "SELECT version FROM checkpoint_blobs WHERE thread_id = %s"
    assert await _rows(database, versions, str(run_id)) == [["new"]]
    codes = "SELECT payload ->> 'code', seq FROM run_events WHERE thread_id = %s"
    assert await _rows(database, codes, run_id) == [["new", 1]]


async def test_a_step_is_the_same_in_one_batch_and_in_many(
    database: Database, storage: PostgresStorage, journal: Journal
) -> None:
    """RN-7, RN-8: also when it is executed again, and when its draft is written twice."""

    def events(step: str, draft: str) -> list[Event]:
        used = Usage(input_tokens=3, output_tokens=2, cost_usd=0.5)
        free = Usage(input_tokens=1, output_tokens=1, cost_usd=None)
        usage = partial(UsageUpdated, total=used, node="a", step_id=step, model="openai:gpt-4o")
        failed = NodeFailed(
            node="a", name="A", step_id=step, seconds=2, error=ErrorInfo(code="x", message="y")
        )
        begun = NodeRunning(node="a", name="A", step_id=step, round=1, model="default")
        drafts = [DraftWritten(draft_id=draft, node="a", name="A", text=text) for text in ("first", "last")]
        done = NodeCompleted(node="a", name="A", step_id=step, seconds=3, model="openai:gpt-4o")
        return [begun, usage(used=used), failed, begun, usage(used=free), *drafts, done]

    found: list[Any] = []
    for together in (True, False):
        run_id, sink = await _opened(storage, journal)
        for event in events(str(uuid4()), str(uuid4())):
            sink.emit(event)
            if not together:
                await sink.flushed()
        await sink.flushed()
        steps = await _rows(
            database,
            "SELECT node, name, round, status, model, called_model, seconds, input_tokens, output_tokens, "
            "cost_usd, error, ended_at >= started_at FROM steps WHERE thread_id = %s",
            run_id,
        )
        drafts = await _rows(database, "SELECT node, text, by FROM drafts WHERE thread_id = %s", run_id)
        found.append((steps, drafts))
    assert found[0] == found[1]
    assert found[0][0] == [["a", "A", 1, "completed", "openai:gpt-4o", True, 3.0, 4, 3, 0.5, None, True]]
    assert found[0][1] == [["a", "last", "agent"]]


async def test_the_start_of_a_node_is_told_while_it_works(
    database: Database, storage: PostgresStorage
) -> None:
    """WS-2: readers hear of it at once: no checkpoint, later event or anybody who waits is needed."""
    hub = Hub()
    journal = Journal(database.pool, hub, Voice("here"))
    journal.start()
    try:
        run_id, sink = await _opened(storage, journal)
        reader = hub.subscribe(run_id)
        sink.emit(NodeRunning(node="a", name="A", step_id=str(uuid4())))
        async with asyncio.timeout(30):
            told = await reader.next()
        assert isinstance(told, NodeRunning)
        assert (told.node, told.seq) == ("a", 1)
        assert await _rows(database, "SELECT status FROM steps WHERE thread_id = %s", run_id) == [["running"]]
    finally:
        await journal.stop()


async def test_a_process_alone_is_silent_until_another_comes(
    database: Database, storage: PostgresStorage
) -> None:
    """WS-4: readers of a newcomer miss nothing that was written before anybody knew of them."""
    voices, hubs = [Voice("first"), Voice("second")], [Hub(), Hub()]
    journal = Journal(database.pool, hubs[0], voices[0])
    voices[0].greet = journal.greet
    journal.start()
    listeners = [
        Listener(database.idle_connection, hub, lambda run_id, command: None, voice)
        for hub, voice in zip(hubs, voices, strict=True)
    ]
    tasks = [asyncio.create_task(listeners[0].run())]
    try:
        await listeners[0].ready()
        assert voices[0].alone
        run_id, sink = await _opened(storage, journal)
        elsewhere = hubs[1].subscribe(run_id)
        tasks.append(asyncio.create_task(listeners[1].run()))
        await listeners[1].ready()
        assert not voices[1].alone
        async with asyncio.timeout(60):
            assert await elsewhere.next() is None, "it has just begun to listen"
            assert await elsewhere.next() is None, "the other's greeting: look at the log again"
            assert not voices[0].alone
            sink.emit(Notice(code="now", message="said aloud"))
            assert await elsewhere.next() is None, "the news: look at the log"
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await journal.stop()
