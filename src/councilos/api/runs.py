"""`/api/councils/…/run`: start runs, read them, steer them (section 3, GM-2…GM-5, GM-8…GM-10)."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Header, Query

from councilos.api import answers, docs
from councilos.api.bodies import JsonRoute
from councilos.api.deps import StorageDep
from councilos.api.paging import Limit
from councilos.api.shapes.base import Text
from councilos.api.shapes.runs import DraftList, EventPage, Run
from councilos.api.shapes.starting import DefaultStartRequest, RunAccepted, StartRequest
from councilos.api.shapes.steering import (
    ApproveRequest,
    ContinueRequest,
    GodModeRequest,
    GodModeState,
    PausedState,
    RunState,
)
from councilos.blueprint.model import Blueprint
from councilos.blueprint.templates import default_council, spoken
from councilos.runs import cancel, councils, decide, history, start
from councilos.runs.model import Run as StoredRun
from councilos.runs.watch import logged

router = APIRouter(prefix="/api/councils", tags=["runs"], route_class=JsonRoute)


def _order(body: StartRequest, blueprint: Blueprint, blueprint_id: UUID | None) -> start.Order:
    return start.Order(
        blueprint=blueprint,
        topic=body.topic(),
        blueprint_id=blueprint_id,
        god_mode=body.god_mode,
        budget=body.budget,
        documents=body.documents,
    )


def _accepted(run: StoredRun) -> RunAccepted:
    return RunAccepted(run_id=run.id, status=run.status, message="The council has started.")


@router.post("/run", status_code=202, responses=docs.problems(413, 422))
async def run_default_council(
    storage: StorageDep,
    body: DefaultStartRequest,
    accept_language: Annotated[str, Header()] = "",
) -> RunAccepted:
    """Run the default council, written in `language`, else in what Accept-Language names, else in German."""
    blueprint = default_council(spoken(body.language or "") or accept_language)
    return _accepted(await start.start(storage, _order(body, blueprint, None)))


@router.post("/{council_id:council}/run", status_code=202, responses=docs.problems(404, 413, 422))
async def run_council(storage: StorageDep, council_id: str, body: StartRequest) -> RunAccepted:
    """Run a saved council."""
    wanted = councils.as_blueprint_id(council_id)
    async with storage.begin() as uow:
        stored = await councils.found(uow, wanted)
        blueprint = (await councils.checked(stored.data)).model_copy(update={"name": stored.name})
        return _accepted(await start.start_in(uow, _order(body, blueprint, stored.id)))


@router.get("/run/{run_id}", responses=docs.problems(404))
async def get_run(storage: StorageDep, run_id: str) -> Run:
    """Return status and result of a run."""
    run, pause = await history.get(storage, history.as_run_id(run_id))
    return answers.run(run, pause)


@router.get("/run/{run_id}/state", responses=docs.problems(400, 404))
async def get_paused_state(storage: StorageDep, run_id: str) -> PausedState:
    """Return the whole state of a paused run (GM-5)."""
    run, pause = await history.paused(storage, history.as_run_id(run_id))
    return answers.paused_state(run, pause)


@router.post("/run/{run_id}/approve", responses=docs.problems(400, 404, 409, 413, 422))
async def decide_pause(
    storage: StorageDep,
    run_id: str,
    body: ApproveRequest,
    idempotency_key: Annotated[Text | None, Header(min_length=1, max_length=200)] = None,
) -> RunState:
    """Approve, reject, modify, route, redo or go on by autopilot; the first decision for a pause counts."""
    run = await decide.decide(storage, history.as_run_id(run_id), body.submission(idempotency_key))
    return RunState(run_id=run.id, status=run.status)


@router.post("/run/{run_id}/cancel", responses=docs.problems(400, 404))
async def cancel_run(storage: StorageDep, run_id: str) -> RunState:
    """End a run, whatever it is doing (RN-8)."""
    run = await cancel.cancel(storage, history.as_run_id(run_id))
    return RunState(run_id=run.id, status=run.status)


@router.post("/run/{run_id}/continue", responses=docs.problems(400, 404, 413, 422))
async def continue_run(storage: StorageDep, run_id: str, body: ContinueRequest | None = None) -> RunState:
    """Go on from the last step after a failure or a reached budget (RN-8)."""
    budget = body.budget if body else None
    run = await cancel.resume(storage, history.as_run_id(run_id), budget)
    return RunState(run_id=run.id, status=run.status)


@router.post("/run/{run_id}/god-mode", responses=docs.problems(400, 404, 413, 422))
async def set_god_mode(storage: StorageDep, run_id: str, body: GodModeRequest) -> GodModeState:
    """Switch God Mode while the run goes on (GM-10)."""
    run = await cancel.set_god_mode(storage, history.as_run_id(run_id), body.god_mode)
    return GodModeState(run_id=run.id, status=run.status, god_mode=run.god_mode)


@router.get("/run/{run_id}/drafts", responses=docs.problems(404))
async def list_drafts(storage: StorageDep, run_id: str) -> DraftList:
    """Return every version of the document, oldest first."""
    wanted = history.as_run_id(run_id)
    found = await history.drafts(storage, wanted)
    return DraftList(run_id=wanted, drafts=[answers.draft(version) for version in found])


@router.get("/run/{run_id}/events", responses=docs.problems(404, 422))
async def list_events(
    storage: StorageDep,
    run_id: str,
    after: Annotated[int, Query(ge=0, le=2**62)] = 0,
    limit: Limit = 1_000,
) -> EventPage:
    """Return what the run said after `after`, oldest first."""
    wanted = history.as_run_id(run_id)
    found = await history.events(storage, wanted, after, limit)
    last = found[-1].seq if found else after
    events: list[Any] = [logged(row) for row in found]
    return EventPage(run_id=wanted, events=events, last_seq=last, more=len(found) == limit)
