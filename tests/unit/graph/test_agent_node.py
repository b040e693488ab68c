"""What a step tells the world, and what happens when it fails or is stopped (WS-1, CS-6, RN-8)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from councilos.blueprint.model import AgentNode
from councilos.council.state import PUBLIC_KEYS, initial_state
from councilos.errors import Fenced, MissingSetting, ProviderError
from councilos.events.parts import Usage
from councilos.graph.context import Question
from councilos.graph.failure import StepFailed, error_info
from councilos.graph.session import Go, Resume, public_state
from councilos.graph.speech import Listener
from support.councils import Edge, Played, ScriptedContext, council

FAN: list[Edge] = [("a", "b"), ("a", "c"), ("b", "j"), ("c", "j")]
LOOP: list[Edge] = [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]


def kinds(context: ScriptedContext, node: str) -> list[str]:
    return [getattr(event, "type", "") for event in context.events if getattr(event, "node", "") == node]


async def test_a_writers_step_tells_everything_before_it_is_completed() -> None:
    """WS-1: running first, completed last, the draft in between; what no delta brought is in the message."""
    run = Played(council("a", []), ScriptedContext(a=["Grüße 🙂 an alle"]))
    await run.start()
    assert kinds(run.context, "a") == [
        "node.running", "message.delta", "message.completed", "route", "draft", "node.completed",
    ]  # fmt: skip
    deltas = run.context.of("message.delta")
    assert [(delta.offset, delta.text) for delta in deltas] == [(0, "Grü")]
    assert run.context.of("message.completed")[0].text == "Grüße 🙂 an alle"
    done = run.context.of("node.completed")[0]
    assert (done.usage, done.called_model, done.model) == (
        Usage(input_tokens=10, output_tokens=2), True, "script:model",
    )  # fmt: skip
    assert {getattr(event, "step_id", done.step_id) for event in run.context.events} == {done.step_id}


async def test_a_critics_step_tells_score_threshold_and_feedback() -> None:
    """CS-4, BP-6: the prose is streamed; the route says why."""
    blueprint = council(["a", {"id": "k", "threshold": 7}, "w"], LOOP)
    run = Played(blueprint, ScriptedContext(k=["Too long.\nSCORE: 6", "Fine.\nSCORE: 7"]))
    await run.start()
    first, second = [event for event in run.context.of("route") if event.node == "k"]
    assert (first.label, first.score, first.threshold, first.reason, first.targets) == (
        "rework", 6.0, 7.0, "Too long.", ["a"],
    )  # fmt: skip
    assert (second.label, second.targets) == ("approve", ["w"])
    assert [event.text for event in run.context.of("feedback")] == ["Too long."]
    assert [event.round for event in run.context.of("node.running")] == [0, 0, 1, 1, 1]


async def test_an_answer_without_a_score_is_asked_for_once_more() -> None:
    """CS-6: the repair call is counted, but not shown as a message."""
    run = Played(council("akw", LOOP), ScriptedContext(k=["Nice work.", "SCORE: 9"]))
    await run.start()
    done = [event for event in run.context.of("node.completed") if event.node == "k"]
    assert done[0].usage == Usage(input_tokens=20, output_tokens=4)
    texts = [event.text for event in run.context.of("message.completed") if event.node == "k"]
    assert texts == ["Nice work."]
    assert run.context.ran == ["a", "k", "w"]


async def test_an_unreadable_critic_counts_as_rework() -> None:
    """CS-6: it never crashes the run; the raw text is the feedback."""
    run = Played(council("akw", LOOP), ScriptedContext(k=["Nice.", "no idea", "ok\nSCORE: 9"]))
    head = await run.start()
    assert run.context.ran == ["a", "k", "a", "k", "w"]
    assert head.values["feedback_history"] == ["Nice."]


class Json(ScriptedContext):
    """A context whose models answer decisions as JSON."""

    async def structured(self, node: AgentNode) -> bool:
        return True


async def test_json_verdicts_are_shown_as_prose() -> None:
    """WS-1, CS-4: nobody watches braces; the feedback appears as the message."""
    run = Played(council("akw", LOOP), Json(k=['{"feedback": "Crisp.", "score": 9}']))
    await run.start()
    assert kinds(run.context, "k") == ["node.running", "message.completed", "route", "node.completed"]
    assert [event.text for event in run.context.of("message.completed") if event.node == "k"] == ["Crisp."]


class Stuttering(ScriptedContext):
    """The first try of every call breaks off after some text."""

    async def ask(
        self,
        node: AgentNode,
        question: Question,
        listener: Listener,
    ) -> str:
        listener.text("garbage")
        listener.discard("timeout")
        return await super().ask(node, question, listener)


async def test_a_broken_try_is_called_back() -> None:
    """WS-1: what was streamed is void, the next try is a message of its own from offset 0."""
    run = Played(council("a", []), Stuttering(a=["whole"]))
    await run.start()
    deltas = run.context.of("message.delta")
    discarded = run.context.of("message.discarded")[0]
    assert (discarded.message_id, discarded.reason) == (deltas[0].message_id, "timeout")
    assert [(delta.offset, delta.text) for delta in deltas[1:]] == [(0, "who")]
    assert len({delta.message_id for delta in deltas[1:]} | {discarded.message_id}) == 2


async def test_a_failure_names_node_cause_and_remedy() -> None:
    """RN-8: NodeFailed, then an exception with the same facts; continuing repeats only that step."""
    broken = ProviderError("The model is busy.", retryable=True, cause="rate_limit")
    run = Played(council("ab", [("a", "b")]), ScriptedContext(b=[broken, "done"]))
    with pytest.raises(StepFailed) as failed:
        await run.start()
    info = failed.value.info
    assert (info.node, info.code, info.retryable, info.details["cause"]) == (
        "b",
        "provider",
        True,
        "rate_limit",
    )
    assert run.context.of("node.failed")[0].error == info
    head = await run.again().session.head()
    assert head.next == ("b",)
    head = await run.again().go(Resume({"segment_id": "s1"}), god_mode=False)
    assert (head.next, run.context.ran) == ((), ["a", "b", "b"])
    steps = [event.step_id for event in run.context.of("node.running")]
    assert (steps[1] == steps[2], steps[0] != steps[1]) == (True, True)


@pytest.mark.parametrize("how", [Go(), Resume({"segment_id": "s1"})], ids=["go", "resume"])
async def test_a_failing_branch_repeats_alone(how: Go | Resume) -> None:
    """RN-8: the branch that was done is not asked again, and what it wrote is kept."""
    context = ScriptedContext(c=[MissingSetting("Set X.", "X"), "text c"])
    run = Played(council("abcj", FAN), context)
    context.gates["c"] = asyncio.Event()
    context.on_ask = lambda node: context.gates["c"].set() if node == "c" and "b" in context.ran else None
    with pytest.raises(StepFailed) as failed:
        await run.start()
    assert (failed.value.info.node, failed.value.info.details) == (
        "c",
        {"variable": "X", "agent": "c"},
    )
    head = await run.go(how, god_mode=False)
    assert head.next == ()
    assert [context.turns[node] for node in "abcj"] == [1, 1, 2, 1]
    assert sorted(head.values["drafts"]) == ["a", "b", "c", "j"]


async def test_a_change_made_before_a_failure_is_not_repeated() -> None:
    """GM-4, RN-8: modify, the next node fails, continue: the feedback is there once."""
    run = Played(council("abc", [("a", "b"), ("b", "c")]), ScriptedContext(b=[RuntimeError("x"), "b"]))
    await run.start(god_mode=True)
    with pytest.raises(StepFailed):
        await run.go(Resume({"segment_id": "s1", "feedback_history": ["shorter"]}))
    head = await run.again().go(Resume({"segment_id": "s2"}))
    assert (head.next, head.values["feedback_history"], head.values["segment_id"]) == (
        ("c",),
        ["shorter"],
        "s2",
    )


async def test_unforeseen_errors_show_their_type_only() -> None:
    """SO-1: the text of a foreign exception may hold anything."""
    run = Played(council("a", []), ScriptedContext(a=[ValueError("key sk-secret")]))
    with pytest.raises(StepFailed) as failed:
        await run.start()
    info = failed.value.info
    assert ("sk-secret" in info.message, "ValueError" in info.message, info.code) == (False, True, "internal")
    assert "sk-secret" not in str(run.context.events)
    assert error_info(failed.value) is info


async def test_losing_the_run_is_no_failure_of_the_step() -> None:
    """Decision 6: a fenced executor says nothing more about the node."""
    run = Played(council("a", []), ScriptedContext(a=[Fenced("gone")]))
    with pytest.raises(Fenced):
        await run.start()
    assert run.context.of("node.failed") == []


async def test_a_cancelled_run_can_go_on() -> None:
    """RN-7: stopping the task in the middle of a call loses only that call."""
    context = ScriptedContext()
    context.gates["b"] = asyncio.Event()
    entered = asyncio.Event()
    context.on_ask = lambda node: entered.set() if node == "b" else None
    run = Played(council("abc", [("a", "b"), ("b", "c")]), context)
    task = asyncio.create_task(run.start())
    await entered.wait()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    context.gates["b"].set()
    head = await run.again().go(Go(), god_mode=False)
    assert (head.next, run.context.ran) == ((), ["a", "b", "b", "c"])


async def test_sibling_branches_run_at_the_same_time() -> None:
    """SO-8: b waits for c, which runs beside it."""
    context = ScriptedContext()
    context.gates["b"] = asyncio.Event()
    context.on_ask = lambda node: context.gates["b"].set() if node == "c" else None
    run = Played(council("abcj", FAN), context)
    head = await run.start()
    assert head.next == ()


def test_public_state_is_json() -> None:
    """GM-5: every public key, drafts, routes and loops; nothing of the machinery."""
    shown: dict[str, Any] = public_state(initial_state("r", "tea", "s0"))
    assert set(shown) == {*PUBLIC_KEYS, "drafts", "routes", "loops"}
    assert json.loads(json.dumps(shown)) == shown
