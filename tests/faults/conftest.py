"""Fault tests: real PostgreSQL, worker processes that are killed, a fake model server that counts calls."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from councilos.runtime import Runtime
from support.engine import WorkerProcess, open_engine


@pytest.fixture
async def client(env: dict[str, str]) -> AsyncIterator[Runtime]:
    """An engine without a worker: what a person's browser talks to."""
    async with open_engine(env, worker=False) as runtime:
        yield runtime


@pytest.fixture
def worker(env: dict[str, str]) -> Callable[..., WorkerProcess]:
    """Make a worker process that may die at a named point."""

    def make(fault: str = "") -> WorkerProcess:
        return WorkerProcess(env, fault)

    return make


@pytest.fixture
def server(env: dict[str, str]) -> Callable[..., WorkerProcess]:
    """Make a server process that may die at a named point."""

    def make(fault: str = "") -> WorkerProcess:
        return WorkerProcess(env, fault, serves=True)

    return make
