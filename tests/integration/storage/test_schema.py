from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from councilos.storage.engine import Database, open_database
from councilos.storage.schema import is_ours
from councilos.storage.tables import metadata

START = """
import asyncio, sys
from councilos.storage.engine import open_database
from councilos.storage.setup import prepare_database

async def main():
    async with open_database(sys.argv[1]) as database:
        async def more():
            async with database.pool.connection() as connection:
                await connection.execute("CREATE TABLE IF NOT EXISTS more (id int)")
        await prepare_database(database, more)

asyncio.run(main())
"""


def _differences(connection: Connection) -> list[Any]:
    options = {"include_name": is_ours, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


async def differences(database: Database) -> list[Any]:
    """Return what distinguishes the database from `tables.py`, in Alembic's own form."""
    async with database.engine.connect() as connection:
        return await connection.run_sync(_differences)


async def test_the_migrations_lead_to_the_tables(database: Database) -> None:
    """RN-6: a migrated database is what `tables.py` says, nothing more and nothing less."""
    assert await differences(database) == []


async def test_several_processes_prepare_one_database_at_once(
    new_database: Callable[[str], Awaitable[str]],
) -> None:
    """RN-6: three processes that start at the same moment on an empty database all get ready."""
    url = await new_database("")
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", START, url, stderr=asyncio.subprocess.PIPE)
        for _ in range(3)
    ]
    outcomes = await asyncio.gather(*(process.communicate() for process in processes))
    assert [(process.returncode, error) for process, (_, error) in zip(processes, outcomes, strict=True)] == [
        (0, b"")
    ] * 3
    async with open_database(url) as database:
        assert await differences(database) == []
        async with database.pool.connection() as connection:
            cursor = await connection.execute("SELECT count(*) AS n FROM checkpoints, more")
            assert await cursor.fetchone() == {"n": 0}
