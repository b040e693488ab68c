"""What lists need to stay right without asking: first the state, then every change (UI-8).

`cursor` is the time of a change in milliseconds. Messages say how things are, not what changed, so
seeing one twice does no harm; a reader who comes back gets the last seconds again, because clocks
and transactions overlap.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Final

from councilos.api.deps import Runtime
from councilos.events.updates import Attention, Update
from councilos.runs import history
from councilos.runs.updates import thread_changed

OVERLAP: Final = timedelta(seconds=10)
MAX_MISSED: Final = 500
"""Runs that a returning reader is told about; beyond that the oldest changes are left to its lists."""


def milliseconds(moment: datetime) -> int:
    """Return the moment as a cursor."""
    return int(moment.timestamp() * 1000)


async def changes(runtime: Runtime, after: int) -> AsyncGenerator[Update]:
    """Yield what waits for a person, the runs changed after the cursor (if one is given), then all news."""
    mailbox = runtime.updates.subscribe_updates()
    try:
        cursor = milliseconds(datetime.now(UTC))
        async for update in _state(runtime, after, cursor):
            yield update
        while True:
            news = await mailbox.next()
            before, cursor = cursor, milliseconds(datetime.now(UTC))
            if news is not None:
                yield news.model_copy(update={"cursor": cursor})
                continue
            async for update in _state(runtime, before, cursor):
                yield update
    finally:
        mailbox.close()


async def _state(runtime: Runtime, after: int, cursor: int) -> AsyncGenerator[Update]:
    waiting = await history.waiting(runtime.storage)
    yield Attention(cursor=after or cursor, threads=[str(run_id) for run_id in waiting])
    if not after:
        return
    since = datetime.fromtimestamp(min(after, cursor) / 1000, UTC) - OVERLAP
    missed = await history.changed_after(runtime.storage, since, MAX_MISSED)
    for run in reversed(missed):
        yield thread_changed(run, run.status).model_copy(update={"cursor": milliseconds(run.updated_at)})
