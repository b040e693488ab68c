"""Runs per second and time per run: raw LangGraph, raw with PostgreSQL, CouncilOS over REST and WebSocket."""

from __future__ import annotations

import json
import statistics
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks import raw
from benchmarks.stage import Stage, chain, server, stage, timed

LEVELS = ((1, 15), (10, 40), (100, 100))
"""Concurrent runs, and how many in each round."""
ROUNDS = 7

_KEYS = ("runs_per_s", "p50_ms")

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
    """Measure all three in turn, so that a busy machine slows them alike.

    Of each the median over the rounds; ratios are taken within a round, because the speed of a
    machine changes from one minute to the next.
    """
    found: dict[str, Any] = {}
    async with (
        stage() as place,
        raw.plain(place) as plain,
        raw.durable(place) as durable,
        councilos(place) as ours,
    ):
        jobs: dict[str, Job] = {"raw": plain, "raw_postgres": durable, "councilos": ours}
        for job in jobs.values():
            await timed(job, 20, 10)
        for concurrent, runs in LEVELS:
            rounds = [
                {name: await timed(job, runs, concurrent) for name, job in jobs.items()}
                for _ in range(ROUNDS)
            ]
            found[f"at_{concurrent}"] = {
                **{name: {key: _median(one[name][key] for one in rounds) for key in _KEYS} for name in jobs},
                **{
                    f"{key.removesuffix('_ms')}_ratio": _median(
                        one["councilos"][key] / one["raw_postgres"][key] for one in rounds
                    )
                    for key in _KEYS
                },
            }
    return found


def _median(values: Iterable[float]) -> float:
    return round(statistics.median(values), 2)
