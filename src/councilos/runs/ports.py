"""The transaction that the use cases work in; `storage`, `queue` and `events` implement it.

Every write of a run goes through a UnitOfWork: one transaction on one connection that holds
runs, decisions, events and jobs. It commits when the block ends without an exception; only then
the appended events go to live readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol
from uuid import UUID

from councilos.events.types import Event
from councilos.events.updates import Update
from councilos.runs.model import Segment, StoredEvent
from councilos.runs.repositories import Agents, Blueprints, Documents, Runs


class EventLog(Protocol):
    """The append-only log; `append` numbers under the lock of the thread's head (decision 7)."""

    async def append(self, run_id: UUID, segment_id: UUID | None, events: Sequence[Event]) -> None:
        """Write durable events and their steps and drafts; readers get them after the commit."""
        ...

    async def after(self, run_id: UUID, seq: int, limit: int = 1_000) -> list[StoredEvent]:
        """Return what follows `seq`, oldest first."""
        ...

    async def notices(self, run_id: UUID) -> frozenset[tuple[str, str]]:
        """Return node ("" for the whole run) and code of every notice that people were shown."""
        ...


class Jobs(Protocol):
    """The queue; a job is written in the same transaction as the row it belongs to."""

    async def execute(self, segment: Segment) -> None:
        """Defer the execution of a segment, `lock` = thread; decisions go before starts."""
        ...

    async def ingest(self, document_id: UUID) -> None:
        """Defer the reading (or, when its row is gone, the removal) of a document, `lock` = document."""
        ...


class UnitOfWork(Protocol):
    """One transaction."""

    @property
    def runs(self) -> Runs:
        """Runs, segments, pauses, decisions."""
        ...

    @property
    def blueprints(self) -> Blueprints:
        """Saved councils."""
        ...

    @property
    def agents(self) -> Agents:
        """Saved agents."""
        ...

    @property
    def documents(self) -> Documents:
        """Documents."""
        ...

    @property
    def events(self) -> EventLog:
        """The event log."""
        ...

    @property
    def jobs(self) -> Jobs:
        """The queue."""
        ...

    def closing(self) -> AbstractAsyncContextManager[None]:
        """Commit at the end of the block; what it writes goes to the server together with the commit.

        Nothing else may follow in the unit. In the block only these may be called, and an error of
        theirs is raised at its end: `runs.update`, `update_segment`, `add_segment`,
        `begin_execution`, `jobs`, `events.append`.
        """
        ...

    def control(self, run_id: UUID, command: str) -> None:
        """Tell all executors after the commit (`cancel`, `god_mode`); a hint, the rows decide."""
        ...

    def publish(self, update: Update) -> None:
        """Send an update to the lists of all processes after the commit."""
        ...


class Storage(Protocol):
    """Opens units of work."""

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Start a transaction; commits when the block ends, rolls back when it raises."""
        ...
