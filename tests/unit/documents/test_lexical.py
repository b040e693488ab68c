from __future__ import annotations

import pytest

from councilos.documents.lexical import Match, WordIndex, matches, terms
from councilos.documents.ranking import fuse


def test_terms() -> None:
    """TL-3: words, codes with their pieces, pairs of CJK characters."""
    assert terms("Code WP-7731/B, Größe") == ["code", "wp-7731/b", "wp", "7731", "b", "grösse"]
    assert terms("热泵E17") == ["热泵", "e17"]
    assert terms("年假天") == ["年假", "假天"]
    assert terms("年") == ["年"]


def test_rare_words_count_more() -> None:
    """TL-3: BM25 over several documents."""
    one = WordIndex.build(["a", "b"], ["the walrus and the seal", "the seal and the seal"])
    two = WordIndex.build(["c"], ["the the the the the"])
    found = matches("the walrus", [one, two])
    assert max(found, key=lambda name: found[name].score) == "a"
    assert set(found) == {"a", "b", "c"}
    assert found["a"].cover == pytest.approx(1.0)
    assert found["c"].cover < 0.2
    assert matches("narwhal", [one, two]) == {}
    assert matches("", [one, two]) == {}


def test_fusion() -> None:
    """TL-3: meaning ranks; an exact code comes first all the same."""
    meaning = {f"chunk {number}": 0.5 - number / 100 for number in range(20)}
    assert [name for name, _ in fuse(meaning, {}, 2)] == ["chunk 0", "chunk 1"]
    assert fuse(meaning, {"chunk 19": Match(4.0, 1.0)}, 1)[0][0] == "chunk 19"
    assert fuse({}, {}, 3) == []
