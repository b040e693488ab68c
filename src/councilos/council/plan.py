"""What each agent of a council does and where it can go, worked out once per blueprint.

A node with conditional out-edges decides among their labels. When one of the labels is `rework`
or `approve` the node is a **critic**: it gives a score, and the score decides (CS-4). Any other
deciding node is a **decider**: it names a label. A node without conditional out-edges is a
**writer** (CS-3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from councilos.blueprint.model import AgentNode, Blueprint, Edge
from councilos.blueprint.topology import analyse
from councilos.council.state import APPROVAL_THRESHOLD, MAX_ITERATIONS

Kind = Literal["writer", "critic", "decider"]

REWORK = "rework"
APPROVE = "approve"


def same(one: str | None, other: str | None) -> bool:
    """Say whether two labels are the same decision: blanks around them and case don't count."""
    return fold(one) == fold(other)


def fold(label: str | None) -> str:
    """Return the form in which labels are compared."""
    return (label or "").strip().casefold()


@dataclass(frozen=True, slots=True)
class NodePlan:
    """One agent.

    `edges` are all edges that leave it in blueprint order, `linear` and `conditional` (by folded
    label) the same by type. `labels` are the distinct labels as first spelled. `back_edges` are
    the ids of those that close a loop, `limits` how often each may be taken (CS-5). `default_label`
    is the label that counts when an answer names none, if the blueprint declares one.
    `predecessors` are the sources of the edges that lead here and close no loop, `back_sources`
    of those that do; `joins` says that several branches meet here. `index` is the place in
    `nodes`.
    """

    node: AgentNode
    kind: Kind
    index: int
    edges: tuple[Edge, ...]
    linear: tuple[Edge, ...]
    conditional: Mapping[str, tuple[Edge, ...]]
    labels: tuple[str, ...]
    back_edges: frozenset[str]
    limits: Mapping[str, int]
    threshold: float
    default_label: str | None
    writes: bool
    predecessors: tuple[str, ...]
    back_sources: tuple[str, ...]

    @property
    def id(self) -> str:
        """The node's id."""
        return self.node.id

    @property
    def joins(self) -> bool:
        """True when several branches meet here; the graph lets such a node wait for them all."""
        return len(self.predecessors) > 1

    @property
    def targets(self) -> tuple[str, ...]:
        """Every node that an edge from here leads to, each once."""
        return tuple(dict.fromkeys(edge.target for edge in self.edges))


@dataclass(frozen=True, slots=True)
class CouncilPlan:
    """The whole council, ready to run.

    `entries` are the node ids the run starts with, `back_edges` the ids of all edges that close a
    loop. `recursion_limit` is more supersteps than any run needs in one invocation (CS-5).
    """

    blueprint: Blueprint
    nodes: Mapping[str, NodePlan]
    entries: tuple[str, ...]
    back_edges: frozenset[str]
    recursion_limit: int

    @property
    def language(self) -> str | None:
        """The language the council is set to, None when it follows the topic."""
        return self.blueprint.settings.language


def plan(blueprint: Blueprint) -> CouncilPlan:
    """Work out every node's part; the blueprint must have passed `blueprint.check`."""
    topology = analyse(blueprint)
    out: dict[str, list[Edge]] = defaultdict(list)
    into: dict[str, list[Edge]] = defaultdict(list)
    for edge in blueprint.edges:
        out[edge.source].append(edge)
        into[edge.target].append(edge)
    writers = _writers(blueprint, out)
    nodes = {
        node.id: _node(blueprint, node, index, out[node.id], into[node.id], topology.back_edges, writers)
        for index, node in enumerate(blueprint.nodes)
    }
    limits = [limit for node in nodes.values() for limit in node.limits.values()]
    rounds = max(limits, default=0) * max(len(limits), 1) + 1
    return CouncilPlan(
        blueprint=blueprint,
        nodes=nodes,
        entries=topology.entries,
        back_edges=topology.back_edges,
        recursion_limit=(len(nodes) + 1) * rounds + 10,
    )


def kind_of(edges: Iterable[Edge]) -> Kind:
    """Return what a node with these out-edges is."""
    labels = {fold(edge.condition) for edge in edges if edge.type == "conditional"}
    if not labels:
        return "writer"
    return "critic" if labels & {REWORK, APPROVE} else "decider"


def _writers(blueprint: Blueprint, out: Mapping[str, Sequence[Edge]]) -> frozenset[str]:
    """Return the nodes whose answer becomes the draft.

    In a council of nothing but critics and deciders everybody writes, or it would end with no
    result at all.
    """
    said = {node.id for node in blueprint.nodes if node.writes}
    usual = {
        node.id
        for node in blueprint.nodes
        if node.writes is None and kind_of(out.get(node.id, ())) == "writer"
    }
    undecided = {node.id for node in blueprint.nodes if node.writes is None}
    return frozenset(said | usual or undecided)


def _node(
    blueprint: Blueprint,
    node: AgentNode,
    index: int,
    out: Sequence[Edge],
    into: Sequence[Edge],
    back: frozenset[str],
    writers: frozenset[str],
) -> NodePlan:
    settings = blueprint.settings
    labels: dict[str, str] = {}
    conditional: dict[str, list[Edge]] = {}
    for edge in out:
        if edge.type == "conditional":
            key = fold(edge.condition)
            labels.setdefault(key, (edge.condition or "").strip())
            conditional.setdefault(key, []).append(edge)
    default = next(
        (fold(edge.condition) for edge in out if edge.type == "conditional" and edge.default), None
    )
    usual_limit = MAX_ITERATIONS if settings.max_iterations is None else settings.max_iterations
    thresholds = (node.threshold, settings.approval_threshold)
    return NodePlan(
        node=node,
        kind=kind_of(out),
        index=index,
        edges=tuple(out),
        linear=tuple(edge for edge in out if edge.type == "linear"),
        conditional={key: tuple(edges) for key, edges in conditional.items()},
        labels=tuple(labels.values()),
        back_edges=frozenset(edge.id for edge in out if edge.id in back),
        limits={
            edge.id: usual_limit if edge.max_iterations is None else edge.max_iterations
            for edge in out
            if edge.id in back
        },
        threshold=next((value for value in thresholds if value is not None), APPROVAL_THRESHOLD),
        default_label=None if default is None else labels[default],
        writes=node.id in writers,
        predecessors=tuple(dict.fromkeys(edge.source for edge in into if edge.id not in back)),
        back_sources=tuple(dict.fromkeys(edge.source for edge in into if edge.id in back)),
    )
