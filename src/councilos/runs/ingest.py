"""Read a document and index it page by page; a job does it, so it survives a restart (TL-2)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast
from uuid import UUID

from councilos.documents.chunks import cut
from councilos.documents.extract import read_pages, without_text
from councilos.documents.files import Files
from councilos.documents.index import IndexEnded
from councilos.documents.model import FAILURES, Chunk, Kind, Page, unreadable
from councilos.errors import SetupError, StorageUnavailable, UnreadableDocument
from councilos.runs.documents import changed
from councilos.runs.model import StoredDocument
from councilos.runs.ports import Storage

logger = logging.getLogger(__name__)

MOST_CRASHES: Final = 3
"""How often a document may end the index process before it is given up."""
READERS: Final = 2
"""Documents that one process reads at the same time."""
BATCH_CHUNKS: Final = 24
BATCH_PAGES: Final = 20
BATCH_SECONDS: Final = 2.0
"""What is indexed at once: about half a second of work, so that progress is seen by page."""


class Index(Protocol):
    """Where chunks go; `documents.index` has the real one."""

    @property
    def model(self) -> str:
        """The name of the embedding model."""
        ...

    async def add(self, document_id: str, filename: str, first: int, chunks: Sequence[Chunk]) -> None:
        """Write chunks, numbered from `first`."""
        ...

    async def delete(self, document_id: str) -> int:
        """Delete every chunk of the document."""
        ...


class _Gone(Exception):
    """The document was deleted while it was read."""


@dataclass
class _Progress:
    """What has been read and is not indexed yet, and what has been indexed."""

    stored: bool
    pages: list[Page] = field(default_factory=list[Page])
    waiting: list[Chunk] = field(default_factory=list[Chunk])
    pages_done: int = 0
    chunks: int = 0
    empty: int = 0
    since: float = field(default_factory=time.monotonic)

    def take(self, page: Page) -> bool:
        """Take a page; True when it is time to index."""
        chunks = cut(page)
        self.pages.append(page)
        self.waiting += chunks
        self.empty += not chunks
        full = len(self.waiting) >= BATCH_CHUNKS or len(self.pages) >= BATCH_PAGES
        # Pages that are pictures take seconds each.
        return full or time.monotonic() - self.since > BATCH_SECONDS

    def figures(self) -> dict[str, Any]:
        """Return the columns that say how far it is."""
        return {"pages_done": self.pages_done, "chunks": self.chunks, "empty_pages": self.empty}


class Ingestion:
    """Reads documents in this process; `ingest` is what the queue's worker calls."""

    def __init__(
        self, storage: Storage, index: Index, files: Files, *, is_outage: Callable[[BaseException], bool]
    ) -> None:
        """Take where documents are and where their chunks go.

        `is_outage` says whether an error means that trying again later can help.
        """
        self._storage = storage
        self._index = index
        self._files = files
        self._is_outage = is_outage
        self._slots = asyncio.Semaphore(READERS)

    async def ingest(self, document_id: UUID) -> None:
        """Bring the document to `ready` or `failed`; remove what is left of one that was deleted.

        Starting anew after any interruption is safe. Raises what `is_outage` accepts.
        """
        async with self._slots:
            document = await self._begin(document_id)
            if document is None:
                return
            try:
                await self._read(document)
            except _Gone:
                await self._remove(document_id)
            except UnreadableDocument as error:
                await self._fail(document, error.reason, error.message)
            except StorageUnavailable as error:
                await self._postpone(document, error)
            except Exception as error:  # edge: a document must never seem to be read for ever
                if self._is_outage(error):
                    raise
                logger.warning("document %s failed: %s", document_id, error, exc_info=error)
                if isinstance(error, SetupError):
                    await self._fail(document, error.code, error.message, clean=False)
                else:
                    await self._fail(document, "internal", "Reading failed unexpectedly. The log says why.")

    async def _postpone(self, document: StoredDocument, error: StorageUnavailable) -> None:
        """Say what the document waits for and raise the error; after too many crashes it has failed."""
        crashes = document.crashes + isinstance(error, IndexEnded)
        if crashes >= MOST_CRASHES:
            with contextlib.suppress(StorageUnavailable):
                await self._index.delete(str(document.id))
            await self._fail(document, "index_crashed", FAILURES["index_crashed"], clean=False)
            return
        waits = {"code": error.code, "message": error.message}
        with contextlib.suppress(_Gone):
            await self._tell(document, status="queued", error=waits, crashes=crashes)
        raise error

    async def queue_outdated(self) -> None:
        """Have every document read anew whose chunks another embedding model made."""
        async with self._storage.begin() as uow:
            for document_id in await uow.documents.outdated(self._index.model):
                await uow.documents.update(document_id, status="queued")
                await uow.jobs.ingest(document_id)

    async def _begin(self, document_id: UUID) -> StoredDocument | None:
        async with self._storage.begin() as uow:
            document = await uow.documents.lock(document_id)
            if document is not None:
                if document.status not in ("queued", "reading"):
                    return None
                await uow.documents.update(document_id, status="reading", pages_done=0)
                return document
        await self._remove(document_id)
        return None

    async def _read(self, document: StoredDocument) -> None:
        await self._index.delete(str(document.id))
        known = await self._known_pages(document)
        progress = _Progress(stored=known is not None)
        source = _again(known) if known is not None else self._from_file(document)
        async with aclosing(source) as found:
            async for item in found:
                if isinstance(item, int):
                    await self._tell(document, pages=item)
                elif progress.take(item):
                    await self._index_batch(document, progress)
        await self._index_batch(document, progress)
        if not progress.chunks:
            raise unreadable(without_text(document.kind))
        await self._tell(
            document,
            status="ready",
            error=None,
            password=None,
            crashes=0,
            model=self._index.model,
            **progress.figures(),
        )

    async def _known_pages(self, document: StoredDocument) -> list[tuple[int, str]] | None:
        """Return the text of all pages when it is complete; else forget what there is."""
        async with self._storage.begin() as uow:
            pages = await uow.documents.pages(document.id)
            if pages and len(pages) == document.pages:
                return pages
            await uow.documents.clear_pages(document.id)
            return None

    def _from_file(self, document: StoredDocument) -> AsyncGenerator[int | Page]:
        path = self._files.path(document.id)
        return read_pages(path, cast("Kind", document.kind), document.password or "")

    async def _index_batch(self, document: StoredDocument, progress: _Progress) -> None:
        pages, chunks = progress.pages, progress.waiting
        if chunks:
            await self._index.add(str(document.id), document.filename, progress.chunks, chunks)
        progress.pages_done += len(pages)
        progress.chunks += len(chunks)
        progress.pages, progress.waiting, progress.since = [], [], time.monotonic()
        kept = [] if progress.stored else [(page.number, page.text) for page in pages]
        await self._tell(document, pages_read=kept, **progress.figures())

    async def _tell(
        self, document: StoredDocument, *, pages_read: Sequence[tuple[int, str]] = (), **changes: Any
    ) -> None:
        async with self._storage.begin() as uow:
            if not await uow.documents.update(document.id, **changes):
                raise _Gone
            await uow.documents.add_pages(document.id, pages_read)
            now = await uow.documents.get(document.id)
            assert now is not None
            uow.publish(changed(now))

    async def _fail(self, document: StoredDocument, code: str, message: str, *, clean: bool = True) -> None:
        if clean:
            await self._index.delete(str(document.id))
        async with self._storage.begin() as uow:
            error = {"code": code, "message": message}
            fields: dict[str, Any] = {"chunks": 0, "pages_done": 0, "password": None, "crashes": 0}
            if not await uow.documents.update(document.id, status="failed", error=error, **fields):
                return
            await uow.documents.clear_pages(document.id)
            now = await uow.documents.get(document.id)
            assert now is not None
            uow.publish(changed(now))

    async def _remove(self, document_id: UUID) -> None:
        await self._index.delete(str(document_id))
        await asyncio.to_thread(self._files.remove, document_id)


async def _again(pages: Sequence[tuple[int, str]]) -> AsyncGenerator[int | Page]:
    for number, text in pages:
        yield Page(number, text)
