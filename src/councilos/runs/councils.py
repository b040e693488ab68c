"""Save, read, change and delete councils (BP-12)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from councilos.blueprint.check import Report, check, is_heavy, load
from councilos.blueprint.doubts import KnowsModel
from councilos.blueprint.model import Blueprint
from councilos.blueprint.problems import refuse
from councilos.errors import Problem
from councilos.events.updates import BlueprintChanged
from councilos.runs.ids import as_id, existing, missing
from councilos.runs.model import Json, StoredBlueprint
from councilos.runs.ports import Storage, UnitOfWork


@dataclass(frozen=True, slots=True)
class Saved:
    """A council as it was saved, and what is doubtful about it (BP-11)."""

    stored: StoredBlueprint
    warnings: Sequence[Problem]


def as_blueprint_id(text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such council can exist (RN-3)."""
    return as_id("council", text)


async def checked(data: Json) -> Blueprint:
    """Return the blueprint; a large one is read in a thread, so that nobody has to wait for it.

    Raises InvalidBlueprint with every problem when it has errors.
    """
    return await asyncio.to_thread(load, data) if is_heavy(data) else load(data)


async def create(
    storage: Storage, data: Json, name: str | None = None, knows_model: KnowsModel | None = None
) -> Saved:
    """Check and save a council, under a name of its own if one is given.

    InvalidBlueprint with every problem when it has errors. `knows_model` as in `check`.
    """
    blueprint, title, warnings = await _judged(data, name, knows_model)
    now = datetime.now(UTC)
    stored = StoredBlueprint(uuid4(), title, blueprint.to_json(), now, now)
    async with storage.begin() as uow:
        await uow.blueprints.add(stored)
        uow.publish(BlueprintChanged(blueprint_id=str(stored.id)))
    return Saved(stored, warnings)


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
    storage: Storage,
    blueprint_id: UUID,
    data: Json,
    name: str | None = None,
    knows_model: KnowsModel | None = None,
) -> Saved:
    """Check and replace a council as `create` does; runs that use it keep their frozen copy (decision 9)."""
    blueprint, title, warnings = await _judged(data, name, knows_model)
    async with storage.begin() as uow:
        stored = await uow.blueprints.update(blueprint_id, name=title, data=blueprint.to_json())
        uow.publish(BlueprintChanged(blueprint_id=str(blueprint_id)))
        return Saved(existing("council", blueprint_id, stored), warnings)


async def report(data: object, name: str | None = None, knows_model: KnowsModel | None = None) -> Report:
    """Return everything that is wrong with a blueprint that is to have `name`; never raises.

    A large one is read in a thread, so that nobody has to wait for it.
    """
    heavy = is_heavy(data)
    found = (
        await asyncio.to_thread(check, data, knows_model=knows_model)
        if heavy
        else check(data, knows_model=knows_model)
    )
    if not (name or "").strip():
        return found
    problems = tuple(problem for problem in found.problems if problem.code != "unnamed")
    return replace(found, problems=problems)


async def _judged(
    data: Json, name: str | None, knows_model: KnowsModel | None
) -> tuple[Blueprint, str, Sequence[Problem]]:
    """Return blueprint, name and warnings; InvalidBlueprint with every problem when it has errors."""
    found = await report(data, name, knows_model)
    if found.blueprint is None:
        raise refuse(found.problems)
    title = (name or "").strip() or found.blueprint.name.strip()
    return found.blueprint, title, found.warnings


async def delete(storage: Storage, blueprint_id: UUID) -> None:
    """Delete a council; its runs stay."""
    async with storage.begin() as uow:
        if not await uow.blueprints.delete(blueprint_id):
            raise missing("council", blueprint_id)
        uow.publish(BlueprintChanged(blueprint_id=str(blueprint_id), deleted=True))
