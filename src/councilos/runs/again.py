"""Run a topic again, with the council as it was or as it is now."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from councilos.blueprint.model import Blueprint, Budget
from councilos.blueprint.templates import LANGUAGES, default_council
from councilos.errors import NotFound
from councilos.runs import councils, history
from councilos.runs.model import Run
from councilos.runs.ports import Storage
from councilos.runs.start import Order, start

Which = Literal["same", "current"]


async def again(storage: Storage, run_id: UUID, which: Which) -> Run:
    """Start a new run with the topic, documents, budget and God Mode switch of an old one.

    `same` takes the blueprint that the old run executed, `current` the council as it is saved now.
    NotFound when the run, or for `current` its council, is gone.
    """
    old, _ = await history.get(storage, run_id)
    blueprint = await councils.checked(old.blueprint) if which == "same" else await _current(storage, old)
    order = Order(
        blueprint=blueprint,
        topic=old.topic,
        blueprint_id=old.blueprint_id,
        god_mode=old.god_mode,
        budget=Budget.model_validate(old.budget) if old.budget else None,
        documents=old.documents,
    )
    return await start(storage, order)


async def _current(storage: Storage, old: Run) -> Blueprint:
    if old.blueprint_id is not None:
        stored = await councils.get(storage, old.blueprint_id)
        return (await councils.checked(stored.data)).model_copy(update={"name": stored.name})
    for language in LANGUAGES:
        default = default_council(language)
        if old.name == default.name:
            return default
    raise NotFound("The council of this run has been deleted. Run it again as it was.")
