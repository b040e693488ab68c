"""Pages that are pictures, without the engine that recognises them: where it is asked."""

from __future__ import annotations

from pathlib import Path

from councilos.documents.ocr import lines
from councilos.documents.pdf import pages
from support import pdfs


def test_only_pages_without_text_are_recognised(tmp_path: Path) -> None:
    """TL-2: a page with text is read as ever; one that is a picture is given to text recognition."""
    file = tmp_path / "a.pdf"
    file.write_bytes(pdfs.text_pdf(["Walruses.", "", "Seals.", ""]))
    asked: list[int] = []

    def recognise(index: int) -> str:
        asked.append(index)
        return "Seen on page two." if index == 1 else ""

    count, *texts = pages(file, "", recognise)
    assert count == 4
    assert [str(text).strip() for text in texts] == ["Walruses.", "Seen on page two.", "Seals.", ""]
    assert asked == [1, 3]


def test_pieces_beside_each_other_are_one_line() -> None:
    """TL-2: what a page says stays in reading order, whatever order it was found in."""
    found = [(100.0, 120.0, 300.0, "kW"), (102.0, 121.0, 10.0, "4.2"), (10.0, 30.0, 5.0, "Title")]
    assert lines(found) == ["Title", "4.2 kW"]
    assert lines([]) == []
