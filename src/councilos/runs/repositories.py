"""The records that the use cases read and write within a transaction; `storage` keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar
from uuid import UUID

from councilos.runs.model import (
    Claim,
    Decision,
    DraftVersion,
    Json,
    Pause,
    PauseItem,
    Run,
    Segment,
    SegmentStatus,
    Step,
    StoredAgent,
    StoredBlueprint,
    StoredDocument,
    TopicSection,
)


class Runs(Protocol):
    """Runs, segments, pauses and decisions."""

    async def add(self, run: Run) -> None:
        """Insert thread, head and run."""
        ...

    async def get(self, run_id: UUID) -> Run | None:
        """Return the run without locking it."""
        ...

    async def lock(self, run_id: UUID) -> Run | None:
        """Lock the run's head (`FOR UPDATE`) until the transaction ends, then return the run."""
        ...

    async def fence(self, run_id: UUID, epoch: int) -> Run:
        """Lock the head and return the run; raise Fenced unless `epoch` is still the newest."""
        ...

    async def bump_epoch(self, run_id: UUID, worker: str | None) -> int:
        """Make all earlier executors of the run writers of nothing; return the new epoch."""
        ...

    async def update(self, run_id: UUID, **changes: Any) -> None:
        """Set fields of the run (names as in `Run`); sets `updated_at`, and the thread's status."""
        ...

    async def delete(self, run_id: UUID) -> None:
        """Delete the run with everything that belongs to it, checkpoints included."""
        ...

    async def page(
        self,
        *,
        limit: int,
        offset: int,
        status: Sequence[str] = (),
        blueprint_id: UUID | None = None,
        text: str = "",
    ) -> tuple[list[Run], int]:
        """Return one page, newest first, and how many runs match (RN-5)."""
        ...

    async def counts(self, *, blueprint_id: UUID | None = None, text: str = "") -> dict[str, int]:
        """Return how many runs match, by status."""
        ...

    async def changed_after(self, moment: datetime, limit: int) -> list[Run]:
        """Return the runs that changed after `moment`, the latest change first (blueprints left out)."""
        ...

    async def waiting(self) -> list[UUID]:
        """Return the runs that wait for a person, oldest pause first."""
        ...

    async def add_segment(self, segment: Segment) -> None:
        """Insert a segment."""
        ...

    async def segment(self, segment_id: UUID) -> Segment | None:
        """Return one segment."""
        ...

    async def update_segment(
        self,
        segment_id: UUID,
        *,
        status: SegmentStatus | None = None,
        base_checkpoint: str | None = None,
        attempt: int | None = None,
        error: Json | None = None,
    ) -> None:
        """Set what is given; an ended status also sets `ended_at`."""
        ...

    async def end_open_segments(self, run_id: UUID, status: SegmentStatus) -> None:
        """End every pending or running segment of the run."""
        ...

    async def begin_execution(self, claim: Claim, worker: str) -> int:
        """Bump the epoch of what `claim_rows` has locked and let it run; return the new epoch."""
        ...

    async def add_pause(self, pause: Pause) -> None:
        """Insert a pause with its items."""
        ...

    async def open_pause(self, run_id: UUID) -> Pause | None:
        """Return the pause the run waits at."""
        ...

    async def pause(self, pause_id: UUID) -> Pause | None:
        """Return one pause, open or resolved."""
        ...

    async def resolve_pause(self, pause_id: UUID) -> None:
        """Mark the pause as decided (or made void by cancel)."""
        ...

    async def decide(self, item: PauseItem, decision: Decision) -> bool:
        """Insert the decision; False when the item already has one (unique, decision 4)."""
        ...

    async def decisions(self, pause_id: UUID) -> list[Decision]:
        """Return the decisions of a pause, oldest first."""
        ...

    async def decided_with(self, run_id: UUID, idempotency_key: str) -> Mapping[str, Decision]:
        """Return what was decided in this run under the key, by node; empty when nothing was (RN-9)."""
        ...

    async def steps(self, run_id: UUID) -> list[Step]:
        """Return all steps, oldest first."""
        ...

    async def drafts(self, run_id: UUID) -> list[DraftVersion]:
        """Return all drafts, oldest first."""
        ...

    async def add_section(self, run_id: UUID, section: TopicSection) -> None:
        """Keep the summary of a section; one with the same number is replaced, its usage added."""
        ...

    async def sections(self, run_id: UUID) -> list[TopicSection]:
        """Return the summaries made so far, in order."""
        ...

    async def claim_rows(self, segment_id: UUID) -> Claim | None:
        """Lock the thread and return segment, run, pause and decisions; None when the segment is gone.

        The epoch in the answer is the current one; `runs/execute.py` decides whether to bump it.
        """
        ...


T = TypeVar("T")


class Saved(Protocol[T]):
    """Things that people save under a name: councils and agents."""

    async def add(self, saved: T) -> None:
        """Insert it."""
        ...

    async def get(self, saved_id: UUID) -> T | None:
        """Return one."""
        ...

    async def find(self, name: str) -> T | None:
        """Return the newest one with exactly this name."""
        ...

    async def page(self, *, limit: int, offset: int) -> tuple[list[T], int]:
        """Return one page, last changed first, and how many there are."""
        ...

    async def update(self, saved_id: UUID, *, name: str, data: Json) -> T | None:
        """Replace name and data; None when there is no such thing."""
        ...

    async def delete(self, saved_id: UUID) -> bool:
        """Delete it; False when there is no such thing."""
        ...


Blueprints = Saved[StoredBlueprint]
"""Saved councils (BP-12)."""
Agents = Saved[StoredAgent]
"""Saved agents (BP-14)."""


class Documents(Protocol):
    """Documents and the text of their pages (TL-2)."""

    async def add(self, document: StoredDocument) -> bool:
        """Insert a document; False when there is one with the same content."""
        ...

    async def get(self, document_id: UUID) -> StoredDocument | None:
        """Return one document."""
        ...

    async def lock(self, document_id: UUID) -> StoredDocument | None:
        """Return one document, locked until the transaction ends."""
        ...

    async def with_content(self, sha256: str) -> StoredDocument | None:
        """Return the document with this content, locked until the transaction ends."""
        ...

    async def page(self, *, limit: int, offset: int) -> tuple[list[StoredDocument], int]:
        """Return one page, newest first, and how many there are."""
        ...

    async def outdated(self, model: str) -> list[UUID]:
        """Return the ready documents whose chunks another embedding model made."""
        ...

    async def update(self, document_id: UUID, **changes: Any) -> bool:
        """Set fields (names as in `StoredDocument`) and `updated_at`; False when the document is gone."""
        ...

    async def delete(self, document_id: UUID) -> bool:
        """Delete it with the text of its pages; False when there is no such document."""
        ...

    async def add_pages(self, document_id: UUID, pages: Sequence[tuple[int, str]]) -> None:
        """Keep the text of pages."""
        ...

    async def clear_pages(self, document_id: UUID) -> None:
        """Forget the text of all pages."""
        ...

    async def pages(
        self, document_id: UUID, *, after: int = 0, limit: int = 1_000_000
    ) -> list[tuple[int, str]]:
        """Return number and text of the pages that follow `after`, in order."""
        ...
