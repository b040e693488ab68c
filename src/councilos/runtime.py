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
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from psycopg.conninfo import make_conninfo

from councilos.documents.files import Files
from councilos.documents.index import DocumentIndex
from councilos.events.hub import Hub
from councilos.events.listen import Listener
from councilos.events.log import ConnectionLog, Journal
from councilos.models.call import USUAL, Patience
from councilos.models.catalogue import Catalogue
from councilos.queue.app import is_outage
from councilos.queue.jobs import SegmentJobs
from councilos.queue.schema import ensure_schema
from councilos.queue.worker import Timing, Worker
from councilos.redact import RedactingFilter, Redactor
from councilos.runs.documents import searchable
from councilos.runs.execute import Executor
from councilos.runs.ingest import Ingestion
from councilos.runs.model import Run
from councilos.runs.ports import Storage
from councilos.settings import Settings
from councilos.storage.checkpointer import FencedSaver, prune_checkpoints
from councilos.storage.embedded import open_embedded
from councilos.storage.engine import Database, open_database
from councilos.storage.setup import prepare_database
from councilos.storage.unit_of_work import Committed, PostgresStorage
from councilos.tools.pdf_search import PdfSearch
from councilos.tools.ports import Toolbox
from councilos.tools.web_search import WebSearch

logger = logging.getLogger(__name__)

THREADS = 64
"""Threads of the default executor: LangGraph's saver serialises every checkpoint in one (decision 15)."""


class Savers:
    """Checkpointers on the shared pool."""

    def __init__(self, database: Database) -> None:
        """Take the open database."""
        self._pool = database.pool

    def __call__(self, epoch: int, before_put: Callable[[], Awaitable[None]]) -> FencedSaver:
        """Return a saver that writes under `epoch`."""
        return FencedSaver(self._pool, epoch, before_put)

    async def prune(self, run_id: UUID) -> None:
        """Keep only the newest checkpoint of a run that has ended."""
        await prune_checkpoints(self._pool, [run_id])


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the skins (REST, command line) use; open it with `Runtime.open`."""

    settings: Settings
    storage: PostgresStorage
    live: Hub
    catalogue: Catalogue
    index: DocumentIndex
    worker: Worker | None

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
                    gc.collect()
                    gc.freeze()
                    gc.set_threshold(50_000, 20, 100)
                    yield runtime


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
    journal = Journal(database.pool, hub, origin)
    storage = PostgresStorage(
        database.engine,
        events=lambda connection: ConnectionLog(connection, origin),
        jobs=SegmentJobs,
        after_commit=lambda outcome: _deliver(hub, outcome),
        origin=origin,
    )
    catalogue = Catalogue(settings)
    web_search = WebSearch(settings)
    index = DocumentIndex(settings.chroma_folder, settings.chroma_url)
    ingestion = Ingestion(storage, index, Files(settings.documents_folder))
    executor = Executor(
        storage,
        journal,
        Savers(database),
        catalogue,
        index,
        is_outage=is_outage,
        worker=origin,
        tools=lambda run: _toolbox(storage, run, web_search, index),
        patience=patience,
    )
    worker = None
    if with_worker:
        worker = Worker(
            make_conninfo(**database.parameters),
            executor.execute,
            ingest=ingestion.ingest,
            concurrency=settings.councilos_worker_concurrency,
            timing=timing,
        )

    def control(run_id: UUID, command: str) -> None:
        executor.control(run_id, command)
        if command == "cancel" and worker is not None:
            worker.cancel(run_id)

    listener = Listener(database.idle_connection, hub, control, origin)
    journal.start()
    listening = asyncio.create_task(listener.run())
    try:
        await listener.ready()
        if worker is not None:
            await ingestion.queue_outdated()
            await worker.start()
        yield Runtime(settings, storage, hub, catalogue, index, worker)
    finally:
        if worker is not None:
            await worker.stop()
        await index.close()
        await journal.stop()
        await _end(listening)
        await web_search.aclose()


async def _toolbox(storage: Storage, run: Run, web_search: WebSearch, index: DocumentIndex) -> Toolbox:
    """Return what the agents of a run can use: the web, and the run's documents, else all (TL-3)."""
    names = {str(document.id): document.filename for document in await searchable(storage, run)}
    return {"web_search": web_search, "pdf_reader": PdfSearch(index, names)}


async def _end(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _deliver(hub: Hub, outcome: Committed) -> None:
    for appended in outcome.appended:
        hub.publish(appended.run_id, appended.events)
    for update in outcome.updates:
        hub.publish_update(update)
