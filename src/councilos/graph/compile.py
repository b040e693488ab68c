"""Turns a blueprint into a compiled LangGraph `StateGraph`, once per blueprint (BP-1)."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from councilos.blueprint.check import is_heavy, load
from councilos.blueprint.model import Blueprint
from councilos.council.plan import CouncilPlan, NodePlan, plan
from councilos.council.routing import route_targets
from councilos.council.state import CouncilState, Route, last, merge
from councilos.graph import joins, order
from councilos.graph.agent_node import NodeFunction, agent_node

Graph = CompiledStateGraph[Any, Any, Any, Any]
Builder = StateGraph[Any, Any, Any, Any]
NodeFactory = Callable[[CouncilPlan, str], NodeFunction]

BIG = 60
"""From this many nodes on a council is compiled in a thread: 100 nodes take 36 ms."""
KEPT = 128
"""How many compiled councils are kept."""


@dataclass(frozen=True, slots=True)
class CompiledCouncil:
    """A council ready to run; `graph` has no checkpointer, `waiting` are the nodes that wait for branches."""

    plan: CouncilPlan
    graph: Graph
    waiting: frozenset[str]

    def bound(self, saver: BaseCheckpointSaver[Any]) -> Graph:
        """Return the graph with a checkpointer; costs next to nothing (decision 8)."""
        return self.graph.copy(update={"checkpointer": saver})


_kept: OrderedDict[str, CompiledCouncil] = OrderedDict()
_coming: dict[str, asyncio.Task[CompiledCouncil]] = {}


async def compile_stored(data: Mapping[str, Any]) -> CompiledCouncil:
    """Return the compiled council of a stored blueprint; one that is kept is not even read again.

    Needs no key and calls no model (BP-1).
    """
    heavy = is_heavy(data)
    key = await asyncio.to_thread(_key, data) if heavy else _key(data)
    known = _known(key)
    if known is not None:
        return known
    return await _compiled(key, await asyncio.to_thread(load, data) if heavy else load(data))


def _known(key: str) -> CompiledCouncil | None:
    if key in _kept:
        _kept.move_to_end(key)
    return _kept.get(key)


async def _compiled(key: str, blueprint: Blueprint) -> CompiledCouncil:
    if len(blueprint.nodes) < BIG:
        return _keep(key, build(blueprint))
    if key not in _coming:
        _coming[key] = asyncio.create_task(asyncio.to_thread(build, blueprint))
        _coming[key].add_done_callback(lambda _: _coming.pop(key))
    return _keep(key, await asyncio.shield(_coming[key]))


def _keep(key: str, council: CompiledCouncil) -> CompiledCouncil:
    _kept[key] = council
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return council


def _key(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def build(blueprint: Blueprint, node: NodeFactory = agent_node) -> CompiledCouncil:
    """Compile without the cache; `node` makes the function that runs for a node id."""
    council = plan(blueprint)
    builder: Builder = StateGraph(CouncilState)
    leading = leading_joins(council)
    for node_id in council.nodes:
        builder.add_node(node_id, _in_place(council, node_id, node), defer=node_id in leading)
    for entry in council.entries:
        builder.add_edge(START, entry)
    for node_plan in council.nodes.values():
        _wire(builder, council, node_plan)
    graph: Graph = builder.compile(name=blueprint.name or "council")
    channels = cast("dict[str, Any]", graph.channels)
    joins.install(channels, leading)
    order.install(channels)
    return CompiledCouncil(council, graph, frozenset(leading))


def _in_place(council: CouncilPlan, node_id: str, node: NodeFactory) -> NodeFunction:
    step, place = node(council, node_id), council.nodes[node_id].index

    async def run(state: CouncilState, *, runtime: Runtime[Any]) -> dict[str, Any]:
        return order.placed(await step(state, runtime=runtime), place)

    return run


class _Targets(dict[Hashable, str]):
    """The targets that are drawn for a node's router; a person may send the run to any other (GM-10)."""

    def copy(self) -> _Targets:
        return self

    def __missing__(self, key: Hashable) -> str:
        return str(key)


class _RouterState(TypedDict):
    """What routers read: copying the whole state for each of them is slow."""

    route_decision: Annotated[str, last]
    routes: Annotated[dict[str, Route], merge]
    loops: Annotated[dict[str, int], merge]
    sends: NotRequired[Annotated[dict[str, list[str]], last]]


def _wire(builder: Builder, council: CouncilPlan, node: NodePlan) -> None:
    """Add the node's router. It is async because LangGraph runs a plain function in a thread."""

    async def router(state: _RouterState) -> list[Hashable]:
        sends = state.get("sends") or {}
        return [*(sends[node.id] if node.id in sends else route_targets(council, node.id, state))]

    targets = _Targets({target: target for target in node.targets})
    if node.conditional or not targets:
        targets[END] = END
    builder.add_conditional_edges(node.id, router, targets)


def leading_joins(council: CouncilPlan) -> dict[str, frozenset[str]]:
    """Return every node that waits for several branches, with the ones that lead to it without a loop.

    A node waits when two or more of its edges can arrive in one round: edges that close no loop,
    or edges that close several. One edge in and one back never arrive together.
    """
    waiting = {node.id for node in council.nodes.values() if node.joins or len(node.back_sources) > 1}
    leading: dict[str, set[str]] = {join: set() for join in waiting}
    for join in waiting:
        for reached in _downstream(council.nodes, join):
            if reached in waiting:
                leading[reached].add(join)
    return {join: frozenset(before) for join, before in leading.items()}


def _downstream(nodes: Mapping[str, NodePlan], start: str) -> set[str]:
    """Return what `start` leads to over edges that close no loop."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        node = nodes[waiting.pop()]
        for edge in node.edges:
            if edge.id not in node.back_edges and edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found
