"""Dead workers, seen from the tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from uuid import UUID

import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from procrastinate.psycopg_connector import PsycopgConnector
from psycopg_pool import AsyncConnectionPool

from councilos.queue.app import QUEUE
from councilos.queue.ledger import Ledger, WorkerRetired
from councilos.queue.reaper import Pool, reap, retire
from councilos.queue.worker import Worker
from integration.queue.stage import Stage, segment, until


@asynccontextmanager
async def pooled(stage: Stage) -> AsyncGenerator[tuple[Pool, Ledger]]:
    connector = PsycopgConnector()
    pool: Pool = AsyncConnectionPool(stage.conninfo, min_size=8, open=False)
    async with pool:
        await connector.open_async(pool)
        yield pool, Ledger(connector, pool)


async def take(ledger: Ledger, worker: int, count: int) -> None:
    for _ in range(count):
        assert await ledger.fetch_job([QUEUE], worker) is not None


async def silence(stage: Stage, *workers: int) -> None:
    await stage.rows(
        "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour' "
        "WHERE id = ANY(%s) RETURNING id",
        list(workers),
    )


async def test_many_reapers_take_each_job_once_and_only_from_the_dead(stage: Stage) -> None:
    """RN-7: eight reapers at once; the living worker keeps its jobs."""
    async with pooled(stage) as (pool, ledger):
        dead, living = await ledger.register_worker(), await ledger.register_worker()
        await stage.defer(*(segment() for _ in range(60)))
        await take(ledger, dead, 40)
        await take(ledger, living, 20)
        await silence(stage, dead)
        await ledger.update_heartbeat(living)
        # Nobody counts as silent for longer than the server has been up.
        assert await reap(pool, stalled=3600) == 0
        await until(lambda: _server_is_up_for(stage, 6))
        await ledger.update_heartbeat(living)
        taken = await asyncio.gather(*(reap(pool, stalled=6) for _ in range(8)))
    assert sum(taken) == 40
    assert await stage.statuses() == {"doing": 20, "aborted": 40, "todo": 40}
    owners = await stage.rows("SELECT DISTINCT worker_id FROM procrastinate_jobs WHERE status = 'doing'")
    assert owners == [(living,)]
    once = await stage.rows(
        "SELECT count(*), count(DISTINCT args), count(DISTINCT lock), min(priority), min(attempts) "
        "FROM procrastinate_jobs WHERE status = 'todo'"
    )
    assert once == [(40, 40, 40, 30, 1)]


async def test_a_zombie_cannot_finish_retry_fetch_or_beat(stage: Stage) -> None:
    """RN-7: once its row is gone, a worker that wakes up changes nothing, whatever it tries first."""
    async with pooled(stage) as (pool, ledger):
        zombie = await ledger.register_worker()
        await stage.defer(segment(), segment())
        job = await ledger.fetch_job([QUEUE], zombie)
        assert job is not None
        assert job.id is not None
        assert await retire(pool, zombie) == 1
        before = await stage.rows("SELECT * FROM procrastinate_jobs ORDER BY id")
        await ledger.retry_job(job)
        await ledger.finish_job(job, Status.SUCCEEDED, delete_job=True)
        await ledger.finish_job(job, Status.FAILED, delete_job=False)
        with pytest.raises(ConnectorException):
            await ledger.fetch_job([QUEUE], zombie)
        with pytest.raises(WorkerRetired):
            await ledger.update_heartbeat(zombie)
        assert await stage.rows("SELECT * FROM procrastinate_jobs ORDER BY id") == before
    assert await stage.statuses() == {"aborted": 1, "todo": 2}


async def test_losing_a_race_for_the_lock_is_no_failure(stage: Stage) -> None:
    """GM-7: two workers that grab two jobs of one thread at once: one gets its job, the other none."""
    async with pooled(stage) as (pool, ledger):
        worker = await ledger.register_worker()
        first = segment()
        await stage.defer(first)
        async with pool.connection() as quicker, quicker.transaction():
            await quicker.execute("SELECT procrastinate_fetch_job_v2(NULL, %s)", [worker])
            await stage.defer(segment(first.thread_id, "decision"))
            slower = asyncio.create_task(ledger.fetch_job([QUEUE], worker))
            await until(lambda: _blocked(stage))
        assert await slower is None
        assert await stage.statuses() == {"doing": 1, "todo": 1}


async def test_old_ends_are_tidied_up_and_recent_ones_kept(stage: Stage) -> None:
    """RN-6: the job table does not grow for ever."""

    async def execute(segment_id: UUID) -> None: ...

    await stage.rows(
        "INSERT INTO procrastinate_jobs (queue_name, task_name, status) "
        "SELECT 'councilos', 'councilos.execute_segment', unnest(%s::procrastinate_job_status[]) "
        "RETURNING id",
        ["failed", "aborted", "failed"],
    )
    await stage.rows(
        "INSERT INTO procrastinate_events (job_id, type, at) "
        "SELECT id, 'failed', now() - (CASE id WHEN 3 THEN 1 ELSE 100 END) * interval '1 hour' "
        "FROM procrastinate_jobs WHERE id <= 3 RETURNING id"
    )
    worker = Worker(stage.conninfo, execute)
    await worker.start()
    await until(lambda: _only(stage, {"failed": 1}))
    await worker.stop()


async def _only(stage: Stage, expected: dict[str, int]) -> bool:
    return await stage.statuses() == expected


async def _blocked(stage: Stage) -> bool:
    query = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    return await stage.rows(query) == [(1,)]


async def _server_is_up_for(stage: Stage, seconds: float) -> bool:
    query = "SELECT now() - pg_postmaster_start_time() > make_interval(secs => %s)"
    return await stage.rows(query, seconds) == [(True,)]
