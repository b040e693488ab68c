"""What a file is, seen from its content, and the name it is shown under."""

from __future__ import annotations

import re
import unicodedata
import zipfile
from pathlib import Path
from typing import Final

from councilos.documents.model import Kind, unreadable

MAX_NAME: Final = 200
"""Characters of a file name that are kept."""
_HEAD: Final = 8_192
_PDF_SEARCH: Final = 1_024
_HTML: Final = re.compile(
    rb"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)", re.I | re.S
)
_SUFFIXES: Final[dict[str, Kind]] = {
    ".htm": "html",
    ".html": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
}


def shown_name(raw: str) -> str:
    """Return the name without path and control characters, cut in the middle of its stem if long."""
    name = re.split(r"[/\\]", raw)[-1]
    name = "".join(char for char in name if unicodedata.category(char) not in ("Cc", "Cs")).strip()
    if not name.strip("."):
        return "document"
    if len(name) <= MAX_NAME:
        return name
    stem, dot, suffix = name.rpartition(".")
    if not dot or len(suffix) > 10:
        return name[: MAX_NAME - 1] + "…"
    return stem[: MAX_NAME - len(suffix) - 2] + "…." + suffix


def kind_of(path: Path, name: str) -> Kind:
    """Return what the file is; UnreadableDocument when it is empty or nothing that can be read (blocking)."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        raise unreadable("empty_file")
    if b"%PDF-" in head[:_PDF_SEARCH]:
        return "pdf"
    suffix = Path(name).suffix.lower()
    if suffix == ".pdf":
        raise unreadable("not_a_pdf")
    if head.startswith(b"PK") and _is_docx(path):
        return "docx"
    if not _is_text(head):
        raise unreadable("unsupported")
    if _HTML.match(head):
        return "html"
    if suffix not in _SUFFIXES:
        raise unreadable("unsupported")
    return _SUFFIXES[suffix]


def _is_docx(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "word/document.xml" in archive.namelist()
    except zipfile.BadZipFile:
        return False


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return b"\x00" not in head
