"""A loop under load: 1,000 runs started at once, and a council of 1,000 agents checked, saved and run."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from uuid import UUID

import httpx

from benchmarks.stage import Stage, chain, stage
from benchmarks.watch import watched
from councilos.api.app import create_app
from councilos.events.types import Event, RunDone
from councilos.runs.watch import follow
from councilos.runtime import Runtime
from support.engine import settings_from

STARTS = 1_000
NODES = 1_000
PROMPT = 4_500
"""Characters of instructions per agent: together close to the 5 MB that a blueprint may have."""


async def measure() -> dict[str, Any]:
    """Measure in one process that serves and executes."""
    async with stage() as place:
        return {"starts": await _starts(place), "big_council": await _big(place)}


async def _starts(place: Stage) -> dict[str, Any]:
    with settings_from(place.env) as settings:
        async with Runtime.open(settings, worker=False) as engine, _client(engine) as http:
            saved = (await http.post("/api/councils/", json=chain())).json()
            path = f"/api/councils/{saved['id']}/run"
            await http.post(path, json={"input_topic": "Heat pumps"})
            began = time.perf_counter()
            async with watched() as stalls:
                answers = await asyncio.gather(
                    *(http.post(path, json={"input_topic": "Heat pumps"}) for _ in range(STARTS))
                )
            seconds = time.perf_counter() - began
        accepted = sum(answer.status_code == 202 for answer in answers)
        async with Runtime.open(settings) as engine, _client(engine) as http:
            began = time.perf_counter()
            async with watched() as working:
                counts = await _all_ended(http, STARTS + 1)
            executed = time.perf_counter() - began
    return {
        "accepted": accepted,
        "seconds": round(seconds, 2),
        "stall_while_starting": stalls.figures(),
        "ended": counts,
        "seconds_to_execute": round(executed, 1),
        "stall_while_executing": working.figures(),
    }


async def _all_ended(http: httpx.AsyncClient, runs: int) -> dict[str, int]:
    async with asyncio.timeout(1_200):
        while True:
            found: dict[str, int] = {}
            for status in ("completed", "failed"):
                page = await http.get("/api/runs/", params={"status": status, "limit": 1})
                found[status] = int(page.json()["total"])
            if sum(found.values()) >= runs:
                return found
            await asyncio.sleep(1)


async def _big(place: Stage) -> dict[str, Any]:
    council = chain(NODES)
    for node in council["nodes"]:
        node["system_prompt"] += " " + "word " * (PROMPT // 5)
    with settings_from(place.env) as settings:
        async with Runtime.open(settings) as engine, _client(engine) as http:
            found: dict[str, Any] = {"nodes": NODES}
            for name, path in (("check", "/api/councils/check"), ("save", "/api/councils/")):
                began = time.perf_counter()
                async with watched() as stalls:
                    answer = await http.post(path, json=council)
                found[name] = {"seconds": round(time.perf_counter() - began, 2), **stalls.figures()}
            began = time.perf_counter()
            async with watched() as stalls:
                started = await http.post(
                    f"/api/councils/{answer.json()['id']}/run", json={"input_topic": "Heat pumps"}
                )
                run_id = UUID(started.json()["run_id"])
                last: Event | None = None
                async for event in follow(engine.storage, engine.live, run_id):
                    last = event
            assert isinstance(last, RunDone)
            seconds = round(time.perf_counter() - began, 2)
            found["run"] = {"status": last.run_status, "seconds": seconds, **stalls.figures()}
            return found


def _client(engine: Runtime) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(create_app(engine))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", timeout=600)
