"""Cuts documents that are too long to be read at once into sections, and words what is asked about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from councilos.council.phrases import language_line, phrases
from councilos.council.prompts import Message

PIECES: Final = 4
"""A page is cut where it is longer than this part of a section: no section stays half empty."""
WORDS_PER_TOKEN: Final = 0.6

Count = Callable[[str], int]
"""About how many tokens a text has."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A page of a file, or a piece of one."""

    filename: str
    page: int
    text: str

    def cited(self) -> str:
        """Return the text behind its source."""
        return f"[{self.filename}, p. {self.page}]\n{self.text}"


@dataclass(slots=True)
class Section:
    """Neighbouring passages that are read together."""

    passages: list[Passage] = field(default_factory=list[Passage])
    tokens: int = 0

    @property
    def label(self) -> str:
        """Where it stands: `report.pdf, p. 1–12`."""
        first, last = self.passages[0], self.passages[-1]
        if first.filename != last.filename:
            return f"{first.filename}, p. {first.page} – {last.filename}, p. {last.page}"
        pages = str(first.page) if first.page == last.page else f"{first.page}–{last.page}"
        return f"{first.filename}, p. {pages}"

    @property
    def text(self) -> str:
        """All of it, with its sources."""
        return "\n\n".join(passage.cited() for passage in self.passages)


def cut(passages: Iterable[Passage], size: int, count: Count) -> list[Section]:
    """Return sections of at most about `size` tokens; together they hold everything, in order."""
    sections: list[Section] = []
    for passage in passages:
        for piece in _pieces(passage, max(1, size // PIECES), count):
            tokens = count(piece.cited())
            if not sections or sections[-1].tokens + tokens > size:
                sections.append(Section())
            sections[-1].passages.append(piece)
            sections[-1].tokens += tokens
    return sections


def _pieces(passage: Passage, most: int, count: Count) -> Iterator[Passage]:
    text = passage.text.strip()
    if not text:
        return
    parts = -(-count(text) // most)
    length = -(-len(text) // parts)
    for start in range(0, len(text), length):
        yield Passage(passage.filename, passage.page, text[start : start + length])


def shorten(text: str, tokens: int, count: Count) -> str:
    """Return the text, cut at its end when it has more tokens than allowed."""
    while count(text) > tokens:
        text = text[: min(len(text) - 2, len(text) * tokens // count(text))].rstrip() + "…"
    return text


def ask(section: Section, tokens: int, language: str | None) -> list[Message]:
    """Return the request for a section's summary of about `tokens`."""
    words = phrases(language)
    asked = words.summarise.format(words=max(30, int(tokens * WORDS_PER_TOKEN)))
    return [
        Message(role="system", content=f"{asked}\n\n{language_line(language)}"),
        Message(role="user", content=f"## {section.label}\n{section.text}"),
    ]


def compose(labels: Sequence[str], summaries: Sequence[str], heading: str) -> str:
    """Return the topic that the summaries make together."""
    parts = [f"## {label}\n{summary}" for label, summary in zip(labels, summaries, strict=True)]
    return "\n\n".join([heading, *parts])
