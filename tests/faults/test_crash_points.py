"""RN-7, GM-9: kill -9 at every named point; nothing runs unapproved, no feedback twice, no step lost."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from councilos.runs import history
from councilos.runs.model import Pause, Run
from councilos.runtime import Runtime
from support.blueprints import fan_out, writer_critic_editor
from support.engine import WorkerProcess, approve, begin, until, until_paused
from support.model_server import ModelServer, Reply

HUMAN = 'ÄÖÜ 漢字 🙂 "x" {y} {{7*7}}'
NewWorker = Callable[..., WorkerProcess]


def calls(server: ModelServer) -> Counter[str]:
    """Count the calls of each agent."""
    return Counter(call.system.split("agent:", 1)[1].split()[0] for call in server.calls)


def scripted(server: ModelServer) -> ModelServer:
    """Let the critic ask for a rework whenever it is called."""
    server.on(lambda call: "agent:critic" in call.system, ["Too short.\nSCORE: 4"])
    server.on(lambda call: "agent:writer" in call.system, ["First draft."])
    server.on(lambda call: "agent:editor" in call.system, ["Final text."])
    return server


async def paused_after_writer(client: Runtime, worker: NewWorker) -> tuple[Run, Pause]:
    """Start a run in God Mode, let the writer work, then kill the worker."""
    with worker():
        run = await begin(client.storage, writer_critic_editor(), god_mode=True)
        pause = await until_paused(client.storage, run.id)
    return run, pause


MODIFIED: dict[str, Any] = {
    "action": "modify",
    "modified_state": {"current_draft": HUMAN, "feedback_history": ["from a person"]},
}
REPEATED = {"after_model_call": 2, "between_branches": 2}
"""Where the node in flight had asked its model already, it asks again: once, and only this node."""


@pytest.mark.parametrize("change", [{"action": "approve"}, MODIFIED], ids=["approve", "modify"])
@pytest.mark.parametrize(
    "point",
    ["claimed", "before_resume", "in_node", "after_model_call", "between_branches", "graph_paused"],
)
async def test_killed_while_carrying_out_a_decision(
    client: Runtime, worker: NewWorker, model_server: ModelServer, point: str, change: dict[str, Any]
) -> None:
    """GM-2, GM-4, GM-9: the decision is carried out once, the next agent waits for a person."""
    scripted(model_server)
    run, pause = await paused_after_writer(client, worker)
    await approve(client.storage, pause, **change)
    with worker(point) as dying:
        assert await dying.died() == -9
    with worker():
        again = await until_paused(client.storage, run.id, after=pause.id)

    assert calls(model_server) == {"writer": 1, "critic": REPEATED.get(point, 1)}
    assert again.next_nodes == ("writer",)
    modified = change["action"] == "modify"
    expected = ["from a person", "Too short."] if modified else ["Too short."]
    assert again.state["feedback_history"] == expected
    assert again.state["current_draft"] == (HUMAN if modified else "First draft.")
    if modified:
        assert any(HUMAN in call.messages[-1]["content"] for call in model_server.calls[1:])
    _, _, steps, drafts = await history.details(client.storage, run.id)
    assert [step.node for step in steps] == ["writer", "critic"]
    assert [draft.by for draft in drafts] == (["agent", "person"] if modified else ["agent"])


async def test_killed_after_a_redirect_was_written(
    client: Runtime, worker: NewWorker, model_server: ModelServer
) -> None:
    """GM-4, GM-10: a route changed by a person is applied once, the skipped node is never called."""
    scripted(model_server)
    run, pause = await paused_after_writer(client, worker)
    await approve(client.storage, pause, action="route", target="editor")
    with worker("after_update_state") as dying:
        assert await dying.died() == -9
    with worker():
        ended = await until(client.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert calls(model_server) == {"writer": 1, "editor": 1}
    assert ended.final_draft == "Final text."


@pytest.mark.parametrize("point", ["claimed", "in_node", "after_model_call", "graph_paused"])
async def test_killed_before_the_first_pause(
    client: Runtime, worker: NewWorker, model_server: ModelServer, point: str
) -> None:
    """GM-1, GM-9: the run still pauses after the first node, which runs at most once more."""
    scripted(model_server)
    run = await begin(client.storage, writer_critic_editor(), god_mode=True)
    with worker(point) as dying:
        assert await dying.died() == -9
    with worker():
        pause = await until_paused(client.storage, run.id)
    assert pause.next_nodes == ("critic",)
    assert calls(model_server) == {"writer": REPEATED.get(point, 1)}


async def test_killed_while_paused_keeps_pause_and_draft(
    client: Runtime, worker: NewWorker, model_server: ModelServer
) -> None:
    """GM-9, RN-7: the same pause with the same draft survives; finished agents are not called again."""
    scripted(model_server)
    run, pause = await paused_after_writer(client, worker)
    with worker("pause_committed"):
        _, again = await history.paused(client.storage, run.id)
        assert again == pause
        await approve(client.storage, again)
        later = await until_paused(client.storage, run.id, after=pause.id)
    assert later.next_nodes == ("writer",)
    assert calls(model_server) == {"writer": 1, "critic": 1}


async def test_a_rejected_run_never_goes_on(
    client: Runtime, worker: NewWorker, model_server: ModelServer
) -> None:
    """GM-3: reject ends the run for good, whatever starts afterwards."""
    scripted(model_server)
    run, pause = await paused_after_writer(client, worker)
    await approve(client.storage, pause, action="reject", reason="no")
    with worker():
        other = await begin(client.storage, writer_critic_editor())
        await until(client.storage, other.id, "completed")
    ended, _ = await history.get(client.storage, run.id)
    assert (ended.status, ended.rejected, ended.completed_at is not None) == ("failed", True, True)
    assert ended.error is not None
    assert "no" in ended.error["message"]


@pytest.mark.parametrize("point", ["between_branches:2", "between_branches:3", "graph_ended", "in_node:3"])
async def test_killed_in_an_automatic_run(
    client: Runtime, worker: NewWorker, model_server: ModelServer, point: str
) -> None:
    """RN-7: the run completes; only what was in flight is repeated, the join sees each draft once."""
    model_server.answer(lambda call: f"Text of {call.system.split('agent:')[1].split()[0]}.")
    run = await begin(client.storage, fan_out())
    with worker(point) as dying:
        assert await dying.died() == -9
    with worker():
        ended = await until(client.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert ended.final_draft == "Text of end."
    counted = calls(model_server)
    in_flight = {"left", "right"} if point != "graph_ended" else set[str]()
    assert all(counted[node] == 1 for node in {"start", "join", "end"})
    assert all(counted[node] <= 2 for node in in_flight)
    join = next(call for call in model_server.calls if "agent:join" in call.system)
    assert [join.messages[-1]["content"].count(f"Text of {side}.") for side in ("left", "right")] == [1, 1]
    _, _, steps, drafts = await history.details(client.storage, run.id)
    assert Counter(step.node for step in steps) == {"start": 1, "left": 1, "right": 1, "join": 1, "end": 1}
    assert len(drafts) == 5


def paid(text: str) -> Reply:
    """Return an answer of 400 tokens."""
    return Reply(text, input_tokens=300, output_tokens=100)


async def test_what_was_used_survives_a_crash(
    client: Runtime, worker: NewWorker, model_server: ModelServer
) -> None:
    """RN-8: killed in a step's second call, the first one stays counted; repeating it counts again."""
    model_server.on(
        lambda call: "judgement comes to" in call.system + call.text,
        [Reply("SCORE: 9", latency_ms=60_000), paid("SCORE: 9")],
    )
    model_server.on(lambda call: "agent:critic" in call.system, [paid("Rather nice.")])
    model_server.answer(lambda _call: paid("A text."))
    run = await begin(client.storage, writer_critic_editor())
    with worker() as dying:
        async with asyncio.timeout(60):
            while True:
                _, _, steps, _ = await history.details(client.storage, run.id)
                counted = {step.node: step.input_tokens for step in steps}
                if len(model_server.calls) == 3 and counted == {"writer": 300, "critic": 300}:
                    break
                await asyncio.sleep(0.02)
        dying.signal(signal.SIGKILL)
        assert await dying.died() == -9
    with worker():
        ended = await until(client.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert len(model_server.calls) == 6
    answered = {"writer": 1, "critic": 3, "editor": 1}
    assert {node: used["input_tokens"] for node, used in ended.usage["by_node"].items()} == {
        node: 300 * count for node, count in answered.items()
    }
    _, _, steps, _ = await history.details(client.storage, run.id)
    assert sum(step.output_tokens for step in steps) == ended.usage["total"]["output_tokens"] == 500
