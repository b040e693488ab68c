"""What all repositories share: one connection, and the way from a row to a record."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

Row = dict[str, Any]


class Rows:
    """A repository on the connection of one unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Read and write on `connection`, in its transaction."""
        self._connection = connection

    async def _one(self, query: Executable) -> Row | None:
        row = (await self._connection.execute(query)).mappings().one_or_none()
        return None if row is None else dict(row)

    async def _all(self, query: Executable) -> list[Row]:
        return [dict(row) for row in (await self._connection.execute(query)).mappings()]
