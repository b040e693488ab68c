"""What makes a council impossible to run: ids, counts and edges that lead nowhere.

Works on raw JSON whose types may be wrong, so that all errors are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from councilos.blueprint.model import MAX_NODES, Json
from councilos.blueprint.problems import MAX_PROBLEMS, problem
from councilos.errors import Problem

OVERWRITE = "__overwrite__"
RESERVED_IDS = frozenset(
    (
        *("__start__", "__end__", "__input__", "__interrupt__", "__resume__", "__error__"),
        *("__error_source_node__", "__no_writes__", "__snapshot_bumps__", "configurable"),
        *("checkpoint_map", "checkpoint_id", "checkpoint_ns", OVERWRITE),
    )
)
"""Names that LangGraph keeps for itself, besides all that start with `__pregel_`.

`__overwrite__` is no name of a node there, but a value `{"__overwrite__": …}` replaces a state key
instead of merging into it, and we keep drafts, routes and loops under the ids of agents and arrows.
"""
_RESERVED_CHARACTERS = ":|"


def check_structure(data: Json) -> list[Problem]:
    """Return every structural error (BP-3, BP-4, BP-5; ids that LangGraph refuses)."""
    nodes, edges = _objects(data, "nodes"), _objects(data, "edges")
    kinds = (
        _counts(data, nodes, edges),
        _ids(nodes),
        _edge_ids(edges),
        _ends(nodes, edges),
        _conditions(edges),
    )
    return [found for kind in kinds for found in islice(kind, MAX_PROBLEMS)]


def _objects(data: Json, key: str) -> list[tuple[int, Json]]:
    value = data.get(key)
    if not isinstance(value, list | tuple):
        return []
    listed = enumerate(cast("list[Any]", value))
    return [(index, cast("Json", item)) for index, item in listed if isinstance(item, dict)]


def _counts(data: Json, nodes: list[tuple[int, Json]], edges: list[tuple[int, Json]]) -> Iterator[Problem]:
    if isinstance(data.get("nodes"), list) and not data["nodes"]:
        yield problem(
            "no_nodes",
            ("nodes",),
            "The council has no agents.",
            "Add at least one agent.",
        )
    if len(nodes) > MAX_NODES:
        yield problem(
            "too_many_nodes",
            ("nodes",),
            f"The council has {len(nodes):,} agents; {MAX_NODES:,} are possible.",
            "Split it into several councils.",
        )
    if len(nodes) > 1 and not edges and not data.get("edges"):
        yield problem(
            "no_edges",
            ("edges",),
            f"The council has {len(nodes)} agents, but no arrow connects them.",
            "Draw an arrow from the agent that begins to the next one.",
        )


def _ids(nodes: list[tuple[int, Json]]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for index, node in nodes:
        name = node.get("id")
        if not isinstance(name, str):
            continue
        path = ("nodes", index, "id")
        if name in seen:
            yield problem(
                "duplicate_node_id",
                path,
                f"Agents {seen[name] + 1} and {index + 1} have the same id “{name[:80]}”.",
                "Give one of them another id.",
            )
        seen.setdefault(name, index)
        wrong = [character for character in _RESERVED_CHARACTERS if character in name]
        if name in RESERVED_IDS or name.startswith("__pregel_"):
            yield problem(
                "reserved_id", path, f"The id “{name[:80]}” is reserved.", "Give the agent another id."
            )
        elif wrong:
            yield problem(
                "reserved_id",
                path,
                f"The id “{name[:80]}” holds the character “{wrong[0]}”, which ids must not have.",
                "Use letters, digits, “-” and “_”.",
            )


def _edge_ids(edges: list[tuple[int, Json]]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for index, edge in edges:
        name = edge.get("id")
        if not isinstance(name, str):
            continue
        path = ("edges", index, "id")
        if name in seen:
            yield problem(
                "duplicate_edge_id",
                path,
                f"Arrows {seen[name] + 1} and {index + 1} have the same id “{name[:80]}”.",
                "Give one of them another id.",
            )
        seen.setdefault(name, index)
        if name == OVERWRITE:
            yield problem("reserved_id", path, f"The id “{name}” is reserved.", "Give the arrow another id.")


def _ends(nodes: list[tuple[int, Json]], edges: list[tuple[int, Json]]) -> Iterator[Problem]:
    known = {node["id"] for _, node in nodes if isinstance(node.get("id"), str)}
    words = {"source": "starts at", "target": "leads to"}
    for index, edge in edges:
        for field, text in words.items():
            end = edge.get(field)
            if isinstance(end, str) and end not in known:
                yield problem(
                    "unknown_node",
                    ("edges", index, field),
                    f"Arrow “{str(edge.get('id', index + 1))[:80]}” {text} “{end[:80]}”, "
                    "but there is no agent with this id.",
                    "Connect the arrow to an existing agent, or delete it.",
                )


def _conditions(edges: list[tuple[int, Json]]) -> Iterator[Problem]:
    for index, edge in edges:
        condition = edge.get("condition")
        blank = condition is None or (isinstance(condition, str) and not condition.strip())
        if edge.get("type") == "conditional" and blank:
            yield problem(
                "condition_missing",
                ("edges", index, "condition"),
                f"The conditional arrow “{str(edge.get('id', index + 1))[:80]}” has no label.",
                "Enter the decision at which it is taken, like “rework”, or make it an ordinary arrow.",
            )
