"""Keeps Procrastinate's tables at the version of the installed library."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, LiteralString

import psycopg
from procrastinate.schema import SchemaManager
from psycopg.rows import tuple_row

from councilos.errors import StorageUnavailable

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS councilos_queue_schema (
    migration text PRIMARY KEY, library text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
)
"""
_INDEX: Final = """
CREATE INDEX IF NOT EXISTS councilos_queue_owner ON procrastinate_jobs (worker_id) WHERE worker_id IS NOT NULL
"""
"""Deleting a worker clears `worker_id` of its jobs; without this index that reads the whole table."""


async def ensure_schema(connection: psycopg.AsyncConnection[Any]) -> None:
    """Create or upgrade the job tables; call under the set-up lock, on an autocommit connection.

    Raises StorageUnavailable when the database holds Procrastinate tables of somebody else.
    """
    migrations = await asyncio.to_thread(_shipped)
    async with connection.transaction():
        await connection.execute(_TABLE)
        known = await _column(connection, "SELECT migration FROM councilos_queue_schema")
        if not known:
            await _create(connection)
            await _record(connection, *(name for name, _ in migrations))
            known = {name for name, _ in migrations}
    for name, statements in migrations:
        if name in known:
            continue
        # One transaction each: a new enum value cannot be used in the transaction that adds it.
        async with connection.transaction():
            await connection.execute(statements, prepare=False)
            await _record(connection, name)
    await connection.execute(_INDEX)


def _shipped() -> list[tuple[str, bytes]]:
    paths = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    return [(path.name, path.read_bytes()) for path in paths]


async def _create(connection: psycopg.AsyncConnection[Any]) -> None:
    if await _column(connection, "SELECT 1 WHERE to_regclass('procrastinate_jobs') IS NOT NULL"):
        raise StorageUnavailable(
            "The database already holds the job tables of another program that uses Procrastinate. "
            "Give CouncilOS a database of its own in DATABASE_URL."
        )
    await connection.execute(SchemaManager.get_schema(), prepare=False)


async def _record(connection: psycopg.AsyncConnection[Any], *migrations: str) -> None:
    await connection.execute(
        "INSERT INTO councilos_queue_schema (migration, library) SELECT unnest(%s::text[]), %s",
        [list(migrations), version("procrastinate")],
    )


async def _column(connection: psycopg.AsyncConnection[Any], query: LiteralString) -> set[Any]:
    cursor = connection.cursor(row_factory=tuple_row)
    await cursor.execute(query)
    return {row[0] for row in await cursor.fetchall()}
