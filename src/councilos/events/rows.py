"""Write events, what follows from them (steps, drafts) and checkpoints in one transaction (decision 7).

`seq` is taken from the locked head of the thread, so numbers have no gaps and follow the commits.
What carries an epoch is written only if that epoch is still the newest (decision 6).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, LiteralString, cast
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from councilos.events.steps import StepChanges
from councilos.events.types import Event
from councilos.events.voice import Voice

_RUNS_PER_NOTIFY = 150
"""So many ids fit into one notification, which PostgreSQL limits to 8,000 bytes."""

_WRITE = """
WITH given AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset(%s) AS (
        thread_id uuid, epoch bigint, segment_id uuid, type text, payload jsonb, created_at timestamptz
    )) WITH ORDINALITY AS g(thread_id, epoch, segment_id, type, payload, created_at, ord)
), wanted AS (
    SELECT thread_id, epoch, count(type) AS n FROM given GROUP BY thread_id, epoch
), held AS (
    SELECT h.thread_id FROM thread_heads h JOIN wanted w ON w.thread_id = h.thread_id
    WHERE w.epoch IS NULL OR w.epoch = h.epoch ORDER BY h.thread_id FOR NO KEY UPDATE OF h
), counted AS (
    UPDATE thread_heads h SET seq = h.seq + w.n FROM wanted w, held
    WHERE h.thread_id = w.thread_id AND held.thread_id = h.thread_id
      AND (w.epoch IS NULL OR w.epoch = h.epoch)
    RETURNING h.thread_id, w.epoch, h.seq - w.n AS base
), numbered AS (
    SELECT g.*, c.base + count(g.type) OVER (PARTITION BY g.thread_id ORDER BY g.ord) AS seq
    FROM given g JOIN counted c ON c.thread_id = g.thread_id AND c.epoch IS NOT DISTINCT FROM g.epoch
), written AS (
    INSERT INTO run_events (thread_id, seq, segment_id, type, payload, created_at)
    SELECT thread_id, seq, segment_id, type, payload, created_at FROM numbered WHERE type IS NOT NULL
), changed AS (
    SELECT s.* FROM ROWS FROM (jsonb_to_recordset(%s) AS (
        id uuid, thread_id uuid, epoch bigint, segment_id uuid, node text, name text, round int,
        status text, model text, called_model boolean, started_at timestamptz, ended_at timestamptz,
        seconds float8, input_tokens int, output_tokens int, cost_usd float8, error jsonb
    )) WITH ORDINALITY AS s(id, thread_id, epoch, segment_id, node, name, round, status, model,
        called_model, started_at, ended_at, seconds, input_tokens, output_tokens, cost_usd, error, ord)
    JOIN counted c ON c.thread_id = s.thread_id AND c.epoch IS NOT DISTINCT FROM s.epoch
), begun AS (
    INSERT INTO steps (id, thread_id, segment_id, node, name, round, status, model, called_model,
        started_at, ended_at, seconds, input_tokens, output_tokens, cost_usd, error)
    SELECT id, thread_id, segment_id, node, name, round, status, model, called_model,
        started_at, ended_at, seconds, input_tokens, output_tokens, cost_usd, error
    FROM changed WHERE started_at IS NOT NULL ORDER BY ord
    ON CONFLICT (id) DO UPDATE SET segment_id = excluded.segment_id, status = excluded.status,
        model = excluded.model, called_model = steps.called_model OR excluded.called_model,
        started_at = excluded.started_at, ended_at = excluded.ended_at, seconds = excluded.seconds,
        input_tokens = steps.input_tokens + excluded.input_tokens,
        output_tokens = steps.output_tokens + excluded.output_tokens,
        cost_usd = coalesce(steps.cost_usd + excluded.cost_usd, steps.cost_usd, excluded.cost_usd),
        error = excluded.error
), continued AS (
    UPDATE steps s SET status = coalesce(c.status, s.status),
        model = coalesce(nullif(c.model, ''), s.model), called_model = s.called_model OR c.called_model,
        ended_at = coalesce(c.ended_at, s.ended_at), seconds = coalesce(c.seconds, s.seconds),
        input_tokens = s.input_tokens + c.input_tokens, output_tokens = s.output_tokens + c.output_tokens,
        cost_usd = coalesce(s.cost_usd + c.cost_usd, s.cost_usd, c.cost_usd),
        error = coalesce(c.error, s.error)
    FROM changed c WHERE s.id = c.id AND c.started_at IS NULL
), last_drafts AS (
    SELECT DISTINCT ON (payload ->> 'draft_id') thread_id, payload, created_at, ord
    FROM numbered WHERE type = 'draft' ORDER BY payload ->> 'draft_id', ord DESC
), drafted AS (
    INSERT INTO drafts (id, thread_id, node, name, round, text, by, author, created_at)
    SELECT (payload ->> 'draft_id')::uuid, thread_id, payload ->> 'node', payload ->> 'name',
        (payload ->> 'round')::int, payload ->> 'text', payload ->> 'by', payload ->> 'author', created_at
    FROM last_drafts ORDER BY ord
    ON CONFLICT (id) DO UPDATE SET text = excluded.text, created_at = excluded.created_at
)
SELECT ord, seq FROM numbered ORDER BY ord
"""
"""Events, and what they change in steps and drafts: one statement, hence one way to the server and back."""


_VALUES: Final = re.compile(r"VALUES (\([^()]*\)(?:, \([^()]*\))*)")
_IF_NEWEST: Final = (
    r"SELECT * FROM (VALUES \1) AS given "
    "WHERE EXISTS (SELECT FROM thread_heads WHERE thread_id = %s AND epoch = %s)"
)

Statement = tuple[str, tuple[Any, ...]]
"""An INSERT … VALUES made of constants alone (SO-4), and its parameters."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event on its way into the log; `epoch` None means a writer that holds the head's lock."""

    thread_id: UUID
    segment_id: UUID | None
    epoch: int | None
    event: Event


