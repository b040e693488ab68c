"""Reads the pages of a PDF; runs in the reading process only."""

from __future__ import annotations

import io
import logging
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError, LimitReachedError, PyPdfError

from councilos.documents.model import unreadable

LONGEST_PAGE: Final = 2_000_000
"""Characters that a page may have."""
_TAIL: Final = 4_096

logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def pages(path: Path, password: str, recognise: Callable[[int], str] | None = None) -> Iterator[int | str]:
    """Yield the number of pages, then the text of each; UnreadableDocument by name of the failure.

    `recognise` returns the text of a page (counted from 0) that is a picture.
    """
    try:
        reader = _open(path, password)
        count = len(reader.pages)
    except LimitReachedError:
        raise unreadable("too_complex") from None
    except (
        PyPdfError,
        DependencyError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        OSError,
    ):
        raise unreadable("damaged") from None
    if count == 0:
        raise unreadable("damaged")
    yield count
    broken = 0
    for index in range(count):
        text = _text(reader, index)
        if recognise is not None and not any(char.isalnum() for char in text or ""):
            text = recognise(index) or text
        broken += text is None
        yield text or ""
    if broken == count:
        raise unreadable("damaged")


def _open(path: Path, password: str) -> PdfReader:
    with path.open("rb") as file:
        file.seek(0, io.SEEK_END)
        file.seek(max(0, file.tell() - _TAIL))
        if b"%%EOF" not in file.read():
            raise unreadable("damaged")
    reader = PdfReader(path)
    if reader.is_encrypted and not reader.decrypt(password or ""):
        raise unreadable("wrong_password" if password else "encrypted")
    return reader


def _text(reader: PdfReader, index: int) -> str | None:
    try:
        page: PageObject = reader.pages[index]
        text = page.extract_text()
    except LimitReachedError:
        raise unreadable("too_complex") from None
    except (
        PyPdfError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        zlib.error,
        RecursionError,
    ):
        return None
    if len(text) > LONGEST_PAGE:
        raise unreadable("too_complex")
    return text
