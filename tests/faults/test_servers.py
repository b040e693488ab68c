"""Whole servers that are killed, and two servers on one database (RN-7, GM-9)."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from support.blueprints import chain, writer_critic_editor
from support.engine import WorkerProcess
from support.model_server import ModelServer, Reply

NewServer = Callable[..., WorkerProcess]
Json = dict[str, Any]


def agents(server: ModelServer) -> Counter[str]:
    """Count the calls of each agent."""
    return Counter(call.system.split("agent:", 1)[1].split()[0] for call in server.calls)


class Client:
    """What a browser does with one server."""

    def __init__(self, url: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=30)
        self.ws = url.replace("http", "ws")

    async def start(self, council: Json, **more: Any) -> str:
        """Save the council and run it."""
        saved = await self.http.post("/api/councils/", json=council)
        assert saved.status_code == 201, saved.text
        started = await self.http.post(
            f"/api/councils/{saved.json()['id']}/run", json={"input_topic": "Heat pumps", **more}
        )
        assert started.status_code == 202, started.text
        return started.json()["run_id"]

    async def run(self, run_id: str) -> Json:
        """Return status and result."""
        return (await self.http.get(f"/api/councils/run/{run_id}")).json()

    async def until(self, run_id: str, *statuses: str, not_pause: str = "") -> Json:
        """Wait until the run has one of these statuses, at another pause than `not_pause`."""
        async with asyncio.timeout(60):
            while True:
                run = await self.run(run_id)
                if run["status"] in statuses and run.get("pause_id") != (not_pause or "none"):
                    return run
                await asyncio.sleep(0.05)

    async def approve(self, run: Json, **more: Any) -> httpx.Response:
        """Decide the pause that the run shows."""
        body = {"action": "approve", "pause_id": run["pause_id"], **more}
        return await self.http.post(f"/api/councils/run/{run['run_id']}/approve", json=body)

    async def watch(self, run_id: str, after: int = 0) -> list[Json]:
        """Read the live events to their end."""
        async with connect(f"{self.ws}ws/council/{run_id}?after={after}") as socket:
            return [json.loads(frame) async for frame in socket]


Browser = Callable[[str], Client]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Make clients of servers; they are closed at the end, also when their server is gone."""
    clients: list[Client] = []

    def of(url: str) -> Client:
        clients.append(Client(url))
        return clients[-1]

    yield of
    for client in clients:
        await client.http.aclose()


async def test_two_servers_on_one_database(
    server: NewServer, browser: Browser, model_server: ModelServer
) -> None:
    """GM-9, WS-4: started through one, watched, decided and continued through the other."""
    model_server.on(lambda call: "agent:three" in call.system, [Reply(status=401, error="bad key")])
    with server() as one, server() as two:
        first, second = browser(one.url), browser(two.url)
        run_id = await first.start(chain("one", "two", "three"), god_mode=True)
        watching = asyncio.create_task(second.watch(run_id))
        here = asyncio.create_task(first.watch(run_id))
        paused = await second.until(run_id, "paused")
        assert paused["next_nodes"] == ["two"]
        assert (await second.approve(paused, decided_by="second")).status_code == 200
        lost = await first.approve(paused, action="reject")
        assert lost.status_code == 409
        assert lost.json()["winner"]["decided_by"] == "second"
        again = await first.until(run_id, "paused", not_pause=paused["pause_id"])
        assert (await first.approve(again)).status_code == 200
        failed = await second.until(run_id, "failed")
        assert "Three" in json.dumps(failed) or "three" in json.dumps(failed)
        model_server.reset()
        continued = await second.http.post(f"/api/councils/run/{run_id}/continue", json={})
        assert continued.status_code == 200, continued.text
        ended = await first.until(run_id, "completed")
        assert ended["final_draft"]
        assert agents(model_server) == {"three": 1}
        seen, own = await watching, await here
        durable = [frame["seq"] for frame in seen[1:] if frame.get("seq")]
        assert durable == list(range(1, len(durable) + 1))
        assert seen[-1]["status"] == "done"
        assert [frame for frame in own[1:] if frame.get("seq")] == [
            frame for frame in seen[1:] if frame.get("seq")
        ]
        replayed = await first.watch(run_id)
        assert replayed[-1]["run_status"] == "completed"


async def test_a_server_killed_while_paused(
    server: NewServer, browser: Browser, model_server: ModelServer
) -> None:
    """RN-7, GM-9: same pause, same draft; approve works; finished agents are not called again."""
    model_server.on(lambda call: "agent:critic" in call.system, ["Good.\nSCORE: 9"])
    with server() as dying:
        client = browser(dying.url)
        run_id = await client.start(writer_critic_editor(), god_mode=True)
        before = await client.until(run_id, "paused")
        state = (await client.http.get(f"/api/councils/run/{run_id}/state")).json()
    with server() as next_one:
        client = browser(next_one.url)
        assert await client.run(run_id) == before
        assert (await client.http.get(f"/api/councils/run/{run_id}/state")).json() == state
        assert (await client.approve(before)).json()["status"] == "running"
        later = await client.until(run_id, "paused", not_pause=before["pause_id"])
        await client.approve(later)
        ended = await client.until(run_id, "completed")
    assert ended["critic_score"] == 9
    assert agents(model_server) == {"writer": 1, "critic": 1, "editor": 1}


async def test_a_server_killed_right_after_a_decision(
    server: NewServer, browser: Browser, model_server: ModelServer
) -> None:
    """RN-9: the decision counts though nobody was told; sent again with its key it changes nothing."""
    with server() as other:
        client = browser(other.url)
        run_id = await client.start(chain("one", "two", "three"), god_mode=True)
        paused = await client.until(run_id, "paused")
        request: dict[str, Any] = {"json": {"action": "approve"}, "headers": {"Idempotency-Key": "click"}}
        with server("decision_committed") as dying:
            with pytest.raises(httpx.HTTPError):
                await browser(dying.url).http.post(f"/api/councils/run/{run_id}/approve", **request)
            assert await dying.died() == -9
        again = await client.until(run_id, "paused", not_pause=paused["pause_id"])
        answer = await client.http.post(f"/api/councils/run/{run_id}/approve", **request)
        assert answer.status_code == 200
        assert (await client.run(run_id))["pause_id"] == again["pause_id"]
    assert agents(model_server) == {"one": 1, "two": 1}


async def test_restart_with_a_hundred_paused_runs(
    server: NewServer, browser: Browser, model_server: ModelServer
) -> None:
    """RN-7, SO-8: a hundred paused runs survive a kill, each with its own pause."""
    with server() as dying:
        client = browser(dying.url)
        ids = await asyncio.gather(*(client.start(chain("one", "two"), god_mode=True) for _ in range(100)))
        before = {run_id: (await client.until(run_id, "paused"))["pause_id"] for run_id in ids}
    with server() as next_one:
        client = browser(next_one.url)
        assert {run_id: (await client.run(run_id))["pause_id"] for run_id in ids} == before
        chosen = await client.run(ids[42])
        assert (await client.approve(chosen)).status_code == 200
        await client.until(ids[42], "completed")
        page = (await client.http.get("/api/runs/", params={"status": "paused", "limit": 1})).json()
        assert page["total"] == 99
    assert agents(model_server) == {"one": 100, "two": 1}
