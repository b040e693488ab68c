"""Joins what meaning found with what words found (decision 13)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean, pstdev
from typing import Final

WORDS: Final = 0.5
"""Weight of the words' score, which is scaled to 0…1, beside the z-score of the meaning's."""


def fuse(meaning: Mapping[str, float], words: Mapping[str, float], k: int) -> list[tuple[str, float]]:
    """Return the best `k` ids with their scores.

    `meaning` has the cosine similarity of every candidate, `words` the BM25 score of those that have one.
    """
    if not meaning:
        return []
    mean, spread = fmean(meaning.values()), pstdev(meaning.values()) or 1.0
    best = max((words.get(name, 0.0) for name in meaning), default=0.0) or 1.0
    joined = {
        name: (similarity - mean) / spread + WORDS * words.get(name, 0.0) / best
        for name, similarity in meaning.items()
    }
    return sorted(joined.items(), key=lambda item: -item[1])[:k]
