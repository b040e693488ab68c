"""Worker processes and a database that die, freeze and come back."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from uuid import UUID

import pytest
from psycopg_pool import AsyncConnectionPool

from councilos.queue.reaper import Pool, Reaper
from councilos.queue.schema import ensure_schema
from councilos.queue.worker import Worker
from councilos.storage.engine import check
from integration.queue.postgres import Server
from integration.queue.stage import Stage, segment, until

pytestmark = pytest.mark.slow


async def test_the_job_of_a_killed_worker_goes_on_elsewhere_as_one_new_job(stage: Stage) -> None:
    """RN-7: SIGKILL in mid-job; of three reapers exactly one takes over."""
    victim = stage.actor(2)
    one = segment()
    await stage.defer(one)
    await until(lambda: stage.traced("begin", 1))
    heirs = [stage.actor(2) for _ in range(3)]
    victim.kill()
    await until(lambda: stage.traced("end", 1))
    assert [found for found, _ in await stage.traces("begin")] == [one.id, one.id]
    assert (await stage.traces("end"))[0][1] in [heir.pid for heir in heirs]
    await until(lambda: _equal(stage, {"aborted": 1}))


async def test_a_worker_that_is_busy_for_long_keeps_its_job(stage: Stage) -> None:
    """RN-7: longer than the stall with a living heartbeat is no reason to take a job away."""
    busy, other = stage.actor(9), stage.actor(9)
    await stage.defer(segment())
    await until(lambda: stage.traced("end", 1))
    assert len(await stage.traces("begin")) == 1
    await until(lambda: _equal(stage, {}))
    assert busy.poll() is None
    assert other.poll() is None


async def test_a_frozen_worker_that_wakes_finishes_nothing_and_works_on(stage: Stage) -> None:
    """RN-7: SIGSTOP for longer than the stall, then SIGCONT: no double finish, the worker survives."""
    frozen = stage.actor(7)
    one = segment()
    await stage.defer(one)
    await until(lambda: stage.traced("begin", 1))
    frozen.send_signal(signal.SIGSTOP)
    heir = stage.actor(7)
    await until(lambda: stage.traced("begin", 2))
    frozen.send_signal(signal.SIGCONT)
    await until(lambda: stage.traced("end", 1))
    await until(lambda: _equal(stage, {"aborted": 1}))
    heir.send_signal(signal.SIGSTOP)
    more = segment()
    await stage.defer(more)
    await until(lambda: _began(stage, more.id, frozen))
    heir.send_signal(signal.SIGCONT)
    assert frozen.poll() is None


async def test_twenty_running_jobs_go_on_elsewhere_after_sigterm(stage: Stage) -> None:
    """RN-7: drain: none lost, none left aborted without a successor."""
    leaving = stage.actor(60)
    segments = [segment() for _ in range(20)]
    await stage.defer(*segments)
    await until(lambda: stage.traced("begin", 20))
    leaving.terminate()
    assert await asyncio.to_thread(leaving.wait, 15) == 0
    assert await stage.statuses() == {"todo": 20, "aborted": 20}
    stage.actor(0.1)
    await until(lambda: stage.traced("end", 20))
    assert {found for found, _ in await stage.traces("end")} == {one.id for one in segments}
    await until(lambda: _equal(stage, {"aborted": 20}))


async def test_a_job_completes_although_postgresql_was_killed_in_the_middle(mortal: Server) -> None:
    """RN-7: one worker; its segment writes during the outage, fails, and runs again afterwards."""
    async with Stage.open(mortal.conninfo()) as stage:
        await ensure_schema(stage.connection)
        stage.actor(2)
        one = segment()
        await stage.defer(one)
        await until(lambda: stage.traced("begin", 1))
        mortal.kill()
        await asyncio.sleep(4)
        await asyncio.to_thread(mortal.start)
        await until(lambda: stage.traced("end", 1))
        await until(lambda: _equal(stage, {"aborted": 1}))
        assert [found for found, _ in await stage.traces("end")] == [one.id]


async def test_segments_that_only_wait_outlive_an_outage_that_is_longer_than_the_stall(
    mortal: Server,
) -> None:
    """RN-7: model calls in flight are not thrown away because the database restarts."""
    async with Stage.open(mortal.conninfo()) as stage:
        await ensure_schema(stage.connection)
        began: list[UUID] = []
        answer = asyncio.Event()

        async def execute(segment_id: UUID) -> None:
            began.append(segment_id)
            await answer.wait()

        worker = Worker(stage.conninfo, execute, check=check)
        await worker.start()
        pool: Pool = AsyncConnectionPool(stage.conninfo, min_size=1, open=False, reconnect_timeout=1.0)
        await pool.open()
        stranger = asyncio.create_task(Reaper(pool, 6.0, 0.1, spare=lambda: None).run())
        segments = [segment() for _ in range(20)]
        await stage.defer(*segments)
        await until(lambda: _same(len(began), 20))
        mortal.kill()
        await asyncio.sleep(8)
        await asyncio.to_thread(mortal.start)
        await stage.defer(late := segment())
        await until(lambda: _same(began[20:], [late.id]))
        # Had a reaper declared the worker dead, its segments would begin again now.
        await asyncio.sleep(3)
        answer.set()
        await until(lambda: _equal(stage, {}))
        assert len(began) == 21
        await worker.stop()
        stranger.cancel()
        await pool.close()


async def test_stop_returns_without_a_database_and_others_go_on_with_the_jobs(mortal: Server) -> None:
    """RN-7: SIGTERM during an outage: nothing can be handed over, so the reaper of another worker does it."""
    async with Stage.open(mortal.conninfo()) as stage:
        await ensure_schema(stage.connection)
        began = asyncio.Event()

        async def execute(segment_id: UUID) -> None:
            began.set()
            await asyncio.sleep(3600)

        worker = Worker(stage.conninfo, execute, check=check)
        await worker.start()
        one = segment()
        await stage.defer(one)
        await began.wait()
        mortal.kill()
        async with asyncio.timeout(30):
            await worker.stop(grace=2.0)
        assert worker.running == frozenset()
        await asyncio.to_thread(mortal.start)
        stage.actor(0.1)
        await until(lambda: stage.traced("end", 1))
        await until(lambda: _equal(stage, {"aborted": 1}))


async def test_no_job_is_lost_while_connections_break_all_the_time(stage: Stage) -> None:
    """RN-7: whatever statement a broken connection hits, every segment ends and no row stays behind."""
    done: set[UUID] = set()

    async def execute(segment_id: UUID) -> None:
        await asyncio.sleep(0.05)
        done.add(segment_id)

    worker = Worker(stage.conninfo, execute, concurrency=10, check=check)
    await worker.start()
    segments = [segment() for _ in range(300)]
    try:
        await stage.defer(*segments)
        await _break_connections(stage, 100)
        await until(lambda: _same(done, {one.id for one in segments}))
        await until(lambda: _nothing_waits(stage))
    finally:
        await worker.stop()


async def _break_connections(stage: Stage, rounds: int) -> None:
    """Cut all connections of the queue again and again, and on until more than 20 have been cut."""
    broken = 0
    async with asyncio.timeout(40):
        while rounds > 0 or broken <= 20:
            rounds -= 1
            broken += len(
                await stage.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid() "
                    "AND query ~ 'procrastinate' AND pid <> %s",
                    stage.connection.info.backend_pid,
                )
            )
            await asyncio.sleep(0.03)


async def _nothing_waits(stage: Stage) -> bool:
    return not {"todo", "doing", "failed"} & set(await stage.statuses())


async def _began(stage: Stage, segment_id: UUID, by: subprocess.Popen[bytes]) -> bool:
    return (segment_id, by.pid) in await stage.traces("begin")


async def _equal(stage: Stage, statuses: dict[str, int]) -> bool:
    return await stage.statuses() == statuses


async def _same(actual: object, expected: object) -> bool:
    return actual == expected
