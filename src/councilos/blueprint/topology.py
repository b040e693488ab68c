"""How a council's arrows lie: entries, loops, what is reached. Linear time, no recursion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from councilos.blueprint.model import Blueprint, Edge


@dataclass(frozen=True, slots=True)
class Topology:
    """What follows from nodes and edges alone.

    `entries` are node ids in the order in which they start, `back_edges` the edge ids that close
    a loop, `reachable` what the entries lead to, `exits` the nodes that nothing leaves, `loops`
    the groups of nodes that can reach each other, each in `nodes` order.
    """

    entries: tuple[str, ...]
    back_edges: frozenset[str]
    reachable: frozenset[str]
    exits: tuple[str, ...]
    loops: tuple[tuple[str, ...], ...]


def analyse(blueprint: Blueprint) -> Topology:
    """Return the topology of a blueprint whose edges all name existing nodes."""
    order = [node.id for node in blueprint.nodes]
    out: dict[str, list[Edge]] = {node: [] for node in order}
    for edge in blueprint.edges:
        out[edge.source].append(edge)
    starts = entries(blueprint)
    return Topology(
        entries=starts,
        back_edges=_back_edges([*starts, *order], out),
        reachable=_reach(starts, out),
        exits=tuple(node for node in order if not out[node]),
        loops=_loops(order, out),
    )


def entries(blueprint: Blueprint) -> tuple[str, ...]:
    """Return where the run starts: the first node that no edge points to, else the first node (BP-9).

    Nodes with `start: true` follow in the order of `nodes`.
    """
    if not blueprint.nodes:
        return ()
    targets = {edge.target for edge in blueprint.edges}
    first = next((node.id for node in blueprint.nodes if node.id not in targets), blueprint.nodes[0].id)
    return (first, *(node.id for node in blueprint.nodes if node.start and node.id != first))


def _back_edges(roots: Iterable[str], out: Mapping[str, Sequence[Edge]]) -> frozenset[str]:
    """Return the edges that lead to a node which the depth-first search has not left yet."""
    found: set[str] = set()
    seen: set[str] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        open_nodes = {root}
        stack: list[tuple[str, Iterator[Edge]]] = [(root, iter(out[root]))]
        while stack:
            node, rest = stack[-1]
            edge = next(rest, None)
            if edge is None:
                open_nodes.discard(node)
                stack.pop()
            elif edge.target in open_nodes:
                found.add(edge.id)
            elif edge.target not in seen:
                seen.add(edge.target)
                open_nodes.add(edge.target)
                stack.append((edge.target, iter(out[edge.target])))
    return frozenset(found)


def _reach(starts: Iterable[str], out: Mapping[str, Sequence[Edge]]) -> frozenset[str]:
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        for edge in out[waiting.pop()]:
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return frozenset(seen)


def _loops(order: Sequence[str], out: Mapping[str, Sequence[Edge]]) -> tuple[tuple[str, ...], ...]:
    """Return the strongly connected groups that hold a cycle (Kosaraju's two passes)."""
    back: dict[str, list[str]] = defaultdict(list)
    for node in order:
        for edge in out[node]:
            back[edge.target].append(node)
    group_of: dict[str, str] = {}
    for root in reversed(_finished(order, out)):
        waiting = [root] if root not in group_of else []
        while waiting:
            node = waiting.pop()
            if node not in group_of:
                group_of[node] = root
                waiting.extend(source for source in back[node] if source not in group_of)
    groups: dict[str, list[str]] = defaultdict(list)
    for node in order:
        groups[group_of[node]].append(node)
    looped = {node for node in order for edge in out[node] if group_of[edge.target] == group_of[node]}
    return tuple(tuple(group) for group in groups.values() if looped.issuperset(group))


def _finished(order: Sequence[str], out: Mapping[str, Sequence[Edge]]) -> list[str]:
    """Return the nodes in the order in which a depth-first search leaves them."""
    left: list[str] = []
    seen: set[str] = set()
    for root in order:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(out[root]))]
        while stack:
            node, rest = stack[-1]
            edge = next(rest, None)
            if edge is None:
                left.append(node)
                stack.pop()
            elif edge.target not in seen:
                seen.add(edge.target)
                stack.append((edge.target, iter(out[edge.target])))
    return left
