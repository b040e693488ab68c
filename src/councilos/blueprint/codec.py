"""Blueprints as files: reading untrusted text, and writing the one canonical form (BP-13).

Canonical means: UTF-8 without a BOM, two blanks of indentation, a line feed at the end, known
fields in the order of the model, all others sorted after them, whole numbers without a fraction.
So the bytes depend on the content alone, whatever stored or reordered it in between; nothing is
added that was not set.
"""

from __future__ import annotations

import json
from typing import Any, cast

from pydantic import BaseModel

from councilos.blueprint.check import too_large
from councilos.blueprint.model import (
    MAX_BYTES,
    AgentNode,
    Blueprint,
    Budget,
    Edge,
    Json,
    Position,
    Settings,
    Tools,
)
from councilos.blueprint.problems import problem, refuse
from councilos.blueprint.values import check_values, object_of

_INSIDE: dict[tuple[type[BaseModel], str], type[BaseModel]] = {
    (Blueprint, "nodes"): AgentNode,
    (Blueprint, "edges"): Edge,
    (Blueprint, "settings"): Settings,
    (AgentNode, "tools"): Tools,
    (AgentNode, "position"): Position,
    (Settings, "budget"): Budget,
}


def parse(source: str | bytes) -> object:
    """Return the JSON value of an imported file, for `check` or `load`.

    Raises InvalidBlueprint for what is no JSON at all, has more than 5 MB, is nested too deeply
    or names a field twice.
    """
    text = _text(source)
    if not text.strip():
        raise refuse([problem("invalid_json", (), "The file is empty.", "Export the council again.")])
    try:
        value = json.loads(text, object_pairs_hook=object_of)
    except RecursionError:
        message = "The file is nested too deeply."
        raise refuse([problem("too_deep", (), message, "Remove the deeply nested part.")]) from None
    except json.JSONDecodeError as error:
        message = f"The file is no valid JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        raise refuse(
            [problem("invalid_json", (), message, "Export the file again or mend this place.")]
        ) from None
    except ValueError:
        message = "The file holds a number with too many digits."
        raise refuse([problem("not_a_number", (), message, "Enter a smaller number.")]) from None
    doubled = [found for found in check_values(value) if found.code == "duplicate_key"]
    if doubled:
        raise refuse(doubled)
    return value


def export(blueprint: Blueprint | Json) -> bytes:
    """Return the canonical file of a checked blueprint (BP-13).

    Raises InvalidBlueprint when it holds what looks like a secret or cannot be written (SO-1).
    """
    data = blueprint.to_json() if isinstance(blueprint, Blueprint) else blueprint
    problems = check_values(data)
    if problems:
        raise refuse(problems)
    text = json.dumps(canonical(data), ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode() + b"\n"


def canonical(data: Json) -> Json:
    """Return the blueprint with its fields in canonical order."""
    return _ordered(data, Blueprint)


def _ordered(value: Json, model: type[BaseModel] | None) -> Json:
    known = [field for field in model.model_fields if field in value] if model else []
    others = sorted(key for key in value if key not in known)
    return {
        key: _value(value[key], _INSIDE.get((model, key)) if model else None) for key in (*known, *others)
    }


def _value(value: Any, model: type[BaseModel] | None) -> Any:
    if isinstance(value, dict):
        return _ordered(cast("Json", value), model)
    if isinstance(value, list | tuple):
        return [_value(item, model) for item in cast("list[Any]", value)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _text(source: str | bytes) -> str:
    size = len(source) if isinstance(source, bytes) else len(source.encode(errors="surrogatepass"))
    if size > MAX_BYTES:
        raise refuse([too_large(size)])
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"The file is not encoded as UTF-8 (byte {error.start + 1})."
        raise refuse([problem("invalid_encoding", (), message, "Save it as UTF-8.")]) from None
