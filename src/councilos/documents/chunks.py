"""Cuts pages into chunks that are short enough to be about one thing, at sentence ends where it can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from councilos.documents.model import Chunk, Page

LONGEST: Final = 600
"""Characters of a chunk."""
OVERLAP: Final = 100
"""Characters that a chunk may repeat of the one before, so that no sentence loses its neighbour."""
_END: Final = re.compile(r"\n\s*\n|(?<=[.!?…])\s+|(?<=[。！？；])|\n")
_SPACE: Final = re.compile(r"\s+")


def cut(page: Page) -> list[Chunk]:
    """Return the page's chunks in order; none when it holds no letter or digit."""
    text = page.text
    if not any(char.isalnum() for char in text):
        return []
    return [
        Chunk(page.number, start, text[start:end])
        for start, end in _spans(text)
        if any(char.isalnum() for char in text[start:end])
    ]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    ends = _ends(text)
    first = 0
    while first < len(ends) - 1:
        last = first + 1
        while last + 1 < len(ends) and ends[last + 1] - ends[first] <= LONGEST:
            last += 1
        yield ends[first], ends[last]
        if last == len(ends) - 1:
            return
        following = last
        while following - 1 > first and ends[last] - ends[following - 1] <= OVERLAP:
            following -= 1
        first = following


def _ends(text: str) -> list[int]:
    """Return where the text may be cut: 0, sentence ends, spaces in long sentences, and its end."""
    places = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    result = [0]
    for place in places:
        while place - result[-1] > LONGEST:
            result.append(_inside(text, result[-1]))
        if place > result[-1]:
            result.append(place)
    return result


def _inside(text: str, start: int) -> int:
    spaces = [match.end() for match in _SPACE.finditer(text, start + LONGEST // 2, start + LONGEST)]
    return spaces[-1] if spaces else start + LONGEST
