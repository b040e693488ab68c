"""`/api/documents` and `upload-pdf`: documents as sources (TL-2)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import APIRouter
from fastapi.requests import Request
from fastapi.responses import FileResponse

from councilos.api import answers, docs
from councilos.api.deps import Mailbox, Runtime, RuntimeDep, StorageDep
from councilos.api.paging import Limit, Offset
from councilos.api.shapes.documents import Document, DocumentPage, IngestedPdf
from councilos.api.uploads import FORM_BODY, received_upload
from councilos.documents.files import Files
from councilos.documents.model import unreadable
from councilos.errors import NotFound, StorageUnavailable, UnreadableDocument
from councilos.runs import documents
from councilos.runs.model import StoredDocument

LOOK_AGAIN: Final = 2.0
"""Seconds after which a waiting upload looks for itself, whatever it was told."""
_MEDIA: Final = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
_AS_TEXT: Final = "text/plain; charset=utf-8"
"""Also for HTML: a stranger's page must not run on our origin."""
_VIEWER: Final = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

router = APIRouter(tags=["documents"])


def _files(runtime: Runtime) -> Files:
    return Files(runtime.settings.documents_folder)


@router.post("/api/councils/upload-pdf", responses=docs.problems(400, 404, 413, 422), openapi_extra=FORM_BODY)
async def upload_pdf(runtime: RuntimeDep, request: Request) -> IngestedPdf:
    """Read and index a PDF; answers when that is done. 400 when it is none, or none that can be read.

    503 when the index is away: the document is kept and read later.
    """
    files = _files(runtime)
    async with received_upload(request, files) as upload:
        taken = await documents.take_in(
            runtime.storage,
            files,
            upload.received,
            upload.name,
            password=upload.password,
            pdf_only=True,
        )
    done = await _ended(runtime, request, taken)
    if done.error is not None:
        raise UnreadableDocument(done.error["message"], done.error["code"])
    return IngestedPdf(
        filename=done.filename,
        chunks_ingested=done.chunks,
        message=f"{done.pages} pages were read and can be searched.",
        id=done.id,
    )


@router.post(
    "/api/documents/", status_code=202, responses=docs.problems(400, 413, 422), openapi_extra=FORM_BODY
)
@router.post("/api/documents", status_code=202, include_in_schema=False)
async def upload_document(runtime: RuntimeDep, request: Request) -> Document:
    """Take in a PDF, Word, HTML, Markdown or text file; it is read in the background.

    The same content again is the same document. One that failed is tried again.
    """
    files = _files(runtime)
    async with received_upload(request, files) as upload:
        taken = await documents.take_in(
            runtime.storage, files, upload.received, upload.name, password=upload.password
        )
    return answers.document(taken)


@router.get("/api/documents/", responses=docs.problems(422))
@router.get("/api/documents", include_in_schema=False)
async def list_documents(
    storage: StorageDep,
    limit: Limit = 100,
    offset: Offset = 0,
) -> DocumentPage:
    """List documents, newest first."""
    found, total = await documents.page(storage, limit=limit, offset=offset)
    return DocumentPage(
        items=[answers.document(item) for item in found], total=total, limit=limit, offset=offset
    )


@router.get("/api/documents/{document_id}", responses=docs.problems(404))
async def get_document(storage: StorageDep, document_id: str) -> Document:
    """Return one document and how far its reading is."""
    return answers.document(await documents.get(storage, documents.as_document_id(document_id)))


@router.get(
    "/api/documents/{document_id}/file",
    response_class=FileResponse,
    responses={200: {"content": {"application/octet-stream": {}}}, **docs.problems(404)},
)
async def get_document_file(runtime: RuntimeDep, document_id: str) -> FileResponse:
    """Return the file as it was uploaded; a browser opens page N of a PDF with `#page=N`."""
    document = await documents.get(runtime.storage, documents.as_document_id(document_id))
    path = _files(runtime).path(document.id)
    if not await asyncio.to_thread(path.is_file):
        raise NotFound(unreadable("missing").message)
    return FileResponse(
        path,
        media_type=_MEDIA.get(document.kind, _AS_TEXT),
        filename=document.filename,
        content_disposition_type="attachment" if document.kind == "docx" else "inline",
        # Named as unchanged, the file is not compressed: parts of it can be asked for.
        headers={
            "Content-Encoding": "identity",
            "Content-Security-Policy": _VIEWER,
            "X-Frame-Options": "SAMEORIGIN",
        },
    )


@router.delete("/api/documents/{document_id}", status_code=204, responses=docs.problems(404))
async def delete_document(runtime: RuntimeDep, document_id: str) -> None:
    """Delete a document with its file and all its chunks."""
    wanted = documents.as_document_id(document_id)
    await documents.delete(runtime.storage, _files(runtime), wanted)


async def _ended(runtime: Runtime, request: Request, document: StoredDocument) -> StoredDocument:
    """Wait until the document was read; NotFound when it is deleted meanwhile."""
    async with _mailbox(runtime) as mailbox:
        while True:
            now = await documents.get(runtime.storage, document.id)
            if now.status in ("ready", "failed") or await request.is_disconnected():
                return now
            waits = now.error
            if waits is not None and waits["code"] == StorageUnavailable.code:
                raise StorageUnavailable(waits["message"])
            try:
                async with asyncio.timeout(LOOK_AGAIN):
                    await mailbox.next()
            except TimeoutError:
                continue


@asynccontextmanager
async def _mailbox(runtime: Runtime) -> AsyncGenerator[Mailbox]:
    mailbox = runtime.updates.subscribe_updates()
    try:
        yield mailbox
    finally:
        mailbox.close()
