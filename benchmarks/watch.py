"""Watching an event loop: how long it stood still, and how much of that was our own work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

TICK = 0.005


@dataclass
class Stalls:
    """The longest times in which the loop did not come round, as (wall, CPU of the loop's thread) in ms.

    Much wall time with little CPU means that others had the processor, or that a lock was waited for.
    """

    seen: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    def figures(self) -> dict[str, float]:
        """Return the worst stall with its CPU time, and the most CPU time of any stall."""
        wall, cpu = max(self.seen, default=(0.0, 0.0))
        return {
            "worst_ms": round(wall, 1),
            "cpu_ms_in_it": round(cpu, 1),
            "most_cpu_ms_in_any": round(max((part for _, part in self.seen), default=0.0), 1),
        }


@asynccontextmanager
async def watched() -> AsyncGenerator[Stalls]:
    """Watch the running loop until the block ends."""
    stalls = Stalls()

    async def watch() -> None:
        while True:
            wall, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            late = time.perf_counter() - wall - TICK
            if late > TICK:
                stalls.seen.append((late * 1000, (time.thread_time() - cpu) * 1000))

    task = asyncio.create_task(watch())
    try:
        yield stalls
    finally:
        task.cancel()
