from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from councilos.documents.chunks import LONGEST, OVERLAP, cut
from councilos.documents.model import Page
from councilos.documents.text import clean

SENTENCE = "Walruses rest on the ice for many hours every day. "


def test_short_pages_are_one_chunk() -> None:
    """TL-2: a chunk knows its page and where it begins."""
    [chunk] = cut(Page(7, SENTENCE))
    assert (chunk.page, chunk.position, chunk.text) == (7, 0, SENTENCE)


def test_pages_without_words_have_none() -> None:
    """TL-2: nothing empty is indexed."""
    assert cut(Page(1, "")) == []
    assert cut(Page(1, " … — !\n*** ")) == []


def test_cuts_are_at_sentence_ends_and_overlap() -> None:
    """TL-2: no sentence loses its neighbour."""
    chunks = cut(Page(1, SENTENCE * 40))
    assert all(chunk.text.startswith("Walruses") for chunk in chunks)
    for before, after in pairwise(chunks):
        shared = before.position + len(before.text) - after.position
        assert 0 < shared <= OVERLAP


@given(st.text(alphabet="ab1 .\n。年", max_size=5_000))
def test_nothing_is_lost(text: str) -> None:
    """TL-2: every letter and digit of a page is in some chunk, none is longer than the limit."""
    covered = [False] * len(text)
    for chunk in cut(Page(1, text)):
        assert len(chunk.text) <= LONGEST
        assert text[chunk.position : chunk.position + len(chunk.text)] == chunk.text
        for place in range(chunk.position, chunk.position + len(chunk.text)):
            covered[place] = True
    assert all(covered[place] for place, char in enumerate(text) if char.isalnum())


def test_clean_mends_layout() -> None:
    """TL-2: words broken by the layout are whole again; what cannot be stored is gone."""
    assert clean("Wärme-\npumpe und ﬁx\u00adiert") == "Wärmepumpe und fixiert"
    assert clean("Haus-\nTür") == "Haus-\nTür"
    assert clean("热泵从\n空气中") == "热泵从空气中"
    assert clean("a\x00b\ud800c  \t d\r\n\n\n\ne") == "abc d\n\ne"
