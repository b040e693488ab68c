"""PostgreSQL is killed in the middle of a run and comes back (RN-7)."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path
from uuid import UUID

from councilos.errors import StorageUnavailable
from councilos.runs.model import Run
from councilos.runtime import Runtime
from councilos.storage.embedded import EmbeddedPostgres
from support.blueprints import chain
from support.engine import begin, environment, open_engine, until
from support.model_server import ModelServer


async def _outlast(engine: Runtime, run_id: UUID) -> Run:
    """Wait for the end of the run; while the database is away nothing can be asked."""
    async with asyncio.timeout(100):
        while True:
            try:
                return await until(engine.storage, run_id, "completed", "failed", seconds=100)
            except StorageUnavailable:
                await asyncio.sleep(0.2)


async def test_the_run_goes_on_when_the_database_is_back(model_server: ModelServer, tmp_path: Path) -> None:
    """RN-7: kill -9 of PostgreSQL in mid-run; it is restarted, the run completes, finished steps stay."""
    model_server.latency_ms = 700
    async with EmbeddedPostgres(tmp_path / "postgres") as database:
        env = environment(database.url, model_server.env(), tmp_path / "home")
        async with open_engine(env) as engine:
            run = await begin(engine.storage, chain("one", "two", "three"))
            while len(model_server.calls) < 2:
                await asyncio.sleep(0.02)
            assert database.pid is not None
            os.kill(database.pid, signal.SIGKILL)
            ended = await _outlast(engine, run.id)
    assert ended.status == "completed", ended.error
    counted = Counter(call.system.split("agent:", 1)[1].split()[0] for call in model_server.calls)
    assert counted["one"] == 1
    assert counted["two"] <= 2
    assert counted["three"] <= 2
