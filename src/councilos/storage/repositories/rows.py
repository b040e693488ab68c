"""What all repositories share: one connection, and the way from a row to a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString, cast

import psycopg
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

Row = dict[str, Any]


async def driver(connection: AsyncConnection) -> psycopg.AsyncConnection[Any]:
    """Return the driver's connection below SQLAlchemy's."""
    raw = (await connection.get_raw_connection()).driver_connection
    assert raw is not None
    return raw


class Rows:
    """A repository on the connection of one unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Read and write on `connection`, in its transaction."""
        self._connection = connection
        self._raw: psycopg.AsyncConnection[Any] | None = None

    async def _driver(self) -> psycopg.AsyncConnection[Any]:
        """Return the driver's connection, for hot paths: it takes a third of SQLAlchemy's time."""
        if self._raw is None:
            self._raw = await driver(self._connection)
        return self._raw

    async def _run(
        self, statement: str, parameters: Sequence[Any] | dict[str, Any] = ()
    ) -> psycopg.AsyncCursor[Any]:
        """Execute a statement of ours, made of constants alone (SO-4), on the driver's connection."""
        raw, text = await self._driver(), cast("LiteralString", statement)
        if raw.pgconn.transaction_status or raw.pgconn.pipeline_status:
            return await raw.execute(text, parameters)
        async with raw.pipeline():  # so that BEGIN travels along
            return await raw.execute(text, parameters)

    async def _one(self, query: Executable) -> Row | None:
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else dict(row)

    async def _all(self, query: Executable) -> list[Row]:
        return [dict(row) for row in (await self._connection.execute(query)).mappings()]
