"""Runs per second and time per run: raw LangGraph, raw with PostgreSQL, CouncilOS over REST and WebSocket."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks import raw
from benchmarks.stage import Stage, chain, server, stage, timed

LEVELS = ((1, 20), (10, 60), (100, 100))
"""Concurrent runs, and how many in all."""
ROUNDS = 3

Job = Callable[[], Awaitable[object]]


@asynccontextmanager
async def councilos(stage: Stage) -> AsyncGenerator[Job]:
    """Yield a durable run with queue, events and API: started over REST, watched to its end."""
    async with server(stage) as (_, url, _), httpx.AsyncClient(base_url=url, timeout=120) as http:
        saved = (await http.post("/api/councils/", json=chain())).json()

        async def run() -> object:
            started = await http.post(f"/api/councils/{saved['id']}/run", json={"input_topic": "Heat pumps"})
            run_id = started.json()["run_id"]
            async with connect(f"ws{url[4:]}/ws/council/{run_id}", open_timeout=60) as socket:
                last: dict[str, Any] = {}
                async for frame in socket:
                    last = json.loads(frame)
            assert last["run_status"] == "completed", last
            return last

        yield run


async def measure() -> dict[str, Any]:
    """Measure all three, interleaved, so that a busy machine slows them alike."""
    found: dict[str, Any] = {}
    async with (
        stage() as place,
        raw.plain(place) as plain,
        raw.durable(place) as durable,
        councilos(place) as ours,
    ):
        jobs: dict[str, Job] = {"raw": plain, "raw_postgres": durable, "councilos": ours}
        for job in jobs.values():
            await timed(job, 5, 1)
        for concurrent, runs in LEVELS:
            best: dict[str, dict[str, float]] = {}
            for _ in range(ROUNDS):
                for name, job in jobs.items():
                    result = await timed(job, runs, concurrent)
                    if name not in best or result["runs_per_s"] > best[name]["runs_per_s"]:
                        best[name] = result
            base = best["raw_postgres"]
            ours_now = best["councilos"]
            found[f"at_{concurrent}"] = {
                **best,
                "runs_per_s_ratio": round(ours_now["runs_per_s"] / base["runs_per_s"], 2),
                "p50_ratio": round(ours_now["p50_ms"] / base["p50_ms"], 2),
            }
    return found
