"""The connections of one process to PostgreSQL: an engine for our rows, a pool for LangGraph and queue."""

from __future__ import annotations

import asyncio
import json
import select
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from councilos.errors import StorageUnavailable
from councilos.storage.address import Parameters, connection_parameters, explain, is_starting

Pool = AsyncConnectionPool[AsyncConnection[DictRow]]

OLDEST = 16
"""The oldest major version of PostgreSQL that our SQL runs on (RN-6)."""

_CONNECTIONS = 24
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Database:
    """Open connections; both pools replace connections that a stopped server has cut."""

    engine: AsyncEngine
    pool: Pool
    parameters: Parameters = field(repr=False)

    async def idle_connection(self) -> AsyncConnection[DictRow]:
        """Open a connection outside the pools, in autocommit; the caller closes it."""
        return await _connect(self.parameters)

    async def close(self) -> None:
        """Close everything."""
        await self.pool.close()
        await self.engine.dispose()


async def connect_database(url: str, *, connections: int = _CONNECTIONS) -> Database:
    """Check the server behind `url` and open both pools, each with at most `connections` connections.

    Transactions are short, so that thousands of waiting runs share them. Raises StorageUnavailable
    when the server does not answer, refuses the user, is older than 16 or does not store UTF-8.
    """
    parameters = connection_parameters(url)
    await _check_server(parameters)
    engine = create_async_engine(
        "postgresql+psycopg://",
        connect_args=parameters,
        pool_size=connections // 3,
        max_overflow=connections - connections // 3,
        pool_timeout=60,
        json_serializer=_dump,
        # Errors must not carry what people have written, least of all a password.
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "checkout", _replace_if_closed)
    pool = AsyncConnectionPool(
        connection_class=AsyncConnection[DictRow],
        kwargs={**parameters, "autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
        min_size=2,
        max_size=connections,
        timeout=60,
        check=check,
        open=False,
        name="councilos",
    )
    await pool.open()
    return Database(engine, pool, parameters)


@asynccontextmanager
async def open_database(url: str, *, connections: int = _CONNECTIONS) -> AsyncGenerator[Database]:
    """Do `connect_database` and close at the end of the block."""
    database = await connect_database(url, connections=connections)
    try:
        yield database
    finally:
        await database.close()


async def _connect(parameters: Parameters) -> AsyncConnection[DictRow]:
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    while True:
        try:
            return await AsyncConnection[DictRow].connect(**parameters, autocommit=True, row_factory=dict_row)
        except psycopg.OperationalError as error:
            if not is_starting(error) or asyncio.get_running_loop().time() > deadline:
                raise explain(error, parameters) from None
            await asyncio.sleep(0.1)


async def check(connection: AsyncConnection[Any]) -> None:
    """Raise when the server has closed the connection; asks it only when something has arrived.

    An idle connection has nothing to read unless the server said goodbye, so the usual case needs
    no round trip (decision 8).
    """
    if _has_news(connection):
        await AsyncConnectionPool.check_connection(connection)


def _replace_if_closed(connection: Any, _record: object, _proxy: object) -> None:
    if _has_news(connection.driver_connection):
        raise InvalidatePoolError("the server has closed the connection")


def _has_news(connection: AsyncConnection[Any]) -> bool:
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    return bool(poll.poll(0))


async def _check_server(parameters: Parameters) -> None:
    connection = await _connect(parameters)
    try:
        version = connection.info.server_version // 10_000
        encoding = connection.info.parameter_status("server_encoding")
    finally:
        await connection.close()
    if version < OLDEST:
        raise StorageUnavailable(
            f"The server behind DATABASE_URL is PostgreSQL {version}; CouncilOS needs {OLDEST} or newer. "
            "Upgrade it, name another one, or leave DATABASE_URL empty to use the built-in database."
        )
    if encoding != "UTF8":
        raise StorageUnavailable(
            f"The database {parameters.get('dbname')!r} stores text as {encoding}; CouncilOS needs UTF8. "
            "Create it anew with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0."
        )


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
