"""One transaction over runs, decisions, events and jobs; live readers hear of it only after the commit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from councilos.errors import StorageUnavailable
from councilos.events.rows import Appended
from councilos.events.updates import Update
from councilos.events.voice import Voice
from councilos.runs.ports import EventLog, Jobs
from councilos.storage.repositories import AgentRows, BlueprintRows, DocumentRows, PostgresRuns
from councilos.storage.repositories.rows import driver


@dataclass(frozen=True, slots=True)
class Control:
    """A command for whoever executes the run."""

    run_id: UUID
    command: str


@dataclass(frozen=True, slots=True)
class Committed:
    """What a transaction brought that others should hear of, in order."""

    appended: tuple[Appended, ...] = ()
    controls: tuple[Control, ...] = ()
    updates: tuple[Update, ...] = ()


class UnitLog(EventLog, Protocol):
    """An event log on the connection of a unit of work."""

    async def appended(self) -> tuple[Appended, ...]:
        """Return what was appended, numbered; called after the commit."""
        ...


class PostgresUnitOfWork:
    """One transaction on one connection: the port `UnitOfWork`."""

    def __init__(self, connection: AsyncConnection, log: UnitLog, jobs: Jobs, voice: Voice) -> None:
        """Work on `connection`; `log` and `jobs` must write on the same one."""
        self.connection = connection
        self.runs = PostgresRuns(connection)
        self.blueprints = BlueprintRows(connection)
        self.agents = AgentRows(connection)
        self.documents = DocumentRows(connection)
        self.jobs = jobs
        self.controls: list[Control] = []
        self.updates: list[Update] = []
        self._log = log
        self._voice = voice
        self._closed = False

    @property
    def events(self) -> EventLog:
        """The event log; what it appends goes to live readers after the commit."""
        return self._log

    @asynccontextmanager
    async def closing(self) -> AsyncGenerator[None]:
        """Commit at the end of the block; what it writes goes to the server together with the commit."""
        raw = await driver(self.connection)
        async with raw.pipeline():
            yield
            await self._tell(raw)
            await raw.commit()
        self._closed = True

    def control(self, run_id: UUID, command: str) -> None:
        """Tell all executors after the commit (`cancel`, `god_mode`); a hint, the rows decide."""
        self.controls.append(Control(run_id, command))

    def publish(self, update: Update) -> None:
        """Send an update to the lists of all processes after the commit."""
        self.updates.append(update)

    async def outcome(self) -> Committed:
        """Return what others should hear of; after the commit."""
        return Committed(await self._log.appended(), tuple(self.controls), tuple(self.updates))

    async def tell_others(self) -> None:
        """Send commands and updates to all processes; PostgreSQL delivers them at the commit."""
        if self._closed or self._voice.alone or not (self.controls or self.updates):
            return
        raw = await driver(self.connection)
        async with raw.pipeline():
            await self._tell(raw)

    async def _tell(self, raw: psycopg.AsyncConnection[Any]) -> None:
        for control in self.controls:
            await self._voice.say(raw, {"k": "control", "r": str(control.run_id), "c": control.command})
        for update in self.updates:
            await self._voice.say(raw, {"k": "update", "e": update.model_dump(mode="json")})


@contextmanager
def _lost_server() -> Generator[None]:
    try:
        yield
    except NoFreeConnection as error:
        raise StorageUnavailable("The database is overloaded: no connection was free. Try again.") from error
    except (DBAPIError, psycopg.OperationalError) as error:
        if not _is_lost(error.orig if isinstance(error, DBAPIError) else error):
            raise
        raise StorageUnavailable("The database does not answer. Try again when it is back.") from error


def _is_lost(error: BaseException | None) -> bool:
    # A server that is not there can give no state; 08 is a broken connection, 57P a shutdown or start.
    state = error.sqlstate if isinstance(error, psycopg.OperationalError) else "-"
    return state is None or state.startswith(("08", "57P"))


class PostgresStorage:
    """Opens units of work on an engine: the port `Storage`."""

    def __init__(
        self,
        engine: AsyncEngine,
        *,
        events: Callable[[AsyncConnection], UnitLog],
        jobs: Callable[[AsyncConnection], Jobs],
        after_commit: Callable[[Committed], None],
        voice: Voice,
    ) -> None:
        """Take what builds log and queue on a connection, and how to speak to other processes.

        `after_commit` is called once for each transaction that appended events, gave commands or
        published updates, right after its commit, never after a rollback.
        """
        self._engine = engine
        self._events = events
        self._jobs = jobs
        self._after_commit = after_commit
        self._voice = voice

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[PostgresUnitOfWork]:
        """Start a transaction; commits when the block ends, rolls back when it raises.

        Raises StorageUnavailable when the server is gone; whoever asks again later gets a new connection.
        """
        arrivals = self._voice.arrivals
        with _lost_server():
            async with self._engine.begin() as connection:
                log, jobs = self._events(connection), self._jobs(connection)
                unit = PostgresUnitOfWork(connection, log, jobs, self._voice)
                yield unit
                await unit.tell_others()
        if self._voice.arrivals != arrivals:
            self._voice.greet()
        outcome = await unit.outcome()
        if outcome != Committed():
            self._after_commit(outcome)
