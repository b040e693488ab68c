"""Runs: their thread, their head with epoch and sequence, and their row (RN-5, RN-6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from psycopg.errors import ForeignKeyViolation
from sqlalchemy import ColumnElement, Select, delete, func, insert, literal, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError

from councilos.errors import Fenced, NotFound
from councilos.runs.model import ENDED, Json, Run
from councilos.storage.repositories.rows import Row, Rows
from councilos.storage.tables import CHECKPOINT_TABLES, council_runs, thread_heads, threads

_COLUMN_OF: Final = {"topic": "input_topic"}
_FIXED: Final = frozenset({"id", "epoch", "seq", "created_at", "updated_at"})
_FIELDS: Final = tuple(field.name for field in fields(Run))
_CHANGEABLE: Final = frozenset(_FIELDS) - _FIXED

_HEAD_FIELDS: Final = {"epoch": thread_heads.c.epoch, "seq": thread_heads.c.seq}
_RUN_COLUMNS: Final = tuple(
    _HEAD_FIELDS[name] if name in _HEAD_FIELDS else council_runs.c[_COLUMN_OF.get(name, name)].label(name)
    for name in _FIELDS
)
# A list shows hundreds of runs: of their frozen blueprints it needs the settings alone.
_SETTINGS: Final = func.jsonb_build_object(
    "settings", func.coalesce(council_runs.c.blueprint["settings"], literal({}, JSONB))
)
_LIST_COLUMNS: Final = tuple(
    _SETTINGS.label("blueprint") if name == "blueprint" else column
    for name, column in zip(_FIELDS, _RUN_COLUMNS, strict=True)
)


class RunRows(Rows):
    """Threads, heads and council runs."""

    async def add(self, run: Run) -> None:
        """Insert thread, head and run; NotFound when its council was deleted meanwhile (RN-3)."""
        shared = {"status": run.status, "created_at": run.created_at, "updated_at": run.updated_at}
        await self._connection.execute(insert(threads).values(id=run.id, kind="council", **shared))
        await self._connection.execute(
            insert(thread_heads).values(thread_id=run.id, epoch=run.epoch, seq=run.seq)
        )
        values = {_COLUMN_OF.get(name, name): getattr(run, name) for name in _CHANGEABLE}
        values |= shared | {"documents": list(run.documents), "blueprint_hash": _hash(run.blueprint)}
        try:
            await self._connection.execute(insert(council_runs).values(id=run.id, **values))
        except IntegrityError as error:
            if isinstance(error.orig, ForeignKeyViolation):
                raise NotFound(f"There is no council {run.blueprint_id}.") from error
            raise

    async def get(self, run_id: UUID) -> Run | None:
        """Return the run without locking it."""
        row = await self._one(_runs(_RUN_COLUMNS).where(council_runs.c.id == run_id))
        return None if row is None else _run(row)

    async def lock(self, run_id: UUID) -> Run | None:
        """Lock the run's head (`FOR UPDATE`) until the transaction ends, then return the run."""
        if await self._lock_head(run_id) is None:
            return None
        # Only a statement that begins under the lock sees what its last holder wrote.
        return await self.get(run_id)

    async def fence(self, run_id: UUID, epoch: int) -> Run:
        """Lock the head and return the run; raise Fenced unless `epoch` is still the newest."""
        if await self._lock_head(run_id) == epoch:
            run = await self.get(run_id)
            if run is not None:
                return run
        raise Fenced("Another worker has taken this run over.")

    async def bump_epoch(self, run_id: UUID, worker: str | None) -> int:
        """Make all earlier executors of the run writers of nothing; return the new epoch.

        Raises Fenced when the run is gone.
        """
        # FOR UPDATE, unlike the update below, waits for every checkpoint that is being written.
        if await self._lock_head(run_id) is None:
            raise Fenced("The run has been deleted.")
        bumped = await self._connection.execute(
            update(thread_heads)
            .where(thread_heads.c.thread_id == run_id)
            .values(epoch=thread_heads.c.epoch + 1, worker=worker)
            .returning(thread_heads.c.epoch)
        )
        return bumped.scalar_one()

    async def update(self, run_id: UUID, **changes: Any) -> None:
        """Set fields of the run (names as in `Run`); sets `updated_at`, and the thread's status.

        A status that ends the run also sets `completed_at`, any other clears it, unless it is given.
        """
        unknown = changes.keys() - _CHANGEABLE
        if unknown:
            raise TypeError(f"not fields of a run that can change: {', '.join(sorted(unknown))}")
        values: dict[str, Any] = {_COLUMN_OF.get(name, name): value for name, value in changes.items()}
        if "status" in changes:
            values.setdefault("completed_at", func.now() if changes["status"] in ENDED else None)
        if "documents" in values:
            values["documents"] = list(values["documents"])
        if "blueprint" in values:
            values["blueprint_hash"] = _hash(values["blueprint"])
        await self._connection.execute(
            update(council_runs).where(council_runs.c.id == run_id).values(updated_at=func.now(), **values)
        )
        if "status" in changes:
            await self._connection.execute(
                update(threads)
                .where(threads.c.id == run_id)
                .values(updated_at=func.now(), status=changes["status"])
            )

    async def delete(self, run_id: UUID) -> None:
        """Delete the run with everything that belongs to it, checkpoints included."""
        # The thread goes first: it takes the head along, and without a head nobody writes a checkpoint.
        await self._lock_head(run_id)
        await self._connection.execute(delete(threads).where(threads.c.id == run_id))
        for checkpoints in CHECKPOINT_TABLES:
            await self._connection.execute(
                delete(checkpoints).where(checkpoints.c.thread_id == literal(str(run_id)))
            )

    async def page(
        self,
        *,
        limit: int,
        offset: int,
        status: Sequence[str] = (),
        blueprint_id: UUID | None = None,
        text: str = "",
    ) -> tuple[list[Run], int]:
        """Return one page, newest first, and how many runs match (RN-5).

        `text` is looked for in name and topic. The runs of a page carry only the `settings` of their
        `blueprint`.
        """
        matching = _matching(status, blueprint_id, text)
        newest = (council_runs.c.created_at.desc(), council_runs.c.id)
        query = _runs(_LIST_COLUMNS).where(*matching).order_by(*newest).limit(limit).offset(offset)
        rows = await self._all(query)
        count = select(func.count()).select_from(council_runs).where(*matching)
        return [_run(row) for row in rows], (await self._connection.execute(count)).scalar_one()

    async def counts(self, *, blueprint_id: UUID | None = None, text: str = "") -> dict[str, int]:
        """Return how many runs match, by status; a status that none has is left out."""
        status = council_runs.c.status
        query = select(status, func.count().label("runs")).where(*_matching((), blueprint_id, text))
        return {row["status"]: row["runs"] for row in await self._all(query.group_by(status))}

    async def changed_after(self, moment: datetime, limit: int) -> list[Run]:
        """Return the runs that changed after `moment`, the latest change first, as a page has them."""
        changed = council_runs.c.updated_at
        query = _runs(_LIST_COLUMNS).where(changed > moment).order_by(changed.desc()).limit(limit)
        return [_run(row) for row in await self._all(query)]

    async def _lock_head(self, run_id: UUID) -> int | None:
        head = select(thread_heads.c.epoch).where(thread_heads.c.thread_id == run_id).with_for_update()
        return (await self._connection.execute(head)).scalar_one_or_none()


def _runs(columns: Sequence[ColumnElement[Any]]) -> Select[Any]:
    return select(*columns).join_from(
        council_runs, thread_heads, thread_heads.c.thread_id == council_runs.c.id
    )


def _matching(status: Sequence[str], blueprint_id: UUID | None, text: str) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if status:
        conditions.append(council_runs.c.status.in_(status))
    if blueprint_id is not None:
        conditions.append(council_runs.c.blueprint_id == blueprint_id)
    if text.strip():
        escaped = text.strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        columns = (council_runs.c.name, council_runs.c.input_topic)
        conditions.append(or_(*(column.ilike(f"%{escaped}%", escape="\\") for column in columns)))
    return conditions


def _run(row: Row) -> Run:
    row["documents"] = tuple(row["documents"])
    return Run(**row)


def _hash(blueprint: Json) -> str:
    text = json.dumps(blueprint, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
