"""The part of the composition root that executes runs: LangGraph, models, tools, the queue's worker.

Imported only by processes that work, because importing it costs more than everything else together.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import psycopg
from psycopg.conninfo import make_conninfo

from councilos.documents.files import Files
from councilos.documents.index import DocumentIndex
from councilos.events.log import Journal
from councilos.models.call import Patience
from councilos.models.catalogue import Catalogue
from councilos.queue.app import is_outage
from councilos.queue.worker import Timing, Worker
from councilos.runs.documents import searchable
from councilos.runs.execute import Executor
from councilos.runs.ingest import Ingestion
from councilos.runs.model import Run
from councilos.runs.ports import Storage
from councilos.settings import Settings
from councilos.storage.checkpointer import LoggedSaver, Sink, prune_checkpoints, unpruned
from councilos.storage.engine import Database, check
from councilos.tools.pdf_search import PdfSearch
from councilos.tools.ports import Toolbox
from councilos.tools.web_search import WebSearch

logger = logging.getLogger(__name__)

PRUNE_SECONDS = 2.0
"""How often the checkpoints of ended runs are removed."""
PRUNE_BATCH = 200
"""Runs whose checkpoints are removed in one transaction."""


class Savers:
    """Checkpointers on the shared pool, and the removal of checkpoints that nobody needs any more."""

    def __init__(self, database: Database) -> None:
        """Take the open database."""
        self._pool = database.pool
        self._ended: set[UUID] = set()

    def __call__(self, sink: Sink, *, fresh: bool) -> LoggedSaver:
        """Return a saver that writes through `sink`; of a `fresh` run there is nothing to read yet."""
        return LoggedSaver(self._pool, sink, fresh=fresh)

    def prune(self, run_id: UUID) -> None:
        """Keep only the newest checkpoint of a run that has ended; done a little later, for many at once."""
        self._ended.add(run_id)

    async def run(self) -> None:
        """Remove until cancelled; begins with what a process that died has left."""
        left_over = True
        while True:
            try:
                if left_over:
                    self._ended.update(await unpruned(self._pool))
                    left_over = False
                await self._prune()
            except psycopg.Error as error:
                logger.info("checkpoints of ended runs stay for now: %r", error)
            await asyncio.sleep(PRUNE_SECONDS)

    async def _prune(self) -> None:
        while batch := list(self._ended)[:PRUNE_BATCH]:
            await prune_checkpoints(self._pool, batch)
            self._ended.difference_update(batch)


@dataclass(frozen=True, slots=True)
class Work:
    """What the process executes at the moment."""

    executor: Executor
    worker: Worker

    def control(self, run_id: UUID, command: str) -> None:
        """Carry out a command for a run that executes here."""
        self.executor.control(run_id, command)
        if command == "cancel":
            self.worker.cancel(run_id)


@asynccontextmanager
async def working(
    settings: Settings,
    database: Database,
    storage: Storage,
    journal: Journal,
    index: DocumentIndex,
    *,
    name: str,
    timing: Timing | None,
    patience: Patience,
) -> AsyncGenerator[Work]:
    """Execute runs and read documents inside the block; what is under way at its end is handed on."""
    catalogue = Catalogue(settings)
    web_search = WebSearch(settings)
    savers = Savers(database)
    ingestion = Ingestion(storage, index, Files(settings.documents_folder), is_outage=is_outage)
    executor = Executor(
        storage,
        journal,
        savers,
        catalogue,
        index,
        is_outage=is_outage,
        worker=name,
        tools=lambda run: _toolbox(storage, run, web_search, index),
        patience=patience,
    )
    worker = Worker(
        make_conninfo(**database.parameters),
        executor.execute,
        ingest=ingestion.ingest,
        concurrency=settings.councilos_worker_concurrency,
        timing=timing,
        check=check,
    )
    await ingestion.queue_outdated()
    await worker.start()
    pruning = asyncio.create_task(savers.run())
    try:
        yield Work(executor, worker)
    finally:
        await worker.stop()
        pruning.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await pruning
        await web_search.aclose()
        await catalogue.aclose()


async def _toolbox(storage: Storage, run: Run, web_search: WebSearch, index: DocumentIndex) -> Toolbox:
    """Return what the agents of a run can use: the web, and the run's documents, else all (TL-3)."""
    if not any(node.get("tools", {}).get("pdf_reader") for node in run.blueprint["nodes"]):
        return {"web_search": web_search}
    names = {str(document.id): document.filename for document in await searchable(storage, run)}
    return {"web_search": web_search, "pdf_reader": PdfSearch(index, names)}
