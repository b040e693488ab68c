"""What a person may choose at a pause, and how they may change its state (GM-4, GM-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from councilos.council.edits import added_feedback
from councilos.council.state import PUBLIC_KEYS
from councilos.errors import InvalidInput, Problem
from councilos.events.types import Action
from councilos.runs.model import Json


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


EFFECTIVE = ("current_draft", "feedback_history", "route_decision")
"""The keys whose new value takes effect."""
_BELONGS: Mapping[str, Action] = {"modified_state": "modify", "target": "route", "note": "redo"}
"""The fields that one action alone reads."""
MAX_DRAFT = 1_000_000
"""Characters that a draft or a feedback written by a person may have."""


def check_choice(choice: Choice, nodes: Collection[str], state: Mapping[str, Any]) -> None:
    """Raise InvalidInput when the choice lacks what its action needs, or carries what would be lost.

    `nodes` are the ids of all agents, `state` is the paused one.
    """
    if choice.action == "route" and choice.target not in nodes:
        known = f"Agents are {', '.join(sorted(nodes)[:20])}."
        if not choice.target:
            raise _refused("target", f"The action route needs target, the id of an agent. {known}")
        raise _refused("target", f"There is no node {choice.target[:80]!r} in this council. {known}")
    if choice.action == "modify":
        if choice.modified_state is None:
            raise _refused("modified_state", "The action modify needs modified_state.")
        check_modified(state, choice.modified_state)
    for field, action in _BELONGS.items():
        if choice.action != action and _says_something(choice, field, state):
            raise _refused(
                field, f"{field} belongs to the action {action}; with {choice.action} it would be lost."
            )


def _says_something(choice: Choice, field: str, state: Mapping[str, Any]) -> bool:
    """Say whether the field holds something; a state that was posted back unchanged holds nothing."""
    if field != "modified_state":
        return bool(getattr(choice, field))
    change = choice.modified_state or {}
    return any(key in change and change[key] != state.get(key) for key in EFFECTIVE)


def _refused(field: str, message: str) -> InvalidInput:
    return InvalidInput(message, [Problem(f"/{field}", "decision", "error", message)])


def check_modified(state: Mapping[str, Any], change: Mapping[str, Any]) -> None:
    """Raise InvalidInput that names every unknown key, wrong type and changed read-only key."""
    problems = [
        Problem(f"/modified_state/{key}", code, "error", message)
        for key, value in change.items()
        for code, message in _problems(state, key, value)
    ]
    if problems:
        raise InvalidInput(" ".join(found.message for found in problems[:3]), problems)


def _problems(state: Mapping[str, Any], key: str, value: Any) -> list[tuple[str, str]]:
    if key not in PUBLIC_KEYS and key not in state:
        return [("unknown_key", f"{key!r} is no key of the council's state.")]
    if key not in EFFECTIVE:
        if value == state.get(key):
            return []
        return [("read_only", f"{key!r} cannot be changed; only {', '.join(EFFECTIVE)} can.")]
    if key == "feedback_history":
        return _feedback(state, value)
    if not isinstance(value, str):
        return [("wrong_type", f"{key!r} must be a text.")]
    return _text(key, value)


def _feedback(state: Mapping[str, Any], value: Any) -> list[tuple[str, str]]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):  # pyright: ignore[reportUnknownVariableType]
        return [("wrong_type", "'feedback_history' must be a list of texts.")]
    entries: list[str] = value  # pyright: ignore[reportUnknownVariableType]
    new = added_feedback(list(state.get("feedback_history") or []), entries)
    return [problem for entry in new for problem in _text("feedback_history", entry)]


def _text(key: str, value: str) -> list[tuple[str, str]]:
    if len(value) > MAX_DRAFT:
        return [("too_long", f"{key!r} has {len(value):,} characters; at most {MAX_DRAFT:,} are allowed.")]
    if "\x00" in value or any("\ud800" <= char <= "\udfff" for char in value):
        return [("no_text", f"{key!r} holds a character that is no text (NUL or half a surrogate pair).")]
    return []
