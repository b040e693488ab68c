"""Decisions at full speed: duplicates, races, and what may not be decided."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from councilos.errors import AlreadyDecided, InvalidInput, NotFound, WrongState
from councilos.events.types import RunPaused
from councilos.graph.compile import CompiledCouncil
from councilos.runs import cancel, execute, history
from councilos.runs.choices import Choice
from councilos.runs.decide import Submission, decide
from councilos.runs.model import Pause, Run
from councilos.runtime import Runtime
from support.blueprints import chain, writer_critic_editor
from support.engine import approve, begin, until, until_paused
from support.model_server import ModelServer


def agents(server: ModelServer) -> Counter[str]:
    """Count the calls of each agent."""
    return Counter(call.system.split("agent:", 1)[1].split()[0] for call in server.calls)


async def paused(engine: Runtime) -> tuple[Run, Pause]:
    """Start a chain of three in God Mode and wait for its first pause."""
    run = await begin(engine.storage, chain("one", "two", "three"), god_mode=True)
    return run, await until_paused(engine.storage, run.id)


@pytest.mark.timeout(300)
async def test_two_identical_approvals_run_the_node_once(engine: Runtime, model_server: ModelServer) -> None:
    """GM-8, RN-9: fifty times two approvals of one pause at once; the next node never runs unapproved."""
    for _ in range(50):
        model_server.calls.clear()
        run, pause = await paused(engine)
        results = await asyncio.gather(
            *(approve(engine.storage, pause) for _ in range(2)), return_exceptions=True
        )
        lost = [result for result in results if isinstance(result, BaseException)]
        assert [type(error) for error in lost] == [AlreadyDecided]
        later = await until_paused(engine.storage, run.id, after=pause.id)
        assert later.next_nodes == ("three",)
        assert agents(model_server) == {"one": 1, "two": 1}
        await cancel.cancel(engine.storage, run.id)


async def test_two_tabs_one_wins(engine: Runtime) -> None:
    """GM-8, RN-9: approve against reject; the loser sees who decided what and when."""
    outcomes: set[str] = set()
    for number in range(10):
        run, pause = await paused(engine)
        order = ["approve", "reject"] if number % 2 else ["reject", "approve"]
        choices = [Submission([Choice(action)], str(pause.id), action) for action in order]  # pyright: ignore[reportArgumentType]
        results = await asyncio.gather(
            *(decide(engine.storage, run.id, submission) for submission in choices), return_exceptions=True
        )
        [lost] = [result for result in results if isinstance(result, AlreadyDecided)]
        winner = lost.winner["action"]
        assert (lost.winner["decided_by"], lost.winner["pause_id"]) == (winner, str(pause.id))
        assert lost.winner["decided_at"]
        outcomes.add(winner)
        if winner == "reject":
            ended, _ = await history.get(engine.storage, run.id)
            assert (ended.status, ended.rejected) == ("failed", True)
            with pytest.raises(WrongState):
                await cancel.resume(engine.storage, run.id)
        else:
            await until_paused(engine.storage, run.id, after=pause.id)
            await cancel.cancel(engine.storage, run.id)
    assert outcomes


async def test_a_decision_right_after_the_pause_is_accepted(engine: Runtime) -> None:
    """GM-2, RN-4: whoever sees the pause event can decide at once, fifty times of fifty."""
    for _ in range(50):
        mailbox_run = await begin(engine.storage, chain("one", "two"), god_mode=True)
        mailbox = engine.live.subscribe(mailbox_run.id)
        event = await mailbox.next()
        while not isinstance(event, RunPaused):
            event = await mailbox.next()
        mailbox.close()
        await asyncio.sleep(0.005)
        run = await decide(engine.storage, mailbox_run.id, Submission([Choice("approve")], event.pause_id))
        assert run.status == "running"
        await until(engine.storage, run.id, "completed")


async def test_what_may_not_be_decided(engine: Runtime) -> None:
    """GM-8, RN-9: not paused 400 whatever the id, unknown pause on a paused run 404, decided pause 409."""
    run, pause = await paused(engine)
    with pytest.raises(NotFound):
        await decide(engine.storage, uuid4(), Submission([Choice("approve")]))
    for wrong in (str(uuid4()), "no-uuid"):
        with pytest.raises(NotFound):
            await decide(engine.storage, run.id, Submission([Choice("approve")], wrong))
    with pytest.raises(InvalidInput):
        await decide(engine.storage, run.id, Submission([Choice("route", target="nowhere")]))
    with pytest.raises(InvalidInput):
        await decide(engine.storage, run.id, Submission([Choice("approve", node="one")]))
    await approve(engine.storage, pause)
    later = await until_paused(engine.storage, run.id, after=pause.id)
    with pytest.raises(AlreadyDecided):
        await approve(engine.storage, pause, action="reject")
    await approve(engine.storage, later)
    await until(engine.storage, run.id, "completed")
    for pause_id in (None, str(uuid4()), "no-uuid"):
        with pytest.raises(WrongState):
            await decide(engine.storage, run.id, Submission([Choice("approve")], pause_id))


async def test_an_idempotency_key_never_decides_the_next_pause(
    engine: Runtime, model_server: ModelServer
) -> None:
    """RN-9: a request repeated without pause_id is answered as before."""
    run, pause = await paused(engine)
    submission = Submission([Choice("approve")], idempotency_key="click-1")
    await decide(engine.storage, run.id, submission)
    later = await until_paused(engine.storage, run.id, after=pause.id)
    await decide(engine.storage, run.id, submission)
    await asyncio.sleep(0.3)
    assert (await history.paused(engine.storage, run.id))[1].id == later.id
    assert agents(model_server) == {"one": 1, "two": 1}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"nonsense": 1}, "unknown_key"),
        ({"current_draft": 5}, "wrong_type"),
        ({"feedback_history": "text"}, "wrong_type"),
        ({"iteration_count": 99}, "read_only"),
        ({"current_draft": "a\x00b"}, "no_text"),
    ],
)
async def test_bad_changes_are_refused_and_lose_nothing(
    engine: Runtime, change: dict[str, object], code: str
) -> None:
    """GM-4: unknown keys, wrong types and changed read-only keys are 422; the pause stays."""
    run, pause = await paused(engine)
    with pytest.raises(InvalidInput) as refused:
        await approve(engine.storage, pause, action="modify", modified_state=change)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert (await history.paused(engine.storage, run.id))[1] == pause


async def test_the_whole_state_may_be_posted_back(engine: Runtime, model_server: ModelServer) -> None:
    """GM-4, GM-5: unchanged keys are ignored, the changed draft reaches the next agent literally."""
    run, pause = await paused(engine)
    text = 'ÄÖÜ 漢字 🙂 "x" {y} {{7*7}}'
    await approve(
        engine.storage, pause, action="modify", modified_state={**pause.state, "current_draft": text}
    )
    later = await until_paused(engine.storage, run.id, after=pause.id)
    assert text in model_server.calls[1].messages[-1]["content"]
    assert later.state["feedback_history"] == []
    versions = await history.drafts(engine.storage, run.id)
    assert [(draft.by, draft.text == text) for draft in versions[:2]] == [("agent", False), ("person", True)]


async def test_a_changed_route_decision_takes_effect(engine: Runtime, model_server: ModelServer) -> None:
    """GM-4, BP-6: the critic approved, a person sends it back; the editor is not called."""
    model_server.on(lambda call: "agent:critic" in call.system, ["Fine.\nSCORE: 9"])
    run = await begin(engine.storage, writer_critic_editor(), god_mode=True)
    first = await until_paused(engine.storage, run.id)
    await approve(engine.storage, first)
    second = await until_paused(engine.storage, run.id, after=first.id)
    assert second.next_nodes == ("editor",)
    await approve(engine.storage, second, action="modify", modified_state={"route_decision": "rework"})
    third = await until_paused(engine.storage, run.id, after=second.id)
    assert third.next_nodes == ("critic",)
    assert third.state["iteration_count"] == 1
    assert agents(model_server) == {"writer": 2, "critic": 1}


async def test_redo_with_a_note(engine: Runtime, model_server: ModelServer) -> None:
    """GM-10: the agent that just finished does its step again, the note reaches it."""
    run, pause = await paused(engine)
    await approve(engine.storage, pause, action="redo", note="shorter, please")
    later = await until_paused(engine.storage, run.id, after=pause.id)
    assert later.next_nodes == ("two",)
    assert agents(model_server) == {"one": 2}
    assert "shorter, please" in model_server.calls[1].messages[-1]["content"]


async def test_god_mode_can_be_switched_on_during_a_run(engine: Runtime, model_server: ModelServer) -> None:
    """GM-10: the run pauses before its next node; autopilot sends it on without further pauses."""
    model_server.latency_ms = 200
    run = await begin(engine.storage, chain("one", "two", "three", "four"))
    while not agents(model_server):
        await asyncio.sleep(0.01)
    await cancel.set_god_mode(engine.storage, run.id, True)
    pause = await until_paused(engine.storage, run.id)
    assert pause.next_nodes == ("two",)
    await approve(engine.storage, pause, action="autopilot")
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert (ended.status, ended.god_mode) == ("completed", False)
    assert agents(model_server) == {"one": 1, "two": 1, "three": 1, "four": 1}
    async with engine.storage.begin() as uow:
        told = [row.payload for row in await uow.events.after(run.id, 0) if row.type == "run.changed"]
    assert [payload["god_mode"] for payload in told] == [True, False], "every window hears of the switch"


async def test_god_mode_switched_off_while_the_run_is_taken_up(
    engine: Runtime, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GM-10: between the claim of a segment and its first step nobody overrides what the person wants."""
    run, pause = await paused(engine)
    model_server.latency_ms = 100
    compile_stored = execute.compile_stored

    async def switch_and_compile(data: Mapping[str, Any]) -> CompiledCouncil:
        await cancel.set_god_mode(engine.storage, run.id, False)
        await asyncio.sleep(0.3)  # until the executor has heard of it
        return await compile_stored(data)

    monkeypatch.setattr(execute, "compile_stored", switch_and_compile)
    await approve(engine.storage, pause)
    ended = await until(engine.storage, run.id, "completed", "failed", "paused")
    assert (ended.status, ended.god_mode) == ("completed", False)
