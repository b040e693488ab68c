"""The one flusher of a process survives whatever the database does (RN-7)."""

from __future__ import annotations

import asyncio
from typing import Any, cast
from uuid import uuid4

import pytest

from councilos.events import log
from councilos.events.hub import Hub
from councilos.events.log import COMPANY, Journal, Pool
from councilos.events.types import RunDone
from councilos.events.voice import Voice


class _Broken:
    """A pool whose connections fail in a way that nobody has foreseen."""

    def connection(self) -> Any:
        raise RuntimeError("unforeseen")


async def test_an_unforeseen_error_breaks_the_sink_and_not_the_flusher() -> None:
    """RN-7: the segment that emitted learns of it, and so does every later one; nobody waits for ever."""
    journal = Journal(cast("Pool", _Broken()), Hub(), Voice("test"))
    journal.start()
    for _ in range(2):
        sink = journal.open(uuid4(), uuid4(), 1)
        sink.emit(RunDone(run_status="completed"))
        with pytest.raises(RuntimeError, match="unforeseen"):
            await sink.flushed()
    await journal.stop()


class _Away:
    """A database that is away; each batch asks it once."""

    def __init__(self) -> None:
        self.asked = 0

    def connection(self) -> Any:
        self.asked += 1
        raise OSError("away")


async def _one_batch(journal: Journal) -> None:
    sink = journal.open(uuid4(), uuid4(), 1)
    sink.emit(RunDone(run_status="completed"))
    with pytest.raises(OSError, match="away"):
        await sink.flushed()


async def test_many_busy_runs_share_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-8: what comes soon after a batch of another run waits for company, and nothing is lost."""
    monkeypatch.setattr(log, "APART_SECONDS", 1.0)
    pool = _Away()
    journal = Journal(cast("Pool", pool), Hub(), Voice("test"))
    journal.start()
    for _ in range(COMPANY):
        await _one_batch(journal)
    assert pool.asked == COMPANY
    first = asyncio.create_task(_one_batch(journal))
    for _ in range(20):
        await asyncio.sleep(0)
    await asyncio.gather(first, _one_batch(journal))
    assert pool.asked == COMPANY + 1
    await journal.stop()


async def test_a_few_busy_runs_wait_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-8: with fewer runs than make company each batch begins at once, or this test never ends."""
    monkeypatch.setattr(log, "APART_SECONDS", 3600.0)
    journal = Journal(cast("Pool", _Away()), Hub(), Voice("test"))
    journal.start()
    for _ in range(COMPANY):
        await _one_batch(journal)
    await journal.stop()
