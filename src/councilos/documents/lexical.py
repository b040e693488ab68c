"""Finds chunks by their words (BM25): names, numbers and codes that meaning alone does not find."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

K1: Final = 1.5
B: Final = 0.75
_WORD: Final = re.compile(r"[^\W_]+(?:[-./_][^\W_]+)*")
_PIECE: Final = re.compile(r"[^\W_]+")
_WIDE: Final = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+")


def terms(text: str) -> list[str]:
    """Return the terms of a text: words, the pieces of compound codes, pairs of CJK characters."""
    found: list[str] = []
    for match in _WORD.finditer(text.casefold()):
        word = match.group()
        pieces = _PIECE.findall(word)
        if len(pieces) > 1:
            found.append(word)
        for piece in pieces:
            found += _split(piece)
    return found


def _split(piece: str) -> list[str]:
    result: list[str] = []
    place = 0
    for run in _WIDE.finditer(piece):
        if run.start() > place:
            result.append(piece[place : run.start()])
        wide = run.group()
        result += [wide[i : i + 2] for i in range(len(wide) - 1)] or [wide]
        place = run.end()
    if place < len(piece):
        result.append(piece[place:])
    return result


@dataclass
class WordIndex:
    """The words of one document's chunks; `ids` name the chunks."""

    ids: Sequence[str]
    lengths: list[int] = field(default_factory=list[int])
    postings: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])

    @classmethod
    def build(cls, ids: Sequence[str], texts: Iterable[str]) -> WordIndex:
        """Index the texts, one for each id."""
        index = cls(ids)
        for number, text in enumerate(texts):
            counted = Counter(terms(text))
            index.lengths.append(counted.total())
            for term, count in counted.items():
                index.postings.setdefault(term, []).append((number, count))
        return index


@dataclass(slots=True)
class Match:
    """How a chunk matches the words of a query.

    `score` is BM25; `cover` is the share of the query's words found, rare words counting more: 1 for
    a code or name that stands there exactly.
    """

    score: float = 0.0
    cover: float = 0.0


def matches(query: str, indexes: Sequence[WordIndex]) -> dict[str, Match]:
    """Return every chunk that shares a term with the query."""
    total = sum(len(index.ids) for index in indexes)
    mean = sum(sum(index.lengths) for index in indexes) / max(total, 1)
    wanted = set(terms(query))
    found: dict[str, Match] = {}
    whole = 0.0
    for term in wanted:
        frequency = sum(len(index.postings.get(term, ())) for index in indexes)
        weight = math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
        whole += weight
        for index in indexes:
            for number, count in index.postings.get(term, ()):
                match = found.setdefault(index.ids[number], Match())
                norm = K1 * (1 - B + B * index.lengths[number] / mean)
                match.score += weight * count * (K1 + 1) / (count + norm)
                match.cover += weight
    for match in found.values():
        match.cover /= whole
    return found
