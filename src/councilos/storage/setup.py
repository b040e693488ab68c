"""Prepares the database at start, whatever its state and however many processes start at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from psycopg import AsyncConnection

from councilos.errors import StorageUnavailable
from councilos.storage.checkpointer import create_checkpoint_tables
from councilos.storage.engine import Database
from councilos.storage.schema import upgrade

_LOCK = 0x436F756E63696C  # "Council"
_PATIENCE = 300.0


async def prepare_database(database: Database, *more: Callable[[], Awaitable[None]]) -> None:
    """Bring our tables, LangGraph's and then those of `more` (the queue) to their newest version.

    One process works while all others wait. Raises StorageUnavailable when nobody gets ready.
    """
    async with _alone(database):
        await upgrade(database.engine)
        await create_checkpoint_tables(database.pool)
        for step in more:
            await step()


@asynccontextmanager
async def _alone(database: Database) -> AsyncGenerator[None]:
    connection = await database.idle_connection()
    try:
        await _lock(connection)
        yield
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
