"""Hard budgets and usage of whole runs: branches, retries, crashes, more budget."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

import pytest

from councilos.blueprint.model import Budget
from councilos.errors import InvalidInput
from councilos.runs import cancel, history
from councilos.runs.model import Run
from councilos.runtime import Runtime
from support.blueprints import agent, blueprint, chain, linear, writer_critic_editor
from support.engine import approve, begin, until, until_paused
from support.model_server import ModelServer, Reply

CALL = Reply("words", input_tokens=300, output_tokens=100)
BRANCHES = ("b1", "b2", "b3", "b4")


def agents(server: ModelServer) -> Counter[str]:
    """Count the calls of each agent."""
    return Counter(call.system.split("agent:", 1)[1].split()[0] for call in server.calls)


def fan() -> dict[str, Any]:
    """Return a start, four branches side by side and a join."""
    names = ("start", *BRANCHES, "join")
    edges = [edge for name in BRANCHES for edge in (linear("start", name), linear(name, "join"))]
    return blueprint([agent(name) for name in names], edges)


async def reported(engine: Runtime, run_id: UUID, server: ModelServer) -> None:
    """Check that run, agents and steps all hold what the provider reported."""
    run, _, steps, _ = await history.details(engine.storage, run_id)
    expected = Counter[str]()
    for name, count in agents(server).items():
        expected[name] += 400 * count
    per_agent = {
        node: used["input_tokens"] + used["output_tokens"] for node, used in run.usage["by_node"].items()
    }
    per_step = Counter[str]()
    for step in steps:
        per_step[step.node] += step.input_tokens + step.output_tokens
    assert per_agent == expected == per_step
    total = run.usage["total"]
    assert total["input_tokens"] + total["output_tokens"] == 400 * len(server.calls)


async def paused(engine: Runtime, run: Run) -> tuple[str, ...]:
    """Return where the run waits for a higher budget."""
    pause = await until_paused(engine.storage, run.id)
    assert pause.kind == "budget"
    return pause.next_nodes


async def test_branches_side_by_side_overshoot_by_one_call(
    engine: Runtime, model_server: ModelServer
) -> None:
    """RN-8: 1,000 tokens, 400 a call, four branches at once: three calls in all; nothing is repeated."""
    model_server.latency_ms = 30
    model_server.answer(lambda _call: CALL)
    run = await begin(engine.storage, fan(), budget=Budget(tokens=1_000))
    await paused(engine, run)
    assert len(model_server.calls) == 3
    assert model_server.most_open_calls == 1
    await reported(engine, run.id, model_server)
    await cancel.resume(engine.storage, run.id, Budget(tokens=1_000_000))
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == dict.fromkeys(("start", *BRANCHES, "join"), 1)
    await reported(engine, run.id, model_server)


async def test_a_wide_budget_lets_branches_run_side_by_side(
    engine: Runtime, model_server: ModelServer
) -> None:
    """RN-8: only near the limit one waits for the other."""
    model_server.latency_ms = 300
    model_server.answer(lambda _call: CALL)
    run = await begin(engine.storage, fan(), budget=Budget(tokens=1_000_000))
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert model_server.most_open_calls == len(BRANCHES)


async def test_retries_and_repair_calls_count(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8, CS-6: the repair call is not made when the critic's first answer used up the budget."""
    model_server.answer(lambda _call: CALL)  # no score in it: a repair call would follow
    run = await begin(engine.storage, writer_critic_editor(), budget=Budget(tokens=800))
    assert await paused(engine, run) == ("critic",)
    assert agents(model_server) == {"writer": 1, "critic": 1}
    await reported(engine, run.id, model_server)
    model_server.on(lambda call: "agent:critic" in call.system, [
        Reply("", input_tokens=300, output_tokens=100),  # empty: failed, but paid for, and tried again
        Reply("Good.\nSCORE: 9", input_tokens=300, output_tokens=100),
    ])  # fmt: skip
    await cancel.resume(engine.storage, run.id, Budget(tokens=10_000))
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == {"writer": 1, "critic": 3, "editor": 1}
    await reported(engine, run.id, model_server)


