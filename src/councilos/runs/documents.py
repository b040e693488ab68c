"""Take in, list and delete documents (TL-2); reading them is `runs/ingest.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid4

from councilos.documents.files import Files, Received
from councilos.documents.kinds import kind_of, shown_name
from councilos.documents.model import unreadable
from councilos.errors import InvalidInput, NotFound, Problem, WrongState
from councilos.events.updates import DocumentChanged
from councilos.runs.ids import as_id, existing, missing
from councilos.runs.model import Run, StoredDocument
from councilos.runs.ports import Storage, UnitOfWork

MOST_SEARCHED: Final = 200
"""Documents, the newest, that a run without documents of its own searches."""


def as_document_id(text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such document can exist."""
    return as_id("document", text)


def changed(document: StoredDocument) -> DocumentChanged:
    """Return the update that shows the document as it is."""
    return DocumentChanged(
        document_id=str(document.id),
        state=document.status,
        pages_done=document.pages_done,
        pages=document.pages,
    )


async def take_in(
    storage: Storage,
    files: Files,
    received: Received,
    name: str,
    *,
    password: str | None = None,
    pdf_only: bool = False,
) -> StoredDocument:
    """Keep a received file as a document and have it read; the same content again is the same document.

    One that could not be read is tried again, with the new password if there is one.
    UnreadableDocument when it is nothing that can be read.
    """
    filename = shown_name(name)
    kind = await asyncio.to_thread(kind_of, received.path, filename)
    if pdf_only and not (kind == "pdf" and filename.lower().endswith(".pdf")):
        raise unreadable("not_a_pdf")
    now = datetime.now(UTC)
    new = StoredDocument(
        id=uuid4(),
        sha256=received.sha256,
        filename=filename,
        kind=kind,
        size=received.size,
        status="queued",
        created_at=now,
        updated_at=now,
        password=password,
    )
    async with storage.begin() as uow:
        if await uow.documents.add(new):
            await _queue(uow, files, received, new)
            return new
        known = await uow.documents.with_content(received.sha256)
        if known is None:
            raise WrongState("The same document was being deleted at this moment. Upload it again.")
        if known.status != "failed":
            return known
        changes = {"status": "queued", "error": None, "password": password, "pages_done": 0, "pages": None}
        await uow.documents.update(known.id, **changes)
        again = await uow.documents.get(known.id)
        assert again is not None
        await _queue(uow, files, received, again)
        return again


async def _queue(uow: UnitOfWork, files: Files, received: Received, document: StoredDocument) -> None:
    await asyncio.to_thread(files.keep, received, document.id)
    await uow.jobs.ingest(document.id)
    uow.publish(changed(document))


async def get(storage: Storage, document_id: UUID) -> StoredDocument:
    """Return one document."""
    async with storage.begin() as uow:
        return existing("document", document_id, await uow.documents.get(document_id))


async def page(storage: Storage, *, limit: int, offset: int) -> tuple[list[StoredDocument], int]:
    """Return one page of documents, newest first, and how many there are."""
    async with storage.begin() as uow:
        return await uow.documents.page(limit=limit, offset=offset)


async def delete(storage: Storage, files: Files, document_id: UUID) -> None:
    """Delete a document with its file; a worker removes its chunks from the index right after."""
    async with storage.begin() as uow:
        if not await uow.documents.delete(document_id):
            raise missing("document", document_id)
        await uow.jobs.ingest(document_id)
        uow.publish(DocumentChanged(document_id=str(document_id), state="deleted"))
    await asyncio.to_thread(files.remove, document_id)


async def check_usable(uow: UnitOfWork, ids: Sequence[str]) -> None:
    """Raise InvalidInput unless a run can use all these documents: they exist and have been read."""
    problems: list[Problem] = []
    for place, text in enumerate(ids):
        try:
            document = await uow.documents.get(as_document_id(text))
        except NotFound:
            document = None
        if document is None:
            message = "There is no such document. Upload it again or choose another."
        elif document.status == "failed":
            message = f"{document.filename} could not be read, so no council can use it."
        elif document.status != "ready":
            message = f"{document.filename} is still being read. Start when it is ready."
        else:
            continue
        problems.append(Problem(f"/documents/{place}", "document", "error", message))
    if problems:
        raise InvalidInput(problems[0].message, problems)


async def searchable(storage: Storage, run: Run) -> list[StoredDocument]:
    """Return the documents that this run may search: those it was given, else all (TL-3)."""
    async with storage.begin() as uow:
        if not run.documents:
            found, _ = await uow.documents.page(limit=MOST_SEARCHED, offset=0)
        else:
            given = [await uow.documents.get(UUID(text)) for text in run.documents]
            found = [document for document in given if document is not None]
    return [document for document in found if document.status == "ready"]
