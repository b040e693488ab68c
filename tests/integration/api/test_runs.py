"""Starting, reading and steering runs over REST."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from support.api_runtime import AnyRuntime, append, finish, memory_only, pause, step

Start = Callable[..., Awaitable[UUID]]


@pytest.fixture
def runtime(either: AnyRuntime) -> AnyRuntime:
    return either


async def test_start_answers_pending(client: httpx.AsyncClient, runtime: AnyRuntime) -> None:
    """RN-1, CS-7: 202 with a pending run of the default council, and one job for it."""
    answer = await client.post("/api/councils/run", json={"input_topic": "Cats"})
    assert answer.status_code == 202
    body = answer.json()
    assert set(body) == {"run_id", "status", "message"}
    assert body["status"] == "pending"
    detail = (await client.get(f"/api/runs/{body['run_id']}")).json()
    assert [node["id"] for node in detail["blueprint"]["nodes"]][:3] == [
        "master_agent",
        "critic_agent",
        "writer_agent",
    ]
    assert detail["blueprint_id"] is None
    assert len(runtime.jobs) == 1


@pytest.mark.parametrize(
    ("more", "headers", "name"),
    [
        ({}, {}, "Standard-Rat"),
        ({}, {"accept-language": "fr, zh-CN;q=0.9, en;q=0.8"}, "默认议会"),
        ({"language": "en-GB"}, {"accept-language": "de"}, "Default council"),
        ({"language": "fr"}, {"accept-language": "en"}, "Default council"),
        ({"language": "fr"}, {}, "Standard-Rat"),
    ],
)
async def test_the_default_council_speaks_the_persons_language(
    client: httpx.AsyncClient, more: dict[str, str], headers: dict[str, str], name: str
) -> None:
    """CS-7, UI-7: what the body says, else what the browser prefers, else German; again is the same one."""
    answer = await client.post("/api/councils/run", json={"input_topic": "Cats", **more}, headers=headers)
    run_id = answer.json()["run_id"]
    again = await client.post(f"/api/runs/{run_id}/again", json={"blueprint": "current"})
    for each in (run_id, again.json()["run_id"]):
        assert (await client.get(f"/api/runs/{each}")).json()["name"] == name


@memory_only
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "/input_topic"),
        ({"input_topic": None}, "/input_topic"),
        ({"input_topic": ""}, "/input_topic"),
        ({"input_topic": "  \n"}, "/input_topic"),
        ({"input_topic": 5}, "/input_topic"),
        ({"input_topic": ["x"]}, "/input_topic"),
        ({"input_topic": "x" * 10_001}, "/input_topic"),
        ({"input_topic": "x\x00"}, "/input_topic"),
        ({"input_topic": "x", "god_mode": "yes"}, "/god_mode"),
        ({"input_topic": "x", "god_mode": 1}, "/god_mode"),
        ({"input_topic": "x", "god_mode": None}, "/god_mode"),
        ({"input_topic": "x", "documents": "id"}, "/documents"),
        ({"input_topic": "x", "documents": [5]}, "/documents/0"),
        ({"input_topic": "x", "budget": {"tokens": 0}}, "/budget/tokens"),
        ({"input_topic": "x", "budget": {"tokens": 1.5}}, "/budget/tokens"),
        ({"input_topic": "x", "budget": {"minutes": -1}}, "/budget/minutes"),
        ([], ""),
        ("x", ""),
        (None, ""),
    ],
)
async def test_invalid_start_names_the_field(
    client: httpx.AsyncClient, runtime: AnyRuntime, body: Any, field: str
) -> None:
    """RN-1, RN-3, SO-3: 422 naming the field; nothing is coerced, nothing is started."""
    answer = await client.post("/api/councils/run", json=body)
    assert answer.status_code == 422
    assert field in [item["path"] for item in answer.json()["errors"]]
    assert runtime.jobs == []
    assert (await client.get("/api/runs")).json()["total"] == 0


async def test_longest_topic(client: httpx.AsyncClient) -> None:
    """RN-1: 10,000 characters are allowed."""
    body = {"input_topic": "ü" * 10_000}
    assert (await client.post("/api/councils/run", json=body)).status_code == 202


async def test_result_follows_every_change(
    client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start
) -> None:
    """RN-2, RN-4: status and result are read from the rows."""
    run_id = await start_run(god_mode=True, budget={"tokens": 10})
    url = f"/api/councils/run/{run_id}"
    first = (await client.get(url)).json()
    assert (first["status"], first["god_mode"], first["budget"]) == ("pending", True, {"tokens": 10})
    assert [first[key] for key in ("final_draft", "critic_score", "error", "pause_id")] == [None] * 4
    assert (first["paused"], first["next_nodes"], first["iteration_count"]) == (False, [], 0)

    await append(runtime.storage, run_id, *step("master_agent", "One"), status="running")
    made = await pause(runtime.storage, run_id, ["critic_agent"], draft="One")
    waiting = (await client.get(url)).json()
    assert (waiting["status"], waiting["paused"], waiting["pause_reason"]) == ("paused", True, "approval")
    assert (waiting["next_nodes"], waiting["current_draft"]) == (["critic_agent"], "One")
    assert waiting["pause_id"] == str(made.id)
    assert [proposal["node"] for proposal in waiting["proposals"]] == ["critic_agent"]

    await client.post(f"{url}/approve", json={"action": "approve"})
    await finish(runtime.storage, run_id, "Final")
    last = (await client.get(url)).json()
    assert (last["status"], last["final_draft"], last["critic_score"]) == ("completed", "Final", 9.0)
    assert (last["iteration_count"], last["paused"], last["pause_id"]) == (1, False, None)
    assert last["completed_at"]


@memory_only
async def test_a_text_of_the_wrong_length_is_told_in_characters(client: httpx.AsyncClient) -> None:
    """RN-3: a person reads what is allowed, not how a validator counts."""
    long = (await client.post("/api/councils/run", json={"input_topic": "x" * 10_001})).json()
    assert "At most 10,000 characters" in long["detail"]
    empty = (await client.post("/api/councils/run", json={"input_topic": ""})).json()
    assert "“input_topic” is empty" in empty["detail"]


@memory_only
@pytest.mark.parametrize("run_id", ["abc", "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11", "%00", "a b"])
async def test_unknown_run_is_404(client: httpx.AsyncClient, run_id: str) -> None:
    """RN-3, GM-5: whatever is asked."""
    asked: list[tuple[str, str, object]] = [
        ("GET", f"/api/councils/run/{run_id}", None),
        ("GET", f"/api/councils/run/{run_id}/state", None),
        ("GET", f"/api/councils/run/{run_id}/drafts", None),
        ("GET", f"/api/councils/run/{run_id}/events", None),
        ("POST", f"/api/councils/run/{run_id}/approve", {"action": "approve"}),
        ("POST", f"/api/councils/run/{run_id}/cancel", None),
        ("POST", f"/api/councils/run/{run_id}/continue", None),
        ("POST", f"/api/councils/run/{run_id}/god-mode", {"god_mode": True}),
        ("GET", f"/api/runs/{run_id}", None),
        ("POST", f"/api/runs/{run_id}/again", {}),
        ("DELETE", f"/api/runs/{run_id}", None),
    ]
    for method, path, body in asked:
        answer = await client.request(method, path, json=body)
        assert answer.status_code == 404, (path, answer.text)


async def test_cancel(client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start) -> None:
    """RN-8: a paused run ends as cancelled, for good; cancelling again is fine, a completed run is 400."""
    run_id = await start_run()
    await append(runtime.storage, run_id, status="running")
    await pause(runtime.storage, run_id, ["critic_agent"])
    url = f"/api/councils/run/{run_id}"
    for _ in range(2):
        answer = await client.post(f"{url}/cancel")
        assert (answer.status_code, answer.json()) == (
            200,
            {"run_id": str(run_id), "status": "cancelled"},
        )
    assert (run_id, "cancel") in runtime.controls
    assert (await client.post(f"{url}/continue")).status_code == 400
    assert (await client.post(f"{url}/approve", json={"action": "approve"})).status_code == 400

    done = await start_run()
    await append(runtime.storage, done, status="running")
    await finish(runtime.storage, done)
    assert (await client.post(f"/api/councils/run/{done}/cancel")).status_code == 400


async def test_continue(client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start) -> None:
    """RN-8: goes on after a failure and, with a higher budget, after a reached budget; else 400."""
    run_id = await start_run()
    url = f"/api/councils/run/{run_id}/continue"
    assert (await client.post(url)).status_code == 400
    await append(runtime.storage, run_id, status="failed", error={"code": "provider", "message": "No."})
    shown = (await client.get(f"/api/councils/run/{run_id}")).json()
    assert (shown["error"], shown["error_info"]["code"]) == ("No.", "provider")
    assert (await client.post(url)).json() == {"run_id": str(run_id), "status": "pending"}

    await append(runtime.storage, run_id, status="running")
    await pause(runtime.storage, run_id, ["critic_agent"], kind="budget")
    approve = f"/api/councils/run/{run_id}/approve"
    refused = await client.post(approve, json={"action": "approve"})
    assert (refused.status_code, refused.json()["pause_reason"]) == (400, "budget")
    answer = await client.post(url, json={"budget": {"tokens": 5_000}})
    assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert (await client.get(f"/api/councils/run/{run_id}")).json()["budget"] == {"tokens": 5_000}


async def test_drafts_and_events(client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start) -> None:
    """RN-8, WS-4: every version with its author; events after a sequence number, page by page."""
    run_id = await start_run()
    await append(runtime.storage, run_id, *step("master_agent", "One"), status="running")
    await append(runtime.storage, run_id, *step("writer_agent", "Two"))
    url = f"/api/councils/run/{run_id}"
    drafts = (await client.get(f"{url}/drafts")).json()
    assert [(draft["node"], draft["text"], draft["by"]) for draft in drafts["drafts"]] == [
        ("master_agent", "One", "agent"),
        ("writer_agent", "Two", "agent"),
    ]
    page = (await client.get(f"{url}/events", params={"after": 1, "limit": 3})).json()
    assert [event["seq"] for event in page["events"]] == [2, 3, 4]
    assert (page["last_seq"], page["more"]) == (4, True)
    assert page["events"][2]["status"] == "running"
    assert page["events"][2]["node"] == "writer_agent"
    assert "status" not in page["events"][0]
    end = (await client.get(f"{url}/events", params={"after": 6})).json()
    assert (end["events"], end["last_seq"], end["more"]) == ([], 6, False)
    for wrong in ({"after": -1}, {"after": "x"}, {"limit": 0}, {"limit": 1_001}, {"after": 2**63}):
        assert (await client.get(f"{url}/events", params=wrong)).status_code == 422


async def test_history(client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start) -> None:
    """RN-5: pages, newest first, with filters; detail has steps, drafts and blueprint; delete is 204."""
    first = await start_run(input_topic="About cats")
    second = await start_run(input_topic="About dogs")
    await append(runtime.storage, first, *step("master_agent", "One"), status="running")
    await finish(runtime.storage, first, "Final")
    both = (await client.get("/api/runs/")).json()
    assert [item["run_id"] for item in both["items"]] == [str(second), str(first)]
    assert (both["total"], both["limit"], both["offset"]) == (2, 50, 0)
    assert both["by_status"] == {"completed": 1, "pending": 1}
    some = (await client.get("/api/runs/?status=completed&text=dogs")).json()
    assert (some["items"], some["by_status"]) == ([], {"pending": 1})
    shown = both["items"][1]
    assert (shown["status"], shown["final_draft"], shown["critic_score"]) == ("completed", "Final", 9.0)
    assert (shown["iteration_count"], bool(shown["created_at"])) == (1, True)
    assert (shown["approval_threshold"], shown["max_iterations"]) == (8.0, 5)
    assert (await client.get("/api/runs?limit=1&offset=1")).json()["items"] == [shown]
    assert (await client.get("/api/runs?status=completed&status=failed")).json()["items"] == [shown]
    assert (await client.get("/api/runs", params={"text": "DOGS"})).json()["total"] == 1
    assert (await client.get("/api/runs", params={"council": str(uuid4())})).json()["total"] == 0
    for wrong in ({"limit": 0}, {"limit": 201}, {"offset": -1}, {"status": "x"}, {"text": "\x00"}):
        assert (await client.get("/api/runs", params=wrong)).status_code == 422, wrong

    detail = (await client.get(f"/api/runs/{first}")).json()
    assert [item["node"] for item in detail["steps"]] == ["master_agent"]
    assert [item["text"] for item in detail["drafts"]] == ["One"]
    assert detail["blueprint"]["nodes"]
    assert (await client.delete(f"/api/runs/{first}")).status_code == 204
    assert (await client.get(f"/api/runs/{first}")).status_code == 404
    assert (await client.get("/api/runs")).json()["total"] == 1


async def test_god_mode_switch(client: httpx.AsyncClient, runtime: AnyRuntime, start_run: Start) -> None:
    """GM-10: God Mode can be switched on during a run, not after it."""
    run_id = await start_run()
    url = f"/api/councils/run/{run_id}/god-mode"
    answer = await client.post(url, json={"god_mode": True})
    assert answer.json() == {"run_id": str(run_id), "status": "pending", "god_mode": True}
    assert (run_id, "god_mode_on") in runtime.controls
    assert (await client.post(url, json={"god_mode": "true"})).status_code == 422
    await client.post(f"/api/councils/run/{run_id}/cancel")
    assert (await client.post(url, json={"god_mode": False})).status_code == 400


async def test_again(client: httpx.AsyncClient) -> None:
    """RN-5: a run starts again with its own topic and mode, and the council as it was or as it is now."""
    draft = {"version": "1.0", "name": "Rat", "nodes": [{"id": "a", "type": "agent", "name": "Old"}]}
    saved = (await client.post("/api/councils/", json=draft)).json()["id"]
    order = {"input_topic": "Cats", "god_mode": True, "budget": {"tokens": 500}}
    first = (await client.post(f"/api/councils/{saved}/run", json=order)).json()["run_id"]
    newer = draft | {"name": "Rat 2", "nodes": [{"id": "a", "type": "agent", "name": "New"}]}
    await client.put(f"/api/councils/{saved}", json=newer)

    async def again(run_id: str, **body: str) -> dict[str, Any]:
        accepted = await client.post(f"/api/runs/{run_id}/again", json=body)
        assert (accepted.status_code, accepted.json()["status"]) == (202, "pending")
        return (await client.get(f"/api/runs/{accepted.json()['run_id']}")).json()

    same, current = await again(first), await again(first, blueprint="current")
    assert [run["blueprint"]["nodes"][0]["name"] for run in (same, current)] == ["Old", "New"]
    for run in (same, current):
        assert (run["input_topic"], run["god_mode"], run["blueprint_id"]) == ("Cats", True, saved)
        assert run["budget"]["tokens"] == 500
    await client.delete(f"/api/councils/{saved}")
    assert (await again(first))["blueprint"]["nodes"][0]["name"] == "Old"
    gone = await client.post(f"/api/runs/{first}/again", json={"blueprint": "current"})
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")
    own = (await client.post("/api/councils/run", json={"input_topic": "Dogs"})).json()["run_id"]
    assert (await again(own, blueprint="current"))["input_topic"] == "Dogs"
