"""Decisions over REST."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from support.api_runtime import AnyRuntime, append, memory_only, pause

Json = dict[str, Any]

Start = Callable[..., Awaitable[UUID]]


@pytest.fixture
def runtime(either: AnyRuntime) -> AnyRuntime:
    return either


@pytest.fixture
async def paused(runtime: AnyRuntime, start_run: Start) -> tuple[UUID, str]:
    """A paused run and its pause."""
    run_id = await start_run(god_mode=True)
    await append(runtime.storage, run_id, status="running")
    made = await pause(runtime.storage, run_id, ["critic_agent"])
    return run_id, str(made.id)


def approve_url(run_id: UUID) -> str:
    return f"/api/councils/run/{run_id}/approve"


async def test_state_is_the_whole_council_state(client: httpx.AsyncClient, paused: tuple[UUID, str]) -> None:
    """GM-5: who waits for what, and the whole state."""
    run_id, pause_id = paused
    state = (await client.get(f"/api/councils/run/{run_id}/state")).json()
    assert (state["run_id"], state["status"], state["paused"]) == (str(run_id), "paused", True)
    assert (state["pause_id"], state["next_nodes"]) == (pause_id, ["critic_agent"])
    assert state["current_draft"] == "A draft"
    assert {"input_topic", "current_draft", "feedback_history", "route_decision", "messages"} <= set(
        state["current_state"]
    )


async def test_state_of_a_run_that_is_not_paused(client: httpx.AsyncClient, start_run: Start) -> None:
    """GM-5: 400 for a known run that is not paused."""
    run_id = await start_run()
    answer = await client.get(f"/api/councils/run/{run_id}/state")
    assert (answer.status_code, answer.json()["run_status"]) == (400, "pending")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"action": "approve"}, "running"),
        ({"action": "reject", "reason": "No."}, "failed"),
        ({"action": "modify", "modified_state": {"current_draft": "Mine"}}, "running"),
        ({"action": "route", "target": "writer_agent"}, "running"),
        ({"action": "redo", "note": "Shorter"}, "running"),
        ({"action": "autopilot"}, "running"),
    ],
)
async def test_actions(
    client: httpx.AsyncClient, paused: tuple[UUID, str], body: dict[str, Any], status: str
) -> None:
    """GM-2, GM-3, GM-4, GM-10: 200 with the status the run has from now on."""
    run_id, pause_id = paused
    answer = await client.post(approve_url(run_id), json={**body, "pause_id": pause_id})
    assert (answer.status_code, answer.json()) == (200, {"run_id": str(run_id), "status": status})
    assert (await client.get(f"/api/councils/run/{run_id}")).json()["status"] == status


async def test_reject_is_for_good(client: httpx.AsyncClient, paused: tuple[UUID, str]) -> None:
    """GM-3, RN-8: the reason is the error; continue is 400."""
    run_id, _ = paused
    await client.post(approve_url(run_id), json={"action": "reject", "reason": "Too long"})
    shown = (await client.get(f"/api/councils/run/{run_id}")).json()
    assert "Too long" in shown["error"]
    assert (await client.post(f"/api/councils/run/{run_id}/continue")).status_code == 400


@memory_only
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "dance"}, "/action"),
        ({"action": None}, "/action"),
        ({}, "/action"),
        ({"action": "approve", "decisions": [{"node": "a", "action": "approve"}]}, "/action"),
        ({"action": "modify"}, "/modified_state"),
        ({"action": "modify", "modified_state": []}, "/modified_state"),
        ({"action": "modify", "modified_state": {"nonsense": 1}}, "/modified_state/nonsense"),
        ({"action": "modify", "modified_state": {"current_draft": 5}}, "/modified_state/current_draft"),
        ({"action": "modify", "modified_state": {"input_topic": "Other"}}, "/modified_state/input_topic"),
        (
            {"action": "modify", "modified_state": {"current_draft": "a\x00"}},
            "/modified_state/current_draft",
        ),
        ({"action": "route", "target": "ghost"}, "/target"),
        ({"action": "reject", "reason": 5}, "/reason"),
        ({"action": "approve", "decided_by": ""}, "/decided_by"),
        ({"action": "approve", "decided_by": "x" * 101}, "/decided_by"),
        ({"decisions": [{"node": "ghost", "action": "approve"}]}, "/decisions"),
        ({"decisions": [{"action": "approve"}]}, "/decisions/0/node"),
        ({"decisions": "x"}, "/decisions"),
    ],
)
async def test_invalid_decisions_name_the_field(
    client: httpx.AsyncClient, paused: tuple[UUID, str], body: dict[str, Any], field: str
) -> None:
    """GM-4, GM-10, RN-3: 422, and the pause stays open."""
    run_id, pause_id = paused
    answer = await client.post(approve_url(run_id), json=body)
    assert answer.status_code == 422, answer.text
    assert field in [item["path"] for item in answer.json()["errors"]]
    assert (await client.get(f"/api/councils/run/{run_id}")).json()["pause_id"] == pause_id


async def test_the_first_decision_wins(
    client: httpx.AsyncClient, runtime: AnyRuntime, paused: tuple[UUID, str]
) -> None:
    """RN-9, GM-8: of many submissions one acts; with pause_id the others get 409 with the winner."""
    run_id, pause_id = paused
    bodies = [{"action": "approve", "pause_id": pause_id, "decided_by": f"tab {i}"} for i in range(8)]
    answers = await asyncio.gather(*(client.post(approve_url(run_id), json=body) for body in bodies))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200] + [409] * 7
    loser = next(answer for answer in answers if answer.status_code == 409).json()
    assert loser["code"] == "already_decided"
    assert (loser["winner"]["action"], loser["winner"]["decided_by"][:3]) == ("approve", "tab")
    assert loser["winner"]["decided_at"]
    assert len(runtime.jobs) == 2


async def test_without_pause_id(client: httpx.AsyncClient, paused: tuple[UUID, str]) -> None:
    """RN-9, GM-8: the current pause is meant; later there is none: 400, whatever the id."""
    run_id, _ = paused
    assert (await client.post(approve_url(run_id), json={"action": "approve"})).status_code == 200
    for body in ({"action": "approve"}, {"action": "approve", "pause_id": str(uuid4())}):
        assert (await client.post(approve_url(run_id), json=body)).status_code == 400


@pytest.mark.parametrize("pause_id", ["0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11", "no uuid"])
async def test_unknown_pause_of_a_paused_run(
    client: httpx.AsyncClient, paused: tuple[UUID, str], pause_id: str
) -> None:
    """RN-9: 404."""
    run_id, _ = paused
    answer = await client.post(approve_url(run_id), json={"action": "approve", "pause_id": pause_id})
    assert answer.status_code == 404


async def test_idempotency_key(
    client: httpx.AsyncClient, runtime: AnyRuntime, paused: tuple[UUID, str]
) -> None:
    """RN-9: a request sent again under its key is answered as the first time and acts once."""
    run_id, _ = paused
    for _ in range(3):
        answer = await client.post(
            approve_url(run_id), json={"action": "approve"}, headers={"Idempotency-Key": "one"}
        )
        assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert len(runtime.jobs) == 2
    too_long = await client.post(
        approve_url(run_id), json={"action": "approve"}, headers={"Idempotency-Key": "x" * 201}
    )
    assert too_long.status_code == 422


async def test_an_idempotency_key_stands_for_one_decision(
    client: httpx.AsyncClient, runtime: AnyRuntime, paused: tuple[UUID, str]
) -> None:
    """RN-9: a reject under the key of an approval is refused aloud; as if accepted it would be lost."""
    run_id, _ = paused
    headers = {"Idempotency-Key": "one"}
    await client.post(approve_url(run_id), json={"action": "approve"}, headers=headers)
    await append(runtime.storage, run_id, status="running")
    await pause(runtime.storage, run_id, ["writer_agent"])
    for body in (
        {"action": "reject"},
        {"decisions": [{"node": "writer_agent", "action": "approve"}]},
        {"action": "modify", "modified_state": {"current_draft": "x"}},
    ):
        answer = await client.post(approve_url(run_id), json=body, headers=headers)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "idempotency-key")
    again = {"decisions": [{"node": "critic_agent", "action": "approve"}]}
    answer = await client.post(approve_url(run_id), json=again, headers=headers)
    assert (answer.status_code, answer.json()["status"]) == (200, "paused")


async def test_a_node_beside_a_bare_action_is_refused(
    client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start
) -> None:
    """GM-10: who means one branch must not approve the other ones unseen."""
    run_id = await start_run(god_mode=True)
    await append(runtime.storage, run_id, status="running")
    await pause(runtime.storage, run_id, ["critic_agent", "writer_agent"])
    answer = await client.post(approve_url(run_id), json={"action": "approve", "node": "critic_agent"})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "/node")
    assert (await client.get(f"/api/councils/run/{run_id}")).json()["status"] == "paused"


async def test_a_decision_per_proposal(
    client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start
) -> None:
    """GM-10: one submission holds a decision per node; a part leaves the rest open."""
    run_id = await start_run(god_mode=True)
    await append(runtime.storage, run_id, status="running")
    await pause(runtime.storage, run_id, ["critic_agent", "writer_agent"])
    shown = (await client.get(f"/api/councils/run/{run_id}")).json()
    assert [proposal["node"] for proposal in shown["proposals"]] == ["critic_agent", "writer_agent"]
    part = {"decisions": [{"node": "critic_agent", "action": "approve"}]}
    assert (await client.post(approve_url(run_id), json=part)).json()["status"] == "paused"
    rest = {"decisions": [{"node": "writer_agent", "action": "redo", "note": "Again"}]}
    assert (await client.post(approve_url(run_id), json=rest)).json()["status"] == "running"


@pytest.mark.parametrize(
    ("body", "path", "words"),
    [
        ({"action": "approve", "modified_state": {"current_draft": "Mine"}}, "/modified_state", "modify"),
        ({"action": "approve", "note": "Shorter."}, "/note", "redo"),
        ({"action": "redo", "target": "writer_agent"}, "/target", "route"),
        ({"action": "modify", "modified_state": {}, "note": "Shorter."}, "/note", "redo"),
        ({"action": "route"}, "/target", "needs target"),
        ({"action": "route", "target": "writer"}, "/target", "writer_agent"),
        (
            {"action": "modify", "modified_state": {"current_draft": None}},
            "/modified_state/current_draft",
            "text",
        ),
        ({"action": "modify", "modified_state": {"draft": "x"}}, "/modified_state/draft", "no key"),
    ],
)
async def test_what_an_action_would_lose_or_lacks_is_refused(
    client: httpx.AsyncClient,
    runtime: AnyRuntime,
    paused: tuple[UUID, str],
    body: Json,
    path: str,
    words: str,
) -> None:
    """GM-4, GM-10: whoever sends a changed text with approve must not lose it; the sentence says why."""
    run_id, _ = paused
    answer = await client.post(approve_url(run_id), json=body)
    assert answer.status_code == 422
    assert [problem["path"] for problem in answer.json()["errors"]] == [path]
    assert words in answer.json()["detail"]
    assert len(runtime.jobs) == 1


async def test_a_state_that_was_not_changed_loses_nothing(
    client: httpx.AsyncClient, paused: tuple[UUID, str]
) -> None:
    """GM-2, GM-4: clients may post the whole state back whatever they decide."""
    run_id, _ = paused
    state = (await client.get(f"/api/councils/run/{run_id}/state")).json()["current_state"]
    body = {"action": "approve", "modified_state": state, "note": "", "target": "", "reason": ""}
    assert (await client.post(approve_url(run_id), json=body)).status_code == 200


@pytest.mark.parametrize(("action", "status"), [("approve", "running"), ("reject", "failed")])
async def test_a_bare_action_is_for_all_that_still_wait(
    client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start, action: str, status: str
) -> None:
    """GM-10: after one branch was decided alone, a client that knows no branches can decide the rest."""
    run_id = await start_run(god_mode=True)
    await append(runtime.storage, run_id, status="running")
    await pause(runtime.storage, run_id, ["critic_agent", "writer_agent"])
    one = {"decisions": [{"node": "critic_agent", "action": "approve"}]}
    assert (await client.post(approve_url(run_id), json=one)).json()["status"] == "paused"
    again = await client.post(approve_url(run_id), json=one)
    assert again.json()["code"] == "already_decided"
    answer = await client.post(approve_url(run_id), json={"action": action})
    assert (answer.status_code, answer.json()["status"]) == (200, status)
