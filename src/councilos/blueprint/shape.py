"""Types, lengths and names of fields: pydantic's findings in words that a layperson understands."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from councilos.blueprint.model import (
    AgentNode,
    Blueprint,
    Budget,
    Edge,
    Json,
    Position,
    Settings,
    Tools,
)
from councilos.blueprint.problems import MAX_PROBLEMS, Step, problem
from councilos.errors import InvalidInput, Problem

_TYPES = {
    "string": ("text", 'Write it in quotation marks, like "text".'),
    "bool": ("true or false", "Write true or false, without quotation marks."),
    "int": ("a whole number", "Write a whole number, without quotation marks."),
    "float": ("a number", "Write a number, without quotation marks."),
    "tuple": ("a list", "Write a list: [ … ]."),
    "model": ("an object", "Write an object: { … }."),
}


def check_shape(data: Json) -> tuple[Blueprint | None, list[Problem]]:
    """Return the blueprint, or None with every field that has a wrong type, length or value."""
    try:
        return Blueprint.model_validate(data), []
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=True, include_input=False)
        return None, [_translated(one) for one in found[:MAX_PROBLEMS]]


def read_budget(data: Json) -> Budget:
    """Return limits that were given as JSON; InvalidInput names each that cannot be one (RN-8)."""
    try:
        return Budget.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=True, include_input=False)
        problems = [_translated({**one, "loc": ("budget", *one["loc"])}) for one in found]
    raise InvalidInput(" ".join(f"{problem.message} {problem.hint}" for problem in problems), problems)


def unknown_fields(data: Json) -> Iterator[Problem]:
    """Yield a warning for every field that nothing here reads, unless its name starts with `x-`.

    Such fields are kept as they are (BP-13). In a budget it is an error: money would be unprotected.
    """
    for path, model, part in _parts(data):
        for key in part:
            if key in model.model_fields or key.startswith("x-"):
                continue
            if model is Budget:
                yield _unknown_limit((*path, key))
                continue
            near = difflib.get_close_matches(key, model.model_fields, n=1)
            hint = f"Did you mean “{near[0]}”?" if near else 'Start the names of your own fields with "x-".'
            yield problem(
                "unknown_field", (*path, key), f"The field “{key[:80]}” is not known and has no effect.", hint
            )


def _unknown_limit(path: tuple[Step, ...]) -> Problem:
    message = f"There is no limit “{str(path[-1])[:80]}”, so the budget would not hold."
    return problem("unknown_limit", path, message, f"Limits are {', '.join(Budget.model_fields)}.")


def _parts(data: Json) -> Iterator[tuple[tuple[Step, ...], type[BaseModel], Json]]:
    """Yield every object whose fields are known, with its place and its model."""
    yield (), Blueprint, data
    yield from _part(("settings",), Settings, data.get("settings"))
    settings = data.get("settings")
    if isinstance(settings, dict):
        yield from _part(("settings", "budget"), Budget, cast("Json", settings).get("budget"))
    for index, node in enumerate(_listed(data, "nodes")):
        yield from _part(("nodes", index), AgentNode, node)
        if isinstance(node, dict):
            fields = cast("Json", node)
            yield from _part(("nodes", index, "tools"), Tools, fields.get("tools"))
            yield from _part(("nodes", index, "position"), Position, fields.get("position"))
    for index, edge in enumerate(_listed(data, "edges")):
        yield from _part(("edges", index), Edge, edge)


def _part(
    path: tuple[Step, ...], model: type[BaseModel], value: object
) -> Iterator[tuple[tuple[Step, ...], type[BaseModel], Json]]:
    if isinstance(value, dict):
        yield path, model, cast("Json", value)


def _listed(data: Json, key: str) -> list[Any]:
    value = data.get(key)
    return cast("list[Any]", value) if isinstance(value, list | tuple) else []


def _translated(found: ErrorDetails) -> Problem:
    path = found["loc"]
    kind = found["type"]
    place = _place(path)
    context: Mapping[str, Any] = found.get("ctx", {})
    if kind == "missing":
        return problem("missing_field", path, f"{place} is missing.", "Add it.")
    if kind == "string_too_long":
        limit = context["max_length"]
        return problem(
            "too_long", path, f"{place} is longer than {limit:,} characters.", f"Shorten it to {limit:,}."
        )
    if kind == "string_too_short":
        return problem("wrong_value", path, f"{place} is empty.", "Enter at least one character.")
    for name, (words, hint) in _TYPES.items():
        if kind.startswith(name + "_") and kind.endswith(("_type", "_parsing", "_from_float")):
            return problem("wrong_type", path, f"{place} must be {words}.", hint)
    return problem("wrong_value", path, f"{place} has a value that is not allowed.", _allowed(kind, context))


def _allowed(kind: str, context: Mapping[str, Any]) -> str:
    """Return the hint for a value out of its range or list."""
    if kind == "literal_error":
        return f"Allowed: {context['expected']}."
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    limits = [f"{text} {context[name]}" for name, text in words.items() if name in context]
    return f"Enter a number that is {' and '.join(limits)}." if limits else "Choose another value."


def _place(path: tuple[Step, ...]) -> str:
    """Return the place in words: `Node 3, field “model”`."""
    names = {"nodes": "Node", "edges": "Edge"}
    if len(path) >= 2 and path[0] in names:
        part = f"{names[str(path[0])]} {int(path[1]) + 1}"
        rest = path[2:]
    else:
        part, rest = "", path
    fields = ".".join(str(step) for step in rest)
    if not fields:
        return part or "The blueprint"
    return f"{part}, field “{fields}”," if part else f"The field “{fields}”"
