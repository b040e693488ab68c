"""The one way from untrusted JSON to a blueprint (BP-3 … BP-6, BP-9 … BP-11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

from councilos.blueprint import versions
from councilos.blueprint.doubts import KnowsModel, doubts
from councilos.blueprint.model import CURRENT_VERSION, MAX_BYTES, MAX_NODES, Blueprint, Json
from councilos.blueprint.problems import MAX_PROBLEMS, problem, refuse
from councilos.blueprint.shape import check_shape, unknown_fields
from councilos.blueprint.structure import check_structure
from councilos.blueprint.values import check_values
from councilos.errors import Problem

_MANY_VALUES = 1_000
_MANY_CHARACTERS = 100_000


@dataclass(frozen=True, slots=True)
class Report:
    """What the check found: the blueprint in its current shape, or None when there are errors.

    `problems` stand in the order errors, then warnings; their paths point into the input.
    `upgraded` says that the input had an older version.
    """

    blueprint: Blueprint | None
    problems: tuple[Problem, ...]
    upgraded: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What keeps the council from being saved, imported and run."""
        return tuple(found for found in self.problems if found.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is doubtful but possible."""
        return tuple(found for found in self.problems if found.severity == "warning")


def check(raw: object, *, knows_model: KnowsModel | None = None) -> Report:
    """Check a blueprint given as parsed JSON and report every problem at once; never raises.

    `knows_model` says whether a model name can be resolved; without it names are not judged.
    """
    if not isinstance(raw, dict):
        hint = 'It begins with {"version": "1.0", "name": …'
        return Report(None, (problem("not_an_object", (), "A blueprint must be a JSON object.", hint),))
    data = cast("Json", raw)
    values = check_values(data)
    if any(found.code in ("too_deep", "not_json") for found in values):
        return Report(None, tuple(values))
    size = _size(data)
    if size > MAX_BYTES:
        return Report(None, (too_large(size),))
    version = versions.check_version(data)
    if version is not None:
        values.insert(0, version)
        data = {**data, "version": CURRENT_VERSION}
    upgraded = versions.upgrade(data)
    found = _check_current(upgraded.data, values, knows_model)
    moved = [replace(one, path=upgraded.origin(one.path)) for one in found.problems]
    return Report(found.blueprint, (*values, *moved), upgraded.changed)


def load(raw: object) -> Blueprint:
    """Return the blueprint; raise InvalidBlueprint, a ValueError, with all problems (BP-3, BP-4, BP-5)."""
    report = check(raw)
    if report.blueprint is None:
        raise refuse(report.problems)
    return report.blueprint


def is_heavy(raw: object) -> bool:
    """Say whether a check takes long enough to keep others waiting; looks at a bounded part of it."""
    waiting: list[object] = [raw]
    values = characters = 0
    while waiting:
        value = waiting.pop()
        values += 1
        if isinstance(value, str):
            characters += len(value)
        elif isinstance(value, dict):
            waiting.extend(cast("dict[str, object]", value).values())
        elif isinstance(value, list | tuple):
            waiting.extend(cast("list[object]", value))
        if values + len(waiting) > _MANY_VALUES or characters > _MANY_CHARACTERS:
            return True
    return False


def too_large(size: int) -> Problem:
    """Return the problem for a blueprint of `size` bytes."""
    return problem(
        "too_large",
        (),
        f"The blueprint has {size / 1024 / 1024:.1f} MB; {MAX_BYTES // 1024 // 1024} MB are possible.",
        "Shorten the instructions, or split it into several councils.",
    )


def _check_current(data: Json, values: list[Problem], knows_model: KnowsModel | None) -> Report:
    structure = check_structure(data)
    if _count(data.get("nodes")) > MAX_NODES:
        return Report(None, tuple(structure))
    blueprint, shape = check_shape(data)
    unknown = list(islice(unknown_fields(data), MAX_PROBLEMS))
    limits = any(found.severity == "error" for found in unknown)
    if blueprint is None or structure or values or limits:
        return Report(None, (*structure, *shape, *unknown))
    return Report(blueprint, (*unknown, *doubts(blueprint, knows_model)))


def _count(value: Any) -> int:
    return len(cast("list[Any]", value)) if isinstance(value, list) else 0


def _size(data: Json) -> int:
    """Return about how many bytes the blueprint has as JSON: every text and two bytes per value."""
    total = 0
    waiting: list[object] = [data]
    while waiting:
        value = waiting.pop()
        total += 2
        if isinstance(value, str):
            total += len(value.encode(errors="surrogatepass"))
        elif isinstance(value, dict):
            fields = cast("dict[str, object]", value)
            total += sum(len(key) + 3 for key in fields)
            waiting.extend(fields.values())
        elif isinstance(value, list | tuple):
            waiting.extend(cast("list[object]", value))
    return total
