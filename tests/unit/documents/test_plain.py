from __future__ import annotations

from pathlib import Path

import pytest

from councilos.documents.model import Kind
from councilos.documents.plain import PART, pages
from councilos.errors import UnreadableDocument

GERMAN = "Große Robben sind größer als kleine Wölfe."
CHINESE = "热泵从室外空气中吸取能量，code E17。"


def read(path: Path, data: bytes, kind: Kind = "text") -> list[str]:
    (path / "file").write_bytes(data)
    count, *texts = pages(path / "file", kind)
    assert count == len(texts)
    return [str(text) for text in texts]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "cp1252"),
        (CHINESE, "utf-8"),
        (CHINESE, "gb18030"),
    ],
)
def test_encodings(tmp_path: Path, text: str, encoding: str) -> None:
    """Documents: text is read in the encodings that people's files have."""
    assert read(tmp_path, text.encode(encoding)) == [text]


def test_long_texts_have_parts(tmp_path: Path) -> None:
    """Documents: a part stands for a page; nothing is lost between them."""
    text = "A line about walruses.\n" * 1_000
    parts = read(tmp_path, text.encode())
    assert "".join(parts) == text
    assert all(len(part) <= PART for part in parts)
    assert all(part.endswith("\n") for part in parts)


def test_html(tmp_path: Path) -> None:
    """Documents: what a browser shows, and the charset that the page declares."""
    html = '<html><head><meta charset="iso-8859-2"><title>no</title></head><body><h1>Łódź</h1>a<br>b &amp; c'
    [text] = read(tmp_path, html.encode("iso-8859-2"), "html")
    assert [line for line in text.split("\n") if line] == ["Łódź", "a", "b & c"]


def test_a_broken_word_file(tmp_path: Path) -> None:
    """Documents: a damaged file is named."""
    with pytest.raises(UnreadableDocument) as caught:
        read(tmp_path, b"PK\x03\x04", "docx")
    assert caught.value.reason == "damaged"
