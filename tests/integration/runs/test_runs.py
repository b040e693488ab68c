"""Whole runs: loops, joins, ends, cancel, continue, budgets, many at once."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from councilos.blueprint.model import Budget
from councilos.errors import WrongState
from councilos.events.types import Event, RunDone
from councilos.runs import cancel, history
from councilos.runs.watch import follow
from councilos.runtime import Runtime
from support.blueprints import agent, blueprint, chain, conditional, fan_out, linear, writer_critic_editor
from support.engine import approve, begin, until, until_paused
from support.model_server import ModelServer, Reply


def agents(server: ModelServer) -> Counter[str]:
    """Count the calls of each agent."""
    return Counter(call.system.split("agent:", 1)[1].split()[0] for call in server.calls)


async def test_a_critic_that_never_approves(engine: Runtime, model_server: ModelServer) -> None:
    """CS-5: five reworks, then approve without a model call; the score stays 5 and the run says why."""
    model_server.on(lambda call: "agent:critic" in call.system, ["Not yet.\nSCORE: 5"])
    run = await begin(engine.storage, writer_critic_editor())
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert agents(model_server) == {"writer": 6, "critic": 5, "editor": 1}
    assert (ended.status, ended.critic_score, ended.iteration_count) == ("completed", 5.0, 5)
    assert ended.loop_limit_reached
    events = [event.type for event in await history.events(engine.storage, run.id, 0, 1_000)]
    assert events.count("loop.limit") == 1
    assert events[-1] == "run.done"


@pytest.mark.parametrize(
    ("council", "expected"),
    [
        (blueprint([agent("a"), agent("b")], [linear("a", "b"), linear("b", "a")]), {"a": 6, "b": 6}),
        (blueprint([agent("a")], [linear("a", "a")]), {"a": 6}),
        (blueprint([agent("a")], [conditional("a", "a", "rework")]), {"a": 5}),
    ],
    ids=["pure cycle", "linear self-loop", "critic self-loop"],
)
async def test_cycles_end(
    engine: Runtime, model_server: ModelServer, council: dict[str, object], expected: dict[str, int]
) -> None:
    """BP-2, CS-5: cycles without a way out end by their limit, never by the framework's."""
    model_server.answer(lambda _call: "More.\nSCORE: 2")
    run = await begin(engine.storage, council)
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == expected
    assert ended.final_draft


async def test_a_join_sees_every_branch_once(engine: Runtime, model_server: ModelServer) -> None:
    """BP-6: the join's prompt holds each branch's draft once, with its author."""
    model_server.answer(lambda call: f"Text of {call.system.split('agent:')[1].split()[0]}.")
    run = await begin(engine.storage, fan_out())
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == {"start": 1, "left": 1, "right": 1, "join": 1, "end": 1}
    [prompt] = [call.messages[-1]["content"] for call in model_server.calls if "agent:join" in call.system]
    for side in ("left", "right"):
        assert prompt.count(f"Text of {side}.") == 1
        assert side.title() in prompt


async def test_a_join_in_a_loop_sees_every_branch_each_round(
    engine: Runtime, model_server: ModelServer
) -> None:
    """BP-6, CS-5: fan-out and join inside a rework loop, twice."""
    model_server.on(lambda call: "agent:critic" in call.system, ["No.\nSCORE: 3", "Yes.\nSCORE: 9"])
    turn = Counter[str]()

    def answer(call: object) -> str:
        name = call.system.split("agent:")[1].split()[0]  # type: ignore[attr-defined]
        turn[name] += 1
        return f"{name} {turn[name]}"

    model_server.answer(answer)
    run = await begin(
        engine.storage,
        blueprint(
            [agent(name) for name in ("plan", "left", "right", "join", "critic")],
            [
                linear("plan", "left"),
                linear("plan", "right"),
                linear("left", "join"),
                linear("right", "join"),
                linear("join", "critic"),
                conditional("critic", "plan", "rework"),
            ],
        ),
    )
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    prompts = [call.messages[-1]["content"] for call in model_server.calls if "agent:join" in call.system]
    assert [
        [prompt.count(f"{side} {n}") for side in ("left", "right")] for n, prompt in enumerate(prompts, 1)
    ] == [
        [1, 1],
        [1, 1],
    ]


async def test_parallel_branches_are_decided_one_by_one(engine: Runtime, model_server: ModelServer) -> None:
    """GM-10, GM-7: one proposal per next node; the run goes on when the last one is decided."""
    run = await begin(engine.storage, fan_out(), god_mode=True)
    first = await until_paused(engine.storage, run.id)
    assert first.next_nodes == ("left", "right")
    assert [item.key for item in first.items] == ["left", "right"]
    still = await approve(engine.storage, first, node="left")
    assert still.status == "paused"
    assert (await approve(engine.storage, first, node="right")).status == "running"
    second = await until_paused(engine.storage, run.id, after=first.id)
    assert second.next_nodes == ("join",)
    assert sorted(second.items[0].proposal["proposers"]) == ["left", "right"]
    assert agents(model_server) == {"start": 1, "left": 1, "right": 1}


async def test_god_mode_runs_never_mix(engine: Runtime) -> None:
    """GM-7, WS-3: two runs at once, each with its own pauses, drafts and events."""
    runs = [await begin(engine.storage, chain("one", "two"), god_mode=True) for _ in range(5)]
    pauses = [await until_paused(engine.storage, run.id) for run in runs]
    for number, pause in enumerate(pauses):
        await approve(
            engine.storage, pause, action="modify", modified_state={"current_draft": f"draft {number}"}
        )
    for number, run in enumerate(runs):
        await until(engine.storage, run.id, "completed")
        drafts = [draft.text for draft in await history.drafts(engine.storage, run.id)]
        assert [text for text in drafts if text.startswith("draft ")] == [f"draft {number}"]
        events = await history.events(engine.storage, run.id, 0, 1_000)
        assert {event.thread_id for event in events} == {run.id}
        assert [event.seq for event in events] == list(range(1, len(events) + 1))


