"""Long documents are cut into sections that lose nothing and stay small enough (RN-1)."""

from __future__ import annotations

import pytest

from councilos.council.sections import Passage, ask, cut, shorten
from councilos.models.fitting import tokens_in

TEXT = "Walruses rest on the ice. "


@pytest.mark.parametrize("pages", [[40] * 30, [1, 900, 1, 0, 1], [3_000], [5] * 300], ids=str)
def test_sections_hold_everything_and_are_bounded(pages: list[int]) -> None:
    """RN-1: every page is in a section, none is larger than asked, and few are half empty."""
    passages = [Passage("a.pdf", number, TEXT * times) for number, times in enumerate(pages, 1)]
    sections = cut(passages, 1_000, tokens_in)
    joined = "".join(piece.text for section in sections for piece in section.passages)
    assert joined.count("Walruses") == sum(pages)
    assert all(section.tokens <= 1_100 for section in sections)
    total = sum(section.tokens for section in sections)
    assert len(sections) <= -(-total // 1_000) * 4 / 3 + 1


def test_sections_say_where_they_stand() -> None:
    """RN-1: a section names its pages, and its files when there are several."""
    first, second = Passage("a.pdf", 3, TEXT), Passage("b.pdf", 1, TEXT)
    [section] = cut([first, second], 1_000, tokens_in)
    assert section.label == "a.pdf, p. 3 – b.pdf, p. 1"
    assert section.text.startswith("[a.pdf, p. 3]\nWalruses")
    assert cut([first], 1_000, tokens_in)[0].label == "a.pdf, p. 3"
    [message, content] = ask(section, 100, "de-AT")
    assert "Höchstens 60 Wörter" in message["content"]
    assert "Antworte auf Deutsch." in message["content"]
    assert content["content"].endswith(section.text)


@pytest.mark.parametrize("text", ["short", TEXT * 500, "海象在冰上休息。" * 300, "", "x" * 5_000])
def test_shortened_texts_fit(text: str) -> None:
    """RN-1: summaries that are too long are cut, others stay."""
    short = shorten(text, 100, tokens_in)
    assert tokens_in(short) <= 100
    assert short == text or (short.endswith("…") and tokens_in(short) > 80)
