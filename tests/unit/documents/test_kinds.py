from __future__ import annotations

from pathlib import Path

import pytest

from councilos.documents.kinds import MAX_NAME, kind_of, shown_name
from councilos.errors import UnreadableDocument


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("résumé 年報 🙂 (1).pdf", "résumé 年報 🙂 (1).pdf"),
        ("../../etc/x.pdf", "x.pdf"),
        ("a\\b\\c.pdf", "c.pdf"),
        ("line\nbreak\x00.pdf", "linebreak.pdf"),
        ("..", "document"),
        ("", "document"),
        ("dir/", "document"),
        (".pdf", ".pdf"),
    ],
)
def test_names(sent: str, shown: str) -> None:
    """TL-2: Unicode is shown unchanged, path parts and control characters are removed."""
    assert shown_name(sent) == shown


@pytest.mark.parametrize("name", ["x" * 300 + ".pdf", "x" * 300, "x." + "y" * 300])
def test_long_names(name: str) -> None:
    """TL-2: a long name is cut to its limit, marked, and keeps its ending."""
    shown = shown_name(name)
    assert len(shown) == MAX_NAME
    assert "…" in shown
    assert shown.endswith(".pdf") == name.endswith(".pdf")


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.pdf", b"%PDF-1.4\n", "pdf"),
        ("a.txt", b"\n\n%PDF-1.4\n", "pdf"),
        ("a.txt", b"Plain", "text"),
        ("a.md", b"# Title", "markdown"),
        ("a.txt", b"  <!DOCTYPE html><p>", "html"),
        ("a.htm", b"<p>bare</p>", "html"),
        ("a.txt", "wide".encode("utf-16"), "text"),
    ],
)
def test_kinds(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    """TL-2: the content counts more than the name."""
    (tmp_path / "file").write_bytes(data)
    assert kind_of(tmp_path / "file", name) == kind


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.pdf", b"", "empty_file"),
        ("a.pdf", b"Plain", "not_a_pdf"),
        ("a.png", b"\x89PNG\x00", "unsupported"),
        ("a.exe", b"Plain", "unsupported"),
        ("a.docx", b"PK\x03\x04broken\x00", "unsupported"),
    ],
)
def test_nothing_to_read(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    """TL-2: what cannot be read is named before anything is kept."""
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(UnreadableDocument) as caught:
        kind_of(tmp_path / "file", name)
    assert caught.value.reason == reason
