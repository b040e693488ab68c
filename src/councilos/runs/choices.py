"""What a person wants at a pause, and whether it can be done there (GM-2…GM-4, GM-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from councilos.errors import InvalidInput
from councilos.events.parts import Action
from councilos.runs.model import Json, Pause, Run
from councilos.runs.modify import EFFECTIVE, check_modified

_BELONGS: Mapping[str, Action] = {"modified_state": "modify", "target": "route", "note": "redo"}
"""The fields that one action alone reads."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person wants for one next node, or for all that wait when `node` is None."""

    action: Action
    node: str | None = None
    modified_state: Mapping[str, Any] | None = None
    reason: str = ""
    target: str = ""
    note: str = ""

    def payload(self) -> Json:
        """Return what is stored with the decision: only what the action uses."""
        found: Json = {"reason": self.reason, "target": self.target, "note": self.note}
        if self.modified_state is not None:
            found["modified_state"] = dict(self.modified_state)
        return {key: value for key, value in found.items() if value}


@dataclass(frozen=True, slots=True)
class Submission:
    """One click of a person: choices for one pause; without `pause_id` the current pause is meant."""

    choices: Sequence[Choice]
    pause_id: str | None = None
    decided_by: str = "api"
    idempotency_key: str | None = None


def by_item(
    run: Run, pause: Pause, decided: Collection[UUID], choices: Sequence[Choice]
) -> dict[UUID, Choice]:
    """Map every pause item that a choice names to its choice; one without node means all that still wait.

    `decided` are the items that have a decision. InvalidInput when a choice cannot be made at this pause.
    """
    if not choices:
        raise _invalid("/action", "There is no decision in the request.")
    nodes: set[str] = {str(node["id"]) for node in run.blueprint["nodes"]}
    found: dict[UUID, Choice] = {}
    for choice in choices:
        _check_choice(choice, nodes, pause.state)
        meant = [
            item
            for item in pause.items
            if choice.node == item.key or (choice.node is None and item.id not in decided)
        ]
        if not meant:
            raise _invalid("/decisions", f"The node {choice.node!r} does not wait for a decision.")
        for item in meant:
            if item.id in found:
                raise _invalid("/decisions", f"There are two decisions for the node {item.key!r}.")
            found[item.id] = choice
    return found


def _check_choice(choice: Choice, nodes: Collection[str], state: Mapping[str, Any]) -> None:
    """Raise InvalidInput when the choice lacks what its action needs, or carries what would be lost."""
    if choice.action == "route" and choice.target not in nodes:
        known = f"Agents are {', '.join(sorted(nodes)[:20])}."
        if not choice.target:
            raise _invalid("/target", f"The action route needs target, the id of an agent. {known}")
        raise _invalid("/target", f"There is no node {choice.target[:80]!r} in this council. {known}")
    if choice.action == "modify":
        if choice.modified_state is None:
            raise _invalid("/modified_state", "The action modify needs modified_state.")
        check_modified(state, choice.modified_state)
    for field, action in _BELONGS.items():
        if choice.action != action and _says_something(choice, field, state):
            lost = f"{field} belongs to the action {action}; with {choice.action} it would be lost."
            raise _invalid(f"/{field}", lost)


def _says_something(choice: Choice, field: str, state: Mapping[str, Any]) -> bool:
    """Say whether the field holds something; a state that was posted back unchanged holds nothing."""
    if field != "modified_state":
        return bool(getattr(choice, field))
    change = choice.modified_state or {}
    return any(key in change and change[key] != state.get(key) for key in EFFECTIVE)


def _invalid(path: str, message: str) -> InvalidInput:
    return InvalidInput.at(path, "decision", message)
