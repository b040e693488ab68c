"""Ingestion that is interrupted, and embeddings that change."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from pathlib import Path
from typing import Any
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


async def upload(
    runtime: Runtime, data: bytes, name: str = "a.pdf", password: str | None = None
) -> StoredDocument:
    files = Files(runtime.settings.documents_folder)
    with files.receive(io.BytesIO(data)) as received:
        return await take_in(runtime.storage, files, received, name, password=password)


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


async def test_a_password_outlives_a_restart(env: dict[str, str]) -> None:
    """TL-2, RN-7: what was uploaded before a restart is read after it, and only then the password goes."""
    with settings_from(env) as settings:
        data = pdfs.encrypted(pdfs.text_pdf(["Walruses."]), user="secret", owner="o")
        async with Runtime.open(settings, worker=False) as runtime:
            document = await upload(runtime, data, password="secret")
            assert (await documents.get(runtime.storage, document.id)).password == "secret"
        async with Runtime.open(settings, timing=QUICK) as runtime:
            done = await until(runtime.storage, document.id, "ready", "failed")
            assert (done.status, done.password) == ("ready", None)


async def test_a_document_that_ends_the_index_harms_no_other(
    engine: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-2: real deaths of the index process, real retries; then the document has failed by name."""
    send, deaths = DocumentIndex._send, 0  # pyright: ignore[reportPrivateUsage]

    async def deadly(process: asyncio.subprocess.Process, request: dict[str, Any]) -> None:
        nonlocal deaths
        if request["op"] == "add" and request["filename"] == "deadly.txt":
            os.kill(process.pid, signal.SIGKILL)
            deaths += 1
        await send(process, request)

    monkeypatch.setattr(DocumentIndex, "_send", staticmethod(deadly))
    bad = await upload(engine, b"Sharks.", "deadly.txt")
    good = [await upload(engine, f"Walrus number {n}.".encode(), f"{n}.txt") for n in range(3)]
    for document in good:
        assert (await until(engine.storage, document.id, "ready", "failed")).status == "ready"
    failed = await until(engine.storage, bad.id, "ready", "failed")
    assert failed.error is not None
    assert (failed.status, failed.error["code"], deaths) == ("failed", "index_crashed", 3)
    assert [await engine.index.count(str(item.id)) for item in (bad, *good)] == [0, 1, 1, 1]


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
