"""Making requests small enough for a small model: shorter prompts, bounded JSON schemas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, cast

Json = dict[str, Any]

_WIDE: Final = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\uffef]+")

LONGEST_STRING: Final = 200
"""Characters of a JSON string without a limit of its own; an endless one would never be valid JSON."""


def tokens_in(text: str) -> int:
    """Return about how many tokens a text has, rather too many: a third of its letters, all of its 汉字."""
    wide = sum(len(run) for run in _WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 3)


def shorten(messages: Sequence[Json], share: float) -> list[Json]:
    """Cut the middle out of the longest message until about `share` of all characters is left."""
    result = [dict(message) for message in messages]
    excess = int(sum(len(message["content"]) for message in result) * (1 - share)) + 1
    while excess > 0:
        longest = max(result, key=lambda message: len(message["content"]))
        others = [len(message["content"]) for message in result if message is not longest]
        text: str = longest["content"]
        # Down to the second longest, so that a short system prompt survives a long draft.
        drop = min(excess, len(text), max(len(text) - max(others, default=0), len(text) // 4, 1))
        if drop == 0:
            break
        longest["content"] = _without_middle(text, drop)
        excess -= drop
    return result


def _without_middle(text: str, drop: int) -> str:
    mark = "\n[…]\n"
    keep = max(0, len(text) - drop - len(mark))
    head = keep // 2
    return text[:head] + mark + text[len(text) - (keep - head) :] if keep else text[: len(text) - drop]


def bounded(schema: Json) -> Json:
    """Return the schema with an end to every string, and whole numbers where a range is given.

    Grammars know ranges of integers only; without the range a score of 1e9 would be "valid".
    """
    result: Json = {}
    for key, value in schema.items():
        if isinstance(value, dict):
            result[key] = bounded(cast("Json", value))
        elif isinstance(value, list):
            result[key] = [_bounded_item(item) for item in cast("list[Any]", value)]
        else:
            result[key] = value
    if result.get("type") == "string" and not {"enum", "const", "maxLength", "format"} & result.keys():
        result["maxLength"] = LONGEST_STRING
    limits = [result.get(name) for name in ("minimum", "maximum")]
    if result.get("type") == "number" and all(isinstance(limit, int) for limit in limits):
        result["type"] = "integer"
    return result


def _bounded_item(item: Any) -> Any:
    return bounded(cast("Json", item)) if isinstance(item, dict) else item
