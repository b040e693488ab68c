"""Many slow runs: 1,000 runs of seven calls that take ten seconds each, in two worker processes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

from benchmarks.memory import resident
from benchmarks.stage import CALLS, chain, process, stage
from councilos.blueprint.check import load
from councilos.runs import history
from councilos.runs.start import Order, start
from councilos.runtime import Runtime
from support.engine import settings_from

RUNS = 1_000
WORKERS = 2
LATENCY_MS = 10_000.0
SECONDS = 1_200
"""After this the figures are what they are by then."""


async def measure() -> dict[str, Any]:
    """Start all runs at once, then watch the workers until the last one has ended."""
    async with AsyncExitStack() as closing:
        place = await closing.enter_async_context(stage(LATENCY_MS))
        workers = [
            await closing.enter_async_context(process(("-m", "councilos", "worker"), place.env))
            for _ in range(WORKERS)
        ]
        settings = closing.enter_context(settings_from(place.env))
        engine = await closing.enter_async_context(Runtime.open(settings, worker=False))
        pids = [worker.pid for worker, _ in workers]
        idle = [resident(pid) for pid in pids]
        order = Order(load(chain()), "Heat pumps")
        began = time.perf_counter()
        for _ in range(RUNS // 100):
            await asyncio.gather(*(start(engine.storage, order) for _ in range(100)))
        started = time.perf_counter() - began
        counts, highest = await _until_ended(engine, pids, began)
        seconds = time.perf_counter() - began
    return {
        "runs": RUNS,
        "workers": WORKERS,
        "counts": counts,
        "starting_took_s": round(started, 1),
        "seconds": round(seconds, 1),
        "ideal_s": CALLS * LATENCY_MS / 1000,
        "ratio": round(seconds / (CALLS * LATENCY_MS / 1000), 2),
        "idle_mb": idle,
        "highest_mb": highest,
    }


async def _until_ended(engine: Runtime, pids: list[int], began: float) -> tuple[dict[str, int], list[float]]:
    highest = [0.0] * len(pids)
    while True:
        counts = Counter(await history.counts(engine.storage))
        highest = [max(old, resident(pid)) for old, pid in zip(highest, pids, strict=True)]
        if counts["completed"] + counts["failed"] >= RUNS or time.perf_counter() - began > SECONDS:
            return dict(counts), highest
        await asyncio.sleep(1)
