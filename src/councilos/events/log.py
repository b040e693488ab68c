"""The event log: one flusher per process writes what executors emit, live readers get it after commit.

While one batch is being committed the next one gathers, so the batch size follows the load by
itself. A batch that cannot be written breaks the sinks it came from: their segments stop before
the next checkpoint and are executed again (`EventSink.flushed`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any, Protocol
from uuid import UUID

import psycopg
import psycopg_pool
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from councilos.errors import Fenced
from councilos.events.rows import Entry, notify, write
from councilos.events.types import Event, MessageDelta, is_durable
from councilos.runs.model import StoredEvent

logger = logging.getLogger(__name__)

MAX_BATCH = 2_000
"""Events written in one transaction at most."""
MAX_NOTIFY = 7_500
"""Bytes that one notification may carry (PostgreSQL's limit is 8,000)."""
REMOTE_DELTA_SECONDS = 0.05
"""How long text waits to be sent to other processes in one piece."""

Pool = psycopg_pool.AsyncConnectionPool[psycopg.AsyncConnection[Any]]


class Publisher(Protocol):
    """What the log needs of the hub."""

    def publish(self, run_id: UUID, events: Sequence[Event]) -> None:
        """Hand events of one run to its readers."""
        ...


class ConnectionLog:
    """The log inside a unit of work: `append` numbers under the head's lock."""

    def __init__(self, connection: AsyncConnection, origin: str) -> None:
        """Take the unit's connection and the name of this process."""
        self._connection = connection
        self._origin = origin
        self.appended: list[Event] = []

    async def append(self, run_id: UUID, segment_id: UUID | None, events: Sequence[Event]) -> list[Event]:
        """Write durable events with their steps and drafts; return them numbered."""
        if not events:
            return []
        raw = (await self._connection.get_raw_connection()).driver_connection
        assert raw is not None
        entries = [Entry(run_id, segment_id, None, event) for event in events]
        numbered = [event for event in await write(raw, entries, self._origin) if event is not None]
        self.appended += numbered
        return numbered

    async def after(self, run_id: UUID, seq: int, limit: int = 1_000) -> list[StoredEvent]:
        """Return what follows `seq`, oldest first."""
        rows = await self._connection.execute(
            text(
                "SELECT thread_id, seq, type, payload, created_at FROM run_events"
                " WHERE thread_id = :run AND channel = 'run' AND seq > :seq ORDER BY seq LIMIT :limit"
            ),
            {"run": run_id, "seq": seq, "limit": limit},
        )
        return [StoredEvent(*row) for row in rows]

    async def notices(self, run_id: UUID) -> frozenset[tuple[str, str]]:
        """Return node ("" for the whole run) and code of every notice that people were shown."""
        rows = await self._connection.execute(
            text(
                "SELECT DISTINCT coalesce(payload->>'node', ''), payload->>'code' FROM run_events"
                " WHERE thread_id = :run AND channel = 'run' AND type = 'notice'"
            ),
            {"run": run_id},
        )
        return frozenset((row[0], row[1]) for row in rows)


class Sink:
    """Where one executing segment emits to; written under its epoch."""

    def __init__(self, journal: Journal, run_id: UUID, segment_id: UUID, epoch: int) -> None:
        """Use `Journal.open`."""
        self._journal = journal
        self._run_id = run_id
        self._segment_id = segment_id
        self._epoch = epoch
        self._open = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._broken: BaseException | None = None

    def emit(self, event: Event) -> None:
        """Take an event; deltas go out at once, all others in order after their commit."""
        event = event.model_copy(update={"run_id": str(self._run_id)})
        if not is_durable(event):
            self._journal.live(self._run_id, event)
            return
        self._open += 1
        self._idle.clear()
        self._journal.queue(self, Entry(self._run_id, self._segment_id, self._epoch, event))

    async def flushed(self) -> None:
        """Return when all is durable; raise Fenced or the database's error when it will never be."""
        await self._idle.wait()
        if self._broken is not None:
            raise self._broken

    def settled(self, count: int, broken: BaseException | None) -> None:
        """Take the flusher's word on `count` entries."""
        self._open -= count
        self._broken = self._broken or broken
        if self._open == 0:
            self._idle.set()


class Journal:
    """The one flusher of this process."""

    def __init__(self, pool: Pool, hub: Publisher, origin: str) -> None:
        """Take the shared pool, the hub, and the name of this process."""
        self._pool = pool
        self._hub = hub
        self._origin = origin
        self._pending: list[tuple[Sink, Entry]] = []
        self._deltas: list[MessageDelta] = []
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to flush."""
        self._tasks = [asyncio.create_task(self._flush_loop()), asyncio.create_task(self._delta_loop())]

    async def stop(self) -> None:
        """Write what is pending and end."""
        while self._pending:
            await self._flush()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def open(self, run_id: UUID, segment_id: UUID, epoch: int) -> Sink:
        """Return a sink that writes under `epoch`."""
        return Sink(self, run_id, segment_id, epoch)

    def queue(self, sink: Sink, entry: Entry) -> None:
        """Add an entry to the next batch."""
        self._pending.append((sink, entry))
        self._wanted.set()

    def live(self, run_id: UUID, event: Event) -> None:
        """Hand an event that is not logged to the readers here, and soon to those elsewhere."""
        self._hub.publish(run_id, [event])
        if isinstance(event, MessageDelta):
            self._deltas.append(event)

    async def _flush_loop(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._pending:
                await self._flush()

    async def _flush(self) -> None:
        batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
        try:
            async with self._pool.connection() as connection, connection.transaction():
                written = await write(connection, [entry for _, entry in batch], self._origin)
        except Exception as error:  # noqa: BLE001  # edge: the one flusher must outlive whatever an outage brings
            logger.warning("%d events could not be written: %r", len(batch), error)
            _settle(batch, [None] * len(batch), error)
            return
        self._deliver(batch, written)
        _settle(batch, written, None)

    def _deliver(self, batch: Sequence[tuple[Sink, Entry]], written: Sequence[Event | None]) -> None:
        by_run: dict[UUID, list[Event]] = {}
        for (_, entry), event in zip(batch, written, strict=True):
            if event is not None:
                by_run.setdefault(entry.thread_id, []).append(event)
        for run_id, events in by_run.items():
            self._hub.publish(run_id, events)

    async def _delta_loop(self) -> None:
        """Send text to other processes in pieces; they are a courtesy, the log has the whole."""
        while True:
            await asyncio.sleep(REMOTE_DELTA_SECONDS)
            if not self._deltas:
                continue
            deltas, self._deltas = self._deltas, []
            try:
                async with self._pool.connection() as connection:
                    for delta in join_deltas(deltas):
                        message = {"k": "delta", "o": self._origin, "e": delta.model_dump(mode="json")}
                        await notify(connection, message)
            except Exception as error:  # noqa: BLE001  # edge: text for others is a courtesy, its loop must go on
                logger.info("deltas were not sent to other processes: %r", error)


def _settle(
    batch: Sequence[tuple[Sink, Entry]], written: Sequence[Event | None], error: BaseException | None
) -> None:
    counts: dict[Sink, int] = {}
    broken: dict[Sink, BaseException] = {}
    for (sink, _), event in zip(batch, written, strict=True):
        counts[sink] = counts.get(sink, 0) + 1
        if event is None:
            broken[sink] = error or Fenced("Another worker has taken this run over.")
    for sink, count in counts.items():
        sink.settled(count, broken.get(sink))


def join_deltas(deltas: Sequence[MessageDelta]) -> list[MessageDelta]:
    """Join neighbouring pieces of each message, none larger than a notification may be."""
    joined: dict[str, list[MessageDelta]] = {}
    limit = MAX_NOTIFY // 8
    for delta in deltas:
        for start in range(0, len(delta.text), limit):
            piece = delta.model_copy(
                update={"offset": delta.offset + start, "text": delta.text[start : start + limit]}
            )
            pieces = joined.setdefault(delta.message_id, [])
            previous = pieces[-1] if pieces else None
            if (
                previous is not None
                and previous.offset + len(previous.text) == piece.offset
                and len(previous.text) + len(piece.text) <= limit
            ):
                pieces[-1] = previous.model_copy(update={"text": previous.text + piece.text})
            else:
                pieces.append(piece)
    return [piece for pieces in joined.values() for piece in pieces]
