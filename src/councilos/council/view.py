"""Typed looks into a state that may lack keys, as LangGraph and checkpoints hand it over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from councilos.council.state import Draft, Route

State = Mapping[str, Any]


def routes_of(state: State) -> Mapping[str, Route]:
    """Return the newest route of every node that ran."""
    found: Mapping[str, Route] | None = state.get("routes")
    return found or {}


def drafts_of(state: State) -> Mapping[str, Draft]:
    """Return the newest draft of every node that wrote."""
    found: Mapping[str, Draft] | None = state.get("drafts")
    return found or {}


def loops_of(state: State) -> Mapping[str, int]:
    """Return how often each back edge was taken."""
    found: Mapping[str, int] | None = state.get("loops")
    return found or {}


def feedback_of(state: State) -> Sequence[str]:
    """Return all feedback so far, oldest first."""
    found: Sequence[str] | None = state.get("feedback_history")
    return found or ()


def note_for(state: State, node_id: str) -> str:
    """Return the note with which a person asked the node to redo its step, else ""."""
    found: Mapping[str, str] | None = state.get("redo_notes")
    return (found or {}).get(node_id, "")


def text_of(state: State, key: str) -> str:
    """Return a text of the state, "" when it is absent."""
    found: str | None = state.get(key)
    return found or ""
