"""A worker in this process: what becomes of a job."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from uuid import UUID

import psycopg
import pytest

from councilos.queue.app import Execute
from councilos.queue.worker import Worker
from integration.queue.stage import Stage, segment, until

Working = Callable[..., AbstractAsyncContextManager[Worker]]


@asynccontextmanager
async def working(stage: Stage, execute: Execute, concurrency: int = 1_000) -> AsyncGenerator[Worker]:
    worker = Worker(stage.conninfo, execute, concurrency=concurrency)
    await worker.start()
    try:
        yield worker
    finally:
        await worker.stop()


async def test_a_job_is_written_with_the_rows_it_belongs_to_or_not_at_all(stage: Stage) -> None:
    """RN-1: rollback leaves neither row nor job, commit leaves both."""
    kept, lost = segment(), segment()
    async with stage.engine.connect() as connection:
        await connection.exec_driver_sql("INSERT INTO traces (segment) VALUES (gen_random_uuid())")
        await stage.defer_on(connection, lost)
        await connection.rollback()
    async with stage.engine.begin() as connection:
        await stage.defer_on(connection, kept)
    assert await stage.rows("SELECT count(*) FROM traces") == [(0,)]
    found = await stage.rows("SELECT args->>'segment_id', lock FROM procrastinate_jobs")
    assert found == [(str(kept.id), str(kept.thread_id))]


async def test_a_job_that_ends_leaves_no_row(stage: Stage) -> None:
    done: list[UUID] = []

    async def execute(segment_id: UUID) -> None:
        done.append(segment_id)

    async with working(stage, execute):
        one = segment()
        await stage.defer(one)
        await until(lambda: _is(done, [one.id]))
        await until(lambda: _statuses(stage, {}))


async def test_decisions_go_before_starts(stage: Stage) -> None:
    """GM-2: what a person decided never waits behind runs that were started earlier."""
    order: list[UUID] = []

    async def execute(segment_id: UUID) -> None:
        order.append(segment_id)

    starts = [segment(), segment()]
    decision, carried_on = segment(kind="decision"), segment(kind="continue")
    await stage.defer(*starts, decision, carried_on)
    async with working(stage, execute, concurrency=1):
        await until(lambda: _is(order, [decision.id, carried_on.id, *(one.id for one in starts)]))


async def test_two_jobs_of_one_thread_never_run_at_once(stage: Stage) -> None:
    """GM-7: the thread is the lock, whatever the priorities."""
    first = segment()
    same = [segment(first.thread_id, kind) for kind in ("start", "decision", "decision", "start")]
    busy, most, done = 0, 0, 0

    async def execute(segment_id: UUID) -> None:
        nonlocal busy, most, done
        busy += 1
        most = max(most, busy)
        await asyncio.sleep(0.05)
        busy -= 1
        done += 1

    async with working(stage, execute), working(stage, execute):
        await stage.defer(first, *same)
        await until(lambda: _is(done, 5))
    assert most == 1


async def test_an_outage_in_a_segment_means_another_try(stage: Stage) -> None:
    """RN-7: a segment that lost its database connection runs again, as one new job."""
    seen: list[UUID] = []

    async def execute(segment_id: UUID) -> None:
        seen.append(segment_id)
        if len(seen) == 1:
            raise RuntimeError from psycopg.OperationalError("the connection is lost")

    async with working(stage, execute):
        one = segment()
        await stage.defer(one)
        await until(lambda: _is(seen, [one.id, one.id]))
        await until(lambda: _statuses(stage, {"aborted": 1}))


async def test_a_failure_of_another_kind_fails_the_job_and_nothing_else(stage: Stage) -> None:
    seen: list[UUID] = []
    bad, good = segment(), segment()

    async def execute(segment_id: UUID) -> None:
        seen.append(segment_id)
        if segment_id == bad.id:
            raise ZeroDivisionError

    async with working(stage, execute, concurrency=1):
        await stage.defer(bad, good)
        await until(lambda: _is(seen, [bad.id, good.id]))
        await until(lambda: _statuses(stage, {"failed": 1}))


async def test_cancel_reaches_the_executing_segment_which_then_looks_again(stage: Stage) -> None:
    """RN-8: a hint cancels the task; the job is not lost should the rows say otherwise."""
    seen: list[str] = []
    ended = False

    async def execute(segment_id: UUID) -> None:
        nonlocal ended
        seen.append("begin")
        if ended:
            return
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    one = segment()
    async with working(stage, execute) as worker:
        assert not worker.cancel(one.thread_id)
        await stage.defer(one)
        await until(lambda: _is(seen, ["begin"]))
        assert worker.running == {one.thread_id}
        ended = True
        assert worker.cancel(one.thread_id)
        await until(lambda: _is(seen, ["begin", "cancelled", "begin"]))
        await until(lambda: _statuses(stage, {"aborted": 1}))
    assert worker.running == frozenset()


@pytest.mark.slow
async def test_a_thousand_segments_wait_at_once_in_one_worker(stage: Stage) -> None:
    """SO-8: a thousand runs that wait for their models, and the heartbeat goes on."""
    waiting = 0
    answer = asyncio.Event()

    async def execute(segment_id: UUID) -> None:
        nonlocal waiting
        waiting += 1
        await answer.wait()

    async with working(stage, execute):
        await stage.defer(*(segment() for _ in range(1_000)))
        await until(lambda: _is(waiting, 1_000))
        assert await stage.statuses() == {"doing": 1_000}
        answer.set()
        await until(lambda: _statuses(stage, {}))


async def test_stop_defers_all_running_jobs_anew_in_one_transaction(stage: Stage) -> None:
    """RN-7: nothing that runs is lost when the worker is stopped, a stubborn segment included."""
    began: list[UUID] = []
    released = asyncio.Event()
    stubborn = segment()

    async def execute(segment_id: UUID) -> None:
        began.append(segment_id)
        while not released.is_set():
            try:
                await released.wait()
            except asyncio.CancelledError:
                if segment_id != stubborn.id:
                    raise

    segments = [stubborn, *(segment() for _ in range(19))]
    worker = Worker(stage.conninfo, execute)
    await worker.start()
    await stage.defer(*segments)
    await until(lambda: _is(len(began), 20))
    await worker.stop(grace=0.5)
    assert await stage.statuses() == {"todo": 20, "aborted": 20}
    transactions = await stage.rows("SELECT DISTINCT xmin::text FROM procrastinate_jobs")
    assert len(transactions) == 1
    assert await stage.rows("SELECT count(*) FROM procrastinate_workers") == [(0,)]
    released.set()
    await asyncio.sleep(0)

    done: list[UUID] = []

    async def finish(segment_id: UUID) -> None:
        done.append(segment_id)

    async with working(stage, finish):
        await until(lambda: _is(sorted(done), sorted(one.id for one in segments)))
        await until(lambda: _statuses(stage, {"aborted": 20}))


async def test_stop_without_start_and_without_jobs_returns(stage: Stage) -> None:
    async def execute(segment_id: UUID) -> None: ...

    await Worker(stage.conninfo, execute).stop()
    async with working(stage, execute):
        await until(lambda: _workers(stage, 1))
    assert await _workers(stage, 0)


async def _is(actual: object, expected: object) -> bool:
    return actual == expected


async def _statuses(stage: Stage, expected: dict[str, int]) -> bool:
    return await stage.statuses() == expected


async def _workers(stage: Stage, count: int) -> bool:
    return await stage.rows("SELECT count(*) FROM procrastinate_workers") == [(count,)]
