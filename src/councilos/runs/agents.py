"""Save, read, change and delete agents for use in other councils (BP-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid4

from councilos.blueprint.check import check
from councilos.blueprint.doubts import KnowsModel
from councilos.blueprint.model import CURRENT_VERSION
from councilos.errors import InvalidInput, Problem
from councilos.runs.ids import as_id, existing, missing
from councilos.runs.model import Json, StoredAgent
from councilos.runs.ports import Storage

_IN_A_COUNCIL: Final = "/nodes/0"
_OWN_TO_A_COUNCIL: Final = ("id", "position", "start")
"""What says where in a council the node stands; a saved agent stands nowhere."""
_OWN_DOUBTS: Final = ("unknown_field", "unknown_model", "empty_prompt")
"""Warnings that hold whatever arrows will once lead to and from the agent."""


@dataclass(frozen=True, slots=True)
class Saved:
    """An agent as it was saved, and what is doubtful about it (BP-11)."""

    stored: StoredAgent
    warnings: Sequence[Problem]


def as_agent_id(text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such agent can exist."""
    return as_id("saved agent", text)


async def create(
    storage: Storage, data: Json, name: str | None = None, knows_model: KnowsModel | None = None
) -> Saved:
    """Check and save an agent; InvalidInput with every problem when it has errors."""
    checked, title, warnings = _checked(data, name, knows_model)
    now = datetime.now(UTC)
    stored = StoredAgent(uuid4(), title, checked, now, now)
    async with storage.begin() as uow:
        await uow.agents.add(stored)
    return Saved(stored, warnings)


async def get(storage: Storage, agent_id: UUID) -> StoredAgent:
    """Return one agent."""
    async with storage.begin() as uow:
        return existing("saved agent", agent_id, await uow.agents.get(agent_id))


async def page(storage: Storage, *, limit: int, offset: int) -> tuple[list[StoredAgent], int]:
    """Return one page of agents, last changed first, and how many there are."""
    async with storage.begin() as uow:
        return await uow.agents.page(limit=limit, offset=offset)


async def update(
    storage: Storage,
    agent_id: UUID,
    data: Json,
    name: str | None = None,
    knows_model: KnowsModel | None = None,
) -> Saved:
    """Check and replace an agent; councils that use it keep their copy."""
    checked, title, warnings = _checked(data, name, knows_model)
    async with storage.begin() as uow:
        stored = await uow.agents.update(agent_id, name=title, data=checked)
        return Saved(existing("saved agent", agent_id, stored), warnings)


async def delete(storage: Storage, agent_id: UUID) -> None:
    """Delete an agent; councils that use it keep their copy."""
    async with storage.begin() as uow:
        if not await uow.agents.delete(agent_id):
            raise missing("saved agent", agent_id)


def _checked(
    data: Json, name: str | None, knows_model: KnowsModel | None
) -> tuple[Json, str, Sequence[Problem]]:
    """Check the agent as the only one of a council, which is what runs would do.

    Returns what to save, its name and the warnings; paths lead into `data`.
    """
    node = {key: value for key, value in data.items() if key not in _OWN_TO_A_COUNCIL}
    council = {"version": CURRENT_VERSION, "nodes": [{"id": "agent", **node}], "edges": []}
    report = check(council, knows_model=knows_model)
    if report.blueprint is None:
        raise InvalidInput("The agent cannot be saved.", _of_agent(report.errors) or report.errors)
    agent = report.blueprint.nodes[0].model_dump(mode="json", exclude_unset=True)
    title = (name or "").strip() or report.blueprint.nodes[0].name.strip()
    if not title:
        message = "The agent has no name. Give it one, so that it can be found again."
        raise InvalidInput.at("/name", "missing", message)
    kept = {key: value for key, value in agent.items() if key not in _OWN_TO_A_COUNCIL}
    own = [found for found in report.warnings if found.code in _OWN_DOUBTS]
    return kept, title, _of_agent(own)


def _of_agent(problems: Sequence[Problem]) -> list[Problem]:
    """Return those that concern the agent and not the council around it."""
    return [
        replace(found, path=found.path.removeprefix(_IN_A_COUNCIL))
        for found in problems
        if found.path.startswith(_IN_A_COUNCIL)
    ]
