"""Which texts can be stored."""

from __future__ import annotations

import pytest

from councilos.runs.text import is_text, storable, storable_json


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "x\udfff"])
def test_what_cannot_be_stored(text: str) -> None:
    """SO-3: it is refused where people write it, and replaced where models do."""
    assert not is_text(text)
    assert is_text(storable(text))


def test_storable() -> None:
    """SO-3: what neither JSONB nor UTF-8 can hold is replaced, everything else stays."""
    assert storable("a\x00b\ud800 漢字 🙂") == "a\ufffdb? 漢字 🙂"
    assert storable_json({"a\x00": ["\ud800", 1.5, float("inf"), None]}) == {
        "a\ufffd": ["?", 1.5, None, None]
    }
