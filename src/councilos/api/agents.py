"""`/api/agents`: agents that are saved for use in other councils (BP-14)."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Response

from councilos.api import answers, docs, headers
from councilos.api.bodies import JsonRoute
from councilos.api.deps import RuntimeDep, StorageDep
from councilos.api.paging import Limit, Offset
from councilos.api.shapes.councils import AgentDraft, SavedAgent
from councilos.errors import InvalidInput
from councilos.runs import agents

router = APIRouter(prefix="/api/agents", tags=["agents"], route_class=JsonRoute)


def _moved(error: InvalidInput) -> InvalidInput:
    """Return the error with paths that lead into the request's body."""
    found = [
        replace(problem, path=problem.path if problem.path == "/name" else f"/data{problem.path}")
        for problem in error.problems
    ]
    return InvalidInput(error.message, found)


@router.get("/", responses=docs.problems(422))
@router.get("", include_in_schema=False)
async def list_agents(
    storage: StorageDep,
    response: Response,
    limit: Limit = 100,
    offset: Offset = 0,
) -> list[SavedAgent]:
    """List saved agents, last changed first; the header `X-Total-Count` says how many there are."""
    found, total = await agents.page(storage, limit=limit, offset=offset)
    response.headers[headers.TOTAL] = str(total)
    return [answers.agent(stored) for stored in found]


@router.post(
    "/", status_code=201, responses={201: {"headers": headers.DOCUMENTED}, **docs.problems(413, 422)}
)
@router.post("", status_code=201, include_in_schema=False)
async def create_agent(runtime: RuntimeDep, response: Response, body: AgentDraft) -> SavedAgent:
    """Save an agent; the header `X-Warnings` says what is doubtful about it (BP-11)."""
    try:
        saved = await agents.create(runtime.storage, body.data, body.name, runtime.catalogue.known)
    except InvalidInput as error:
        raise _moved(error) from None
    headers.warn(response, saved.warnings, "/data")
    return answers.agent(saved.stored)


@router.get("/{agent_id}", responses=docs.problems(404))
async def get_agent(storage: StorageDep, agent_id: str) -> SavedAgent:
    """Read one saved agent."""
    return answers.agent(await agents.get(storage, agents.as_agent_id(agent_id)))


@router.put("/{agent_id}", responses={200: {"headers": headers.DOCUMENTED}, **docs.problems(404, 413, 422)})
async def update_agent(
    runtime: RuntimeDep, response: Response, agent_id: str, body: AgentDraft
) -> SavedAgent:
    """Replace a saved agent; councils that use it keep their copy."""
    known = agents.as_agent_id(agent_id)
    try:
        knows = runtime.catalogue.known
        saved = await agents.update(runtime.storage, known, body.data, body.name, knows)
    except InvalidInput as error:
        raise _moved(error) from None
    headers.warn(response, saved.warnings, "/data")
    return answers.agent(saved.stored)


@router.delete("/{agent_id}", status_code=204, responses=docs.problems(404))
async def delete_agent(storage: StorageDep, agent_id: str) -> None:
    """Delete a saved agent; councils that use it keep their copy."""
    await agents.delete(storage, agents.as_agent_id(agent_id))
