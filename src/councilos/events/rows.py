"""Write events, what follows from them (steps, drafts) and checkpoints in one transaction (decision 7).

`seq` is taken from the locked head of the thread, so numbers have no gaps and follow the commits.
What carries an epoch is written only if that epoch is still the newest (decision 6).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString, cast
from uuid import UUID

import psycopg
from psycopg.pq import PipelineStatus
from psycopg.types.json import Jsonb

from councilos.events.types import (
    DraftWritten,
    Event,
    NodeCompleted,
    NodeFailed,
    NodeRunning,
    UsageUpdated,
)
from councilos.events.voice import Voice

_RUNS_PER_NOTIFY = 150
"""So many ids fit into one notification, which PostgreSQL limits to 8,000 bytes."""

_APPEND = """
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
)
SELECT ord, seq FROM numbered ORDER BY ord
"""

_STEP_STARTED = """
INSERT INTO steps (id, thread_id, segment_id, node, name, round, status, model, started_at)
VALUES (%s, %s, %s, %s, %s, %s, 'running', %s, %s)
ON CONFLICT (id) DO UPDATE SET status = 'running', segment_id = excluded.segment_id,
    started_at = excluded.started_at, ended_at = NULL, seconds = NULL, error = NULL
"""

_STEP_ENDED = """
UPDATE steps SET status = %s, model = coalesce(nullif(%s, ''), model), called_model = called_model OR %s,
    ended_at = %s, seconds = %s, error = %s
WHERE id = %s
"""

_STEP_USED = """
UPDATE steps SET model = %s, called_model = true,
    input_tokens = input_tokens + %s, output_tokens = output_tokens + %s,
    cost_usd = CASE WHEN %s::double precision IS NULL THEN cost_usd
                    ELSE coalesce(cost_usd, 0) + %s::double precision END
WHERE id = %s
"""

_DRAFT = """
INSERT INTO drafts (id, thread_id, node, name, round, text, by, author, created_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (id) DO UPDATE SET text = excluded.text, created_at = excluded.created_at
"""


Statement = tuple[str, tuple[Any, ...]]
"""A statement made of constants alone (SO-4), and its parameters."""


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


async def write(
    connection: psycopg.AsyncConnection[Any], items: Sequence[Item], voice: Voice
) -> list[Event | Save | None]:
    """Write in the connection's open transaction; answer events numbered, None for what was fenced."""
    now = datetime.now(UTC)
    stamped = [_stamped(item.event, now) if isinstance(item, Entry) else None for item in items]
    saves = {index: list(item.rows) for index, item in enumerate(items) if isinstance(item, Save)}
    given = [_given(item, event) for item, event in zip(items, stamped, strict=True)]
    cursor = await connection.execute(_APPEND, (Jsonb(given),))
    numbers = dict(map(_values, await cursor.fetchall()))
    result = [
        _outcome(item, event, numbers.get(index + 1))
        for index, (item, event) in enumerate(zip(items, stamped, strict=True))
    ]
    statements = [projected for pair in zip(items, result, strict=True) for projected in _project(*pair)]
    for index, rows in saves.items():
        statements += rows if result[index] is not None else ()
    if statements or not voice.alone:
        await _follow_up(connection, statements, result, voice)
    return result


def _stamped(event: Event, now: datetime) -> Event:
    return event if event.at is not None else event.model_copy(update={"at": now})


async def _follow_up(
    connection: psycopg.AsyncConnection[Any],
    statements: Sequence[Statement],
    results: Sequence[Event | Save | None],
    voice: Voice,
) -> None:
    pipelined = connection.pgconn.pipeline_status != PipelineStatus.OFF
    async with contextlib.nullcontext() if pipelined else connection.pipeline():
        for statement, parameters in statements:
            await connection.execute(cast("LiteralString", statement), parameters)
        await _notify(connection, results, voice)


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


def _project(item: Item, event: Event | Save | None) -> tuple[Statement, ...]:
    """Return what the event changes in steps and drafts."""
    match event:
        case NodeRunning():
            segment_id = item.segment_id if isinstance(item, Entry) else None
            row = (item.thread_id, segment_id, event.node, event.name, event.round, event.model, event.at)
            return ((_STEP_STARTED, (event.step_id, *row)),)
        case UsageUpdated(step_id=str(step_id)):
            used = event.used
            tokens = (used.input_tokens, used.output_tokens)
            return ((_STEP_USED, (event.model, *tokens, used.cost_usd, used.cost_usd, step_id)),)
        case NodeCompleted() | NodeFailed():
            return ((_STEP_ENDED, _ended(event)),)
        case DraftWritten():
            row = (item.thread_id, event.node, event.name, event.round, event.text, event.by, event.author)
            return ((_DRAFT, (event.draft_id, *row, event.at)),)
        case _:
            return ()


def _ended(event: NodeCompleted | NodeFailed) -> tuple[Any, ...]:
    if isinstance(event, NodeFailed):
        status, model, called, error = "failed", "", False, Jsonb(event.error.model_dump(mode="json"))
    else:
        status, model, called, error = "completed", event.model, event.called_model, None
    return (
        status,
        model,
        called,
        event.at,
        event.seconds,
        error,
        event.step_id,
    )


async def _notify(
    connection: psycopg.AsyncConnection[Any], results: Sequence[Event | Save | None], voice: Voice
) -> None:
    runs = list(dict.fromkeys(event.run_id for event in results if isinstance(event, Event)))
    for start in range(0, len(runs), _RUNS_PER_NOTIFY):
        await voice.say(connection, {"k": "events", "r": runs[start : start + _RUNS_PER_NOTIFY]})