async def test_more_budget_keeps_the_other_limits(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8: `continue` changes only what is named; too little is refused with the figure."""
    model_server.answer(lambda _call: CALL)
    run = await begin(engine.storage, chain("one", "two", "three"), budget=Budget(tokens=800, minutes=30))
    assert await paused(engine, run) == ("three",)
    for wrong in (None, Budget(tokens=800), Budget(tokens=700, minutes=60), Budget(minutes=60)):
        with pytest.raises(InvalidInput, match="800 tokens"):
            await cancel.resume(engine.storage, run.id, wrong)
    with pytest.raises(InvalidInput, match="tokns"):
        await cancel.resume(engine.storage, run.id, Budget.model_validate({"tokns": 5_000}))
    still, _ = await history.get(engine.storage, run.id)
    assert (still.status, still.budget) == ("paused", {"tokens": 800, "minutes": 30.0})
    more = await cancel.resume(engine.storage, run.id, Budget(tokens=5_000))
    assert more.budget == {"tokens": 5_000, "minutes": 30.0}
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == {"one": 1, "two": 1, "three": 1}


async def test_limits_of_council_and_request_go_together(engine: Runtime) -> None:
    """RN-8: a limit of the council holds unless the request names it."""
    council = {**chain("one"), "settings": {"budget": {"tokens": 5_000, "minutes": 3}}}
    run = await begin(engine.storage, council, budget=Budget(tokens=9_000))
    assert run.budget == {"tokens": 9_000, "minutes": 3.0}
    lifted = await begin(engine.storage, council, budget=Budget(tokens=None))
    assert lifted.budget == {"minutes": 3.0}
    for each in (run, lifted):
        await until(engine.storage, each.id, "completed")


async def test_what_a_cancelled_run_used_is_known(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8: also of a run that never came to a pause or an end of its own."""
    model_server.on(lambda call: "agent:two" in call.system, [Reply("late", latency_ms=20_000)])
    model_server.answer(lambda _call: CALL)
    run = await begin(engine.storage, chain("one", "two"))
    while len(model_server.calls) < 2:
        await history.get(engine.storage, run.id)
    ended = await cancel.cancel(engine.storage, run.id)
    assert ended.usage["by_node"]["one"]["input_tokens"] == 300
    assert ended.usage["total"]["output_tokens"] == 100


async def test_a_notice_is_shown_once_per_run(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8: a rework in a later segment does not tell the same about the same agent again."""
    council = writer_critic_editor()
    for node in council["nodes"]:
        node["model"] = "openai:of-my-own"
    model_server.on(lambda call: "agent:critic" in call.system, ["No.\nSCORE: 3", "Yes.\nSCORE: 9"])
    run = await begin(engine.storage, council, god_mode=True, budget=Budget(cost_usd=5))
    seen = None
    for _ in range(4):
        pause = await until_paused(engine.storage, run.id, after=seen)
        seen = pause.id
        await approve(engine.storage, pause)
    await until(engine.storage, run.id, "completed")
    events = await history.events(engine.storage, run.id, 0, 1_000)
    told = Counter(
        (event.payload["node"], event.payload["code"]) for event in events if event.type == "notice"
    )
    assert told == {(name, "no_price"): 1 for name in ("writer", "critic", "editor")}
    assert sum(event.type == "node.completed" and event.payload["node"] == "writer" for event in events) == 2


async def test_money_counts_after_a_step_that_failed_without_any(
    engine: Runtime, model_server: ModelServer
) -> None:
    """RN-8: a refused key costs nothing and reports no price; what the agent spends later still counts."""
    refused = Reply(status=401, error="no")
    model_server.on(lambda call: "agent:two" in call.system, [refused, CALL])
    model_server.on(lambda call: "agent:" in call.system, [CALL])
    run = await begin(engine.storage, chain("one", "two", "three"), budget=Budget(cost_usd=1.0))
    await until(engine.storage, run.id, "failed")
    await cancel.resume(engine.storage, run.id)
    done = await until(engine.storage, run.id, "completed")
    _, _, steps, _ = await history.details(engine.storage, run.id)
    spent = sum(step.cost_usd or 0.0 for step in steps)
    assert spent > 0
    assert done.usage["total"]["cost_usd"] == pytest.approx(spent)
    for node, used in done.usage["by_node"].items():
        own = sum(step.cost_usd or 0.0 for step in steps if step.node == node)
        assert used["cost_usd"] == pytest.approx(own), node
