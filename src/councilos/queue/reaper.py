"""Gives the jobs of dead workers to living ones.

A worker's row in `procrastinate_workers` is its right to its jobs. Whoever deletes the row makes
its jobs ownerless (foreign key), and an ownerless running job is ended and deferred as a NEW job,
all in one transaction: the row of the old job can never be finished by a worker that wakes up.
The old one ends as `aborted`, not `failed`, because Procrastinate can retry failed rows.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row
from psycopg_pool import AsyncConnectionPool

from councilos.queue.app import QUEUE, RENEWED, Priority

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

logger = logging.getLogger(__name__)

_BURY: Final = """
DELETE FROM procrastinate_workers WHERE id IN (
    SELECT id FROM procrastinate_workers
    -- nobody can send a heartbeat to a server that is down
    WHERE greatest(last_heartbeat, pg_postmaster_start_time()) < now() - %(stalled)s
      AND id IS DISTINCT FROM %(spare)s
    ORDER BY id FOR UPDATE SKIP LOCKED
) RETURNING id
"""
_RETIRE: Final = "DELETE FROM procrastinate_workers WHERE id = %(worker)s"

_RENEW: Final = """
WITH gone AS (
    SELECT id FROM procrastinate_jobs
    WHERE status = 'doing' AND queue_name = %(queue)s
      AND CASE WHEN %(job)s::bigint IS NULL THEN worker_id IS NULL ELSE id = %(job)s END
    ORDER BY id FOR UPDATE SKIP LOCKED
), ended AS (
    UPDATE procrastinate_jobs AS job
    SET status = 'aborted', abort_requested = false, attempts = attempts + 1
    FROM gone WHERE job.id = gone.id
    RETURNING job.*
)
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, args, attempts, scheduled_at)
SELECT queue_name, task_name, greatest(priority, %(priority)s), lock, args, attempts, now() + %(delay)s
FROM ended WHERE task_name = ANY(%(tasks)s) ORDER BY id
RETURNING id
"""


async def _renew(
    connection: psycopg.AsyncConnection[Any], job: int | None = None, delay: timedelta | None = None
) -> int:
    cursor = await connection.execute(
        _RENEW,
        {
            "queue": QUEUE,
            "tasks": list(RENEWED),
            "priority": int(Priority.RESUMED),
            "job": job,
            "delay": delay,
        },
    )
    return cursor.rowcount


async def renew(pool: Pool, job: int, delay: timedelta) -> bool:
    """End the running job and defer a new one that is due after `delay`; False when it is not running."""
    async with pool.connection() as connection:
        return await _renew(connection, job, delay) == 1


async def retire(pool: Pool, worker: int) -> int:
    """Declare a worker dead and defer its jobs anew, in one transaction; return how many there were."""
    async with pool.connection() as connection, connection.transaction():
        await connection.execute(_RETIRE, {"worker": worker})
        return await _renew(connection)


async def reap(pool: Pool, stalled: float, spare: int | None = None) -> int:
    """Defer the jobs of workers without a heartbeat for `stalled` seconds anew; return how many.

    Safe with any number of reapers. `spare` is the worker of this very process: it is not dead.
    """
    async with pool.connection() as connection, connection.transaction():
        cursor = connection.cursor(row_factory=tuple_row)
        await cursor.execute(_BURY, {"stalled": timedelta(seconds=stalled), "spare": spare})
        dead = [row[0] for row in await cursor.fetchall()]
        renewed = await _renew(connection)
    if dead or renewed:
        logger.warning("Workers %s are gone; %d of their jobs go on elsewhere", dead, renewed)
    return renewed


class Reaper:
    """Looks for dead workers every `every` seconds, whatever happens to the database."""

    def __init__(self, pool: Pool, stalled: float, every: float, spare: Callable[[], int | None]) -> None:
        """Take the seconds after which a silent worker is dead, and who asks."""
        self._pool = pool
        self._stalled = stalled
        self._every = every
        self._spare = spare

    async def run(self) -> None:
        """Reap until cancelled."""
        while True:
            await asyncio.sleep(self._every * random.uniform(0.8, 1.2))
            try:
                await reap(self._pool, self._stalled, self._spare())
            except psycopg.Error as error:
                logger.warning("Cannot look for dead workers now: %s", type(error).__name__)
