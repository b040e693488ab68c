"""What people save under a name: councils (BP-12) and agents (BP-14), in tables of the same shape."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Generic, TypeVar
from uuid import UUID

from sqlalchemy import Column, Table, delete, func, insert, select, update

from councilos.runs.model import Json, StoredAgent, StoredBlueprint
from councilos.storage.repositories.rows import Rows
from councilos.storage.tables import agents, blueprints

T = TypeVar("T", StoredBlueprint, StoredAgent)

_NAMES: Final = ("id", "name", "data", "created_at", "updated_at")


def _columns(table: Table) -> list[Column[Any]]:
    return [table.c[name] for name in _NAMES]


class SavedRows(Rows, Generic[T]):
    """The rows of one such table on one connection: the port `Saved`."""

    _table: ClassVar[Table]
    _record: ClassVar[type[Any]]

    @property
    def _newest(self) -> list[Any]:
        return [self._table.c.updated_at.desc(), self._table.c.id]

    async def add(self, saved: T) -> None:
        """Insert it."""
        values = {name: getattr(saved, name) for name in _NAMES}
        await self._connection.execute(insert(self._table).values(values))

    async def get(self, saved_id: UUID) -> T | None:
        """Return one."""
        query = f"SELECT {', '.join(_NAMES)} FROM {self._table.name} WHERE id = %s"  # noqa: S608
        row = await (await self._run(query, (saved_id,))).fetchone()
        return None if row is None else self._record(*row)

    async def find(self, name: str) -> T | None:
        """Return the newest one with exactly this name."""
        query = (
            select(*_columns(self._table)).where(self._table.c.name == name).order_by(*self._newest).limit(1)
        )
        row = await self._one(query)
        return None if row is None else self._record(**row)

    async def page(self, *, limit: int, offset: int) -> tuple[list[T], int]:
        """Return one page, last changed first, and how many there are."""
        query = select(*_columns(self._table)).order_by(*self._newest).limit(limit).offset(offset)
        rows = await self._all(query)
        count = await self._connection.execute(select(func.count()).select_from(self._table))
        return [self._record(**row) for row in rows], count.scalar_one()

    async def update(self, saved_id: UUID, *, name: str, data: Json) -> T | None:
        """Replace name and data; None when there is no such thing."""
        changed = update(self._table).where(self._table.c.id == saved_id)
        changed = changed.values(name=name, data=data, updated_at=func.now())
        row = await self._one(changed.returning(*_columns(self._table)))
        return None if row is None else self._record(**row)

    async def delete(self, saved_id: UUID) -> bool:
        """Delete it; False when there is no such thing."""
        gone = await self._connection.execute(
            delete(self._table).where(self._table.c.id == saved_id).returning(self._table.c.id)
        )
        return gone.one_or_none() is not None


class BlueprintRows(SavedRows[StoredBlueprint]):
    """Saved councils: the port `Blueprints`."""

    _table = blueprints
    _record = StoredBlueprint


class AgentRows(SavedRows[StoredAgent]):
    """Saved agents: the port `Agents`."""

    _table = agents
    _record = StoredAgent
