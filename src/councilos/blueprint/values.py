"""What no part of a blueprint may hold, wherever it stands: broken text, secrets, endless nesting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from councilos.blueprint.problems import MAX_PROBLEMS, Step, problem
from councilos.errors import Problem

MAX_DEPTH = 64
_MAX_NUMBER = 1e300

_SECRET = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"sk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}"
    r"|tvly-[A-Za-z0-9_-]{16,}"
    r"|AKIA[0-9A-Z]{16}(?![0-9A-Za-z])"
    r"|gh[pousr]_[A-Za-z0-9]{30,}"
    r"|github_pat_[A-Za-z0-9_]{30,}"
    r"|xox[abprs]-[A-Za-z0-9-]{20,}"
    r"|AIza[0-9A-Za-z_-]{35}"
    r")"
    r"|-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----"
)


_MARKS = (
    *("sk-", "tvly-", "AKIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "xox", "AIza"),
    "PRIVATE KEY",
)
"""What every secret holds: a text without them needs no closer look."""
_SHORTEST_SECRET = 16


class Doubled(dict[str, Any]):
    """A JSON object in which keys stood more than once; `keys_twice` names them."""

    keys_twice: tuple[str, ...] = ()


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object of its fields, for `json.loads(object_pairs_hook=…)`; remembers doubled keys."""
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    seen: set[str] = set()
    twice = dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key))
    doubled = Doubled(value)
    doubled.keys_twice = tuple(twice)
    return doubled


def check_values(raw: object) -> list[Problem]:
    """Return what is wrong with single values, each with its place, in document order (SO-1).

    PostgreSQL's JSONB refuses NUL characters and lone surrogates, JSON has no NaN.
    """
    found: list[Problem] = []
    waiting = [_Place(None, "", raw, 0)]
    while waiting and len(found) < MAX_PROBLEMS:
        place = waiting.pop()
        value = place.value
        if isinstance(value, str):
            if not _fine(value):
                found.extend(_text(place.path, value))
        elif isinstance(value, dict | list | tuple):
            if place.depth > MAX_DEPTH:
                found.append(_too_deep(place.path))
                continue
            if isinstance(value, dict):
                found.extend(_keys(place, cast("dict[Any, object]", value)))
            waiting.extend(reversed(_inside(place)))
        elif isinstance(value, int | float):
            if not abs(value) < _MAX_NUMBER:
                message = "This is no ordinary number."
                found.append(problem("not_a_number", place.path, message, "Enter a smaller one."))
        elif value is not None:
            message = f"A {type(value).__name__} cannot stand in a blueprint."
            found.append(problem("not_json", place.path, message, "Use text, numbers, lists and objects."))
    return found


def looks_secret(text: str) -> bool:
    """Say whether the text holds something that looks like a key of a known provider."""
    if len(text) < _SHORTEST_SECRET or not any(mark in text for mark in _MARKS):
        return False
    return _SECRET.search(text) is not None


@dataclass(frozen=True, slots=True)
class _Place:
    """A value and where it stands; the path is put together only when it is needed."""

    parent: _Place | None
    step: Step
    value: object
    depth: int

    @property
    def path(self) -> tuple[Step, ...]:
        steps: list[Step] = []
        place = self
        while place.parent is not None:
            steps.append(place.step)
            place = place.parent
        return tuple(reversed(steps))


def _inside(place: _Place) -> list[_Place]:
    if isinstance(place.value, dict):
        fields = cast("dict[Any, object]", place.value)
        return [_Place(place, str(key), value, place.depth + 1) for key, value in fields.items()]
    items = cast("list[object]", place.value)
    return [_Place(place, index, value, place.depth + 1) for index, value in enumerate(items)]


def _too_deep(path: tuple[Step, ...]) -> Problem:
    message = f"The file is nested more than {MAX_DEPTH} levels deep."
    return problem("too_deep", path[:8], message, "Remove the deeply nested part.")


def _keys(place: _Place, value: dict[Any, object]) -> Iterator[Problem]:
    if isinstance(value, Doubled):
        for key in value.keys_twice:
            yield problem(
                "duplicate_key",
                (*place.path, key),
                f"The field “{key[:80]}” stands here twice.",
                "Keep one of the two.",
            )
    for key in value:
        if not isinstance(key, str):
            yield problem("not_json", place.path, "A field name must be text.", "Put it in quotation marks.")
        elif not _fine(key):
            yield from _text(place.path, key)


def _fine(text: str) -> bool:
    return "\x00" not in text and _encodable(text) and not looks_secret(text)


def _text(path: tuple[Step, ...], text: str) -> Iterator[Problem]:
    if "\x00" in text:
        yield problem(
            "nul_character",
            path,
            "The text holds an invisible NUL character that cannot be stored.",
            "Delete it, for instance by typing the passage anew.",
        )
    if not _encodable(text):
        yield problem(
            "broken_character",
            path,
            "The text holds half of a character (a lone surrogate) that cannot be stored.",
            "Delete the broken character and type it anew.",
        )
    if looks_secret(text):
        yield problem(
            "secret",
            path,
            "This looks like a secret key. Blueprints are shared and exported, keys must not be in them.",
            "Delete it here and set it in the environment or in the .env file. "
            "If it has already been shared, revoke it at its provider.",
        )


def _encodable(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
