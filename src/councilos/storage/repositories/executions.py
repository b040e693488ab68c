"""Segments: what jobs execute, and what a worker needs to claim one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from psycopg.types.json import Jsonb
from sqlalchemy import func, update

from councilos.runs.model import Claim, Json, Segment, SegmentStatus
from councilos.storage.repositories.runs import RUN_COLUMNS, RunRows, as_run
from councilos.storage.repositories.waiting import WaitingRows
from councilos.storage.tables import segments

_OPEN: Final = ("pending", "running")
_NAMES: Final = ("id", "thread_id", "kind", "status", "created_at", "pause_id", "base_checkpoint", "attempt")
_COLUMNS: Final = ", ".join(f"s.{name}" for name in _NAMES)
_GET: Final = f"SELECT {_COLUMNS} FROM segments s WHERE s.id = %s"  # noqa: S608
_ADD: Final = f"INSERT INTO segments ({', '.join(_NAMES)}) VALUES ({', '.join(['%s'] * len(_NAMES))})"  # noqa: S608
_LOCK: Final = """
SELECT h.epoch FROM segments s JOIN thread_heads h ON h.thread_id = s.thread_id
WHERE s.id = %s FOR UPDATE OF h
"""
_CLAIM: Final = f"""
SELECT {_COLUMNS}, {RUN_COLUMNS} FROM segments s
JOIN council_runs r ON r.id = s.thread_id JOIN thread_heads h ON h.thread_id = s.thread_id WHERE s.id = %s
"""  # noqa: S608
_BEGIN: Final = """
WITH segment AS (
    UPDATE segments SET status = 'running', attempt = %(attempt)s, ended_at = NULL WHERE id = %(segment)s
), run AS (
    UPDATE council_runs SET status = 'running', updated_at = now(), completed_at = NULL,
        started_at = coalesce(started_at, %(now)s)
    WHERE id = %(run)s AND (status <> 'running' OR started_at IS NULL)
), thread AS (
    UPDATE threads SET status = 'running', updated_at = now() WHERE id = %(run)s AND status <> 'running'
)
UPDATE thread_heads SET epoch = %(epoch)s, worker = %(worker)s WHERE thread_id = %(run)s
"""


class ExecutionRows(RunRows, WaitingRows):
    """Segments, and the claim that joins them with run, pause and decisions."""

    async def add_segment(self, segment: Segment) -> None:
        """Insert a segment."""
        await self._run(_ADD, tuple(getattr(segment, name) for name in _NAMES))

    async def segment(self, segment_id: UUID) -> Segment | None:
        """Return one segment."""
        row = await (await self._run(_GET, (segment_id,))).fetchone()
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
        if error is not None:
            values["error"] = Jsonb(error)
        if values:
            await self._run(_change(tuple(values), status in _OPEN), {**values, "id": segment_id})

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
        async with (await self._driver()).pipeline():
            # Only a statement that begins under the lock sees what its last holder wrote.
            await self._run(_LOCK, (segment_id,))
            row = await (await self._run(_CLAIM, (segment_id,))).fetchone()
        run = None if row is None else as_run(row[len(_NAMES) :])
        if row is None or run is None:
            return None
        segment = _segment(row[: len(_NAMES)])
        pause = None if segment.pause_id is None else await self.pause(segment.pause_id)
        decided = () if pause is None else tuple(await self.decisions(pause.id))
        return Claim(run=run, segment=segment, epoch=run.epoch, pause=pause, decisions=decided)

    async def begin_execution(self, claim: Claim, worker: str) -> int:
        """Under the lock of `claim_rows`: bump the epoch, count the attempt, and let run and segment run."""
        epoch = claim.epoch + 1
        values = {
            "worker": worker,
            "epoch": epoch,
            "run": claim.run.id,
            "segment": claim.segment.id,
            "attempt": claim.segment.attempt + 1,
            "now": datetime.now(UTC),
        }
        await self._run(_BEGIN, values)
        return epoch


@cache
def _change(names: tuple[str, ...], still_open: bool) -> str:
    given = [f"{name} = %({name})s" for name in names]
    if "status" in names:
        given.append("ended_at = NULL" if still_open else "ended_at = now()")
    return f"UPDATE segments SET {', '.join(given)} WHERE id = %(id)s"  # noqa: S608


def _segment(row: Sequence[Any]) -> Segment:
    return Segment(**dict(zip(_NAMES, row, strict=True)))