@dataclass(frozen=True, slots=True, eq=False)
class Save:
    """A checkpointer's rows on their way into its tables: statements with their parameters, in order.

    Its owner may empty `rows` as long as they are not written.
    """

    thread_id: UUID
    epoch: int
    rows: list[Statement]


Item = Entry | Save


@dataclass(frozen=True, slots=True)
class Appended:
    """Events that one call appended to one run, numbered."""

    run_id: UUID
    segment_id: UUID | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """Items on their way into the database; in a pipeline the outcome is there when it has ended."""

    cursor: psycopg.AsyncCursor[Any]
    items: Sequence[Item]
    stamped: Sequence[Event | None]

    async def outcome(self) -> list[Event | Save | None]:
        """Return events numbered, saves as they are, and None for what was fenced."""
        numbers = dict(map(_values, await self.cursor.fetchall()))
        return [
            _outcome(item, event, numbers.get(index + 1))
            for index, (item, event) in enumerate(zip(self.items, self.stamped, strict=True))
        ]


async def send(connection: psycopg.AsyncConnection[Any], items: Sequence[Item], voice: Voice) -> Sent:
    """Send items in the connection's transaction.

    Events alone are one statement, and need no transaction when nobody has to be told.
    """
    now = datetime.now(UTC)
    stamped = [_stamped(item.event, now) if isinstance(item, Entry) else None for item in items]
    given = [_given(item, event) for item, event in zip(items, stamped, strict=True)]
    changes = StepChanges()
    for item, event in zip(items, stamped, strict=True):
        if isinstance(item, Entry) and event is not None:
            changes.note(item.thread_id, item.epoch, item.segment_id, event)
    # Taken now: their owner may empty what is not written.
    saves = [(item, list(item.rows)) for item in items if isinstance(item, Save)]
    cursor = await connection.execute(_WRITE, (Jsonb(given), Jsonb(changes.rows())))
    for save, rows in saves:
        for statement, parameters in rows:
            fenced = cast("LiteralString", _fenced(statement))
            await connection.execute(fenced, (*parameters, save.thread_id, save.epoch))
    await _notify(connection, items, voice)
    return Sent(cursor, items, stamped)


async def write(
    connection: psycopg.AsyncConnection[Any], items: Sequence[Item], voice: Voice
) -> list[Event | Save | None]:
    """Send items and return their outcome; not for a connection in a pipeline."""
    return await (await send(connection, items, voice)).outcome()


@lru_cache(256)
def _fenced(statement: str) -> str:
    """Let an insert do nothing unless the epoch is still the newest; the head is locked by then."""
    changed, found = _VALUES.subn(_IF_NEWEST, statement)
    if found != 1:
        raise RuntimeError("A checkpoint can only be written by INSERT … VALUES.")
    return changed


def _stamped(event: Event, now: datetime) -> Event:
    return event if event.at is not None else event.model_copy(update={"at": now})


def _outcome(item: Item, stamped: Event | None, seq: int | None) -> Event | Save | None:
    if seq is None:
        return None
    if stamped is None:
        return item if isinstance(item, Save) else None
    return stamped.model_copy(update={"seq": seq, "run_id": str(item.thread_id)})


def _values(row: Any) -> tuple[int, int]:
    """Read a row of either row factory: the pools of this process use dicts."""
    values: list[Any] = [*row.values()] if isinstance(row, dict) else [*row]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return int(values[0]), int(values[1])


def _given(item: Item, event: Event | None) -> dict[str, Any]:
    given: dict[str, Any] = {"thread_id": str(item.thread_id), "epoch": item.epoch}
    if event is None or not isinstance(item, Entry):
        return given
    payload = event.model_dump(mode="json", exclude={"seq", "run_id"})
    return {
        **given,
        "segment_id": None if item.segment_id is None else str(item.segment_id),
        "created_at": payload.pop("at"),
        "type": payload.pop("type"),
        "payload": payload,
    }


async def _notify(connection: psycopg.AsyncConnection[Any], items: Sequence[Item], voice: Voice) -> None:
    runs = list(dict.fromkeys(str(item.thread_id) for item in items if isinstance(item, Entry)))
    for start in range(0, len(runs), _RUNS_PER_NOTIFY):
        await voice.say(connection, {"k": "events", "r": runs[start : start + _RUNS_PER_NOTIFY]})
