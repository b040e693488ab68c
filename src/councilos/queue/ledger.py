"""What a worker tells the database about itself and its jobs, made safe against outages and death.

Procrastinate's own manager loses a job when the connection breaks while its end is written, lets a
worker that was declared dead go on, and stops the worker at every outage. This one does not.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import psycopg
from procrastinate import exceptions
from procrastinate.connector import BaseConnector
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager, NotificationCallback
from psycopg_pool import PoolTimeout

from councilos.queue.app import is_outage
from councilos.queue.reaper import Pool, renew, retire

logger = logging.getLogger(__name__)

_BEAT: Final = """
UPDATE procrastinate_workers SET last_heartbeat = now() WHERE id = %(worker_id)s RETURNING id
"""
_LONGEST_DELAY: Final = 30.0


class WorkerRetired(Exception):
    """The worker was declared dead while it was frozen; its jobs belong to others."""


def delay_after(attempts: int) -> timedelta:
    """Return how long to wait before the next attempt: 1 s doubled each time, at most 30 s, ± 20 %."""
    seconds = min(_LONGEST_DELAY, 2.0 ** min(attempts, 10))
    return timedelta(seconds=seconds * random.uniform(0.8, 1.2))


class Ledger(JobManager):
    """Procrastinate's job manager of one worker; `worker_id` is the row that owns its jobs."""

    def __init__(self, connector: BaseConnector, pool: Pool) -> None:
        """Take the connector and the pool behind it."""
        super().__init__(connector)
        self._pool = pool
        self.worker_id: int | None = None
        self._away = False

    async def prune_stalled_workers(self, seconds_since_heartbeat: float) -> list[int]:
        """Leave this to the reaper, which also takes care of the jobs."""
        return []

    async def register_worker(self) -> int:
        """Begin a worker's life."""
        self.worker_id = await super().register_worker()
        return self.worker_id

    async def unregister_worker(self, worker_id: int) -> None:
        """End a worker's life; what it leaves unfinished is deferred anew in the same transaction."""
        renewed = await retire(self._pool, worker_id)
        self.worker_id = None
        if renewed:
            logger.info("Worker %d stopped; %d of its jobs go on elsewhere", worker_id, renewed)

    async def update_heartbeat(self, worker_id: int) -> None:
        """Say that the worker lives; raise WorkerRetired when it was declared dead."""
        try:
            rows = await self.connector.execute_query_all_async(query=_BEAT, worker_id=worker_id)
        except exceptions.ConnectorException as error:
            self._note_outage(error)
            return
        if not rows:
            raise WorkerRetired(f"Worker {worker_id} was silent for too long; its jobs went to others")
        if self._away:
            self._away = False
            logger.info("The database is back")

    async def defer_periodic_job(self, job: Job, periodic_id: str, defer_timestamp: int) -> int | None:
        """Defer a periodic job, or leave it out during an outage."""
        try:
            return await super().defer_periodic_job(job, periodic_id, defer_timestamp)
        except exceptions.ConnectorException as error:
            self._note_outage(error)
            return None

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Take the next job; None as well when the database is away or another worker was quicker.

        An error after the query was sent is raised and ends the worker: the job may have been
        taken, and retiring the worker is what gives it back.
        """
        try:
            return await super().fetch_job(queues, worker_id)
        except exceptions.UniqueViolation:
            return None
        except exceptions.ConnectorException as error:
            if isinstance(error.__cause__, PoolTimeout):
                return None
            raise

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """Write the end of a job as soon as the database lets us, unless others took it over."""
        # A worker that stops cancels its segments; unregister_worker then renews them all at once.
        if status is Status.ABORTED:
            return
        while job.worker_id == self.worker_id:
            try:
                await super().finish_job(job, status, delete_job)
            except exceptions.ConnectorException as error:
                if not isinstance(error.__cause__, psycopg.errors.RaiseException):
                    self._note_outage(error)
                    await _breathe()
                    continue
                logger.info("Job %s had been taken over before it ended here", job.id)
            return

    async def retry_job(
        self,
        job: Job,
        retry_at: datetime | None = None,
        priority: int | None = None,
        queue: str | None = None,
        lock: str | None = None,
    ) -> None:
        """Replace the job by a new one that is due a little later, unless others took it over."""
        assert job.id is not None
        delay = delay_after(job.attempts)
        while job.worker_id == self.worker_id:
            try:
                await renew(self._pool, job.id, delay)
            except psycopg.Error as error:
                self._note_outage(error)
                await _breathe()
                continue
            logger.info("Job %d was interrupted and runs again in %.1f s", job.id, delay.total_seconds())
            return

    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        """Listen until cancelled; while the connection is away the poll finds the jobs."""
        while True:
            try:
                await super().listen_for_jobs(on_notification=on_notification, queues=queues)
            except exceptions.ConnectorException as error:
                self._note_outage(error)
            await _breathe()

    def _note_outage(self, error: Exception) -> None:
        if not is_outage(error):
            raise error
        if not self._away:
            self._away = True
            cause = type(error.__cause__ or error).__name__
            logger.warning("The database is away (%s); jobs go on when it is back", cause)


async def _breathe() -> None:
    await asyncio.sleep(random.uniform(0.3, 0.8))
