"""Hear what other processes say: one LISTEN connection per process, reconnected for ever."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol
from uuid import UUID

import psycopg
from psycopg import sql

from councilos.errors import StorageUnavailable
from councilos.events.hub import Hub
from councilos.events.types import MessageDelta
from councilos.events.updates import UPDATES
from councilos.events.voice import CHANNEL, Voice

logger = logging.getLogger(__name__)

RETRY_SECONDS = 0.5
"""Pause between two attempts to connect."""
PING_SECONDS = 5.0
"""How often a silent connection is tried, so that a dead one is noticed."""
APPLICATION = "councilos listener"
"""How listening connections are called, so that processes see whether they are alone."""

# What sessions of other users are called cannot be seen without a privilege: any of them may listen.
_OTHERS = """
SELECT 1 FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND (application_name = %s OR usename <> current_user) LIMIT 1
"""


class Control(Protocol):
    """Who carries out commands for running segments."""

    def __call__(self, run_id: UUID, command: str) -> None:
        """Carry out `command` (`cancel`, `god_mode_on`, `god_mode_off`) if the run executes here."""
        ...


class Listener:
    """Feeds the hub and the executor with what arrives over the database."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[psycopg.AsyncConnection[Any]]],
        hub: Hub,
        control: Control,
        voice: Voice,
    ) -> None:
        """Take how to open a dedicated autocommit connection, who gets the news, and our own voice."""
        self._connect = connect
        self._hub = hub
        self._control = control
        self._voice = voice
        self._listening = asyncio.Event()

    async def ready(self) -> None:
        """Wait until the first connection listens."""
        await self._listening.wait()

    async def run(self) -> None:
        """Listen until cancelled; after every reconnection all readers read the log."""
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError, StorageUnavailable) as error:
                logger.info("the connection for notifications was lost, trying again: %s", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        connection = await self._connect()
        try:
            await connection.execute(sql.SQL("SET application_name TO {}").format(sql.Literal(APPLICATION)))
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            await self._voice.call_out(connection, {"k": "hello"})
            await self._look_around(connection)
            self._hub.wake_all()
            self._listening.set()
            while True:
                async for notification in connection.notifies(timeout=PING_SECONDS):
                    self._hear(notification.payload)
                await self._look_around(connection)
        finally:
            self._voice.alone = False
            # What is said to nobody hurts nobody; what is not said to somebody does.
            with contextlib.suppress(psycopg.Error):
                await connection.close()

    async def _look_around(self, connection: psycopg.AsyncConnection[Any]) -> None:
        cursor = await connection.execute(_OTHERS, (APPLICATION,))
        self._voice.alone = await cursor.fetchone() is None

    def _hear(self, payload: str) -> None:
        message: dict[str, Any] = json.loads(payload)
        kind = message["k"]
        if message["o"] == self._voice.origin:
            return
        self._voice.alone = False
        if kind == "control":
            self._control(UUID(message["r"]), message["c"])
        elif kind == "hello":
            self._voice.hello()
        elif kind == "look":
            self._hub.wake_all()
        elif kind == "events":
            for run_id in message["r"]:
                self._hub.wake(UUID(run_id))
        elif kind == "delta":
            delta = MessageDelta.model_validate(message["e"])
            self._hub.publish(UUID(delta.run_id), [delta])
        elif kind == "update":
            self._hub.publish_update(UPDATES.validate_python(message["e"]))
