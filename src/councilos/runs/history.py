"""Read runs: one, a page, the paused state (RN-4, RN-5, GM-5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from councilos.errors import WrongState
from councilos.runs.ids import as_id, existing
from councilos.runs.model import DraftVersion, Pause, Run, Step, StoredEvent
from councilos.runs.ports import Storage, UnitOfWork


def as_run_id(text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such run can exist (RN-3)."""
    return as_id("run", text)


async def get(storage: Storage, run_id: UUID) -> tuple[Run, Pause | None]:
    """Return the run and, while it is paused, its pause."""
    async with storage.begin() as uow:
        return await found(uow, run_id)


async def found(uow: UnitOfWork, run_id: UUID) -> tuple[Run, Pause | None]:
    """Return the run and, while it is paused, its pause, in the caller's transaction."""
    run = existing("run", run_id, await uow.runs.get(run_id))
    return run, await uow.runs.open_pause(run_id) if run.status == "paused" else None


async def paused(storage: Storage, run_id: UUID) -> tuple[Run, Pause]:
    """Return the run with its pause; WrongState when it is not paused (GM-5)."""
    run, pause = await get(storage, run_id)
    if pause is None:
        raise WrongState(f"This run is not paused, it is {run.status}.", status=run.status)
    return run, pause


async def page(
    storage: Storage,
    *,
    limit: int,
    offset: int,
    status: Sequence[str] = (),
    blueprint_id: UUID | None = None,
    text: str = "",
) -> tuple[list[Run], int]:
    """Return one page of runs, newest first, and how many match."""
    async with storage.begin() as uow:
        return await uow.runs.page(
            limit=limit, offset=offset, status=status, blueprint_id=blueprint_id, text=text
        )


async def counts(storage: Storage, *, blueprint_id: UUID | None = None, text: str = "") -> dict[str, int]:
    """Return how many runs match, by status."""
    async with storage.begin() as uow:
        return await uow.runs.counts(blueprint_id=blueprint_id, text=text)


async def details(storage: Storage, run_id: UUID) -> tuple[Run, Pause | None, list[Step], list[DraftVersion]]:
    """Return a run with its steps and drafts."""
    run, pause = await get(storage, run_id)
    async with storage.begin() as uow:
        return run, pause, await uow.runs.steps(run_id), await uow.runs.drafts(run_id)


async def drafts(storage: Storage, run_id: UUID) -> list[DraftVersion]:
    """Return every version of the document, oldest first."""
    await get(storage, run_id)
    async with storage.begin() as uow:
        return await uow.runs.drafts(run_id)


async def events(storage: Storage, run_id: UUID, after: int, limit: int) -> list[StoredEvent]:
    """Return what the run said after `after` (RN-8)."""
    await get(storage, run_id)
    async with storage.begin() as uow:
        return await uow.events.after(run_id, after, limit)


async def changed_after(storage: Storage, moment: datetime, limit: int) -> list[Run]:
    """Return the runs that changed after `moment`, the latest change first."""
    async with storage.begin() as uow:
        return await uow.runs.changed_after(moment, limit)


async def waiting(storage: Storage) -> list[UUID]:
    """Return the runs that wait for a person, oldest first."""
    async with storage.begin() as uow:
        return await uow.runs.waiting()
