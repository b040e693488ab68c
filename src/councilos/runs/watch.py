"""Watch a run live: replay from a sequence number, then what happens, in order, nothing missing (WS-4).

The reader subscribes first and reads the log afterwards, so nothing can fall between the two;
whatever the mailbox could not hold is read from the log again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from typing import Any
from uuid import UUID

from councilos.events.types import RUN_EVENTS, Event, MessageDelta, RunDone, Snapshot
from councilos.runs import history
from councilos.runs.model import StoredEvent
from councilos.runs.ports import Storage
from councilos.runs.streams import Live, Subscription
from councilos.runs.view import run_view

_PAGE = 500


async def follow(storage: Storage, live: Live, run_id: UUID, after: int = 0) -> AsyncGenerator[Event]:
    """Yield a snapshot, then every event after `after`; end after the final `done`.

    A run that has ended sends its `done` again to a reader who has seen it all. NotFound when there
    is no such run; ends early when the run is deleted.
    """
    mailbox = live.subscribe(run_id)
    try:
        async for event in _events(storage, live, mailbox, run_id, after):
            yield event
    finally:
        mailbox.close()


async def _events(
    storage: Storage, live: Live, mailbox: Subscription, run_id: UUID, after: int
) -> AsyncIterator[Event]:
    async with storage.begin() as uow:
        run, pause = await history.found(uow, run_id)
        after = min(after, run.seq - 1 if run.ended else run.seq)
        rows = await uow.events.after(run_id, after, _PAGE)
    yield Snapshot(
        run_id=str(run_id),
        seq=after,
        run_status=run.status,
        run=run_view(run, pause),
        partial=live.partial(run_id),
    )
    position = _Position(after, goes_on_from=0 if run.ended else run.seq)
    for event in _read(rows, position):
        yield event
    if len(rows) == _PAGE:
        async for event in _log(storage, run_id, position):
            yield event
    while not position.ended:
        event = await mailbox.next()
        if isinstance(event, MessageDelta):
            yield event
        elif event is None or position.misses(event):
            if event is None and not await _exists(storage, run_id):
                return
            async for missed in _log(storage, run_id, position):
                yield missed
        elif position.advance(event):
            yield event


class _Position:
    """How far a reader is in the log, and whether what it read last ended the run.

    A `done` up to `goes_on_from` ends nothing: the run was told to continue after it.
    """

    def __init__(self, after: int, goes_on_from: int) -> None:
        self.seq = after
        self.ended = False
        self._goes_on_from = goes_on_from

    def misses(self, event: Event) -> bool:
        return event.seq is not None and event.seq > self.seq + 1

    def advance(self, event: Event) -> bool:
        if event.seq is None or event.seq <= self.seq:
            return False
        self.seq = event.seq
        self.ended = isinstance(event, RunDone) and event.seq > self._goes_on_from
        return True


async def _log(storage: Storage, run_id: UUID, position: _Position) -> AsyncIterator[Event]:
    """Read the log page by page; no transaction stays open while the reader is busy."""
    while True:
        async with storage.begin() as uow:
            rows = await uow.events.after(run_id, position.seq, _PAGE)
        for event in _read(rows, position):
            yield event
        if len(rows) < _PAGE:
            return


def _read(rows: Sequence[StoredEvent], position: _Position) -> Iterator[Event]:
    for row in rows:
        event = logged(row)
        position.advance(event)
        yield event


def logged(row: StoredEvent) -> Event:
    """Return the event that a row of the log holds."""
    data: dict[str, Any] = {
        **row.payload,
        "seq": row.seq,
        "run_id": str(row.thread_id),
        "at": row.created_at,
        "type": row.type,
    }
    event: Event = RUN_EVENTS.validate_python(data)
    return event


async def _exists(storage: Storage, run_id: UUID) -> bool:
    async with storage.begin() as uow:
        return await uow.runs.get(run_id) is not None
