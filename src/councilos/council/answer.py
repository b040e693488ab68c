"""What an answer consists of: its text, the JSON objects in it and the prose around them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

DECORATION = " \t\r\u3000*_`~#>|-–—•\"'“”„«»[]{}"
"""What may stand around a score or label without being part of it."""
_FENCE = re.compile(r"```\w{0,20}")


def plain_text(content: Any) -> str:
    """Return the text of a model's answer: a string, content blocks, or nothing."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        text = cast("Mapping[str, Any]", content).get("text")
        return text if isinstance(text, str) else ""
    if isinstance(content, list | tuple):
        parts = cast("Sequence[Any]", content)
        return "".join(plain_text(part) for part in parts if isinstance(part, str | Mapping))
    return ""


@dataclass(frozen=True, slots=True)
class Span:
    """A JSON object and where it stands in the text."""

    value: dict[str, Any]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Prose:
    """The text around JSON objects.

    `lines` are for reading: in them full-width digits and colons are like others. `filled` are the
    indexes of those with content, `ending` is the last of them, None when an object follows it.
    """

    original: list[str]
    lines: list[str]
    filled: list[int]
    ending: int | None

    @classmethod
    def around(cls, raw: str, spans: Sequence[Span]) -> Prose:
        """Return what is left of the text without the objects."""
        parts: list[str] = []
        end = 0
        for span in spans:
            parts.append(raw[end : span.start])
            end = span.end
        tail = raw[end:]
        original = "".join([*parts, tail]).split("\n")
        lines = [unicodedata.normalize("NFKC", line) for line in original]
        filled = [index for index, line in enumerate(lines) if line.strip(DECORATION)]
        closed = bool(spans) and not tail.strip(DECORATION)
        return cls(original, lines, filled, filled[-1] if filled and not closed else None)

    @property
    def text(self) -> str:
        """The text as it stands, without the fences of code blocks."""
        return self.without([i for i, line in enumerate(self.original) if _FENCE.fullmatch(line.strip())])

    def without(self, indexes: Sequence[int]) -> str:
        """Return the text as it stands, without some of its lines."""
        drop = set(indexes)
        return "\n".join(line for index, line in enumerate(self.original) if index not in drop).strip()


def objects(text: str) -> list[Span]:
    """Return the JSON objects in the text; looks at the first and last few places where one may begin."""
    places = [match.start() for match in re.finditer(r"\{(?=\s{0,50}\")", text)]
    decoder = json.JSONDecoder(object_pairs_hook=_agreed)
    found: list[Span] = []
    end = 0
    for place in places[:12] + places[max(12, len(places) - 12) :]:
        if place < end:
            continue
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        found.append(Span(value, place, end))
    return found


def _agreed(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its fields; one that stands twice with different values says nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        for key, value in pairs:
            if key in found and found[key] != value:
                del found[key]
    return found
