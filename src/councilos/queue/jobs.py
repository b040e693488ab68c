"""Writes a job in the transaction of the rows it belongs to."""

from __future__ import annotations

from procrastinate.manager import JobManager
from procrastinate.psycopg_connector import PsycopgConnector
from procrastinate.tasks import configure_task
from sqlalchemy.ext.asyncio import AsyncConnection

from councilos.queue.app import EXECUTE_SEGMENT, QUEUE, Priority
from councilos.runs.model import Segment

_manager = JobManager(PsycopgConnector())


class SegmentJobs:
    """`runs.ports.Jobs` on the connection of a unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Take the connection whose transaction decides about the jobs too."""
        self._connection = connection

    async def execute(self, segment: Segment) -> None:
        """Defer the execution of a segment, `lock` = thread; what a person asked for goes before starts."""
        raw = await self._connection.get_raw_connection()
        await configure_task(
            name=EXECUTE_SEGMENT,
            job_manager=_manager,
            queue=QUEUE,
            lock=str(segment.thread_id),
            priority=Priority.START if segment.kind == "start" else Priority.DECISION,
            connection=raw.driver_connection,
        ).defer_async(segment_id=str(segment.id))
