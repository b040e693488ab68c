"""What changed between two versions of a document: by lines, and inside changed lines by words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

Kind = Literal["same", "added", "removed"]
Piece = tuple[Kind, str]

MAX_WORDS: Final = 4_000
"""A changed passage with more words than this is shown as a whole: comparing it would take seconds."""
_WORDS: Final = re.compile(r"\S+\s*|\s+")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def word_diff(old: str, new: str) -> list[Piece]:
    """Return the pieces of both texts in reading order; same and added pieces joined are `new`."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    pieces: list[Piece] = []
    for removed, added in _changes(before, after):
        if removed == added:
            pieces.append(("same", added))
        else:
            pieces += _inside(removed, added)
    return pieces


def _inside(old: str, new: str) -> Iterator[Piece]:
    before, after = _words(old), _words(new)
    changes = [(old, new)] if len(before) + len(after) > MAX_WORDS else _changes(before, after)
    for removed, added in changes:
        if removed == added:
            yield "same", added
            continue
        if removed:
            yield "removed", removed
        if added:
            yield "added", added


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for _, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        yield "".join(before[old_from:old_to]), "".join(after[new_from:new_to])


def _words(text: str) -> list[str]:
    """Split into words with the space behind them; languages without spaces into characters."""
    return [part for word in _WORDS.findall(text) for part in (word if _CJK.search(word) else (word,))]
