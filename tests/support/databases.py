"""A real PostgreSQL for all tests of a session, and an own, migrated database for each test.

- `postgres`: the running built-in server (`.url`, `.admin_url`, `.pid`)
- `postgres_url`: its address for the role and database of CouncilOS
- `database_url`: the address of a fresh, migrated database that only this test uses
"""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from councilos.queue.schema import ensure_schema
from councilos.storage.embedded import EmbeddedPostgres
from councilos.storage.engine import Database, open_database
from councilos.storage.setup import prepare_database

UNSAFE_BUT_FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres() -> AsyncGenerator[EmbeddedPostgres]:
    # Not pytest's folder: as root the server runs as another account, which cannot enter it.
    home = _open_folder()
    async with EmbeddedPostgres(home / "postgres", UNSAFE_BUT_FAST) as server:
        yield server
    shutil.rmtree(home)


@pytest.fixture(scope="session")
def postgres_url(postgres: EmbeddedPostgres) -> str:
    return postgres.url


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def template(postgres: EmbeddedPostgres) -> str:
    await _admin(postgres, "CREATE DATABASE template_councilos OWNER councilos")
    async with open_database(named(postgres.url, "template_councilos")) as database:
        await prepare_database(database, lambda: _queue_tables(database))
    return "template_councilos"


@pytest_asyncio.fixture(loop_scope="function")
async def new_database(postgres: EmbeddedPostgres) -> AsyncGenerator[Callable[[str], Awaitable[str]]]:
    """Makes databases (argument: what follows the name in CREATE DATABASE) that end with the test."""
    names: list[str] = []

    async def create(how: str) -> str:
        names.append(f"test_{uuid.uuid4().hex}")
        await _admin(postgres, f"CREATE DATABASE {names[-1]} OWNER councilos {how}")
        return named(postgres.url, names[-1])

    yield create
    for name in names:
        await _admin(postgres, f"DROP DATABASE {name} WITH (FORCE)")


@pytest_asyncio.fixture(loop_scope="function")
async def database_url(new_database: Callable[[str], Awaitable[str]], template: str) -> str:
    return await new_database(f"TEMPLATE {template} STRATEGY file_copy")


async def _queue_tables(database: Database) -> None:
    async with await database.idle_connection() as connection:
        await ensure_schema(connection)


def _open_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="councilos-tests-"))
    folder.chmod(0o755)
    return folder


def named(url: str, database: str) -> str:
    """Return `url` with another database name."""
    address, _, query = url.partition("?")
    return f"{address.rpartition('/')[0]}/{database}?{query}"


async def _admin(postgres: EmbeddedPostgres, command: str) -> None:
    connection = await psycopg.AsyncConnection.connect(postgres.admin_url, autocommit=True)
    async with connection:
        await connection.execute(command.encode())
