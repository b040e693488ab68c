"""What all benchmarks need: PostgreSQL, a model server and a CouncilOS server, each a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from councilos.storage.embedded import EmbeddedPostgres

ROOT = Path(__file__).parent.parent
CALLS = 7


@dataclass(frozen=True, slots=True)
class Stage:
    """Addresses of what runs."""

    database: str
    models: str
    home: Path

    @property
    def env(self) -> dict[str, str]:
        """The environment that uses all of it."""
        return {
            **os.environ,
            "DATABASE_URL": self.database,
            "OPENAI_BASE_URL": f"{self.models}/v1",
            "OPENAI_API_KEY": "bench",
            "COUNCILOS_HOME": str(self.home),
            "PYTHONPATH": str(ROOT / "tests"),
        }


@asynccontextmanager
async def stage(latency_ms: float = 0.0) -> AsyncGenerator[Stage]:
    """Start a database and a model server."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        arguments = ("-m", "support.model_server", "--port", "0", "--latency-ms", str(latency_ms))
        env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
        async with EmbeddedPostgres(home / "postgres") as database, process(arguments, env) as (_, line):
            yield Stage(database.url, json.loads(line)["url"].rstrip("/"), home)


@asynccontextmanager
async def process(
    arguments: Sequence[str], env: Mapping[str, str]
) -> AsyncGenerator[tuple[asyncio.subprocess.Process, str]]:
    """Run a Python process; yield it with its first line of output, stop it at the end."""
    started = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=asyncio.subprocess.PIPE, env=dict(env)
    )
    assert started.stdout is not None
    try:
        yield started, (await started.stdout.readline()).decode()
    finally:
        started.terminate()
        await started.wait()


@asynccontextmanager
async def server(stage: Stage) -> AsyncGenerator[tuple[int, str, float]]:
    """Run a CouncilOS server; yield its process id, its address and the seconds until it was ready."""
    began = perf_counter()
    async with process(("-m", "councilos", "serve", "--port", "0"), stage.env) as (started, line):
        yield started.pid, "http" + line.split("http", 1)[1].split()[0].rstrip("/"), perf_counter() - began


def chain(length: int = CALLS) -> dict[str, Any]:
    """Return a council of agents one after the other."""
    nodes = [
        {
            "id": f"n{i}",
            "type": "agent",
            "name": f"Agent {i}",
            "system_prompt": f"agent:n{i}",
            "model": "gpt-4o",
        }
        for i in range(length)
    ]
    edges = [
        {"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}", "type": "linear"} for i in range(length - 1)
    ]
    return {"version": "1.0", "name": f"Chain of {length}", "nodes": nodes, "edges": edges}


async def timed(job: Callable[[], Awaitable[object]], runs: int, concurrent: int) -> dict[str, float]:
    """Do a job many times, some at once; return runs per second and the median time in milliseconds."""
    free = asyncio.Semaphore(concurrent)
    times: list[float] = []

    async def one() -> None:
        async with free:
            began = perf_counter()
            await job()
            times.append(perf_counter() - began)

    began = perf_counter()
    await asyncio.gather(*(one() for _ in range(runs)))
    seconds = perf_counter() - began
    return {"runs_per_s": round(runs / seconds, 2), "p50_ms": round(statistics.median(times) * 1000, 1)}


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which `part` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
