"""The composition root: one process's engine, put together from its parts.

    async with Runtime.open(settings) as runtime:
        run = await start(runtime.storage, order)

With `worker=True` the process also executes runs; without it others do (decision 2).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from councilos.documents.index import DocumentIndex
from councilos.events.connection_log import ConnectionLog
from councilos.events.hub import Hub
from councilos.events.listen import Listener
from councilos.events.log import Journal
from councilos.events.voice import Voice
from councilos.models.call import USUAL, Patience
from councilos.models.catalogue import Catalogue
from councilos.queue.app import is_outage
from councilos.queue.jobs import SegmentJobs
from councilos.queue.schema import ensure_schema
from councilos.queue.worker import Timing
from councilos.redact import RedactingFilter, Redactor
from councilos.settings import Settings
from councilos.storage.embedded import open_embedded
from councilos.storage.engine import Database, open_database
from councilos.storage.setup import prepare_database
from councilos.storage.unit_of_work import Committed, PostgresStorage

if TYPE_CHECKING:
    from councilos.working import Work

logger = logging.getLogger(__name__)

THREADS = 64
"""Threads of the default executor: LangGraph's saver serialises every checkpoint in one (decision 15)."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the skins (REST, command line) use; open it with `Runtime.open`."""

    settings: Settings
    storage: PostgresStorage
    live: Hub
    catalogue: Catalogue
    index: DocumentIndex

    @property
    def updates(self) -> Hub:
        """Where lists subscribe."""
        return self.live

    @staticmethod
    def is_outage(error: BaseException) -> bool:
        """Say whether the error means that the database is away."""
        return is_outage(error)

    @staticmethod
    @asynccontextmanager
    async def open(
        settings: Settings,
        *,
        worker: bool = True,
        timing: Timing | None = None,
        patience: Patience = USUAL,
    ) -> AsyncGenerator[Runtime]:
        """Start everything; at the end of the block runs that execute here are handed on."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "councilos"))
        with _quiet_addresses(settings):
            async with _database_url(settings) as url, open_database(url) as database:
                await prepare_database(database, lambda: _queue_tables(database))
                async with _engine(settings, database, worker, timing, patience) as runtime:
                    _tune_garbage_collection()
                    yield runtime


def _tune_garbage_collection() -> None:
    # In a thread we are the guest of somebody's script or notebook, whose objects are not ours to keep.
    if threading.current_thread() is not threading.main_thread():
        return
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@contextmanager
def _quiet_addresses(settings: Settings) -> Generator[None]:
    """Keep passwords in addresses out of httpx's log lines, also when this is not the server's log (SO-1)."""
    redacting = RedactingFilter(Redactor(settings.secrets()))
    logging.getLogger("httpx").addFilter(redacting)
    try:
        yield
    finally:
        logging.getLogger("httpx").removeFilter(redacting)


async def _queue_tables(database: Database) -> None:
    # The pool prepares every statement, and a prepared one cannot hold a whole script.
    connection = await database.idle_connection()
    try:
        await ensure_schema(connection)
    finally:
        await connection.close()


@asynccontextmanager
async def _database_url(settings: Settings) -> AsyncGenerator[str]:
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    async with open_embedded(settings.councilos_home / "postgres") as url:
        yield url


@asynccontextmanager
async def _engine(
    settings: Settings, database: Database, with_worker: bool, timing: Timing | None, patience: Patience
) -> AsyncGenerator[Runtime]:
    origin = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
    hub = Hub()
    voice = Voice(origin)
    journal = Journal(database.pool, hub, voice)
    voice.greet = journal.greet
    storage = PostgresStorage(
        database.engine,
        events=lambda connection: ConnectionLog(connection, voice),
        jobs=SegmentJobs,
        after_commit=lambda outcome: _deliver(hub, outcome, control),
        voice=voice,
    )
    index = DocumentIndex(
        settings.chroma_folder,
        settings.chroma_url,
        embeddings=settings.councilos_embeddings,
        environment=settings.embeddings_environment,
    )
    work: list[Work] = []

    def control(run_id: UUID, command: str) -> None:
        for part in work:
            part.control(run_id, command)

    listener = Listener(database.idle_connection, hub, control, voice)
    journal.start()
    listening = asyncio.create_task(listener.run())
    async with AsyncExitStack() as closing:
        closing.push_async_callback(_end, listening)
        closing.push_async_callback(journal.stop)
        closing.push_async_callback(index.close)
        catalogue = Catalogue(settings)
        closing.push_async_callback(catalogue.aclose)
        await listener.ready()
        if with_worker:
            from councilos.working import working

            begun = working(
                settings, database, storage, journal, index, name=origin, timing=timing, patience=patience
            )
            work.append(await closing.enter_async_context(begun))
        yield Runtime(settings, storage, hub, catalogue, index)


async def _end(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _deliver(hub: Hub, outcome: Committed, control: Callable[[UUID, str], None]) -> None:
    for command in outcome.controls:
        control(command.run_id, command.command)
    for appended in outcome.appended:
        hub.publish(appended.run_id, appended.events)
    for update in outcome.updates:
        hub.publish_update(update)
