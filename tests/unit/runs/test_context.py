"""What the context of an execution knows of earlier ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from councilos.blueprint.model import AgentNode
from councilos.errors import BudgetReached
from councilos.events.types import Event, UsageUpdated
from councilos.graph.session import PauseSwitch
from councilos.models.call import USUAL
from councilos.models.catalogue import Catalogue
from councilos.runs.context import RunContext, storable
from councilos.runs.model import Run, Step
from support.settings import settings_with

LONG_AGO = datetime.now(UTC) - timedelta(hours=5)
RUN = Run(uuid4(), None, "", {}, "tea", "running", False, LONG_AGO, LONG_AGO, started_at=LONG_AGO)


class Sink:
    """Keeps events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)

    async def flushed(self) -> None:
        """Nothing is ever underway."""


def context(run: Run, *steps: Step) -> tuple[RunContext, Sink]:
    sink = Sink()
    catalogue = Catalogue(settings_with())
    return RunContext(run, sink, catalogue, PauseSwitch([]), steps, [], {}, USUAL), sink


def step(node: str, tokens: int) -> Step:
    return Step(
        uuid4(), RUN.id, uuid4(), node, node, 0, "completed", "m", True, LONG_AGO, LONG_AGO, 1.0, tokens, 1,
        0.5, None,
    )  # fmt: skip


def figures(**tokens: int) -> dict[str, Any]:
    used = {
        node: {"input_tokens": count, "output_tokens": 1, "cost_usd": 0.5} for node, count in tokens.items()
    }
    return {"by_node": used}


async def test_waiting_for_people_costs_no_minutes() -> None:
    """RN-8: five hours at a pause are no working time; the seconds that were worked are."""
    fresh = replace(RUN, budget={"minutes": 30})
    assert not context(fresh)[0].over_budget
    nearly, _ = context(replace(fresh, usage={"seconds": 1_700.0}))
    assert not nearly.over_budget
    assert 1_700 <= nearly.figures()["seconds"] < 1_800
    used_up, sink = context(replace(fresh, usage={"seconds": 1_800.0}))
    with pytest.raises(BudgetReached):
        await used_up.before_call(AgentNode(id="a"))
    assert [type(event) for event in sink.events] == [UsageUpdated]


def test_steps_and_figures_together_know_everything() -> None:
    """RN-8: interrupted steps count from the figures, steps since then from their rows; nothing twice."""
    found, _ = context(replace(RUN, usage=figures(a=100, b=70)), step("a", 60), step("a", 60), step("c", 5))
    assert {node: used.input_tokens for node, used in found.usage.items()} == {"a": 120, "b": 70, "c": 5}
    assert found.total().input_tokens == 195
    assert found.total().cost_usd == 0.5 * 4


def test_storable() -> None:
    """SO-3: what neither JSONB nor UTF-8 can hold is replaced, everything else stays."""
    assert storable("a\x00b\ud800 漢字 🙂") == "a\ufffdb? 漢字 🙂"
