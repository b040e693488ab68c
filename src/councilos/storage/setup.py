"""Prepares the database at start, whatever its state and however many processes start at once."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from psycopg import AsyncConnection

from councilos.errors import StorageUnavailable
from councilos.storage.engine import Database

_LOCK = 0x436F756E63696C  # "Council"
_PATIENCE = 300.0
_TABLE = """
CREATE TABLE IF NOT EXISTS councilos_prepared (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), version text NOT NULL
)
"""
_REMEMBER = """
INSERT INTO councilos_prepared (version) VALUES (%s)
ON CONFLICT (one) DO UPDATE SET version = excluded.version
"""


async def prepare_database(database: Database, *more: Callable[[], Awaitable[None]]) -> None:
    """Bring our tables, LangGraph's and then those of `more` (the queue) to their newest version.

    One process works while all others wait; when this very version has prepared the database before,
    nothing is done, and neither Alembic nor LangGraph is imported. Raises StorageUnavailable when
    nobody gets ready.
    """
    version = await asyncio.to_thread(_version)
    async with _alone(database) as connection:
        if await _prepared_by(connection) == version:
            return
        from councilos.storage.checkpointer import create_checkpoint_tables
        from councilos.storage.schema import upgrade

        await upgrade(database.engine)
        await create_checkpoint_tables(database.pool)
        for step in more:
            await step()
        await connection.execute(_REMEMBER, (version,))


def _version() -> str:
    """Return what decides how the tables look: our migrations and the libraries with own tables."""
    migrations = sorted(
        path.name for path in (Path(__file__).parent / "migrations" / "versions").glob("*.py")
    )
    libraries = [f"{name} {version(name)}" for name in ("langgraph-checkpoint-postgres", "procrastinate")]
    return hashlib.sha256("\n".join([*migrations, *libraries]).encode()).hexdigest()


async def _prepared_by(connection: AsyncConnection[Any]) -> str | None:
    await connection.execute(_TABLE)
    row = await (await connection.execute("SELECT version FROM councilos_prepared")).fetchone()
    return None if row is None else row["version"]


@asynccontextmanager
async def _alone(database: Database) -> AsyncGenerator[AsyncConnection[Any]]:
    connection = await database.idle_connection()
    try:
        await _lock(connection)
        yield connection
    finally:
        # The end of the session frees the lock, also when this process dies.
        await connection.close()


async def _lock(connection: AsyncConnection[Any]) -> None:
    # Asking again and again leaves no transaction open: waiting inside pg_advisory_lock would hold a
    # snapshot that CREATE INDEX CONCURRENTLY of the process at work waits for.
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    while asyncio.get_running_loop().time() < deadline:
        cursor = await connection.execute("SELECT pg_try_advisory_lock(%s::bigint) AS mine", (_LOCK,))
        row = await cursor.fetchone()
        if row is not None and row["mine"]:
            return
        await asyncio.sleep(0.05)
    raise StorageUnavailable(
        "Another process has been preparing the database for five minutes. "
        "Look at its log; stop it if it hangs, and start again."
    )
