"""Write events and what follows from them (steps, drafts, notifications) in one transaction (decision 7).

`seq` is taken from the locked head of the thread, so numbers have no gaps and follow the commits.
An entry with an epoch is written only if that epoch is still the newest (decision 6).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from councilos.events.types import (
    DraftWritten,
    Event,
    NodeCompleted,
    NodeFailed,
    NodeRunning,
    UsageUpdated,
)

CHANNEL = "councilos"
"""The one NOTIFY channel; payloads are small JSON objects with a kind `k` and an origin `o`."""

_APPEND = """
WITH given AS (
    SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::uuid[], %s::text[], %s::jsonb[], %s::timestamptz[])
        WITH ORDINALITY AS g(thread_id, epoch, segment_id, type, payload, created_at, ord)
), wanted AS (
    SELECT thread_id, epoch, count(*) AS n FROM given GROUP BY thread_id, epoch
), held AS (
    SELECT h.thread_id FROM thread_heads h JOIN wanted w ON w.thread_id = h.thread_id
    WHERE w.epoch IS NULL OR w.epoch = h.epoch ORDER BY h.thread_id FOR NO KEY UPDATE OF h
), counted AS (
    UPDATE thread_heads h SET seq = h.seq + w.n FROM wanted w, held
    WHERE h.thread_id = w.thread_id AND held.thread_id = h.thread_id
      AND (w.epoch IS NULL OR w.epoch = h.epoch)
    RETURNING h.thread_id, w.epoch, h.seq - w.n AS base
), numbered AS (
    SELECT g.*, c.base + row_number() OVER (PARTITION BY g.thread_id ORDER BY g.ord) AS seq
    FROM given g JOIN counted c ON c.thread_id = g.thread_id AND c.epoch IS NOT DISTINCT FROM g.epoch
), written AS (
    INSERT INTO run_events (thread_id, seq, segment_id, type, payload, created_at)
    SELECT thread_id, seq, segment_id, type, payload, created_at FROM numbered
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


@dataclass(frozen=True, slots=True)
class Entry:
    """An event on its way into the log; `epoch` None means a writer that holds the head's lock."""

    thread_id: UUID
    segment_id: UUID | None
    epoch: int | None
    event: Event


async def write(
    connection: psycopg.AsyncConnection[Any], entries: Sequence[Entry], origin: str
) -> list[Event | None]:
    """Write the entries in the connection's open transaction; answer them numbered, None where fenced."""
    now = datetime.now(UTC)
    stamped = [entry.event.model_copy(update={"at": entry.event.at or now}) for entry in entries]
    cursor = await connection.execute(
        _APPEND,
        (
            [entry.thread_id for entry in entries],
            [entry.epoch for entry in entries],
            [entry.segment_id for entry in entries],
            [getattr(event, "type", "") for event in stamped],
            [Jsonb(_payload(event)) for event in stamped],
            [event.at for event in stamped],
        ),
    )
    numbers = {row[0] - 1: row[1] for row in map(_values, await cursor.fetchall())}
    result: list[Event | None] = [
        event.model_copy(update={"seq": numbers[index], "run_id": str(entries[index].thread_id)})
        if index in numbers
        else None
        for index, event in enumerate(stamped)
    ]
    async with connection.pipeline():
        await _project(connection, entries, result)
        await _notify(connection, result, origin)
    return result


def _values(row: Any) -> tuple[int, int]:
    """Read a row of either row factory: the pools of this process use dicts."""
    values: list[Any] = [*row.values()] if isinstance(row, dict) else [*row]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return int(values[0]), int(values[1])


def _payload(event: Event) -> dict[str, Any]:
    return event.model_dump(mode="json", exclude={"seq", "run_id", "at", "type"})


async def _project(
    connection: psycopg.AsyncConnection[Any], entries: Sequence[Entry], events: Sequence[Event | None]
) -> None:
    for entry, event in zip(entries, events, strict=True):
        match event:
            case NodeRunning():
                await connection.execute(
                    _STEP_STARTED,
                    (
                        event.step_id,
                        entry.thread_id,
                        entry.segment_id,
                        event.node,
                        event.name,
                        event.round,
                        event.model,
                        event.at,
                    ),
                )
            case NodeCompleted() | NodeFailed():
                await connection.execute(_STEP_ENDED, _ended(event))
            case UsageUpdated():
                used = event.used
                await connection.execute(
                    _STEP_USED,
                    (
                        event.model,
                        used.input_tokens,
                        used.output_tokens,
                        used.cost_usd,
                        used.cost_usd,
                        event.step_id,
                    ),
                )
            case DraftWritten():
                await connection.execute(
                    _DRAFT,
                    (
                        event.draft_id,
                        entry.thread_id,
                        event.node,
                        event.name,
                        event.round,
                        event.text,
                        event.by,
                        event.author,
                        event.at,
                    ),
                )
            case _:
                pass


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
    connection: psycopg.AsyncConnection[Any], events: Sequence[Event | None], origin: str
) -> None:
    newest: dict[str, int] = {event.run_id: event.seq or 0 for event in events if event is not None}
    for run_id in newest:
        await notify(connection, {"k": "events", "o": origin, "r": run_id})


async def notify(connection: psycopg.AsyncConnection[Any], message: dict[str, Any]) -> None:
    """Send a small message to all processes when the transaction commits."""
    await connection.execute(
        "SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(message, ensure_ascii=False, separators=(",", ":")))
    )
