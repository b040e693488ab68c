"""The event union is what the reference says, and nothing else (WS-1)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from councilos.events.types import RunEvent
from councilos.events.updates import Update

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "events.md"
SHARED = {"seq", "run_id", "at", "type", "cursor"}
Members = tuple[type[BaseModel], ...]


def members(union: Any) -> Members:
    return get_args(get_args(union)[0])


def documented() -> dict[str, set[str]]:
    rows = re.findall(r"^\| `([a-z.]+)` \|(.*)\|", REFERENCE.read_text(), re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", rest.rsplit("|", 1)[0])) for name, rest in rows}


def test_every_event_is_documented_with_its_fields() -> None:
    """WS-1: types and fields of both unions stand in docs/reference/events.md."""
    known = {
        model.model_fields["type"].default: set(model.model_fields) - SHARED
        for model in (*members(RunEvent), *members(Update))
    }
    assert documented() == known


@pytest.mark.parametrize("model", members(RunEvent), ids=lambda model: model.__name__)
def test_status_stands_only_where_it_may(model: type[BaseModel]) -> None:
    """WS-1: `status` has five values and stands only in node, pause and done frames."""
    field = model.model_fields.get("status")
    allowed = {
        "node.running": "running",
        "node.completed": "completed",
        "node.failed": "failed",
        "run.paused": "paused",
        "run.done": "done",
    }
    assert (field.default if field else None) == allowed.get(model.model_fields["type"].default)
