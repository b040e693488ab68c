"""What no part of a blueprint may hold, wherever it stands: broken text, secrets, endless nesting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from councilos.blueprint.problems import Step, problem
from councilos.errors import Problem

MAX_DEPTH = 64
_MAX_NUMBER = 1e300

_Path = tuple[Step, ...]

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


class Doubled(dict[str, Any]):
    """A JSON object in which keys stood more than once; `keys_twice` names them."""

    keys_twice: tuple[str, ...] = ()


def check_values(raw: object) -> list[Problem]:
    """Return what is wrong with single values, each with its place (SO-1).

    PostgreSQL's JSONB refuses NUL characters and lone surrogates, JSON has no NaN.
    """
    return [found for path, value in _walk(raw) for found in _value(path, value)]


def looks_secret(text: str) -> bool:
    """Say whether the text holds something that looks like a key of a known provider."""
    return _SECRET.search(text) is not None


def _walk(raw: object) -> Iterator[tuple[_Path, object]]:
    """Yield every value with its path, parents first, in document order; not below `MAX_DEPTH`."""
    waiting: list[tuple[_Path, object]] = [((), raw)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if len(path) > MAX_DEPTH:
            continue
        if isinstance(value, dict):
            items = cast("dict[Any, object]", value).items()
            waiting.extend(reversed([((*path, str(key)), inner) for key, inner in items]))
        elif isinstance(value, list | tuple):
            inner_values = cast("list[object]", value)
            waiting.extend(reversed([((*path, index), inner) for index, inner in enumerate(inner_values)]))


def _value(path: _Path, value: object) -> Iterator[Problem]:
    if isinstance(value, dict | list | tuple):
        if len(path) > MAX_DEPTH:
            yield problem(
                "too_deep",
                path[:8],
                f"The file is nested more than {MAX_DEPTH} levels deep.",
                "Remove the deeply nested part.",
            )
        elif isinstance(value, dict):
            yield from _keys(path, cast("dict[Any, object]", value))
    elif isinstance(value, str):
        yield from _text(path, value)
    elif isinstance(value, int | float):
        if not abs(value) < _MAX_NUMBER:
            yield problem(
                "not_a_number", path, "This is no ordinary number.", "Enter a smaller, finite number."
            )
    elif value is not None:
        yield problem("not_json", path, f"A {type(value).__name__} cannot stand in a blueprint.")


def _keys(path: _Path, value: dict[Any, object]) -> Iterator[Problem]:
    if isinstance(value, Doubled):
        for key in value.keys_twice:
            yield problem(
                "duplicate_key",
                (*path, key),
                f"The field “{key[:80]}” stands here twice.",
                "Keep one of the two.",
            )
    for key in value:
        if not isinstance(key, str):
            yield problem("not_json", path, "A field name must be text.")
        else:
            yield from _text(path, key)


def _text(path: _Path, text: str) -> Iterator[Problem]:
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
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
