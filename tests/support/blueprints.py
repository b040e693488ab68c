"""Small councils for tests; every agent's prompt begins with its id, so that scripts can tell them apart."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

Json = dict[str, Any]


def agent(node_id: str, **more: Any) -> Json:
    """Return a node whose prompt names it; the model is the fake server's."""
    return {
        "id": node_id,
        "type": "agent",
        "name": node_id.replace("_", " ").title(),
        "system_prompt": f"agent:{node_id}",
        "model": "gpt-4o",
        **more,
    }


def linear(source: str, target: str, **more: Any) -> Json:
    """Return an arrow that always fires."""
    return {"id": f"{source}-{target}", "source": source, "target": target, "type": "linear", **more}


def conditional(source: str, target: str, condition: str, **more: Any) -> Json:
    """Return an arrow that fires when `condition` is the decision."""
    return {
        "id": f"{source}-{condition}-{target}",
        "source": source,
        "target": target,
        "type": "conditional",
        "condition": condition,
        **more,
    }


def blueprint(nodes: list[Json], edges: list[Json], **more: Any) -> Json:
    """Return a whole blueprint."""
    return {"version": "1.0", "name": "Test council", "nodes": nodes, "edges": edges, **more}


def writer_critic_editor(**more: Any) -> Json:
    """Return writer → critic → (rework: writer, approve: editor)."""
    return blueprint(
        [agent("writer"), agent("critic"), agent("editor")],
        [
            linear("writer", "critic"),
            conditional("critic", "writer", "rework"),
            conditional("critic", "editor", "approve"),
        ],
        **more,
    )


def chain(*node_ids: str, **more: Any) -> Json:
    """Return agents one after the other."""
    edges = [linear(one, two) for one, two in pairwise(node_ids)]
    return blueprint([agent(node_id) for node_id in node_ids], edges, **more)


def fan_out() -> Json:
    """Return start → (left, right) → join → end, with the join after branches of one step each."""
    return blueprint(
        [agent("start"), agent("left"), agent("right"), agent("join"), agent("end")],
        [
            linear("start", "left"),
            linear("start", "right"),
            linear("left", "join"),
            linear("right", "join"),
            linear("join", "end"),
        ],
    )
