"""A server in a process of its own, on the event loop that `councilos serve` takes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import uvloop

from councilos.api.server import RuntimeContext, serve


def run(open_runtime: RuntimeContext, port: int, announce: Callable[[str], None]) -> None:
    """Serve until told to stop."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(open_runtime, "127.0.0.1", port, announce=announce))
