"""Ingestion that is interrupted, and embeddings that change."""

from __future__ import annotations

import asyncio
import io
import signal
from pathlib import Path
from uuid import UUID

import pytest

from councilos.documents.files import Files
from councilos.documents.index import DocumentIndex
from councilos.runs import documents
from councilos.runs.documents import take_in
from councilos.runs.model import StoredDocument
from councilos.runs.ports import Storage
from councilos.runtime import Runtime
from support import pdfs
from support.engine import QUICK, WorkerProcess, settings_from


async def upload(runtime: Runtime, data: bytes, name: str = "a.pdf") -> StoredDocument:
    files = Files(runtime.settings.documents_folder)
    with files.receive(io.BytesIO(data)) as received:
        return await take_in(runtime.storage, files, received, name)


async def until(
    storage: Storage, document_id: UUID, *statuses: str, pages: int = 0, seconds: float = 90
) -> StoredDocument:
    async with asyncio.timeout(seconds):
        while True:
            document = await documents.get(storage, document_id)
            if document.status in statuses and document.pages_done >= pages:
                return document
            await asyncio.sleep(0.02)


def book(pages: int) -> bytes:
    return pdfs.text_pdf(
        [f"Page {number} of a long book about walruses. " * 30 for number in range(1, pages + 1)]
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_a_restart_in_the_middle(env: dict[str, str], number: signal.Signals) -> None:
    """TL-2, RN-7: another worker reads the document anew; nothing is missing and nothing double."""
    with settings_from(env) as settings:
        async with Runtime.open(settings, worker=False) as runtime:
            with WorkerProcess(env) as first:
                document = await upload(runtime, book(40))
                await until(runtime.storage, document.id, "reading", pages=5)
                first.signal(number)
                await first.died()
            assert (await documents.get(runtime.storage, document.id)).status == "reading"
            with WorkerProcess(env):
                done = await until(runtime.storage, document.id, "ready", "failed")
            assert (done.status, done.pages, done.pages_done) == ("ready", 40, 40), done.error
            async with runtime.storage.begin() as uow:
                pages = await uow.documents.pages(document.id)
            assert [page for page, _ in pages] == list(range(1, 41))
    index = DocumentIndex(settings.chroma_folder)
    assert await index.count(str(document.id)) == done.chunks
    [hit] = await index.search("Page 33 of a long book", [str(document.id)], 1)
    assert "Page 33" in hit.text
    await index.close()


async def test_deleted_while_it_is_read(engine: Runtime) -> None:
    """TL-2: nothing of the document stays."""
    document = await upload(engine, book(80))
    await until(engine.storage, document.id, "reading", pages=3)
    files = Files(engine.settings.documents_folder)
    await documents.delete(engine.storage, files, document.id)
    last = await upload(engine, book(1))
    await until(engine.storage, last.id, "ready")
    async with asyncio.timeout(30):
        while await engine.index.count(str(document.id)):
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    assert await engine.index.count(str(document.id)) == 0
    assert [path.name for path in engine.settings.documents_folder.iterdir()] == [str(last.id)]


async def test_another_embedding_model(env: dict[str, str]) -> None:
    """Decision 13: what another model embedded is embedded anew at the next start, without the file."""
    with settings_from(env) as settings:
        async with Runtime.open(settings, timing=QUICK) as runtime:
            document = await upload(runtime, book(3))
            before = await until(runtime.storage, document.id, "ready")
            await runtime.index.delete(str(document.id))
            async with runtime.storage.begin() as uow:
                await uow.documents.update(document.id, model="an older one")
            Path(settings.documents_folder / str(document.id)).unlink()
        async with Runtime.open(settings, timing=QUICK) as runtime:
            after = await until(runtime.storage, document.id, "ready", "failed")
            assert (after.status, after.chunks, after.model) == ("ready", before.chunks, before.model)
            assert await runtime.index.count(str(document.id)) == before.chunks


async def test_a_missing_file_is_said(engine: Runtime) -> None:
    """TL-2: a worker that cannot see the file says so."""
    document = await upload(engine, pdfs.text_pdf(["Walruses."]))
    await until(engine.storage, document.id, "ready")
    async with engine.storage.begin() as uow:
        await uow.documents.update(document.id, status="queued", pages=None)
        await uow.documents.clear_pages(document.id)
    (engine.settings.documents_folder / str(document.id)).unlink()
    async with engine.storage.begin() as uow:
        await uow.jobs.ingest(document.id)
    done = await until(engine.storage, document.id, "failed")
    assert done.error is not None
    assert done.error["code"] == "missing"
