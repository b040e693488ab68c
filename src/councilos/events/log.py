"""The event log: one flusher per process writes what executors emit, live readers get it after commit.

Checkpoints go the same way, so a node's events, step, draft and checkpoint are one transaction.
While one batch is being committed the next one gathers, so the batch size follows the load by
itself. What cannot be written breaks the sinks it came from: their segments stop before the next
checkpoint and are executed again (`EventSink.flushed`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Protocol
from uuid import UUID

import psycopg
import psycopg_pool

from councilos.errors import Fenced
from councilos.events.rows import Entry, Item, Save, send, write
from councilos.events.types import Event, MessageDelta, NodeRunning, is_durable
from councilos.events.voice import Voice

logger = logging.getLogger(__name__)

MAX_BATCH = 2_000
"""Events written in one transaction at most."""
MAX_NOTIFY = 7_500
"""Bytes that one notification may carry (PostgreSQL's limit is 8,000)."""
REMOTE_DELTA_SECONDS = 0.05
"""How long text waits to be sent to other processes in one piece."""

SOON_SECONDS = 0.008
"""How long the start of a node may wait for company: below what people see (WS-2)."""
LINGER_SECONDS = 0.01
"""How long other news may linger, so that a checkpoint can share its transaction."""

APART_SECONDS = 0.01
"""How far apart batches begin while many runs are busy, so that they share transactions."""
COMPANY = 8
"""How many runs among the last batches are many: fewer would wait for nobody."""

Pool = psycopg_pool.AsyncConnectionPool[psycopg.AsyncConnection[Any]]


class Publisher(Protocol):
    """What the log needs of the hub."""

    def publish(self, run_id: UUID, events: Sequence[Event]) -> None:
        """Hand events of one run to its readers."""
        ...


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
        event = event.model_copy(update={"run_id": str(self._run_id), "at": datetime.now(UTC)})
        if not is_durable(event):
            self._journal.live(self._run_id, event)
            return
        entry = Entry(self._run_id, self._segment_id, self._epoch, event)
        self._queue(entry, SOON_SECONDS if isinstance(event, NodeRunning) else LINGER_SECONDS)

    def save(self, rows: Sequence[tuple[str, tuple[Any, ...]]]) -> Save:
        """Take a checkpointer's rows, to be written in order with the events, under the same epoch."""
        save = Save(self._run_id, self._epoch, list(rows))
        self._queue(save, LINGER_SECONDS)
        return save

    async def flushed(self) -> None:
        """Return when all is durable; raise Fenced or the database's error when it will never be."""
        await self.quiet()
        if self._broken is not None:
            raise self._broken

    async def quiet(self) -> None:
        """Return when nothing is on its way any more, whether it could be written or not."""
        if self._open:
            self._journal.hurry()
            await self._idle.wait()

    @property
    def broken(self) -> bool:
        """True when something of it could not be written: nothing more will be."""
        return self._broken is not None

    def _queue(self, item: Item, within: float) -> None:
        self._open += 1
        self._idle.clear()
        self._journal.queue(self, item, within)

    def settled(self, count: int, broken: BaseException | None) -> None:
        """Take the flusher's word on `count` entries."""
        self._open -= count
        self._broken = self._broken or broken
        if self._open == 0:
            self._idle.set()


class Journal:
    """The one flusher of this process."""

    def __init__(self, pool: Pool, hub: Publisher, voice: Voice) -> None:
        """Take the shared pool, the hub, and how to speak to other processes."""
        self._pool = pool
        self._hub = hub
        self._voice = voice
        self._pending: list[tuple[Sink, Item]] = []
        self._deltas: list[MessageDelta] = []
        self._wanted = asyncio.Event()
        self._lingering: asyncio.Handle | None = None
        self._due = 0.0
        self._greeting = False
        self._began = 0.0
        self._lately: deque[set[UUID]] = deque(maxlen=2 * COMPANY)
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

    def queue(self, sink: Sink, item: Item, within: float) -> None:
        """Add an item to the next batch, which begins within so many seconds."""
        self._pending.append((sink, item))
        loop = asyncio.get_running_loop()
        due = loop.time() + within
        if self._lingering is not None and due < self._due:
            self._lingering.cancel()
            self._lingering = None
        if self._lingering is None:
            self._due = due
            self._lingering = loop.call_at(due, self.hurry)

    def greet(self) -> None:
        """Answer a process that has just come: it must look at the log once nothing is written silently."""
        self._greeting = True
        self.hurry()

    def hurry(self) -> None:
        """Begin the next batch as soon as the current one is written."""
        if self._lingering is not None:
            self._lingering.cancel()
            self._lingering = None
        self._wanted.set()

    def live(self, run_id: UUID, event: Event) -> None:
        """Hand an event that is not logged to the readers here, and soon to those elsewhere."""
        self._hub.publish(run_id, [event])
        if isinstance(event, MessageDelta) and not self._voice.alone:
            self._deltas.append(event)

    async def _flush_loop(self) -> None:
        while True:
            await self._wanted.wait()
            await self._keep_apart()
            self._wanted.clear()
            if len(self._pending) > MAX_BATCH:
                self._wanted.set()
            await self._flush()
            if self._greeting:
                await self._greet()

    async def _keep_apart(self) -> None:
        now = asyncio.get_running_loop().time
        early = self._began + APART_SECONDS - now()
        if early > 0 and len(set[UUID]().union(*self._lately)) >= COMPANY:
            await asyncio.sleep(early)
        self._began = now()

    async def _greet(self) -> None:
        self._greeting = False
        try:
            async with self._pool.connection() as connection:
                await self._voice.call_out(connection, {"k": "look"})
        except Exception as error:  # noqa: BLE001  # edge: the one flusher must outlive whatever an outage brings
            # The newcomer's connection is gone as well, and it looks whenever it is back.
            logger.info("a new process was not answered: %r", error)

    async def _flush(self) -> None:
        batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
        by_sink: dict[Sink, list[tuple[Sink, Item]]] = {}
        for sink, item in batch:
            by_sink.setdefault(sink, []).append((sink, item))
        self._lately.append({item.thread_id for _, item in batch})
        # After a gap nothing may follow: a checkpoint would stand for events that are not there.
        gone = [part for sink, part in by_sink.items() if sink.broken]
        whole = [(sink, item) for sink, item in batch if not sink.broken]
        for part in gone:
            _settle(part, [None] * len(part), None)
        error = await self._write(whole) if whole else None
        if error is None:
            return
        for sink, part in by_sink.items():
            if sink.broken:
                continue
            # Only what cannot be written itself may break; what others said is written without it.
            failure = error if _is_outage(error) or len(by_sink) == 1 else await self._write(part)
            if failure is not None:
                logger.warning("%d items of the log could not be written: %r", len(part), failure)
                _settle(part, [None] * len(part), failure)

    async def _write(self, batch: Sequence[tuple[Sink, Item]]) -> Exception | None:
        try:
            # The pool's context rolls back what raises; `transaction()` would cost as much as the writing.
            async with self._pool.connection() as connection:
                written = await self._write_on(connection, [item for _, item in batch])
        except Exception as error:  # noqa: BLE001  # edge: the one flusher must outlive whatever an outage brings
            return error
        self._deliver(written)
        _settle(batch, written, None)
        return None

    async def _write_on(
        self, connection: psycopg.AsyncConnection[Any], items: Sequence[Item]
    ) -> list[Event | Save | None]:
        if self._voice.alone and all(isinstance(item, Entry) for item in items):
            return await write(connection, items, self._voice)
        async with connection.pipeline():
            await connection.execute("BEGIN")
            sent = await send(connection, items, self._voice)
            await connection.execute("COMMIT")
        return await sent.outcome()

    def _deliver(self, written: Sequence[Event | Save | None]) -> None:
        by_run: dict[UUID, list[Event]] = {}
        for event in written:
            if isinstance(event, Event):
                by_run.setdefault(UUID(event.run_id), []).append(event)
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
                        await self._voice.say(connection, {"k": "delta", "e": delta.model_dump(mode="json")})
            except Exception as error:  # noqa: BLE001  # edge: text for others is a courtesy, its loop must go on
                logger.info("deltas were not sent to other processes: %r", error)


def _is_outage(error: Exception) -> bool:
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | OSError | TimeoutError)


def _settle(
    batch: Sequence[tuple[Sink, Item]], written: Sequence[Event | Save | None], error: Exception | None
) -> None:
    counts: dict[Sink, int] = {}
    broken: dict[Sink, Exception] = {}
    for (sink, _), result in zip(batch, written, strict=True):
        counts[sink] = counts.get(sink, 0) + 1
        if result is None:
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
