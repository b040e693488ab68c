"""What a job is called, how urgent it is, when it is tried again, and the tasks that run it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from enum import IntEnum
from typing import Any, Final
from uuid import UUID

import psycopg
import sqlalchemy.exc
from procrastinate import App, JobContext
from procrastinate.connector import BaseConnector
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from councilos.errors import StorageUnavailable

QUEUE: Final = "councilos"
EXECUTE_SEGMENT: Final = "councilos.execute_segment"
INGEST_DOCUMENT: Final = "councilos.ingest_document"
RENEWED: Final = (EXECUTE_SEGMENT, INGEST_DOCUMENT)
"""Tasks whose jobs go on elsewhere when their worker dies."""
HOUSEKEEPING: Final = "councilos.housekeeping"
KEEP_HOURS: Final = 48
"""How long failed and aborted jobs stay for a look at what happened."""

Execute = Callable[[UUID], Awaitable[None]]
"""Executes one segment; see `Worker` for what its outcomes mean."""

Ingest = Callable[[UUID], Awaitable[None]]
"""Reads one document, or removes what is left of a deleted one; outcomes as for `Execute`."""

_LONGEST_WAIT: Final = 15
"""Seconds between two tries to read a document."""
_OUTAGES: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    sqlalchemy.exc.OperationalError,
    sqlalchemy.exc.InterfaceError,
    sqlalchemy.exc.TimeoutError,
    StorageUnavailable,
)


class Priority(IntEnum):
    """Jobs with a higher number go first; among equals the older one."""

    HOUSEKEEPING = 0
    DOCUMENT = 5
    START = 10
    DECISION = 20
    RESUMED = 30


class Interrupted(Exception):
    """The segment was cancelled while its worker lives on."""


def is_outage(error: BaseException | None) -> bool:
    """True when the database could not be reached or gave up, so that trying again later can help."""
    while error is not None:
        if isinstance(error, _OUTAGES):
            return True
        error = error.__cause__
    return False


class _RetryIngestion(BaseRetryStrategy):
    """Try again after an outage, each time a little later: a server that is away may stay away for long."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if not is_outage(exception):
            return None
        return RetryDecision(retry_in={"seconds": min(_LONGEST_WAIT, 2 ** min(job.attempts, 10))})


class _RetryOutages(BaseRetryStrategy):
    """Try again after an outage or a cancel hint; everything else fails the job."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        again = isinstance(exception, Interrupted) or is_outage(exception)
        return RetryDecision() if again else None


def create_app(
    connector: BaseConnector,
    execute: Execute,
    running: MutableMapping[str, asyncio.Task[Any]],
    ingest: Ingest | None = None,
) -> App:
    """Return an app whose tasks call `execute` and `ingest`; `running` maps thread ids to their tasks."""
    app = App(connector=connector)

    async def execute_segment(context: JobContext, segment_id: str) -> None:
        task, thread = asyncio.current_task(), str(context.job.lock)
        assert task is not None
        running[thread] = task
        try:
            await execute(UUID(segment_id))
        except asyncio.CancelledError:
            if context.abort_reason() is AbortReason.SHUTDOWN:
                raise
            # Only a hint cancelled it: the rows decide, so the segment gets another look at them.
            task.uncancel()
            raise Interrupted from None
        finally:
            if running.get(thread) is task:
                del running[thread]

    async def ingest_document(document_id: str) -> None:
        if ingest is not None:
            await ingest(UUID(document_id))

    async def housekeeping(context: JobContext, timestamp: int) -> None:
        await context.app.job_manager.delete_old_jobs(
            nb_hours=KEEP_HOURS,
            queue=QUEUE,
            include_failed=True,
            include_cancelled=True,
            include_aborted=True,
        )

    app.task(name=EXECUTE_SEGMENT, queue=QUEUE, pass_context=True, retry=_RetryOutages())(execute_segment)
    app.task(name=INGEST_DOCUMENT, queue=QUEUE, retry=_RetryIngestion())(ingest_document)
    # Procrastinate notices that its listener or heartbeat died only while a periodic task is registered.
    tidy = app.task(
        name=HOUSEKEEPING,
        queue=QUEUE,
        pass_context=True,
        queueing_lock=HOUSEKEEPING,
        priority=Priority.HOUSEKEEPING,
    )(housekeeping)
    app.periodic(cron="*/10 * * * *")(tidy)
    return app
