"""Helpers of the queue tests: deferring, watching, and worker processes of their own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import tuple_row
from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from councilos.queue.jobs import SegmentJobs
from councilos.runs.model import Segment, SegmentKind

_ACTOR = """
import asyncio, os, signal, sys
import psycopg
from councilos.queue.worker import Worker

conninfo, seconds = sys.argv[1], float(sys.argv[2])

async def note(what, segment):
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
        await connection.execute(
            "INSERT INTO traces (segment, what, pid) VALUES (%s, %s, %s)", [segment, what, os.getpid()]
        )

async def execute(segment):
    await note("begin", segment)
    await asyncio.sleep(seconds)
    await note("end", segment)

async def main():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    worker = Worker(conninfo, execute)
    await worker.start()
    await stop.wait()
    await worker.stop()

asyncio.run(main())
"""


def segment(thread: UUID | None = None, kind: SegmentKind = "start") -> Segment:
    """A segment of its own thread unless told otherwise."""
    return Segment(uuid.uuid4(), thread or uuid.uuid4(), kind, "pending", datetime.now(UTC))


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 40.0) -> None:
    """Return when the condition holds; the time only bounds a failing test."""
    async with asyncio.timeout(seconds):
        while not await condition():  # what is awaited happens elsewhere
            await asyncio.sleep(0.05)


class Stage:
    """One database with a connection that watches and an engine as the product has one."""

    def __init__(self, conninfo: str, connection: psycopg.AsyncConnection[Any], engine: AsyncEngine) -> None:
        self.conninfo = conninfo
        self.connection = connection
        self.engine = engine
        self._actors: list[subprocess.Popen[bytes]] = []

    @classmethod
    @asynccontextmanager
    async def open(cls, conninfo: str) -> AsyncGenerator[Stage]:
        """Connect, and end every actor afterwards."""

        async def connect() -> psycopg.AsyncConnection[Any]:
            return await psycopg.AsyncConnection.connect(conninfo)

        engine = create_async_engine("postgresql+psycopg://", async_creator=connect, poolclass=NullPool)
        async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
            await connection.execute("CREATE TABLE traces (id bigserial, segment uuid, what text, pid int)")
            stage = cls(conninfo, connection, engine)
            try:
                yield stage
            finally:
                for actor in stage._actors:
                    actor.kill()
                    actor.wait()
                await engine.dispose()

    async def defer(self, *segments: Segment) -> None:
        """Defer each segment in one transaction."""
        async with self.engine.begin() as connection:
            await self.defer_on(connection, *segments)

    async def defer_on(self, connection: AsyncConnection, *segments: Segment) -> None:
        """Defer on a connection whose transaction is the caller's."""
        jobs = SegmentJobs(connection)
        for one in segments:
            await jobs.execute(one)

    def actor(self, seconds: float) -> subprocess.Popen[bytes]:
        """Start a worker process whose segments take `seconds`."""
        actor = subprocess.Popen([sys.executable, "-W", "error", "-c", _ACTOR, self.conninfo, str(seconds)])
        self._actors.append(actor)
        return actor

    async def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a query on a connection of its own, so that outages do not break the stage."""
        async with await psycopg.AsyncConnection.connect(self.conninfo, autocommit=True) as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            await cursor.execute(query.encode(), values)
            return await cursor.fetchall()

    async def statuses(self) -> dict[str, int]:
        """How many jobs that execute segments there are, by status."""
        query = (
            "SELECT status::text, count(*) FROM procrastinate_jobs "
            "WHERE task_name = 'councilos.execute_segment' GROUP BY status"
        )
        return dict(await self.rows(query))  # pyright: ignore[reportArgumentType,reportUnknownVariableType]

    async def traces(self, what: str) -> list[tuple[UUID, int]]:
        """Segment and process of every trace of this kind, oldest first."""
        found = await self.rows("SELECT segment, pid FROM traces WHERE what = %s ORDER BY id", what)
        return [(row[0], row[1]) for row in found]

    async def traced(self, what: str, count: int) -> bool:
        """True when there are at least so many traces."""
        return len(await self.traces(what)) >= count
