"""Chooses what stands for a document that is too long to be read whole: something of every section."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

TYPICAL: Final = 600
"""Characters of a chunk, for the number of sections."""


def choose(lengths: Sequence[int], vectors: Any, characters: int) -> list[int]:
    """Return the places of the chunks closest to the middle of their section, in order.

    `lengths` are the chunks' characters, `vectors` their unit vectors (n × d); the chosen ones have
    about `characters` together.
    """
    if sum(lengths) <= characters:
        return list(range(len(lengths)))
    sections = max(1, min(len(lengths), characters // TYPICAL))
    chosen: list[int] = []
    left = characters
    for number in range(sections):
        start, end = number * len(lengths) // sections, (number + 1) * len(lengths) // sections
        part = vectors[start:end]
        closeness = part @ part.mean(axis=0)
        best = start + int(closeness.argmax())
        if lengths[best] <= left:
            chosen.append(best)
            left -= lengths[best]
    return chosen
