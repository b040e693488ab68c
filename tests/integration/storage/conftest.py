from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncConnection

from councilos.events.connection_log import ConnectionLog
from councilos.events.hub import Hub
from councilos.events.log import Journal
from councilos.events.voice import Voice
from councilos.runs.model import Pause, PauseItem, Run, Segment
from councilos.storage.engine import Database, open_database
from councilos.storage.unit_of_work import Committed, PostgresStorage


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
    voice = Voice("here")
    return PostgresStorage(
        database.engine,
        events=lambda connection: ConnectionLog(connection, voice),
        jobs=JobList,
        after_commit=committed.append,
        voice=voice,
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
