"""Receives a file in a form: to disk piece by piece, refused as soon as it is known to be too large."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from fastapi.requests import Request
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from councilos.documents.files import Files, Received
from councilos.documents.model import MAX_FILE
from councilos.errors import InvalidInput, StorageUnavailable, TooLarge
from councilos.runs.text import is_text

_FORM: Final = 64 * 1024
"""Bytes that a form may have beside its file."""
_MAX_PASSWORD: Final = 1_000

FORM_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "examples": [{"file": "report.pdf"}],
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "At most 50 MB"},
                        "password": {"type": "string", "description": "Of a protected PDF"},
                    },
                }
            }
        },
    }
}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that arrived, with its name as sent and the password for it."""

    received: Received
    name: str
    password: str | None


@asynccontextmanager
async def received_upload(request: Request, files: Files) -> AsyncGenerator[Upload]:
    """Receive the form's `file` (and `password`); at the end of the block it is gone unless it was kept.

    TooLarge while it streams in; InvalidInput when there is no file.
    """
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > MAX_FILE + _FORM:
        raise _too_large()
    with _said_when_full():
        form = await _parse(request)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(form.close)
        file, password = form.get("file"), form.get("password") or None
        if not isinstance(file, UploadFile):
            raise InvalidInput.at("/file", "missing", "The form field `file` with the document is missing.")
        if not (password is None or (isinstance(password, str) and _is_password(password))):
            raise InvalidInput.at("/password", "no_text", "The password is no text, or too long.")
        if file.size is not None and file.size > MAX_FILE:
            raise _too_large()
        receiving = files.receive(file.file)
        with _said_when_full():
            received = await asyncio.to_thread(receiving.__enter__)
        stack.push_async_callback(asyncio.to_thread, receiving.__exit__, None, None, None)
        yield Upload(received, file.filename or "", password)


@contextmanager
def _said_when_full() -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise StorageUnavailable(
            "There is no room left on the server's disk for the file. Free some, then upload it again."
        ) from error


async def _parse(request: Request) -> FormData:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise InvalidInput.at(
            "/file", "missing", "Send the document as multipart/form-data, in the field `file`."
        )
    parser = MultiPartParser(request.headers, _bounded(request), max_files=1, max_fields=10)
    try:
        return await parser.parse()
    except (MultiPartException, KeyError, UnicodeDecodeError, ValueError):
        raise InvalidInput.at("/file", "invalid_form", "The form cannot be read.") from None


async def _bounded(request: Request) -> AsyncGenerator[bytes]:
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > MAX_FILE + _FORM:
            raise _too_large()
        yield piece


def _is_password(text: str) -> bool:
    return len(text) <= _MAX_PASSWORD and is_text(text)


def _too_large() -> TooLarge:
    return TooLarge(
        f"The file is larger than {MAX_FILE // 1024 // 1024} MB. Split it, or upload the part that matters.",
        limit_bytes=MAX_FILE,
    )
