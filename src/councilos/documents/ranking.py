"""Joins what meaning found with what words found (decision 13)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean, pstdev
from typing import Final

from councilos.documents.lexical import Match

WORDS: Final = 1.0
"""Weight of the words' score, which is scaled to 0…1, beside the z-score of the meaning's."""
EXACT: Final = 3.0
"""Weight of the squared share of the query's words that stand in the chunk.

It lifts codes and names, about which meaning knows nothing, and leaves whole questions nearly alone.
"""


def fuse(meaning: Mapping[str, float], words: Mapping[str, Match], k: int) -> list[tuple[str, float]]:
    """Return the best `k` ids with their scores.

    `meaning` has the cosine similarity of every candidate, `words` the match of those that have one.
    """
    if not meaning:
        return []
    mean, spread = fmean(meaning.values()), pstdev(meaning.values()) or 1.0
    none = Match()
    best = max(words.get(name, none).score for name in meaning) or 1.0

    def score(name: str) -> float:
        match = words.get(name, none)
        return (meaning[name] - mean) / spread + WORDS * match.score / best + EXACT * match.cover**2

    ranked = sorted(((name, score(name)) for name in meaning), key=lambda item: -item[1])
    return ranked[:k]
