"""A runtime without database and worker, and what a worker would do to its runs."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from councilos.council.state import initial_state
from councilos.events.connection_log import ConnectionLog
from councilos.events.hub import Hub
from councilos.events.types import DraftWritten, Event, NodeCompleted, NodeRunning, RunDone, RunPaused
from councilos.events.voice import Voice
from councilos.runs.model import Pause, PauseItem, PauseKind, Segment
from councilos.runs.ports import Storage, UnitOfWork
from councilos.settings import Settings
from councilos.storage.engine import Database
from councilos.storage.unit_of_work import Committed, PostgresStorage
from support.memory_storage import MemoryStorage


def settings(**values: Any) -> Settings:
    """Return settings that no environment and no `.env` touches, with a home of their own."""
    home = {"councilos_home": tempfile.mkdtemp(prefix="councilos-tests-")}
    return Settings(_env_file=None, **(home | values))  # pyright: ignore[reportCallIssue]


class Names:
    """Knows every model name without a blank."""

    def known(self, name: str) -> bool:
        return " " not in name


class MemoryRuntime:
    """What the API needs, in memory."""

    def __init__(self, own: Settings | None = None) -> None:
        self.settings = own or settings()
        self.live = Hub()
        self.updates = self.live
        self.storage = MemoryStorage(self.live)
        self.catalogue = Names()

    @property
    def jobs(self) -> list[UUID]:
        """The segments that were to be executed."""
        return self.storage.tables.jobs

    @property
    def controls(self) -> list[tuple[UUID, str]]:
        """What executors were told."""
        return self.storage.controls

    def is_outage(self, error: BaseException) -> bool:
        return isinstance(error, ConnectionResetError)

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[MemoryRuntime]:
        """Open it as `serve` does with the real one."""
        yield self


class PostgresRuntime:
    """The same on a real database, but without a worker."""

    def __init__(self, database: Database) -> None:
        self.settings = settings()
        self.live = Hub()
        self.updates = self.live
        self.catalogue = Names()
        self.jobs: list[UUID] = []
        self.controls: list[tuple[UUID, str]] = []
        self.storage = PostgresStorage(
            database.engine,
            events=lambda connection: ConnectionLog(connection, Voice("test")),
            jobs=lambda _: self,
            after_commit=self._deliver,
            voice=Voice("test"),
        )

    async def execute(self, segment: Segment) -> None:
        """Take a job, as the queue does."""
        self.jobs.append(segment.id)

    async def ingest(self, document_id: UUID) -> None:
        """Take a job, as the queue does."""
        self.jobs.append(document_id)

    def is_outage(self, error: BaseException) -> bool:
        return False

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[PostgresRuntime]:
        """Open it as `serve` does with the real one."""
        yield self

    def _deliver(self, outcome: Committed) -> None:
        for appended in outcome.appended:
            self.live.publish(appended.run_id, appended.events)
        for update in outcome.updates:
            self.live.publish_update(update)
        self.controls += [(control.run_id, control.command) for control in outcome.controls]


AnyRuntime = MemoryRuntime | PostgresRuntime

memory_only = pytest.mark.parametrize("either", ["memory"], indirect=True)
"""For tests that never reach the storage."""


async def append(storage: Storage, run_id: UUID, *events: Event, **changes: Any) -> None:
    """Do what a worker does at a step: set the run's fields and log events, in one transaction."""
    async with storage.begin() as uow:
        run = await uow.runs.lock(run_id)
        assert run is not None
        if changes:
            await uow.runs.update(run_id, **changes)
        await uow.events.append(run_id, await _segment(uow, run_id), list(events))


async def _segment(uow: UnitOfWork, run_id: UUID) -> UUID:
    """Add a segment that these rows can belong to."""
    segment = Segment(uuid4(), run_id, "start", "completed", datetime.now(UTC))
    await uow.runs.add_segment(segment)
    return segment.id


def step(node: str, text: str) -> list[Event]:
    """Return the events of a step that writes a draft."""
    step_id = str(uuid4())
    return [
        NodeRunning(node=node, name=node, step_id=step_id),
        DraftWritten(draft_id=str(uuid4()), node=node, name=node, text=text),
        NodeCompleted(node=node, name=node, step_id=step_id),
    ]


async def pause(
    storage: Storage,
    run_id: UUID,
    nodes: Sequence[str],
    *,
    kind: PauseKind = "god_mode",
    draft: str = "A draft",
) -> Pause:
    """Pause the run before these nodes, as a worker does at the end of a segment."""
    async with storage.begin() as uow:
        run = await uow.runs.lock(run_id)
        assert run is not None
        segment = await _segment(uow, run_id)
        made = Pause(
            id=uuid4(),
            thread_id=run_id,
            segment_id=segment,
            checkpoint_id="1",
            kind=kind,
            next_nodes=tuple(nodes),
            state={**initial_state(str(run_id), run.topic, ""), "current_draft": draft},
            items=tuple(
                PauseItem(uuid4(), node, {"node": node, "name": node, "proposers": []}) for node in nodes
            ),
            created_at=datetime.now(UTC),
        )
        await uow.runs.add_pause(made)
        await uow.runs.update(run_id, status="paused")
        reason = "approval" if kind == "god_mode" else "budget"
        event = RunPaused(
            node=nodes[0],
            pause_id=str(made.id),
            pause_reason=reason,
            next_nodes=list(nodes),
            current_draft=draft,
        )
        await uow.events.append(run_id, segment, [event])
    return made


async def finish(storage: Storage, run_id: UUID, text: str = "The end") -> None:
    """Complete the run."""
    done = RunDone(run_status="completed", final_draft=text, critic_score=9.0, iteration_count=1)
    changes: dict[str, Any] = {"status": "completed", "final_draft": text, "critic_score": 9.0}
    await append(storage, run_id, done, iteration_count=1, **changes)
