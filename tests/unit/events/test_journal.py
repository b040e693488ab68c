"""The one flusher of a process survives whatever the database does (RN-7)."""

from __future__ import annotations

from typing import Any, cast
from uuid import uuid4

import pytest

from councilos.events.hub import Hub
from councilos.events.log import Journal, Pool
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
