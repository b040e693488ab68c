"""Writes a job in the transaction of the rows it belongs to."""

from __future__ import annotations

from uuid import UUID

from procrastinate.manager import JobManager
from procrastinate.psycopg_connector import PsycopgConnector
from procrastinate.tasks import configure_task
from sqlalchemy.ext.asyncio import AsyncConnection

from councilos.queue.app import EXECUTE_SEGMENT, INGEST_DOCUMENT, QUEUE, Priority
from councilos.runs.model import Segment

_manager = JobManager(PsycopgConnector())


class SegmentJobs:
    """`runs.ports.Jobs` on the connection of a unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Take the connection whose transaction decides about the jobs too."""
        self._connection = connection

    async def execute(self, segment: Segment) -> None:
        """Defer the execution of a segment, `lock` = thread; what a person asked for goes before starts."""
        priority = Priority.START if segment.kind == "start" else Priority.DECISION
        await self._defer(EXECUTE_SEGMENT, segment.thread_id, priority, segment_id=str(segment.id))

    async def ingest(self, document_id: UUID) -> None:
        """Defer the reading (or, when its row is gone, the removal) of a document, `lock` = document."""
        await self._defer(INGEST_DOCUMENT, document_id, Priority.DOCUMENT, document_id=str(document_id))

    async def _defer(self, task: str, lock: UUID, priority: Priority, **arguments: str) -> None:
        raw = await self._connection.get_raw_connection()
        await configure_task(
            name=task,
            job_manager=_manager,
            queue=QUEUE,
            lock=str(lock),
            priority=priority,
            connection=raw.driver_connection,
        ).defer_async(**arguments)
