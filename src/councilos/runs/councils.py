"""Save, read, change and delete councils (BP-12)."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from uuid import UUID, uuid4

from councilos.blueprint.check import is_heavy, load
from councilos.blueprint.model import Blueprint
from councilos.events.updates import BlueprintChanged
from councilos.runs.ids import as_id, existing, missing
from councilos.runs.model import Json, StoredBlueprint
from councilos.runs.ports import Storage, UnitOfWork


def as_blueprint_id(text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such council can exist (RN-3)."""
    return as_id("council", text)


async def checked(data: Json) -> Blueprint:
    """Return the blueprint; a large one is read in a thread, so that nobody has to wait for it.

    Raises InvalidBlueprint with every problem when it has errors.
    """
    return await asyncio.to_thread(load, data) if is_heavy(data) else load(data)


async def create(storage: Storage, data: Json, name: str | None = None) -> StoredBlueprint:
    """Check and save a council; InvalidBlueprint with every problem when it has errors."""
    blueprint = await checked(data)
    now = datetime.now(UTC)
    stored = StoredBlueprint(uuid4(), name or blueprint.name, blueprint.to_json(), now, now)
    async with storage.begin() as uow:
        await uow.blueprints.add(stored)
        uow.publish(BlueprintChanged(blueprint_id=str(stored.id)))
    return stored


async def get(storage: Storage, blueprint_id: UUID) -> StoredBlueprint:
    """Return one council."""
    async with storage.begin() as uow:
        return await found(uow, blueprint_id)


async def found(uow: UnitOfWork, blueprint_id: UUID) -> StoredBlueprint:
    """Return one council in the caller's transaction."""
    return existing("council", blueprint_id, await uow.blueprints.get(blueprint_id))


async def find(storage: Storage, name: str) -> StoredBlueprint | None:
    """Return the newest council with exactly this name."""
    async with storage.begin() as uow:
        return await uow.blueprints.find(name)


async def page(storage: Storage, *, limit: int, offset: int) -> tuple[list[StoredBlueprint], int]:
    """Return one page of councils, last changed first, and how many there are."""
    async with storage.begin() as uow:
        return await uow.blueprints.page(limit=limit, offset=offset)


async def update(
    storage: Storage, blueprint_id: UUID, data: Json, name: str | None = None
) -> StoredBlueprint:
    """Check and replace a council; runs that use it keep their frozen copy (decision 9)."""
    blueprint = await checked(data)
    async with storage.begin() as uow:
        stored = await uow.blueprints.update(
            blueprint_id, name=name or blueprint.name, data=blueprint.to_json()
        )
        uow.publish(BlueprintChanged(blueprint_id=str(blueprint_id)))
        return existing("council", blueprint_id, stored)


async def delete(storage: Storage, blueprint_id: UUID) -> None:
    """Delete a council; its runs stay."""
    async with storage.begin() as uow:
        if not await uow.blueprints.delete(blueprint_id):
            raise missing("council", blueprint_id)
        uow.publish(BlueprintChanged(blueprint_id=str(blueprint_id), deleted=True))
