"""Saved councils (BP-12)."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from councilos.runs.model import Json, StoredBlueprint
from councilos.storage.repositories.rows import Rows
from councilos.storage.tables import blueprints

_COLUMNS: Final = (
    blueprints.c.id,
    blueprints.c.name,
    blueprints.c.data,
    blueprints.c.created_at,
    blueprints.c.updated_at,
)
_NEWEST: Final = (blueprints.c.updated_at.desc(), blueprints.c.id)


class BlueprintRows(Rows):
    """Saved councils on one connection: the port `Blueprints`."""

    async def add(self, blueprint: StoredBlueprint) -> None:
        """Insert a council."""
        await self._connection.execute(
            insert(blueprints).values(
                id=blueprint.id,
                name=blueprint.name,
                data=blueprint.data,
                created_at=blueprint.created_at,
                updated_at=blueprint.updated_at,
            )
        )

    async def get(self, blueprint_id: UUID) -> StoredBlueprint | None:
        """Return one council."""
        row = await self._one(select(*_COLUMNS).where(blueprints.c.id == blueprint_id))
        return None if row is None else StoredBlueprint(**row)

    async def find(self, name: str) -> StoredBlueprint | None:
        """Return the newest council with exactly this name."""
        query = select(*_COLUMNS).where(blueprints.c.name == name).order_by(*_NEWEST).limit(1)
        row = await self._one(query)
        return None if row is None else StoredBlueprint(**row)

    async def page(self, *, limit: int, offset: int) -> tuple[list[StoredBlueprint], int]:
        """Return one page, last changed first, and how many there are."""
        rows = await self._all(select(*_COLUMNS).order_by(*_NEWEST).limit(limit).offset(offset))
        count = await self._connection.execute(select(func.count()).select_from(blueprints))
        return [StoredBlueprint(**row) for row in rows], count.scalar_one()

    async def update(self, blueprint_id: UUID, *, name: str, data: Json) -> StoredBlueprint | None:
        """Replace name and data; None when there is no such council."""
        changed = await self._connection.execute(
            update(blueprints)
            .where(blueprints.c.id == blueprint_id)
            .values(name=name, data=data, updated_at=func.now())
            .returning(*_COLUMNS)
        )
        row = changed.mappings().one_or_none()
        return None if row is None else StoredBlueprint(**row)

    async def delete(self, blueprint_id: UUID) -> bool:
        """Delete it; False when there is no such council."""
        gone = await self._connection.execute(
            delete(blueprints).where(blueprints.c.id == blueprint_id).returning(blueprints.c.id)
        )
        return gone.one_or_none() is not None
