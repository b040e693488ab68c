"""Frozen workers, drained workers, a database that goes away."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from councilos.runs import history
from councilos.runtime import Runtime
from support.blueprints import chain
from support.engine import WorkerProcess, begin, until
from support.model_server import ModelServer, Reply

NewWorker = Callable[..., WorkerProcess]


async def test_a_frozen_worker_that_wakes_writes_nothing(
    client: Runtime, worker: NewWorker, model_server: ModelServer
) -> None:
    """RN-7: SIGSTOP for longer than the lease, then SIGCONT: the successor's work stands alone."""
    model_server.answer(lambda call: Reply(text=f"answer {call.number}", latency_ms=300))
    run = await begin(client.storage, chain("one", "two", "three", "four"))
    with worker("stop:in_node:2") as frozen:
        await frozen.stopped()
        with worker():
            ended = await until(client.storage, run.id, "completed", "failed")
            assert ended.status == "completed", ended.error
            before = await history.events(client.storage, run.id, 0, 1_000)
            frozen.signal(signal.SIGCONT)
            other = await begin(client.storage, chain("five"))
            await until(client.storage, other.id, "completed")
            await asyncio.sleep(2)
    after = await history.events(client.storage, run.id, 0, 1_000)
    assert after == before
    assert (await history.get(client.storage, run.id))[0] == ended


async def test_sigterm_hands_the_run_on(
    client: Runtime, worker: NewWorker, model_server: ModelServer
) -> None:
    """RN-7: a worker that is told to stop gives its runs to the next; finished steps are not repeated."""
    model_server.answer(lambda call: Reply(text=f"answer {call.number}", latency_ms=500))
    run = await begin(client.storage, chain("one", "two", "three"))
    with worker() as first:
        while len((await history.details(client.storage, run.id))[2]) < 2:
            await asyncio.sleep(0.05)
        first.signal(signal.SIGTERM)
        assert await first.died() == 0
    with worker():
        ended = await until(client.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert len([call for call in model_server.calls if "agent:one" in call.system]) == 1
    assert len([call for call in model_server.calls if "agent:three" in call.system]) == 1
