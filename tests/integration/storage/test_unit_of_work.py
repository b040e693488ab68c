from __future__ import annotations

import asyncio
import json
from contextlib import nullcontext

import pytest
from psycopg.errors import ForeignKeyViolation
from sqlalchemy import text

from councilos.errors import StorageUnavailable
from councilos.events.types import Notice
from councilos.events.updates import ThreadDeleted
from councilos.events.voice import CHANNEL
from councilos.runs.model import Segment
from councilos.storage.engine import Database
from councilos.storage.unit_of_work import Committed, Control, PostgresStorage
from integration.storage.conftest import a_run, a_segment


async def test_others_hear_of_a_transaction_after_its_commit_only(
    storage: PostgresStorage, committed: list[Committed]
) -> None:
    """WS-4: appended events and commands are handed over once, numbered, after the commit."""
    run = a_run()
    segment = a_segment(run)
    async with storage.begin() as unit:
        await unit.runs.add(run)
        await unit.runs.add_segment(segment)
        await unit.events.append(
            run.id, segment.id, [Notice(code="a", message=""), Notice(code="b", message="")]
        )
        unit.control(run.id, "cancel")
        assert committed == []
    (outcome,) = committed
    assert [(item.run_id, item.segment_id) for item in outcome.appended] == [(run.id, segment.id)]
    assert [event.seq for event in outcome.appended[0].events] == [1, 2]
    assert outcome.controls == (Control(run.id, "cancel"),)
    async with storage.begin() as unit:
        assert [event.payload["code"] for event in await unit.events.after(run.id, 1)] == ["b"]
    assert len(committed) == 1


async def test_a_failed_block_leaves_nothing_and_tells_nobody(
    storage: PostgresStorage, committed: list[Committed]
) -> None:
    """RN-4: rows, events and commands of a block that raised never happened."""
    run = a_run()

    async def fail() -> None:
        async with storage.begin() as unit:
            await unit.runs.add(run)
            await unit.events.append(run.id, None, [Notice(code="a", message="")])
            unit.control(run.id, "cancel")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert committed == []
    async with storage.begin() as unit:
        assert await unit.runs.get(run.id) is None


async def test_what_closes_a_transaction_travels_with_its_commit(
    storage: PostgresStorage, committed: list[Committed]
) -> None:
    """WS-4: after the block all is committed, and the readers get events with the numbers they have."""
    run = a_run()
    segment = a_segment(run)
    async with storage.begin() as unit:
        await unit.runs.add(run)
        async with unit.closing():
            await unit.runs.add_segment(segment)
            await unit.runs.update(run.id, name="Neu")
            await unit.events.append(run.id, segment.id, [Notice(code="a", message="")])
            await unit.events.append(run.id, None, [Notice(code="b", message="")])
        async with storage.begin() as other:
            found = await other.runs.get(run.id)
            assert found is not None
            assert (found.name, found.seq) == ("Neu", 2)
        assert committed == []
    (outcome,) = committed
    told = [(item.segment_id, event.seq) for item in outcome.appended for event in item.events]
    assert told == [(segment.id, 1), (None, 2)]


async def test_a_closing_block_that_fails_leaves_nothing(
    storage: PostgresStorage, committed: list[Committed]
) -> None:
    """RN-4: neither an error of its own nor one of its statements, told at its end, keeps any row."""
    run = a_run()

    async def close(segment: Segment, error: Exception | None) -> None:
        async with storage.begin() as unit:
            await unit.runs.add(run)
            async with unit.closing():
                await unit.events.append(run.id, None, [Notice(code="a", message="")])
                await unit.runs.add_segment(segment)
                await unit.runs.update(run.id, name="Neu")
                if error is not None:
                    raise error

    with pytest.raises(RuntimeError):
        await close(a_segment(run), RuntimeError())
    with pytest.raises(ForeignKeyViolation):
        await close(a_segment(a_run()), None)
    assert committed == []
    async with storage.begin() as unit:
        assert await unit.runs.get(run.id) is None
    await close(a_segment(run), None)
    assert len(committed) == 1


@pytest.mark.parametrize("closing", [False, True])
async def test_commands_reach_other_processes_with_the_commit(
    database: Database, storage: PostgresStorage, closing: bool
) -> None:
    """RN-8: a command is notified by PostgreSQL itself, so a listener never sees it before the rows."""
    run = a_run()
    listener = await database.idle_connection()
    await listener.execute(f"LISTEN {CHANNEL}".encode())
    async with storage.begin() as unit:
        await unit.runs.add(run)
        async with unit.closing() if closing else nullcontext():
            unit.control(run.id, "cancel")
            unit.publish(ThreadDeleted(thread_id="t"))
    notices = [notice async for notice in listener.notifies(timeout=10, stop_after=2)]
    await listener.close()
    control, update = (json.loads(notice.payload) for notice in notices)
    assert control == {"k": "control", "o": "here", "r": str(run.id), "c": "cancel"}
    assert (update["k"], update["e"]["type"], update["e"]["thread_id"]) == ("update", "thread.deleted", "t")


async def test_a_cut_connection_is_an_outage_and_heals(database: Database, storage: PostgresStorage) -> None:
    """RN-7: who is cut off gets StorageUnavailable, and the next transaction works again."""
    kill_others = text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )

    async def be_cut_off() -> None:
        async with storage.begin() as victim:
            await victim.runs.waiting()
            async with database.engine.connect() as killer:
                await killer.execute(kill_others)
            await victim.runs.waiting()

    with pytest.raises(StorageUnavailable):
        await be_cut_off()
    async with storage.begin() as unit:
        assert await unit.runs.waiting() == []
    async with database.pool.connection() as raw:
        assert await (await raw.execute("SELECT 1 AS one")).fetchone() == {"one": 1}


async def test_a_thousand_transactions_share_the_connections(storage: PostgresStorage) -> None:
    """SO-8: a thousand runs that start at once wait for a connection instead of failing."""

    async def add() -> None:
        async with storage.begin() as unit:
            await unit.runs.add(a_run())

    await asyncio.gather(*(add() for _ in range(1_000)))
    async with storage.begin() as unit:
        page, total = await unit.runs.page(limit=1, offset=0)
    assert (len(page), total) == (1, 1_000)
