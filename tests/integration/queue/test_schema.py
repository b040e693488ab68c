"""The job tables follow the installed library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest
from procrastinate.schema import SchemaManager

from councilos.errors import StorageUnavailable
from councilos.queue.schema import ensure_schema
from integration.queue.stage import Stage, segment

_FUNCTIONS = """
SELECT proname::text, prosrc FROM pg_proc WHERE proname LIKE 'procrastinate%%' ORDER BY 1, 2
"""
_COLUMNS = """
SELECT table_name::text, column_name::text, udt_name::text, is_nullable::text, column_default
FROM information_schema.columns WHERE table_name LIKE 'procrastinate%%' ORDER BY 1, 2
"""


def _migrations() -> list[Path]:
    return sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))


async def _connect(conninfo: str) -> psycopg.AsyncConnection[Any]:
    return await psycopg.AsyncConnection.connect(conninfo, autocommit=True)


async def test_applied_once_and_recorded_whole(stage: Stage) -> None:
    """RN-7: a second start changes nothing, waiting jobs included."""
    await stage.defer(segment())
    before = await stage.rows("SELECT migration, library, applied_at FROM councilos_queue_schema ORDER BY 1")
    await ensure_schema(stage.connection)
    assert (
        await stage.rows("SELECT migration, library, applied_at FROM councilos_queue_schema ORDER BY 1")
        == before
    )
    assert [row[0] for row in before] == [path.name for path in _migrations()]
    assert await stage.statuses() == {"todo": 1}


async def test_tables_of_an_older_library_are_upgraded(stage: Stage, conninfo: str) -> None:
    """RN-7: every migration that came since is applied, and the result is what a fresh set-up gives."""
    wanted = await stage.rows(_FUNCTIONS), await stage.rows(_COLUMNS)
    await stage.connection.execute("DROP SCHEMA public CASCADE")
    await stage.connection.execute("CREATE SCHEMA public")
    old = [path for path in _migrations() if path.name < "03."]
    async with await _connect(conninfo) as connection:
        await connection.execute(
            "CREATE TABLE councilos_queue_schema"
            " (migration text PRIMARY KEY, library text, applied_at timestamptz DEFAULT now())"
        )
        for path in old:
            await connection.execute(path.read_bytes())
            await connection.execute("INSERT INTO councilos_queue_schema VALUES (%s, '2.15')", [path.name])
        await ensure_schema(connection)
    assert (await stage.rows(_FUNCTIONS), await stage.rows(_COLUMNS)) == wanted
    libraries = await stage.rows("SELECT library, count(*) FROM councilos_queue_schema GROUP BY 1 ORDER BY 1")
    assert [count for _, count in libraries] == [len(old), len(_migrations()) - len(old)]
    await stage.defer(segment())


async def test_tables_of_another_program_are_left_alone(stage: Stage) -> None:
    """SO-5: the message says what to do."""
    await stage.connection.execute("DROP TABLE councilos_queue_schema")
    with pytest.raises(StorageUnavailable, match="database of its own in DATABASE_URL"):
        await ensure_schema(stage.connection)
    assert await stage.rows("SELECT to_regclass('councilos_queue_schema')") == [(None,)]
