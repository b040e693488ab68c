"""Runs jobs in this process: started, supervised and drained by us."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import psycopg
from procrastinate import App
from procrastinate.psycopg_connector import PsycopgConnector
from psycopg_pool import AsyncConnectionPool

from councilos.queue.app import QUEUE, Execute, Ingest, create_app
from councilos.queue.ledger import Ledger
from councilos.queue.reaper import Pool, Reaper

logger = logging.getLogger(__name__)

_LONGEST_PAUSE: Final = 10.0

Check = Callable[[psycopg.AsyncConnection[Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds; a worker without a heartbeat for `stalled` is dead, `reap` is how often that is checked."""

    heartbeat: float = 2.0
    stalled: float = 6.0
    poll: float = 0.5
    reap: float = 1.0


class Worker:
    """Executes segments until stopped, through outages of the database and its own failures (RN-7, SO-8).

    `execute(segment_id)` returns: the job is done. It raises what `is_outage` accepts, or is cancelled:
    the job is deferred anew. Anything else it raises: logged, and the job has failed.
    """

    def __init__(
        self,
        conninfo: str,
        execute: Execute,
        *,
        ingest: Ingest | None = None,
        concurrency: int = 1_000,
        timing: Timing | None = None,
        check: Check = AsyncConnectionPool.check_connection,
    ) -> None:
        """Take a psycopg connection string, what to do with a segment, and how many at once.

        `check` raises when a connection is broken; it is asked before every use.

        The worker has a small pool of its own (up to 4 connections and one that listens), so that
        a thousand executing segments cannot keep its heartbeat from the database.
        """
        self._execute = execute
        self._ingest = ingest
        self._concurrency = concurrency
        self._timing = timing or Timing()
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._stop = asyncio.Event()
        self._inner: asyncio.Task[None] | None = None
        self._supervisor: asyncio.Task[None] | None = None
        self._reaper: asyncio.Task[None] | None = None
        self._connector = PsycopgConnector()
        self._pool: Pool = AsyncConnectionPool(
            conninfo,
            min_size=1,
            max_size=4,
            # Short, because its back-off doubles: the heartbeat must come soon after an outage.
            reconnect_timeout=1.5,
            timeout=4.0,
            open=False,
            name="queue",
            configure=_autocommit,
            check=check,
        )
        self._ledger = Ledger(self._connector, self._pool)

    @property
    def running(self) -> frozenset[UUID]:
        """The threads whose segments execute in this process now."""
        return frozenset(UUID(thread) for thread in self._running)

    async def start(self) -> None:
        """Begin to fetch jobs in the background; the database may come later. Call once."""
        library = logging.getLogger("procrastinate")
        if library.level == logging.NOTSET:
            library.setLevel(logging.WARNING)
        await self._pool.open()
        await self._connector.open_async(self._pool)
        app = create_app(self._connector, self._execute, self._running, self._ingest)
        app.job_manager = self._ledger
        reaper = Reaper(
            self._pool, self._timing.stalled, self._timing.reap, spare=lambda: self._ledger.worker_id
        )
        self._supervisor = asyncio.create_task(self._supervise(app), name="queue supervisor")
        self._reaper = asyncio.create_task(reaper.run(), name="queue reaper")

    def cancel(self, thread_id: UUID) -> bool:
        """Cancel the segment of this thread if it executes here; False when it does not.

        A hint: end the run in its rows first. The segment is deferred anew once more, and finds
        there that nothing is left to do.
        """
        task = self._running.get(str(thread_id))
        return task is not None and task.cancel()

    async def stop(self, grace: float = 5.0) -> None:
        """Fetch nothing more, cancel all segments and defer them anew in one transaction.

        Returns after at most `grace` seconds plus two. A segment that ignores its cancellation is
        deferred anew all the same; without the database the reaper of another worker does it.
        """
        self._stop.set()
        if self._supervisor is None or self._reaper is None:
            return
        if self._inner is not None:
            self._inner.cancel()
        await asyncio.wait({self._supervisor}, timeout=grace)
        with contextlib.suppress(psycopg.Error, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._give_back()
        for task in (self._supervisor, self._reaper):
            task.cancel()
        await asyncio.wait({self._supervisor, self._reaper})
        await self._pool.close(timeout=1.0)

    async def _supervise(self, app: App) -> None:
        loop = asyncio.get_running_loop()
        failures = 0
        try:
            while not self._stop.is_set():
                began = loop.time()
                self._inner = asyncio.create_task(self._run(app), name="queue worker")
                await asyncio.wait({self._inner})
                await self._give_back_surely()
                failures = 0 if loop.time() - began > _LONGEST_PAUSE else failures + 1
                pause = min(_LONGEST_PAUSE, 0.25 * 2 ** min(failures, 10)) * random.uniform(0.5, 1.0)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stop.wait(), pause)
        finally:
            # Without a worker nothing that still runs here has a job to write about.
            self._ledger.worker_id = None

    async def _run(self, app: App) -> None:
        try:
            await app.run_worker_async(
                queues=[QUEUE],
                concurrency=self._concurrency,
                install_signal_handlers=False,
                update_heartbeat_interval=self._timing.heartbeat,
                stalled_worker_timeout=self._timing.stalled,
                fetch_job_polling_interval=self._timing.poll,
                abort_job_polling_interval=60.0,
                shutdown_graceful_timeout=0.0,
                delete_jobs="successful",
            )
        except Exception as error:  # noqa: BLE001  # edge: whatever ended the worker, it starts again
            logger.warning("The worker ended (%s) and will be started again", type(error).__name__)

    async def _give_back(self) -> None:
        worker = self._ledger.worker_id
        if worker is not None:
            await self._ledger.unregister_worker(worker)

    async def _give_back_surely(self) -> None:
        while self._ledger.worker_id is not None:
            try:
                await self._give_back()
            except psycopg.Error as error:
                logger.warning("Cannot give jobs back now: %s", type(error).__name__)
                await asyncio.sleep(random.uniform(0.3, 0.8))


async def _autocommit(connection: psycopg.AsyncConnection[Any]) -> None:
    await connection.set_autocommit(True)
