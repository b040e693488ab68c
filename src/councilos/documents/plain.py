"""Reads Word, HTML, Markdown and text files; runs in the reading process only."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from councilos.documents.model import Kind, unreadable

PART: Final = 3_000
"""Characters of a part, which stands for a page in files that have none."""
_MOST_XML: Final = 200_000_000
_WORD: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HIDDEN: Final = frozenset({"script", "style", "head", "template", "noscript", "svg"})
_BLOCKS: Final = frozenset(
    {"address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset", "figure"}
    | {
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
    }
    | {"section", "table", "td", "th", "tr", "ul"}
)
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_CHARSET: Final = re.compile(rb"charset=[\"']?([\w-]+)", re.I)


def pages(path: Path, kind: Kind) -> Iterator[int | str]:
    """Yield the number of parts, then the text of each; UnreadableDocument by name of the failure."""
    text = _docx(path) if kind == "docx" else _decode(path.read_bytes())
    if kind == "html":
        parser = _Html()
        parser.feed(text)
        parser.close()
        text = "".join(parser.parts)
    parts = _parts(text)
    yield len(parts)
    yield from parts


def _decode(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    declared = _CHARSET.search(data[:2_048])
    guess = "gb18030" if _is_chinese(data) else "cp1252"
    for encoding in ("utf-8-sig", declared[1].decode("ascii") if declared else guess, guess):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")


def _is_chinese(data: bytes) -> bool:
    """Say whether bytes beyond ASCII come in pairs, as GB encodings have them; European ones stand alone."""
    runs = _HIGH.findall(data[:100_000])
    return sum(len(run) % 2 == 0 for run in runs) > 0.7 * len(runs)


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    start = 0
    while start < len(text):
        end = start + PART
        if end < len(text):
            breaks = [text.rfind(mark, start + PART // 2, end) + len(mark) for mark in ("\n\n", "\n", " ")]
            end = next((place for place in breaks if place > start + PART // 2), end)
        parts.append(text[start:end])
        start = end
    return parts or [""]


class _Html(HTMLParser):
    """Collects what a browser would show, a line for each block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self._hidden += 1
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def _docx(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo("word/document.xml").file_size > _MOST_XML:
                raise unreadable("too_complex")
            root = fromstring(archive.read("word/document.xml"))  # noqa: S314 - expat limits expansion
    except (zipfile.BadZipFile, KeyError, ParseError, RuntimeError, EOFError):
        raise unreadable("damaged") from None
    return "\n\n".join(_paragraph(part) for part in root.iter(f"{_WORD}p"))


def _paragraph(paragraph: Element) -> str:
    shown = {f"{_WORD}tab": "\t", f"{_WORD}br": "\n", f"{_WORD}cr": "\n"}
    pieces = (
        (part.text or "") if part.tag == f"{_WORD}t" else shown.get(part.tag, "") for part in paragraph.iter()
    )
    return "".join(pieces)
