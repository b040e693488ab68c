"""Reads a file page by page in a process of its own, which may die without harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from councilos.documents import ocr
from councilos.documents.child import spawn
from councilos.documents.model import Kind, Page, unreadable

PATIENCE: Final = 300.0
"""Seconds without a further page after which reading is given up."""
_READING: Final = "councilos.documents.reading"


async def read_pages(path: Path, kind: Kind, password: str = "") -> AsyncGenerator[int | Page]:
    """Yield the number of pages, then every page; close the generator to stop reading.

    UnreadableDocument by name of the failure; a file without any text fails at the end.
    """
    if kind == "pdf" and find_spec("pypdf") is None:
        raise unreadable("not_installed")
    process = await spawn(_READING, kind, str(path))
    assert process.stdin is not None
    assert process.stdout is not None
    number, letters = 0, False
    try:
        with contextlib.suppress(ConnectionError):
            process.stdin.write(password.replace("\n", "").encode() + b"\n")
            process.stdin.close()
        while True:
            answer = await _answer(process.stdout)
            if "text" in answer:
                number += 1
                letters = letters or any(char.isalnum() for char in answer["text"])
                yield Page(number, answer["text"])
            elif "pages" in answer:
                yield int(answer["pages"])
            elif letters:
                return
            else:
                raise unreadable(without_text(kind))
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def without_text(kind: str) -> str:
    """Return the name of the failure when a file holds no text at all."""
    return "nothing_recognised" if kind == "pdf" and ocr.available() else "no_text"


async def _answer(stream: asyncio.StreamReader) -> dict[str, Any]:
    try:
        async with asyncio.timeout(PATIENCE):
            line = await stream.readline()
    except (TimeoutError, ValueError):
        raise unreadable("too_complex") from None
    if not line.endswith(b"\n"):
        raise unreadable("too_complex")
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise unreadable(answer["error"])
    return answer
