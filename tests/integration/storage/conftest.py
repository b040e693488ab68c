from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
import pytest_asyncio
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from councilos.events.hub import Hub
from councilos.events.log import Journal
from councilos.events.types import Event
from councilos.events.voice import Voice
from councilos.runs.model import Pause, PauseItem, Run, Segment, StoredEvent
from councilos.storage.engine import Database, open_database
from councilos.storage.tables import run_events, thread_heads
from councilos.storage.unit_of_work import Committed, PostgresStorage


class RowLog:
    """The smallest event log that really writes."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def append(self, run_id: UUID, segment_id: UUID | None, events: Sequence[Event]) -> list[Event]:
        written: list[Event] = []
        for event in events:
            numbered = await self._connection.execute(
                update(thread_heads)
                .where(thread_heads.c.thread_id == run_id)
                .values(seq=thread_heads.c.seq + 1)
                .returning(thread_heads.c.seq)
            )
            stored = event.model_copy(update={"seq": numbered.scalar_one(), "run_id": str(run_id)})
            data = stored.model_dump(mode="json")
            await self._connection.execute(
                insert(run_events).values(
                    thread_id=run_id, seq=stored.seq, segment_id=segment_id, type=data["type"], payload=data
                )
            )
            written.append(stored)
        return written

    async def after(self, run_id: UUID, seq: int, limit: int = 1_000) -> list[StoredEvent]:
        rows = await self._connection.execute(
            select(run_events)
            .where(run_events.c.thread_id == run_id, run_events.c.seq > seq)
            .order_by(run_events.c.seq)
            .limit(limit)
        )
        return [
            StoredEvent(run_id, row["seq"], row["type"], row["payload"], row["created_at"])
            for row in rows.mappings()
        ]

    async def notices(self, run_id: UUID) -> frozenset[tuple[str, str]]:
        told = [event.payload for event in await self.after(run_id, 0) if event.type == "notice"]
        return frozenset((payload["node"] or "", payload["code"]) for payload in told)


class JobList:
    """A queue that only counts."""

    def __init__(self, _connection: AsyncConnection) -> None:
        self.deferred: list[UUID] = []

    async def execute(self, segment: Segment) -> None:
        self.deferred.append(segment.id)

    async def ingest(self, document_id: UUID) -> None:
        self.deferred.append(document_id)


@pytest_asyncio.fixture(loop_scope="function")
async def database(database_url: str) -> AsyncGenerator[Database]:
    async with open_database(database_url) as opened:
        yield opened


@pytest.fixture
def committed() -> list[Committed]:
    return []


@pytest.fixture
def storage(database: Database, committed: list[Committed]) -> PostgresStorage:
    return PostgresStorage(
        database.engine, events=RowLog, jobs=JobList, after_commit=committed.append, voice=Voice("here")
    )


def a_run(**changes: Any) -> Run:
    now = datetime.now(UTC)
    given: dict[str, Any] = {
        "id": uuid4(),
        "blueprint_id": None,
        "name": "Rat",
        "blueprint": {"version": "1.0", "nodes": [{"id": "a"}]},
        "topic": "Über Äpfel",
        "status": "pending",
        "god_mode": False,
        "created_at": now,
        "updated_at": now,
    }
    return Run(**(given | changes))


def a_segment(run: Run, **changes: Any) -> Segment:
    given: dict[str, Any] = {
        "id": uuid4(),
        "thread_id": run.id,
        "kind": "start",
        "status": "pending",
        "created_at": datetime.now(UTC),
    }
    return Segment(**(given | changes))


def a_pause(run: Run, segment: Segment, **changes: Any) -> Pause:
    given: dict[str, Any] = {
        "id": uuid4(),
        "thread_id": run.id,
        "segment_id": segment.id,
        "checkpoint_id": "1f0",
        "kind": "god_mode",
        "next_nodes": ("b", "c"),
        "state": {"current_draft": "Entwurf"},
        "items": (PauseItem(uuid4(), "b", {"node": "b"}), PauseItem(uuid4(), "c", {"node": "c"})),
        "created_at": datetime.now(UTC),
    }
    return Pause(**(given | changes))


@pytest_asyncio.fixture
async def journal(database: Database) -> AsyncGenerator[Journal]:
    journal = Journal(database.pool, Hub(), Voice("here"))
    journal.start()
    yield journal
    await journal.stop()
