"""Save, read, change and delete agents for use in other councils (BP-14)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid4

from councilos.blueprint.check import check
from councilos.blueprint.model import CURRENT_VERSION
from councilos.errors import InvalidInput
from councilos.runs.ids import as_id, existing, missing
from councilos.runs.model import Json, StoredAgent
from councilos.runs.ports import Storage

_IN_A_COUNCIL: Final = "/nodes/0"
_OWN_TO_A_COUNCIL: Final = ("id", "position", "start")
"""What says where in a council the node stands; a saved agent stands nowhere."""


def as_agent_id(text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such agent can exist."""
    return as_id("saved agent", text)


async def create(storage: Storage, data: Json, name: str | None = None) -> StoredAgent:
    """Check and save an agent; InvalidInput with every problem when it has errors."""
    checked, title = _checked(data, name)
    now = datetime.now(UTC)
    stored = StoredAgent(uuid4(), title, checked, now, now)
    async with storage.begin() as uow:
        await uow.agents.add(stored)
    return stored


async def get(storage: Storage, agent_id: UUID) -> StoredAgent:
    """Return one agent."""
    async with storage.begin() as uow:
        return existing("saved agent", agent_id, await uow.agents.get(agent_id))


async def page(storage: Storage, *, limit: int, offset: int) -> tuple[list[StoredAgent], int]:
    """Return one page of agents, last changed first, and how many there are."""
    async with storage.begin() as uow:
        return await uow.agents.page(limit=limit, offset=offset)


async def update(storage: Storage, agent_id: UUID, data: Json, name: str | None = None) -> StoredAgent:
    """Check and replace an agent; councils that use it keep their copy."""
    checked, title = _checked(data, name)
    async with storage.begin() as uow:
        return existing("saved agent", agent_id, await uow.agents.update(agent_id, name=title, data=checked))


async def delete(storage: Storage, agent_id: UUID) -> None:
    """Delete an agent; councils that use it keep their copy."""
    async with storage.begin() as uow:
        if not await uow.agents.delete(agent_id):
            raise missing("saved agent", agent_id)


def _checked(data: Json, name: str | None) -> tuple[Json, str]:
    """Check the agent as the only one of a council, which is what runs would do; paths lead into `data`."""
    node = {key: value for key, value in data.items() if key not in _OWN_TO_A_COUNCIL}
    report = check({"version": CURRENT_VERSION, "nodes": [{"id": "agent", **node}], "edges": []})
    if report.blueprint is None:
        problems = [
            replace(found, path=found.path.removeprefix(_IN_A_COUNCIL))
            for found in report.errors
            if found.path.startswith(_IN_A_COUNCIL)
        ]
        raise InvalidInput("The agent cannot be saved.", problems or report.errors)
    agent = report.blueprint.nodes[0].model_dump(mode="json", exclude_unset=True)
    title = (name or report.blueprint.nodes[0].name).strip()
    if not title:
        message = "The agent has no name. Give it one, so that it can be found again."
        raise InvalidInput.at("/name", "missing", message)
    return {key: value for key, value in agent.items() if key not in _OWN_TO_A_COUNCIL}, title
