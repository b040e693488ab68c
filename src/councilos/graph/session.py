"""Drives one run through its graph, from one pause to the next (GM-1, decisions 5, 8 and 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command, StateSnapshot, StateUpdate

from councilos import faults
from councilos.council.state import PUBLIC_KEYS
from councilos.council.view import State, routes_of
from councilos.graph.compile import CompiledCouncil
from councilos.graph.context import NodeContext

NEVER: Final = "council:never"
"""No node can have this id; LangGraph ignores an empty list, also one that is filled later."""
_REDIRECT_TASK: Final = str(uuid5(NAMESPACE_OID, "redirect"))


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the run with this state (`council.state.initial_state`)."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on from a pause and change the state in the same write; the next nodes stay next (GM-2, GM-4)."""

    update: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Go:
    """Go on from wherever the run stands: after a crash, a failure, a budget, a changed route."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a run stands.

    `checkpoint_id` is None before the start. `source` is what wrote the checkpoint: input, loop or
    update. `next` are the nodes that run next in blueprint order; empty when the run has ended.
    """

    checkpoint_id: str | None
    parent_id: str | None
    source: str
    step: int
    next: tuple[str, ...]
    values: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def fresh(self) -> bool:
        """True while no agent has run yet."""
        return self.checkpoint_id is not None and self.step <= 0


NOWHERE: Final = Head(checkpoint_id=None, parent_id=None, source="", step=-1, next=())
"""Where a run stands before anybody executed it."""


class PauseSwitch:
    """Says whether the run pauses before every further node; may be switched while it runs (GM-10)."""

    def __init__(self, node_ids: Sequence[str], *, on: bool = False) -> None:
        """Take the blueprint's node ids, which are all that can pause (GM-1)."""
        self._node_ids = list(node_ids)
        self.nodes: list[str] = [NEVER]
        if on:
            self.on()

    def on(self) -> None:
        """Pause before the next node, and each one after it."""
        self.nodes[1:] = self._node_ids

    def off(self) -> None:
        """Don't pause any more."""
        del self.nodes[1:]


class Session:
    """One run in the hands of one worker."""

    def __init__(
        self,
        compiled: CompiledCouncil,
        saver: BaseCheckpointSaver[Any],
        thread_id: str,
        context: NodeContext,
    ) -> None:
        """Take the council, a checkpointer of this run's own (they lock), the thread and the way out."""
        self.plan = compiled.plan
        self.thread_id = str(thread_id)
        self.context = context
        self._waiting = compiled.waiting
        self._graph = compiled.bound(saver)
        self._config: RunnableConfig = {
            "configurable": {"thread_id": self.thread_id},
            "recursion_limit": compiled.plan.recursion_limit,
        }

    async def head(self) -> Head:
        """Return where the run stands; what finished branches of an unfinished step wrote is in `values`."""
        return self._head(await self._graph.aget_state(self._config))

    def unstarted(self, values: Mapping[str, Any]) -> Head:
        """Return where a run stands that pauses before it has begun: its first nodes are next."""
        entries = self._ordered(self.plan.entries)
        return Head(checkpoint_id="", parent_id=None, source="", step=-1, next=entries, values=dict(values))

    async def run(self, start: Start | Resume | Go, pauses: PauseSwitch) -> Head:
        """Run to the next pause, or to the end; return where the run stands then.

        The entry nodes run without a pause before them: people first see a result (GM-1). Raises
        StepFailed when a node failed, Fenced when the checkpointer lost the run, and whatever else
        the checkpointer raises; afterwards, as after a cancellation, `Go` goes on from there.
        """
        await self._drive(_graph_input(start), pauses)
        head = await self.head()
        if head.fresh and head.next:
            await self._drive(None, pauses)
            head = await self.head()
        return head

    async def _drive(self, graph_input: Any, pauses: PauseSwitch) -> None:
        if isinstance(graph_input, Command):
            faults.point("before_resume")
        await self._graph.ainvoke(
            graph_input,
            self._config,
            context=self.context,
            interrupt_before=pauses.nodes,
            durability="sync",
        )

    async def redirect(self, targets: Sequence[str], values: Mapping[str, Any]) -> Head:
        """Make exactly `targets` next, whether edges lead there or not, and change the state with it.

        One checkpoint holds both, so a crash leaves either all or nothing. `Go` then runs them
        without a pause before them. No targets: the run is at its end.
        """
        carrier = next(iter(self.plan.nodes))
        update = {**values, "sends": {carrier: list(dict.fromkeys(targets))}}
        # LangGraph stores the update first as the output of a task. Left to itself it takes the
        # carrier's own pending task for that, which would then count as done after a crash.
        change = StateUpdate(update, carrier, _REDIRECT_TASK)
        await self._graph.abulk_update_state(self._config, [[change]])
        faults.point("after_update_state")
        return await self.head()

    async def proposers(self, head: Head) -> dict[str, tuple[str, ...]]:
        """Return for every next node who sent the run there, in blueprint order (GM-6).

        Usually those are the nodes of the last step. A join also waits for nodes that ran before,
        so the history is walked back to where the join itself last ran. Entry nodes have nobody.
        """
        found: dict[str, set[str]] = {node: set() for node in head.next}
        pending = set(head.next)
        routes = routes_of(head.values)
        here = head
        while pending and here.parent_id is not None:
            before = await self._at(here.parent_id)
            ran = set(before.next) if here.source == "loop" else set[str]()
            for node in tuple(pending) if ran else ():
                found[node] |= {name for name in ran if name in routes and node in routes[name]["targets"]}
                if node in ran or node not in self._waiting:
                    pending.discard(node)
            here = before
        return {node: self._ordered(names) for node, names in found.items()}

    async def _at(self, checkpoint_id: str) -> Head:
        config: RunnableConfig = {
            "configurable": {"thread_id": self.thread_id, "checkpoint_id": checkpoint_id}
        }
        return self._head(await self._graph.aget_state(config))

    def _head(self, snapshot: StateSnapshot) -> Head:
        about: Mapping[str, Any] = snapshot.metadata or {}
        return Head(
            checkpoint_id=_checkpoint(snapshot.config) if snapshot.metadata else None,
            parent_id=_checkpoint(snapshot.parent_config),
            source=str(about.get("source", "")),
            step=int(about.get("step", -1)),
            next=self._ordered(snapshot.next),
            values=dict(snapshot.values),
        )

    def _ordered(self, names: Iterable[str]) -> tuple[str, ...]:
        """Put node ids into blueprint order; LangGraph's own start node goes first."""
        places = {node.id: node.index for node in self.plan.nodes.values()}
        return tuple(sorted(names, key=lambda name: places.get(name, -1)))


def _checkpoint(config: RunnableConfig | None) -> str | None:
    return (config or {}).get("configurable", {}).get("checkpoint_id")


def _graph_input(start: Start | Resume | Go) -> Any:
    if isinstance(start, Start):
        return dict(start.values)
    if isinstance(start, Resume):
        return Command(resume=True, update=dict(start.update))
    return None


def public_state(values: State) -> dict[str, Any]:
    """Return the CouncilState that people see: the public keys, drafts, routes and loops (GM-5).

    All of it is JSON: agents put dicts, lists, texts and numbers into the state and nothing else.
    """
    return {key: values.get(key) for key in (*PUBLIC_KEYS, "drafts", "routes", "loops")}
