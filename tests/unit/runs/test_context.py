"""What the context of an execution knows of earlier ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from councilos.blueprint.model import AgentNode
from councilos.errors import BudgetReached
from councilos.events.parts import Usage
from councilos.events.types import Event, NodeRunning, Notice, UsageUpdated
from councilos.graph.session import PauseSwitch
from councilos.models.call import USUAL
from councilos.models.catalogue import Catalogue, ModelRef
from councilos.models.exchange import Request
from councilos.runs.context import Past, RunContext
from councilos.runs.model import Run
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


def context(run: Run) -> tuple[RunContext, Sink]:
    sink = Sink()
    catalogue = Catalogue(settings_with())
    return RunContext(run, sink, catalogue, PauseSwitch([]), Past(), {}, USUAL), sink


def question() -> Request:
    return Request(ModelRef("builtin", "m"), [{"role": "user", "content": "tea"}], None, (), None, None)


async def test_waiting_for_people_costs_no_minutes() -> None:
    """RN-8: five hours at a pause are no working time; the seconds that were worked are."""
    fresh = replace(RUN, budget={"minutes": 30})
    assert not context(fresh)[0].ledger.reached
    nearly, _ = context(replace(fresh, usage={"seconds": 1_700.0}))
    assert not nearly.ledger.reached
    assert 1_700 <= nearly.ledger.figures()["seconds"] < 1_800
    used_up, _ = context(replace(fresh, usage={"seconds": 1_800.0}))
    with pytest.raises(BudgetReached):
        async with used_up.allowed(AgentNode(id="a"), question()):
            pytest.fail("the request was sent")


async def test_an_unknown_price_is_told_once() -> None:
    """RN-8: a budget in dollars that cannot count a model says so, once per agent, also in later segments."""
    priced = replace(RUN, budget={"cost_usd": 1.0})
    agent, ref = AgentNode(id="a"), ModelRef("openai", "of-my-own")
    first, sink = context(priced)
    first.emit(NodeRunning(node="a", name="a", step_id="s"))
    for _ in range(2):
        first.count(agent, ref, Usage(input_tokens=1, output_tokens=1))
    notices = [event for event in sink.events if isinstance(event, Notice)]
    assert [(notice.node, notice.code) for notice in notices] == [("a", "no_price")]
    assert "openai:of-my-own" in notices[0].message
    later = Sink()
    past = Past(noticed=frozenset({("a", "no_price")}))
    again = RunContext(priced, later, Catalogue(settings_with()), PauseSwitch([]), past, {}, USUAL)
    again.emit(NodeRunning(node="a", name="a", step_id="s"))
    again.count(agent, ref, Usage(input_tokens=1, output_tokens=1))
    assert [type(event) for event in later.events] == [NodeRunning, UsageUpdated]
