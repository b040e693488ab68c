"""`/api/runs`: the history of runs (RN-5), and running one of them again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from councilos.api import answers, docs
from councilos.api.bodies import JsonRoute
from councilos.api.deps import StorageDep
from councilos.api.paging import Offset
from councilos.api.shapes.base import Text
from councilos.api.shapes.runs import RunDetail, RunPage
from councilos.api.shapes.starting import AgainRequest, RunAccepted
from councilos.events.parts import RunStatus
from councilos.runs import again, cancel, councils, history

router = APIRouter(prefix="/api/runs", tags=["history"], route_class=JsonRoute)


@router.get("/", responses=docs.problems(404, 422))
@router.get("", include_in_schema=False)
async def list_runs(
    storage: StorageDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Offset = 0,
    status: Annotated[list[RunStatus] | None, Query(description="One or more statuses")] = None,
    council: Annotated[Text, Query(max_length=100, description="Id of a saved council")] = "",
    text: Annotated[Text, Query(max_length=200, description="Text in topic or name")] = "",
) -> RunPage:
    """List runs, newest first."""
    blueprint_id = councils.as_blueprint_id(council) if council else None
    wanted = text.strip()
    found, total = await history.page(
        storage, limit=limit, offset=offset, status=status or (), blueprint_id=blueprint_id, text=wanted
    )
    counts = await history.counts(storage, blueprint_id=blueprint_id, text=wanted)
    return RunPage.model_validate(
        {
            "items": [answers.summary(run) for run in found],
            "total": total,
            "limit": limit,
            "offset": offset,
            "by_status": counts,
        }
    )


@router.get("/{run_id}", responses=docs.problems(404))
async def get_run_detail(storage: StorageDep, run_id: str) -> RunDetail:
    """Return a run with its steps, its drafts and the blueprint it executes."""
    return answers.detail(*await history.details(storage, history.as_run_id(run_id)))


@router.post("/{run_id}/again", status_code=202, responses=docs.problems(404, 413, 422))
async def run_again(storage: StorageDep, run_id: str, body: AgainRequest | None = None) -> RunAccepted:
    """Start a new run with topic, documents, budget and mode of this one."""
    which = body.blueprint if body else "same"
    run = await again.again(storage, history.as_run_id(run_id), which)
    return RunAccepted(run_id=run.id, status=run.status, message="The council has started.")


@router.delete("/{run_id}", status_code=204, responses=docs.problems(404))
async def delete_run(storage: StorageDep, run_id: str) -> None:
    """Delete a run with all that belongs to it; a run that is still going is stopped first."""
    await cancel.delete(storage, history.as_run_id(run_id))
