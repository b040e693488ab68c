"""Watch a run live: replay from a sequence number, then what happens, in order, nothing missing (WS-4).

The reader subscribes first and reads the log afterwards, so nothing can fall between the two;
whatever the mailbox could not hold is read from the log again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

from councilos.events.types import RUN_EVENTS, Event, MessageDelta, RunDone, Snapshot
from councilos.runs import history
from councilos.runs.ports import Live, Storage, Subscription
from councilos.runs.view import run_view

_PAGE = 500


async def follow(storage: Storage, live: Live, run_id: UUID, after: int = 0) -> AsyncIterator[Event]:
    """Yield a snapshot, then every event after `after`; end after the final `done`.

    NotFound when there is no such run; ends early when the run is deleted.
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
    run, pause = await history.get(storage, run_id)
    yield Snapshot(
        run_id=str(run_id),
        seq=run.seq,
        run_status=run.status,
        run=run_view(run, pause),
        partial=live.partial(run_id),
    )
    last = after
    ended = False
    async for event in _log(storage, run_id, last):
        last, ended = event.seq or last, isinstance(event, RunDone)
        yield event
    while not ended:
        event = await mailbox.next()
        if isinstance(event, MessageDelta):
            yield event
            continue
        if event is not None and event.seq is not None and event.seq <= last:
            continue
        if event is not None and event.seq == last + 1:
            last, ended = event.seq, isinstance(event, RunDone)
            yield event
            continue
        if event is None and not await _exists(storage, run_id):
            return
        async for missed in _log(storage, run_id, last):
            last, ended = missed.seq or last, isinstance(missed, RunDone)
            yield missed


async def _log(storage: Storage, run_id: UUID, after: int) -> AsyncIterator[Event]:
    """Read the log page by page; no transaction stays open while the reader is busy."""
    while True:
        async with storage.begin() as uow:
            rows = await uow.events.after(run_id, after, _PAGE)
        for row in rows:
            data: dict[str, Any] = {
                **row.payload,
                "seq": row.seq,
                "run_id": str(run_id),
                "at": row.created_at,
                "type": row.type,
            }
            yield RUN_EVENTS.validate_python(data)
        if len(rows) < _PAGE:
            return
        after = rows[-1].seq


async def _exists(storage: Storage, run_id: UUID) -> bool:
    async with storage.begin() as uow:
        return await uow.runs.get(run_id) is not None
