"""Databases with job tables and with a table where segments leave their traces."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator

import psycopg
import pytest

from councilos.queue.schema import ensure_schema
from integration.queue.postgres import Server
from integration.queue.stage import Stage


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server that nobody kills."""
    server = Server()
    server.start()
    yield server
    server.close()


@pytest.fixture
def mortal() -> Iterator[Server]:
    """A server to kill."""
    server = Server()
    server.start()
    yield server
    server.close()


@pytest.fixture
async def conninfo(server: Server) -> AsyncIterator[str]:
    """An empty database."""
    name = f"q{uuid.uuid4().hex}"
    async with await psycopg.AsyncConnection.connect(server.conninfo(), autocommit=True) as admin:
        await admin.execute(f"CREATE DATABASE {name}".encode())
        yield server.conninfo(name)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
async def stage(conninfo: str) -> AsyncIterator[Stage]:
    """A database with job tables."""
    async with Stage.open(conninfo) as stage:
        await ensure_schema(stage.connection)
        yield stage
