"""Which changes a person may make to a paused state (GM-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from councilos.council.edits import added_feedback
from councilos.council.state import PUBLIC_KEYS
from councilos.errors import InvalidInput, Problem
from councilos.runs.text import NO_TEXT, is_text

EFFECTIVE = ("current_draft", "feedback_history", "route_decision")
"""The keys whose new value takes effect."""
MAX_DRAFT = 1_000_000
"""Characters that a draft or a feedback written by a person may have."""


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
    if not is_text(value):
        return [("no_text", f"{key!r} holds {NO_TEXT}.")]
    return []
