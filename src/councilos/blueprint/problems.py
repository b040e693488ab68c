"""Every code that a blueprint problem can carry; `docs/reference/blueprint-problems.md` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from councilos.errors import InvalidBlueprint, Problem

Severity = Literal["error", "warning"]
Step = str | int

MAX_PROBLEMS = 1_000
"""More problems of one kind are not looked for: hostile input must not make endless answers."""

CODES: Mapping[str, Severity] = {
    "invalid_json": "error",
    "invalid_encoding": "error",
    "duplicate_key": "error",
    "too_large": "error",
    "too_deep": "error",
    "not_json": "error",
    "not_a_number": "error",
    "nul_character": "error",
    "broken_character": "error",
    "secret": "error",
    "not_an_object": "error",
    "version_missing": "error",
    "version_unknown": "error",
    "missing_field": "error",
    "wrong_type": "error",
    "wrong_value": "error",
    "too_long": "error",
    "no_nodes": "error",
    "no_edges": "error",
    "too_many_nodes": "error",
    "unknown_node": "error",
    "duplicate_node_id": "error",
    "duplicate_edge_id": "error",
    "reserved_id": "error",
    "condition_missing": "error",
    "unknown_limit": "error",
    "unknown_field": "warning",
    "unknown_model": "warning",
    "never_runs": "warning",
    "unreachable": "warning",
    "loop_without_exit": "warning",
    "no_default": "warning",
    "several_defaults": "warning",
    "default_ignored": "warning",
    "duplicate_label": "warning",
    "similar_labels": "warning",
    "label_never_chosen": "warning",
    "no_approve": "warning",
    "no_rework": "warning",
    "linear_and_conditional": "warning",
    "condition_ignored": "warning",
    "limit_ignored": "warning",
    "threshold_ignored": "warning",
    "duplicate_edge": "warning",
    "duplicate_name": "warning",
    "empty_prompt": "warning",
    "unnamed": "warning",
}
"""Code → severity; codes never change their meaning (BP-11)."""


def problem(code: str, path: Iterable[Step], message: str, hint: str = "") -> Problem:
    """Return a problem with the severity that belongs to its code."""
    return Problem(pointer(path), code, CODES[code], message, hint)


def pointer(path: Iterable[Step]) -> str:
    """Return the JSON Pointer (RFC 6901) of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def refuse(problems: Sequence[Problem]) -> InvalidBlueprint:
    """Return the exception that carries all problems; its sentence names the first few errors."""
    errors = [found.message for found in problems if found.severity == "error"]
    more = f" And {len(errors) - 5} more." if len(errors) > 5 else ""
    return InvalidBlueprint(" ".join(errors[:5]) + more, problems)