async def test_one_node_completes_without_a_pause(engine: Runtime) -> None:
    """GM-1: never a pause after the last node."""
    run = await begin(engine.storage, chain("only"), god_mode=True)
    ended = await until(engine.storage, run.id, "completed", "failed", "paused")
    assert ended.status == "completed"


async def test_events_arrive_live_and_again(engine: Runtime, model_server: ModelServer) -> None:
    """WS-1, WS-4: live and replayed events are the same, in order, one done; deltas build the text."""
    model_server.on(lambda call: "agent:critic" in call.system, ["Good.\nSCORE: 9"])
    run = await begin(engine.storage, writer_critic_editor())

    async def watch(after: int = 0) -> list[Event]:
        return [event async for event in follow(engine.storage, engine.live, run.id, after)]

    live = await watch()
    replayed = await watch()
    durable = [event for event in live if event.seq and event.seq > 0]
    assert durable == [event for event in replayed if event.seq and event.seq > 0]
    assert [event.seq for event in durable] == list(range(1, len(durable) + 1))
    assert sum(isinstance(event, RunDone) for event in live) == 1
    assert isinstance(live[-1], RunDone)
    middle = len(durable) // 2
    assert [event.seq for event in await watch(middle)][1:] == [event.seq for event in durable[middle:]]


async def test_cancel_running_and_paused(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8, RN-2: cancel ends a run at once, whatever it does; the model's late answer changes nothing."""
    model_server.latency_ms = 2_000
    running = await begin(engine.storage, chain("one", "two"))
    while not model_server.calls:
        await asyncio.sleep(0.01)
    assert (await cancel.cancel(engine.storage, running.id)).status == "cancelled"
    async with asyncio.timeout(5):
        while model_server.open_calls:
            await asyncio.sleep(0.05)
    model_server.latency_ms = 0
    waiting = await begin(engine.storage, chain("one", "two"), god_mode=True)
    pause = await until_paused(engine.storage, waiting.id)
    await cancel.cancel(engine.storage, waiting.id)
    with pytest.raises(WrongState):
        await approve(engine.storage, pause)
    for run in (running, waiting):
        ended, _ = await history.get(engine.storage, run.id)
        assert (ended.status, ended.completed_at is not None) == ("cancelled", True)
        events = await history.events(engine.storage, run.id, 0, 1_000)
        assert [event.type for event in events].count("run.done") == 1
        with pytest.raises(WrongState):
            await cancel.resume(engine.storage, run.id)


async def test_continue_after_a_failure(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8: a failed run goes on from its last step; finished agents are not asked again."""
    model_server.on(lambda call: "agent:three" in call.system, [Reply(status=401, error="bad key")])
    run = await begin(engine.storage, chain("one", "two", "three"))
    failed = await until(engine.storage, run.id, "completed", "failed")
    assert failed.status == "failed"
    assert failed.error is not None
    assert failed.error["node"] == "three"
    assert failed.completed_at is not None
    model_server.reset()
    again = await cancel.resume(engine.storage, run.id)
    assert (again.status, again.error, again.completed_at) == ("pending", None, None)
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == {"three": 1}


async def test_a_budget_stops_before_the_next_call(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8: 1,000 tokens at 400 a call allow three calls; with more budget nothing is repeated."""
    model_server.answer(lambda _call: Reply(text="words", input_tokens=300, output_tokens=100))
    run = await begin(
        engine.storage, chain("one", "two", "three", "four", "five"), budget=Budget(tokens=1_000)
    )
    pause = await until_paused(engine.storage, run.id)
    assert (pause.kind, pause.next_nodes) == ("budget", ("four",))
    assert agents(model_server) == {"one": 1, "two": 1, "three": 1}
    with pytest.raises(WrongState):
        await approve(engine.storage, pause)
    await cancel.resume(engine.storage, run.id, Budget(tokens=5_000))
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert agents(model_server) == dict.fromkeys(("one", "two", "three", "four", "five"), 1)
    total = ended.usage["total"]
    assert (total["input_tokens"], total["output_tokens"]) == (1_500, 500)
    assert sum(part["input_tokens"] for part in ended.usage["by_node"].values()) == 1_500


@pytest.mark.timeout(300)
async def test_a_hundred_runs_at_once(engine: Runtime, model_server: ModelServer) -> None:
    """SO-8: a hundred runs with slow models all complete, none is refused."""
    model_server.latency_ms = 500
    runs = [await begin(engine.storage, chain("one", "two", "three")) for _ in range(100)]
    ended = await asyncio.gather(
        *(until(engine.storage, run.id, "completed", "failed", seconds=200) for run in runs)
    )
    assert Counter(run.status for run in ended) == {"completed": 100}
    assert len(model_server.calls) == 300


async def test_literal_prompts_reach_the_model(engine: Runtime, model_server: ModelServer) -> None:
    """CS-3: braces, templates, emoji and 漢字 in prompt and topic are text and nothing else."""
    text = "agent:a {} {0} {{7*7}} {% raw %} ${x} %s 🙂 漢字 \\n \u2028"
    run = await begin(engine.storage, blueprint([agent("a", system_prompt=text)], []))
    await until(engine.storage, run.id, "completed")
    [call] = model_server.calls
    assert text in call.system
