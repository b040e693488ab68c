"""The event log inside a unit of work, on its connection and in its transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg
from sqlalchemy.ext.asyncio import AsyncConnection

from councilos.events.rows import Appended, Entry, Sent, send
from councilos.events.types import Event
from councilos.events.voice import Voice
from councilos.runs.model import StoredEvent

_AFTER = """
SELECT thread_id, seq, type, payload, created_at FROM run_events
WHERE thread_id = %s AND channel = 'run' AND seq > %s ORDER BY seq LIMIT %s
"""

_NOTICES = """
SELECT DISTINCT coalesce(payload ->> 'node', ''), payload ->> 'code' FROM run_events
WHERE thread_id = %s AND channel = 'run' AND type = 'notice'
"""


class ConnectionLog:
    """The log inside a unit of work: `append` numbers under the head's lock."""

    def __init__(self, connection: AsyncConnection, voice: Voice) -> None:
        """Take the unit's connection and how to speak to other processes."""
        self._connection = connection
        self._voice = voice
        self._sent: list[tuple[UUID, UUID | None, Sent]] = []

    async def append(self, run_id: UUID, segment_id: UUID | None, events: Sequence[Event]) -> None:
        """Write durable events with their steps and drafts."""
        if events:
            entries = [Entry(run_id, segment_id, None, event) for event in events]
            sent = await send(await self._driver(), entries, self._voice)
            self._sent.append((run_id, segment_id, sent))

    async def appended(self) -> tuple[Appended, ...]:
        """Return what was appended, numbered; after the commit, for in a pipeline it is not known before."""
        return tuple(
            [
                Appended(run, segment, tuple(e for e in await sent.outcome() if isinstance(e, Event)))
                for run, segment, sent in self._sent
            ]
        )

    async def after(self, run_id: UUID, seq: int, limit: int = 1_000) -> list[StoredEvent]:
        """Return what follows `seq`, oldest first."""
        rows = await (await self._driver()).execute(_AFTER, (run_id, seq, limit))
        return [StoredEvent(*row) for row in await rows.fetchall()]

    async def notices(self, run_id: UUID) -> frozenset[tuple[str, str]]:
        """Return node ("" for the whole run) and code of every notice that people were shown."""
        rows = await (await self._driver()).execute(_NOTICES, (run_id,))
        return frozenset((str(node), str(code)) for node, code in await rows.fetchall())

    async def _driver(self) -> psycopg.AsyncConnection[Any]:
        raw = (await self._connection.get_raw_connection()).driver_connection
        assert raw is not None
        return raw
