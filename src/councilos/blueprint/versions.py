"""Which versions of the blueprint format exist, and how older shapes become the current one (BP-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from councilos.blueprint.model import CURRENT_VERSION, Json
from councilos.blueprint.problems import Step, pointer, problem
from councilos.errors import Problem

_NODE_FIELDS = {"label": "name", "systemPrompt": "system_prompt", "maxTokens": "max_tokens"}
_TOOL_FIELDS = {"webSearch": "web_search", "pdfReader": "pdf_reader"}
_EDGE_FIELDS = {"label": "condition", "maxIterations": "max_iterations", "kind": "type"}
_DRAWING = frozenset(
    (
        *("selected", "dragging", "width", "height", "measured", "positionAbsolute", "zIndex", "style"),
        *("className", "sourcePosition", "targetPosition", "sourceHandle", "targetHandle", "animated"),
        *("markerEnd", "markerStart", "labelStyle", "labelBgStyle", "deletable", "draggable", "selectable"),
    )
)
_NODE_TYPES = ("agent", "agentNode", "agent-node", "custom", "default", "input", "output")
_EDGE_SHAPES = ("default", "smoothstep", "step", "straight", "bezier", "simplebezier", "custom")


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A blueprint in the current shape.

    `moved` maps a place in it to the place in the input from which it came, as JSON Pointers.
    """

    data: Json
    changed: bool = False
    moved: Mapping[str, str] = field(default_factory=dict[str, str])

    def origin(self, path: str) -> str:
        """Return where the value at `path` stood in the input."""
        head = path
        while head:
            if head in self.moved:
                return self.moved[head] + path[len(head) :]
            head = head.rpartition("/")[0]
        return path


def check_version(raw: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong with the version field, None when `upgrade` can read it."""
    if "version" not in raw:
        return problem(
            "version_missing",
            ("version",),
            "The field “version” is missing.",
            f'Add "version": "{CURRENT_VERSION}".',
        )
    version = raw["version"]
    if version == CURRENT_VERSION or _is_first(version):
        return None
    return problem(
        "version_unknown",
        ("version",),
        f"Version {str(version)[:40]!r} is not known here; this program reads version “{CURRENT_VERSION}” "
        "and the older version 1.",
        "Export the council from a matching version, or update this program.",
    )


def upgrade(raw: Json) -> Upgraded:
    """Return the blueprint in the current shape; the input's version must be a known one.

    Version 1 is what an older canvas wrote: `label`, `systemPrompt`, `tools.webSearch`,
    `tools.pdfReader`, with the fields of a node or edge possibly under `data`. What only
    belongs to the drawing is left out, except positions.
    """
    if not _is_first(raw.get("version")):
        return Upgraded(raw)
    moved: dict[str, str] = {}
    data = dict(raw)
    data["version"] = CURRENT_VERSION
    nodes, edges = raw.get("nodes"), raw.get("edges")
    if isinstance(nodes, list):
        data["nodes"] = [_node(node, ("nodes", i), moved) for i, node in enumerate(cast("list[Any]", nodes))]
    if isinstance(edges, list):
        listed = cast("list[Any]", edges)
        taken = {str(cast("Json", edge).get("id")) for edge in listed if isinstance(edge, dict)}
        data["edges"] = [_edge(edge, ("edges", i), moved, taken) for i, edge in enumerate(listed)]
    data.pop("viewport", None)
    return Upgraded(data, changed=True, moved=moved)


def _is_first(version: object) -> bool:
    return not isinstance(version, bool) and version in (1, "1")


def _node(node: object, path: tuple[Step, ...], moved: dict[str, str]) -> object:
    if not isinstance(node, dict):
        return node
    new = _renamed(cast("Json", node), _NODE_FIELDS, path, moved)
    if new.get("type") in _NODE_TYPES:
        new["type"] = "agent"
    if isinstance(new.get("tools"), dict):
        origin = moved.get(pointer((*path, "tools")), pointer((*path, "tools")))
        tools: Json = {}
        for key, value in cast("Json", new["tools"]).items():
            name = _TOOL_FIELDS.get(key, key)
            tools[name] = value
            moved[pointer((*path, "tools", name))] = origin + pointer((key,))
        new["tools"] = tools
    return new


def _edge(edge: object, path: tuple[Step, ...], moved: dict[str, str], taken: set[str]) -> object:
    if not isinstance(edge, dict):
        return edge
    new = _renamed(cast("Json", edge), _EDGE_FIELDS, path, moved)
    if new.get("condition") in (None, ""):
        new.pop("condition", None)
    if new.get("type") is None or new["type"] in _EDGE_SHAPES:
        new["type"] = "conditional" if new.get("condition") else "linear"
    if "id" not in new:
        number = int(path[1]) + 1
        while f"edge-{number}" in taken:
            number += 1
        new["id"] = f"edge-{number}"
        taken.add(new["id"])
    return new


def _renamed(old: Json, names: Mapping[str, str], path: tuple[Step, ...], moved: dict[str, str]) -> Json:
    """Return the part with today's field names, fields under `data` lifted; its own fields win."""
    new: Json = {}
    inner = old.get("data")
    sources: list[tuple[tuple[Step, ...], Json]] = [(path, old)]
    if isinstance(inner, dict):
        sources.append(((*path, "data"), cast("Json", inner)))
    for place, fields in sources:
        for key, value in fields.items():
            name = names.get(key, key)
            lifted = fields is old and isinstance(inner, dict) and key == "data"
            if lifted or key in _DRAWING or (name in new and not _is_shape(name, new[name])):
                continue
            new[name] = value
            moved[pointer((*path, name))] = pointer((*place, key))
    return new


def _is_shape(name: str, value: object) -> bool:
    """Say whether this only tells how an edge is drawn, so that a type under `data` may replace it."""
    return name == "type" and value in _EDGE_SHAPES
