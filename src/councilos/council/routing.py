"""Where a node sends the run: edges, loop counts and what a person may change about them.

A turn counts a back edge in the same update in which it decides to take it; `route_targets`,
which the graph calls afterwards, takes a back edge only when this turn counted it. So the count
is always the number of times the edge was really taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from councilos.blueprint.model import Edge
from councilos.council.plan import APPROVE, REWORK, CouncilPlan, NodePlan, fold, same
from councilos.council.state import Route
from councilos.council.view import State, feedback_of, loops_of, routes_of, text_of

PERSON = "person"
"""The `rule` of a route that a person chose."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What one decision leads to: edges taken, back edges refused because they are used up.

    `loops` holds the new counts of the back edges taken.
    """

    edges: tuple[Edge, ...]
    loops: Mapping[str, int]
    exhausted: tuple[str, ...]

    @property
    def edge_ids(self) -> list[str]:
        """The ids of the edges taken, in blueprint order."""
        return [edge.id for edge in self.edges]

    @property
    def targets(self) -> list[str]:
        """The nodes that run next, each once."""
        return list(dict.fromkeys(edge.target for edge in self.edges))


def fires(edge: Edge, label: str) -> bool:
    """Say whether the edge belongs to the decision: linear ones always do (BP-6)."""
    return edge.type == "linear" or same(edge.condition, label)


def used_up(node: NodePlan, edge: Edge, loops: Mapping[str, int]) -> bool:
    """Say whether the edge closes a loop and was taken as often as it may be (CS-5)."""
    return edge.id in node.limits and loops.get(edge.id, 0) >= node.limits[edge.id]


def taken(node: NodePlan, label: str, loops: Mapping[str, int], *, ignore_limits: bool = False) -> Taken:
    """Return what the decision `label` leads to, given how often each back edge was taken."""
    wanted = [edge for edge in node.edges if fires(edge, label)]
    cut = [] if ignore_limits else [edge for edge in wanted if used_up(node, edge, loops)]
    edges = tuple(edge for edge in wanted if edge not in cut)
    return Taken(
        edges=edges,
        loops={edge.id: loops.get(edge.id, 0) + 1 for edge in edges if edge.id in node.limits},
        exhausted=tuple(edge.id for edge in cut),
    )


def open_labels(node: NodePlan, loops: Mapping[str, int]) -> tuple[str, ...]:
    """Return the labels that still lead somewhere."""
    return tuple(
        label
        for label in node.labels
        if any(not used_up(node, edge, loops) for edge in node.conditional[fold(label)])
    )


def forced_label(node: NodePlan, loops: Mapping[str, int]) -> str | None:
    """Return the exit that must be taken without a model call, None while there is a choice (CS-5).

    A critic approves once every back edge of `rework` is used up. A decider takes its default,
    else its first open label, once all its conditional back edges are used up.
    """
    keys = [REWORK] if node.kind == "critic" else list(node.conditional)
    back = [edge for key in keys for edge in node.conditional.get(key, ()) if edge.id in node.limits]
    if not back or not all(used_up(node, edge, loops) for edge in back):
        return None
    if node.kind == "critic":
        return APPROVE
    return exit_label(node, loops)


def exit_label(node: NodePlan, loops: Mapping[str, int]) -> str:
    """Return the declared exit of a node: its default when open, else its first open label, else ""."""
    choices = open_labels(node, loops)
    if node.default_label and node.default_label in choices:
        return node.default_label
    return choices[0] if choices else ""


def route_targets(plan: CouncilPlan, node_id: str, state: State) -> list[str]:
    """Return the nodes that follow `node_id`; empty ends the branch. The graph's router (BP-6).

    Reads `route_decision` (default "rework"). Back edges are taken only when this turn counted
    them; when `route_decision` was changed since, the counts and limits are asked instead. A
    route that a person chose is obeyed as recorded.
    """
    node = plan.nodes[node_id]
    route = routes_of(state).get(node_id)
    if route is not None and route["rule"] == PERSON:
        return list(route["targets"])
    decision = text_of(state, "route_decision") or REWORK
    if route is not None and (node.kind == "writer" or same(route["label"], decision)):
        counted = set(route["edges"])
        edges = [e for e in node.edges if fires(e, decision) and (e.id not in node.limits or e.id in counted)]
        return list(dict.fromkeys(edge.target for edge in edges))
    return taken(node, decision, loops_of(state)).targets


def reroute(
    plan: CouncilPlan,
    state: State,
    node_id: str,
    *,
    label: str | None = None,
    target: str | None = None,
) -> dict[str, Any]:
    """Return the update that makes `node_id` go where a person wants instead (GM-4, GM-10).

    Give either `label`, a decision whose edges are taken, or `target`, one node of the council
    whether an edge leads there or not. Loop counts and `iteration_count` (a delta) are corrected
    for the route that is replaced; a person may exceed a loop limit. A critic's feedback joins
    `feedback_history` when the new route goes back and the old one did not. Raises KeyError for
    an unknown node and ValueError unless exactly one of both is given.
    """
    if (label is None) == (target is None):
        raise ValueError("Give either a label or a target.")
    node = plan.nodes[node_id]
    old = routes_of(state).get(node_id)
    undone = {edge for edge in (old["edges"] if old else ()) if edge in node.limits}
    loops = loops_of(state)
    before = {edge: loops.get(edge, 0) - (edge in undone) for edge in node.limits}
    if target is not None:
        chosen, decision = _towards(plan, node, target, before)
        targets = [target]
    else:
        decision = _spelled(node, label or "")
        chosen = taken(node, decision, before, ignore_limits=True)
        targets = chosen.targets
    after = {**before, **chosen.loops}
    update: dict[str, Any] = {
        "routes": {node_id: _person_route(node_id, old, decision, chosen.edge_ids, targets)},
        "loops": after,
        "iteration_count": sum(after.values()) - sum(loops.get(edge, 0) for edge in node.limits),
    }
    if decision and node.kind != "writer":
        update["route_decision"] = decision
    if chosen.loops and not undone and old and old["reason"]:
        update["feedback_history"] = [] if old["reason"] in feedback_of(state) else [old["reason"]]
    return update


def _spelled(node: NodePlan, label: str) -> str:
    """Return the label as the node itself would give it."""
    labels = (REWORK, APPROVE) if node.kind == "critic" else node.labels
    return next((known for known in labels if same(known, label)), label.strip())


def _towards(plan: CouncilPlan, node: NodePlan, target: str, loops: Mapping[str, int]) -> tuple[Taken, str]:
    plan.nodes[target]
    edges = tuple(edge for edge in node.edges if edge.target == target)[:1]
    counts = {edge.id: loops.get(edge.id, 0) + 1 for edge in edges if edge.id in node.limits}
    decision = next((edge.condition or "" for edge in edges if edge.type == "conditional"), "")
    return Taken(edges=edges, loops=counts, exhausted=()), decision.strip()


def _person_route(node_id: str, old: Route | None, label: str, edges: list[str], targets: list[str]) -> Route:
    return Route(
        node=node_id,
        label=label,
        reason=old["reason"] if old else "",
        score=old["score"] if old else None,
        edges=edges,
        targets=targets,
        forced=False,
        rule=PERSON,
        raw=old["raw"] if old else "",
    )
