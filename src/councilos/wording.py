"""What a checked request's errors mean, in our words: what is wrong, where, and what to do (RN-3).

The validator speaks of inputs, dictionaries and tuples, and changes its words between versions; our
codes and sentences are the same ones that blueprints use (`docs/reference/errors.md` lists the codes).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from councilos.errors import Problem

_ESCAPES: Final = str.maketrans({"~": "~0", "/": "~1"})
_TYPES: Final[Mapping[str, tuple[str, str]]] = {
    "string": ("a text", 'Write it in quotation marks, like "text".'),
    "bool": ("true or false", "Write true or false, without quotation marks."),
    "int": ("a whole number", "Write a whole number, without quotation marks."),
    "float": ("a number", "Write a number, without quotation marks."),
    "finite": ("a number", "Write a number that is not endless."),
    "list": ("a list", "Write a list: [ … ]."),
    "dict": ("an object", "Write an object: { … }."),
    "model": ("an object", "Write an object: { … }."),
}
_IN_ADDRESS: Final[Mapping[str, str]] = {"int": "Write digits only, like ?limit=20."}
"""Hints where a value stands in the address: there are no quotation marks to leave out."""
_LIMITS: Final[Mapping[str, str]] = {
    "ge": "at least {}",
    "gt": "more than {}",
    "le": "at most {}",
    "lt": "less than {}",
}


def pointer(parts: Iterable[int | str]) -> str:
    """Return the JSON Pointer (RFC 6901) that leads through these keys and indexes."""
    return "".join(f"/{str(part).translate(_ESCAPES)}" for part in parts)


def problem_of(found: Mapping[str, Any]) -> Problem:
    """Return one of the validator's errors as a problem; nothing that was sent is repeated (SO-1).

    `path` is a JSON Pointer into the body, `?name` for a query parameter, the name of a header.
    """
    kind = str(found["type"])
    place, *rest = found["loc"]
    if kind == "json_invalid":
        return Problem("", "invalid_json", "error", "The body is no valid JSON.", "Send one JSON document.")
    if place == "body" and not rest:
        hint = "Send JSON with the header Content-Type: application/json."
        return Problem("", "invalid_body", "error", "The body is missing or is no JSON object.", hint)
    path = pointer(rest) if place == "body" else f"?{rest[0]}" if place == "query" else str(rest[-1])
    name = f"“{_name(rest)}”"
    context: Mapping[str, Any] = found.get("ctx") or {}
    in_body = place == "body"
    code, message, hint = (
        _wrong_type(kind, name, in_body=in_body)
        or _wrong_length(kind, name, context, is_text=isinstance(found.get("input"), str))
        or _wrong_value(kind, name, context, str(found["msg"]))
    )
    return Problem(path, code, "error", message, hint)


def _name(rest: list[int | str]) -> str:
    """Return the field as people write it: `budget.tokens`, `decisions[0].node`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in rest]
    return "".join(parts).removeprefix(".")[:80]


def _wrong_type(kind: str, name: str, *, in_body: bool) -> tuple[str, str, str] | None:
    if not kind.endswith(("_type", "_parsing", "_from_float", "_number", "_unicode")):
        return None
    for start, (words, hint) in _TYPES.items():
        if kind.startswith(f"{start}_"):
            return "wrong_type", f"{name} must be {words}.", hint if in_body else _IN_ADDRESS.get(start, "")
    return None


def _wrong_length(
    kind: str, name: str, context: Mapping[str, Any], *, is_text: bool
) -> tuple[str, str, str] | None:
    unit = "characters" if is_text or kind.startswith("string_") else "entries"
    if kind.endswith("too_long"):
        most = context["max_length"]
        return "too_long", f"{name} is too long.", f"At most {most:,} {unit} are allowed."
    if kind.endswith("too_short"):
        least = context["min_length"]
        if least == 1:
            return "too_short", f"{name} is empty.", "Enter something, or leave the field out."
        return "too_short", f"{name} is too short.", f"At least {least:,} {unit} are needed."
    return None


def _wrong_value(kind: str, name: str, context: Mapping[str, Any], words: str) -> tuple[str, str, str]:
    if kind == "missing":
        return "missing", f"{name} is missing.", "Add it."
    if kind == "unknown_field":
        return "unknown_field", f"There is no field {name} here.", context["hint"]
    if kind in ("literal_error", "enum"):
        known = str(context["expected"]).replace("'", "").replace(" or ", ", ")
        return "wrong_value", f"{name} has a value that is not known.", f"Known are: {known}."
    limits = " and ".join(text.format(context[key]) for key, text in _LIMITS.items() if key in context)
    if limits:
        return "wrong_value", f"{name} must be {limits}.", ""
    if kind == "value_error":
        sentence = words.removeprefix("Value error, ").rstrip(".")
        return "wrong_value", f"{name}: {sentence}.", ""
    return "wrong_value", f"{name} has a value that is not allowed.", "Choose another value."
