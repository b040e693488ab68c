"""Databases with job tables and with a table where segments leave their traces."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator

import pytest

from councilos.queue.schema import ensure_schema
from integration.queue.postgres import Server
from integration.queue.stage import Stage


@pytest.fixture
def mortal() -> Generator[Server]:
    """A server to kill."""
    server = Server()
    server.start()
    yield server
    server.close()


@pytest.fixture
async def conninfo(new_database: Callable[[str], Awaitable[str]]) -> str:
    """An empty database."""
    return await new_database("")


@pytest.fixture
async def stage(conninfo: str) -> AsyncGenerator[Stage]:
    """A database with job tables."""
    async with Stage.open(conninfo) as stage:
        await ensure_schema(stage.connection)
        yield stage
