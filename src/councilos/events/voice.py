"""What this process says to the others that work on the same database, over NOTIFY.

Every notification wakes every listening connection, which costs more than all other statements of a
commit. So a process that knows it is alone says nothing; whoever comes says hello first.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import psycopg

CHANNEL: Final = "councilos"
"""The one NOTIFY channel; payloads are small JSON objects with a kind `k` and an origin `o`."""


class Voice:
    """The voice of one process.

    `origin` is its name, `alone` says that nobody else listens, `greet` is called when somebody comes
    and when something was written silently although somebody had come meanwhile; it has to say `look`
    when nothing is being written silently any more.
    """

    def __init__(self, origin: str) -> None:
        """Assume that others listen until the listener knows better."""
        self.origin = origin
        self.alone = False
        self.arrivals = 0
        self.greet: Callable[[], None] = _nothing

    def hello(self) -> None:
        """Take note of another process that has just begun to listen."""
        self.alone = False
        self.arrivals += 1
        self.greet()

    async def say(self, connection: psycopg.AsyncConnection[Any], message: dict[str, Any]) -> None:
        """Send a small message to all other processes when the transaction commits, if there are any."""
        if not self.alone:
            await self.call_out(connection, message)

    async def call_out(self, connection: psycopg.AsyncConnection[Any], message: dict[str, Any]) -> None:
        """Send a message even if nobody seems to listen."""
        text = json.dumps({**message, "o": self.origin}, ensure_ascii=False, separators=(",", ":"))
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def _nothing() -> None:
    """Greet nobody."""
