"""Councils and answers nobody would think of, through the real engine."""

from __future__ import annotations

import random
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from councilos import Engine
from councilos.blueprint.check import load
from councilos.council.plan import plan
from councilos.runs import history
from councilos.runs.model import Run, StoredEvent
from councilos.runs.start import Order, start
from support.blueprints import Json, agent, blueprint
from support.councils import random_council
from support.engine import until
from support.model_server import ModelServer

TEXTS = (
    "SCORE: 9", "SCORE: 2", "**Score:** 7,5 / 10", "Punktzahl: 8,5", "Score: .8", "85/100", "SCORE: 11", "-2",
    '{"feedback": "{a} }{", "score": 4}', '```json\n{"score": 9}\n```', "Score: 3. No: score: 9", "null",
    "APPROVE", "**rework**", "not done, rework", "`approve` or rework?", "x" * 20_000,
    "a\x00b", "漢字 🙂 {y}", "{", "   ",
)  # fmt: skip
answers = st.lists(st.sampled_from(TEXTS) | st.text(max_size=60), min_size=1, max_size=6)


@st.composite
def councils(draw: st.DrawFn) -> Json:
    """A council with loops, fan-outs and joins, as `random_council` rolls it."""
    names, edges, _ = random_council(random.Random(draw(st.integers(0, 2**32))))
    arrows = [
        {"id": f"e{number}", "source": edge[0], "target": edge[1]}
        | ({"type": "conditional", "condition": edge[2]} if len(edge) == 3 else {})
        for number, edge in enumerate(edges)
    ]
    rounds = draw(st.integers(0, 2))
    return blueprint([agent(name) for name in names], arrows, settings={"max_iterations": rounds})


def most_calls(council: Json) -> int:
    """Return how many calls a run may make: each loop taken again starts one more wave through all agents.

    Each step may need a second call for a missing verdict, each call a second try for an empty answer.
    """
    planned = plan(load(council))
    again = sum(sum(node.limits.values()) for node in planned.nodes.values())
    return len(planned.nodes) * (1 + again) * 2 * 2


async def run_to_the_end(engine: Engine, council: Json) -> tuple[Run, list[StoredEvent]]:
    """Run in the engine's loop; a run that hangs is a failure of the test."""
    storage = engine.runtime.storage
    run = await start(storage, Order(load(council), "Heat pumps"))
    ended = await until(storage, run.id, "completed", "failed", "paused", seconds=60)
    return ended, await history.events(storage, run.id, 0, 100_000)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("own_env")
def test_every_council_ends_within_its_bound(model_server: ModelServer) -> None:
    """CS-5, CS-6: whatever is drawn and said, the run ends by itself, after a bounded number of calls."""
    with Engine() as engine:

        @settings(max_examples=30, deadline=None, database=None, derandomize=True)
        @given(councils(), answers)
        def check(council: Json, texts: list[str]) -> None:
            model_server.reset()
            following = cycle(texts)
            model_server.answer(lambda _call: next(following))
            run, events = engine.submit(run_to_the_end(engine, council)).result(timeout=90)
            speechless = any(not text.strip() for text in texts)
            assert run.status == "completed" or (speechless and run.status == "failed"), run.error
            assert len(model_server.calls) <= most_calls(council)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert [event.type for event in events].count("run.done") == 1
            assert run.final_draft or run.status == "failed"

        check()
