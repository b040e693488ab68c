"""Worker processes for fault tests, and what tests do with runs beside them."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Generator, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from councilos.api.server import run_server as serve
from councilos.blueprint.check import load
from councilos.queue.worker import Timing
from councilos.runs import history
from councilos.runs.choices import Choice
from councilos.runs.decide import Submission, decide
from councilos.runs.model import Pause, Run
from councilos.runs.ports import Storage
from councilos.runs.start import Order, start
from councilos.runtime import Runtime
from councilos.settings import Settings

QUICK = Timing(heartbeat=0.3, stalled=1.5, poll=0.2, reap=0.3)
"""Workers of tests are declared dead sooner, so that crashes cost less time."""


_fork = multiprocessing.get_context("forkserver")
_fork.set_forkserver_preload(
    [
        "councilos.runtime",
        "langchain.chat_models",
        "langchain_openai",
        "openai.resources.chat",
        "councilos.api.server",
    ]
)


class WorkerProcess:
    """A process that executes runs; forked from a server that has imported everything already.

    With `serves` it is a whole server, on a free port that `url` names.
    """

    def __init__(self, env: Mapping[str, str], fault: str = "", *, serves: bool = False) -> None:
        """Take the environment and the point at which the process is to die or freeze."""
        self.url = ""
        self._ready, theirs = _fork.Pipe(duplex=False)
        target = run_server if serves else run_worker
        self._process = _fork.Process(
            target=target, args=({**env, "COUNCILOS_FAULT": fault}, theirs), daemon=True
        )

    def __enter__(self) -> Self:
        """Start and wait until it works."""
        self._process.start()
        assert self._ready.poll(60), "the worker process did not start"
        self.url = str(self._ready.recv())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Make sure that it is gone."""
        self._process.kill()
        self._process.join(20)
        self._process.close()
        self._ready.close()

    async def died(self) -> int | None:
        """Wait until the process has ended; return its code, negative for a signal."""
        await asyncio.to_thread(self._process.join, 60)
        return self._process.exitcode

    async def stopped(self) -> None:
        """Wait until the process is frozen."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        async with asyncio.timeout(60):
            while stat.read_text().rpartition(")")[2].split()[0] != "T":
                await asyncio.sleep(0.02)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)


def run_worker(env: Mapping[str, str], ready: Connection) -> None:
    """Execute runs until told to stop; what a `WorkerProcess` does."""
    os.environ.update(env)
    asyncio.run(_work(ready))


def run_server(env: Mapping[str, str], ready: Connection) -> None:
    """Serve until told to stop, and execute runs."""
    os.environ.update(env)
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    serve(lambda: Runtime.open(settings, timing=QUICK), "127.0.0.1", 0, announce=ready.send)


async def _work(ready: Connection) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with Runtime.open(Settings(_env_file=None), timing=QUICK):  # pyright: ignore[reportCallIssue]
        ready.send("ready")
        await stop.wait()


async def until(storage: Storage, run_id: UUID, *statuses: str, seconds: float = 60) -> Run:
    """Wait until the run has one of these statuses."""
    async with asyncio.timeout(seconds):
        while True:
            run, _ = await history.get(storage, run_id)
            if run.status in statuses:
                return run
            await asyncio.sleep(0.02)


async def until_paused(
    storage: Storage, run_id: UUID, *, after: UUID | None = None, seconds: float = 60
) -> Pause:
    """Wait for a pause other than `after`."""
    async with asyncio.timeout(seconds):
        while True:
            run, pause = await history.get(storage, run_id)
            if pause is not None and pause.id != after:
                return pause
            assert not run.ended, f"the run ended as {run.status}: {run.error}"
            await asyncio.sleep(0.02)


async def begin(storage: Storage, council: Mapping[str, Any], *, god_mode: bool = False, **more: Any) -> Run:
    """Start a run of this council."""
    return await start(storage, Order(load(dict(council)), "Heat pumps", god_mode=god_mode, **more))


async def approve(storage: Storage, pause: Pause, **more: Any) -> Run:
    """Approve the pause (or do what `action` says)."""
    fields: dict[str, Any] = {"action": "approve", **more}
    choice = Choice(**fields)
    return await decide(storage, pause.thread_id, Submission([choice], str(pause.id), "test"))


def environment(database_url: str, models: Mapping[str, str], home: Path) -> dict[str, str]:
    """Return the environment of a process that uses this database and these models."""
    return {"DATABASE_URL": database_url, "COUNCILOS_HOME": str(home), **models}


@contextlib.contextmanager
def settings_from(env: Mapping[str, str]) -> Generator[Settings]:
    """Return settings as a process with this environment would read them."""
    before = dict(os.environ)
    os.environ.update(env)
    try:
        yield Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    finally:
        os.environ.clear()
        os.environ.update(before)
