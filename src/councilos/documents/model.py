"""What documents are made of: pages, chunks, hits, and the names of everything that can go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from councilos.errors import UnreadableDocument

MAX_FILE: Final = 50 * 1024 * 1024
"""Bytes that a document may have (TL-2)."""

Kind = Literal["pdf", "docx", "html", "markdown", "text"]

FAILURES: Final[Mapping[str, str]] = {
    "empty_file": "The file is empty (0 bytes). Choose another file.",
    "not_a_pdf": "This is not a PDF file. Choose a file that a PDF viewer can open.",
    "unsupported": "This kind of file cannot be read. Choose PDF, Word (.docx), HTML, Markdown or text.",
    "encrypted": "The PDF is protected by a password. Give its password to have it read.",
    "wrong_password": "This is not the password of the PDF. Try again with the right one.",
    "no_text": (
        "The file holds pictures only and no text, as a scan does. Have its text recognised: install that "
        "with pip install 'councilos[ocr]', or use another program and upload the result."
    ),
    "nothing_recognised": (
        "The file holds pictures only, and no text could be recognised in them. Scan it again, sharper and "
        "upright, or choose another file."
    ),
    "damaged": "The file is damaged or incomplete. Save or download it again, then upload the new copy.",
    "too_complex": (
        "Reading the file would take more time or memory than allowed. Print it to a new PDF, or split it."
    ),
    "index_crashed": (
        "The document index ended several times while it took in this file. Print it to a new PDF, or split "
        "it, and upload the result."
    ),
    "missing": "The file is no longer there. Upload it again.",
    "not_installed": "Documents are not installed. Install them with: pip install 'councilos[documents]'.",
}
"""Sentence by name of the failure; the names are stable."""


def unreadable(reason: str) -> UnreadableDocument:
    """Return the error for one of `FAILURES`."""
    return UnreadableDocument(FAILURES[reason], reason)


@dataclass(frozen=True, slots=True)
class Page:
    """One page's text; `number` starts at 1. Files without pages have parts of about 3,000 characters."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one page; `position` is the offset of its first character in the page's text."""

    page: int
    position: int
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a search found; a higher `score` is better, within one search only (TL-3)."""

    document_id: str
    filename: str
    page: int
    position: int
    text: str
    score: float
