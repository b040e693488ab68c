"""Runs: their thread, their head with epoch and sequence, and their row (RN-5, RN-6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from psycopg.errors import ForeignKeyViolation
from psycopg.types.json import Jsonb
from sqlalchemy import ColumnElement, Select, delete, func, literal, or_, select
from sqlalchemy.dialects.postgresql import JSONB

from councilos.errors import Fenced, NotFound
from councilos.runs.model import ENDED, Json, Run
from councilos.storage.repositories.rows import Row, Rows
from councilos.storage.tables import CHECKPOINT_TABLES, council_runs, thread_heads, threads

_COLUMN_OF: Final = {"topic": "input_topic"}
_FIXED: Final = frozenset({"id", "epoch", "seq", "created_at", "updated_at"})
_FIELDS: Final = tuple(field.name for field in fields(Run))
_CHANGEABLE: Final = frozenset(_FIELDS) - _FIXED

_HEAD_FIELDS: Final = {"epoch": thread_heads.c.epoch, "seq": thread_heads.c.seq}
# A list shows hundreds of runs: of their frozen blueprints it needs the settings alone.
_SETTINGS: Final = func.jsonb_build_object(
    "settings", func.coalesce(council_runs.c.blueprint["settings"], literal({}, JSONB))
)
_LIST_COLUMNS: Final = tuple(
    _SETTINGS.label("blueprint")
    if name == "blueprint"
    else _HEAD_FIELDS[name]
    if name in _HEAD_FIELDS
    else council_runs.c[_COLUMN_OF.get(name, name)].label(name)
    for name in _FIELDS
)
RUN_COLUMNS: Final = ", ".join(
    f"h.{name}" if name in _HEAD_FIELDS else f"r.{_COLUMN_OF.get(name, name)}" for name in _FIELDS
)
"""The fields of `Run` in their order, from `council_runs r` and `thread_heads h`."""
_GET: Final = f"""
SELECT {RUN_COLUMNS} FROM council_runs r JOIN thread_heads h ON h.thread_id = r.id WHERE r.id = %s
"""  # noqa: S608
_LOCK: Final = "SELECT epoch FROM thread_heads WHERE thread_id = %s FOR UPDATE"
_BUMP: Final = "UPDATE thread_heads SET epoch = epoch + 1, worker = %s WHERE thread_id = %s RETURNING epoch"
_JSON: Final = frozenset({"blueprint", "budget", "usage", "error"})
_ADDED: Final = (*sorted(_CHANGEABLE), "blueprint_hash", "created_at", "updated_at")
_ADD: Final = f"""
WITH thread AS (
    INSERT INTO threads (id, kind, status, created_at, updated_at)
    VALUES (%(id)s, 'council', %(status)s, %(created_at)s, %(updated_at)s)
), head AS (
    INSERT INTO thread_heads (thread_id, epoch, seq) VALUES (%(id)s, %(epoch)s, %(seq)s)
)
INSERT INTO council_runs (id, {", ".join(_COLUMN_OF.get(name, name) for name in _ADDED)})
VALUES (%(id)s, {", ".join(f"%({name})s" for name in _ADDED)})
"""  # noqa: S608


class RunRows(Rows):
    """Threads, heads and council runs."""

    async def add(self, run: Run) -> None:
        """Insert thread, head and run; NotFound when its council was deleted meanwhile (RN-3)."""
        values = {name: _value(name, getattr(run, name)) for name in _CHANGEABLE}
        values |= {"id": run.id, "epoch": run.epoch, "seq": run.seq, "blueprint_hash": _hash(run.blueprint)}
        values |= {"created_at": run.created_at, "updated_at": run.updated_at}
        try:
            await self._run(_ADD, values)
        except ForeignKeyViolation as error:
            raise NotFound(f"There is no council {run.blueprint_id}.") from error

    async def get(self, run_id: UUID) -> Run | None:
        """Return the run without locking it."""
        return as_run(await (await self._run(_GET, (run_id,))).fetchone())

    async def lock(self, run_id: UUID) -> Run | None:
        """Lock the run's head (`FOR UPDATE`) until the transaction ends, then return the run."""
        async with (await self._driver()).pipeline():
            # Only a statement that begins under the lock sees what its last holder wrote.
            await self._run(_LOCK, (run_id,))
            found = await self._run(_GET, (run_id,))
            return as_run(await found.fetchone())

    async def fence(self, run_id: UUID, epoch: int) -> Run:
        """Lock the head and return the run; raise Fenced unless `epoch` is still the newest."""
        run = await self.lock(run_id)
        if run is None or run.epoch != epoch:
            raise Fenced("Another worker has taken this run over.")
        return run

    async def bump_epoch(self, run_id: UUID, worker: str | None) -> int:
        """Make all earlier executors of the run writers of nothing; return the new epoch.

        Raises Fenced when the run is gone.
        """
        async with (await self._driver()).pipeline():
            # FOR UPDATE, unlike the update below, waits for every checkpoint that is being written.
            await self._run(_LOCK, (run_id,))
            bumped = await (await self._run(_BUMP, (worker, run_id))).fetchone()
        if bumped is None:
            raise Fenced("The run has been deleted.")
        return int(bumped[0])

    async def update(self, run_id: UUID, **changes: Any) -> None:
        """Set fields of the run (names as in `Run`); sets `updated_at`, and the thread's status.

        A status that ends the run also sets `completed_at`, any other clears it, unless it is given.
        """
        unknown = changes.keys() - _CHANGEABLE
        if unknown:
            raise TypeError(f"not fields of a run that can change: {', '.join(sorted(unknown))}")
        values = {name: _value(name, value) for name, value in changes.items()}
        if "status" in changes and changes["status"] not in ENDED:
            values.setdefault("completed_at", None)
        if "blueprint" in changes:
            values["blueprint_hash"] = _hash(changes["blueprint"])
        await self._run(_update(tuple(values)), {**values, "id": run_id})

    async def delete(self, run_id: UUID) -> None:
        """Delete the run with everything that belongs to it, checkpoints included."""
        # The thread goes first: it takes the head along, and without a head nobody writes a checkpoint.
        await self._run(_LOCK, (run_id,))
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


@cache
def _update(names: tuple[str, ...]) -> str:
    """Return the statement that sets these fields, which are known ones, and the status of the thread."""
    given = [f"{_COLUMN_OF.get(name, name)} = %({name})s" for name in names]
    if "status" in names and "completed_at" not in names:
        given.append("completed_at = now()")
    change = f"UPDATE council_runs SET {', '.join(['updated_at = now()', *given])} WHERE id = %(id)s"  # noqa: S608
    if "status" not in names:
        return change
    thread = "UPDATE threads SET updated_at = now(), status = %(status)s WHERE id = %(id)s"
    return f"WITH thread AS ({thread}) {change}"


def _value(name: str, value: Any) -> Any:
    if name in _JSON:
        return None if value is None else Jsonb(value)
    return list(value) if name == "documents" else value


def as_run(row: Sequence[Any] | None) -> Run | None:
    """Return the run of a row of `RUN_COLUMNS`."""
    return None if row is None else _run(dict(zip(_FIELDS, row, strict=True)))


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
