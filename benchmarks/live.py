"""What people wait for: the start of the server, the first event, and a loop that never stands still."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import datetime
from typing import Any
from uuid import UUID

import httpx
from websockets.asyncio.client import connect

from benchmarks.stage import Stage, chain, percentile, server, stage
from councilos.blueprint.check import load
from councilos.events.types import Event, RunDone
from councilos.runs.start import Order, start
from councilos.runs.watch import follow
from councilos.runtime import Runtime
from support.engine import settings_from, until

RUNS = 100
LATENCY_MS = 500.0
TICK = 0.005


async def measure() -> dict[str, Any]:
    """Measure start, delay of events, and the worst stall of the event loop under 100 runs."""
    async with stage(LATENCY_MS) as place:
        stalls = await _stalls(place)
        async with server(place) as (_, _, first):
            pass
        async with server(place) as (_, url, warm):
            delays = await _delays(url)
    return {
        "ready_s": {"first": round(first, 2), "warm": round(warm, 2)},
        "node_start_to_event_ms": {
            "p50": round(percentile(delays, 0.5), 1),
            "p99": round(percentile(delays, 0.99), 1),
        },
        "runs_at_once": stalls,
    }


async def _stalls(place: Stage) -> dict[str, Any]:
    worst = 0.0

    async def watch() -> None:
        nonlocal worst
        while True:
            before = time.perf_counter()
            await asyncio.sleep(TICK)
            worst = max(worst, time.perf_counter() - before - TICK)

    with settings_from(place.env) as settings:
        async with Runtime.open(settings) as engine:
            order = Order(load(chain()), "Heat pumps")
            await until(engine.storage, (await start(engine.storage, order)).id, "completed")
            watching = asyncio.create_task(watch())
            began = time.perf_counter()
            runs = await asyncio.gather(*(start(engine.storage, order) for _ in range(RUNS)))
            started = time.perf_counter() - began
            ended = await asyncio.gather(*(_done(engine, run.id) for run in runs))
            seconds = time.perf_counter() - began
            watching.cancel()
    return {
        "runs": RUNS,
        "completed": sum(event.run_status == "completed" for event in ended),
        "seconds": round(seconds, 1),
        "seconds_without_any_overhead": round(7 * LATENCY_MS / 1000, 1),
        "starting_took_s": round(started, 2),
        "worst_loop_stall_ms": round(worst * 1000, 1),
    }


async def _done(engine: Runtime, run_id: UUID) -> RunDone:
    """Wait for the end of a run without asking the database again and again."""
    last: Event | None = None
    async for event in follow(engine.storage, engine.live, run_id):
        last = event
    assert isinstance(last, RunDone)
    return last


async def _delays(url: str) -> list[float]:
    """Return the milliseconds from an agent's start to its event at a client, over ten runs."""
    found: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        saved = (await http.post("/api/councils/", json=chain())).json()
        for _ in range(10):
            started = await http.post(f"/api/councils/{saved['id']}/run", json={"input_topic": "Heat pumps"})
            run_id = started.json()["run_id"]
            async with connect(f"ws{url[4:]}/ws/council/{run_id}") as socket:
                async for frame in socket:
                    event = json.loads(frame)
                    if event["type"] == "node.running":
                        found.append((time.time() - datetime.fromisoformat(event["at"]).timestamp()) * 1000)
    # The first agent of a run may start before the client has connected.
    return [delay for index, delay in enumerate(found) if index % 7]
