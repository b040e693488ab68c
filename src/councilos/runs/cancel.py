"""Cancel, continue, delete, and God Mode switched during a run (RN-8, GM-10)."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from councilos.blueprint.model import Budget
from councilos.errors import WrongState
from councilos.events.types import RunChanged, RunDone
from councilos.events.updates import ThreadDeleted
from councilos.runs.budget import check_room, figures, merged, used_by_node
from councilos.runs.ids import existing
from councilos.runs.model import Run, check_move
from councilos.runs.ports import Storage, UnitOfWork
from councilos.runs.start import enqueue
from councilos.runs.updates import thread_changed


async def locked(uow: UnitOfWork, run_id: UUID) -> Run:
    """Lock and return the run; NotFound when there is none (RN-3)."""
    return existing("run", run_id, await uow.runs.lock(run_id))


async def cancel(storage: Storage, run_id: UUID) -> Run:
    """End the run as cancelled, whatever it is doing; the executor loses its right to write at once.

    WrongState when the run already completed or failed; cancelling twice is fine.
    """
    async with storage.begin() as uow:
        run = await locked(uow, run_id)
        if run.status == "cancelled":
            return run
        check_move(run.status, "cancelled")
        await _stop(uow, run)
        drafts = await uow.runs.drafts(run_id)
        final = drafts[-1].text if drafts else None
        used = used_by_node(await uow.runs.steps(run_id))
        await uow.runs.update(
            run_id,
            status="cancelled",
            completed_at=datetime.now(UTC),
            final_draft=final,
            error=None,
            usage=figures(used, float(run.usage.get("seconds") or 0.0)),
        )
        done = RunDone(
            run_status="cancelled",
            final_draft=final,
            critic_score=run.critic_score,
            iteration_count=run.iteration_count,
        )
        await uow.events.append(run_id, None, [done])
        uow.publish(thread_changed(run, "cancelled"))
        changed = await uow.runs.get(run_id)
        assert changed is not None
        return changed


async def _stop(uow: UnitOfWork, run: Run) -> None:
    await uow.runs.bump_epoch(run.id, None)
    await uow.runs.end_open_segments(run.id, "cancelled")
    pause = await uow.runs.open_pause(run.id)
    if pause is not None:
        await uow.runs.resolve_pause(pause.id)
    uow.control(run.id, "cancel")


async def resume(storage: Storage, run_id: UUID, budget: Budget | None = None) -> Run:
    """Go on from the last step after a failure or a reached budget (RN-8: `continue`).

    Of `budget` only the limits that were given change; null lifts one. WrongState for every other
    status, and after a reject, which is for good (GM-3). InvalidInput when the limits leave nothing.
    """
    async with storage.begin() as uow:
        run = await locked(uow, run_id)
        pause = await uow.runs.open_pause(run_id)
        over_budget = run.status == "paused" and pause is not None and pause.kind == "budget"
        if run.rejected:
            raise WrongState("A person rejected this run; it has ended for good.", status=run.status)
        if run.status != "failed" and not over_budget:
            raise WrongState(
                f"Only a failed run, or one that reached its budget, can be continued; this one is "
                f"{run.status}.",
                status=run.status,
            )
        limits = merged(run.budget, budget)
        if over_budget or budget is not None:
            check_room(limits, run.usage)
        if budget is not None:
            await uow.runs.update(run_id, budget=limits)
        if over_budget and pause is not None:
            await uow.runs.resolve_pause(pause.id)
        status = "running" if over_budget else "pending"
        await uow.runs.update(run_id, status=status, completed_at=None, error=None, final_draft=None)
        await enqueue(uow, run_id, "continue", datetime.now(UTC), pause.id if over_budget and pause else None)
        uow.publish(thread_changed(run, status))
        changed = await uow.runs.get(run_id)
        assert changed is not None
        return changed


async def set_god_mode(storage: Storage, run_id: UUID, on: bool) -> Run:
    """Switch God Mode while the run goes on; it then pauses before the next node (GM-10)."""
    async with storage.begin() as uow:
        run = await locked(uow, run_id)
        if run.ended:
            raise WrongState(f"This run is {run.status}; God Mode can no longer change.", status=run.status)
        if run.god_mode != on:
            await uow.runs.update(run_id, god_mode=on)
            await uow.events.append(run_id, None, [RunChanged(god_mode=on)])
            uow.control(run_id, "god_mode_on" if on else "god_mode_off")
        changed = await uow.runs.get(run_id)
        assert changed is not None
        return changed


async def delete(storage: Storage, run_id: UUID) -> None:
    """Delete the run with all that belongs to it; a run that is still going is stopped first."""
    async with storage.begin() as uow:
        run = await locked(uow, run_id)
        if not run.ended:
            await _stop(uow, run)
        await uow.runs.delete(run_id)
        uow.publish(ThreadDeleted(thread_id=str(run_id)))
