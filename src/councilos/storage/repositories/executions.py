"""Segments: what jobs execute, and what a worker needs to claim one."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from sqlalchemy import func, insert, select, update

from councilos.runs.model import Claim, Json, Segment, SegmentStatus
from councilos.storage.repositories.rows import Row
from councilos.storage.repositories.runs import RunRows
from councilos.storage.repositories.waiting import WaitingRows
from councilos.storage.tables import segments

_OPEN: Final = ("pending", "running")
_COLUMNS: Final = (
    segments.c.id,
    segments.c.thread_id,
    segments.c.kind,
    segments.c.status,
    segments.c.created_at,
    segments.c.pause_id,
    segments.c.base_checkpoint,
    segments.c.attempt,
)


class ExecutionRows(RunRows, WaitingRows):
    """Segments, and the claim that joins them with run, pause and decisions."""

    async def add_segment(self, segment: Segment) -> None:
        """Insert a segment."""
        await self._connection.execute(
            insert(segments).values(
                id=segment.id,
                thread_id=segment.thread_id,
                kind=segment.kind,
                status=segment.status,
                created_at=segment.created_at,
                pause_id=segment.pause_id,
                base_checkpoint=segment.base_checkpoint,
                attempt=segment.attempt,
            )
        )

    async def segment(self, segment_id: UUID) -> Segment | None:
        """Return one segment."""
        row = await self._one(select(*_COLUMNS).where(segments.c.id == segment_id))
        return None if row is None else _segment(row)

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
        given = {"status": status, "base_checkpoint": base_checkpoint, "attempt": attempt, "error": error}
        values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if status is not None:
            values["ended_at"] = None if status in _OPEN else func.now()
        if values:
            await self._connection.execute(
                update(segments).where(segments.c.id == segment_id).values(**values)
            )

    async def end_open_segments(self, run_id: UUID, status: SegmentStatus) -> None:
        """End every pending or running segment of the run."""
        await self._connection.execute(
            update(segments)
            .where(segments.c.thread_id == run_id, segments.c.status.in_(_OPEN))
            .values(status=status, ended_at=func.now())
        )

    async def claim_rows(self, segment_id: UUID) -> Claim | None:
        """Lock the thread and return segment, run, pause and decisions; None when the segment is gone.

        The epoch in the answer is the current one; `runs/execute.py` decides whether to bump it.
        """
        seen = await self.segment(segment_id)
        run = None if seen is None else await self.lock(seen.thread_id)
        # What was seen before the lock may have changed while waiting for it.
        segment = None if run is None else await self.segment(segment_id)
        if run is None or segment is None:
            return None
        pause = None if segment.pause_id is None else await self.pause(segment.pause_id)
        decided = () if pause is None else tuple(await self.decisions(pause.id))
        return Claim(run=run, segment=segment, epoch=run.epoch, pause=pause, decisions=decided)


def _segment(row: Row) -> Segment:
    return Segment(**row)
