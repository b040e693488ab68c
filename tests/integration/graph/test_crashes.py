"""The crash points of a decision on a real PostgreSQL, whose saver keeps writes in its own way."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from councilos.storage.engine import Database, open_database
from support.crashes import CASES, Mortal, dying


class MortalPostgres(Mortal, AsyncPostgresSaver):
    """Checkpoints in PostgreSQL."""


@pytest_asyncio.fixture(loop_scope="function")
async def database(database_url: str) -> AsyncGenerator[Database]:
    async with open_database(database_url) as opened:
        yield opened


@pytest.mark.parametrize("case", CASES)
async def test_a_decision_survives_a_crash_at_every_write(case: str, database: Database) -> None:
    """GM-9, RN-7: wherever the worker dies, the run ends at the same pause as without a crash."""
    _, expected = await dying(case, MortalPostgres(database.pool), 0, after=False)
    for after in (False, True):
        at, died = 0, True
        while died:
            at += 1
            died, found = await dying(case, MortalPostgres(database.pool), at, after=after)
            assert found == expected, (at, after)
        assert at > 2
