"""What the decisions of a pause mean for the graph (GM-2, GM-4, GM-10, decision 5).

Decisions that leave the next nodes as they are become one `Resume`. As soon as one changes the
route, one checkpoint is written that holds all changes and all next nodes, and `Go` follows.
Every change carries `segment_id`, so after a crash `standing` tells whether it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from councilos.council.edits import added_feedback
from councilos.council.plan import CouncilPlan, same
from councilos.council.routing import reroute
from councilos.council.state import Route
from councilos.council.view import State, feedback_of, loops_of, routes_of
from councilos.council.work import edit_draft
from councilos.graph.session import Go, Head, Resume, Session

Proposers = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A person's decision for the waiting node `node`; `payload` as `runs.choices.Choice` stores it."""

    node: str
    action: str
    payload: Mapping[str, Any]

    @property
    def changes(self) -> Mapping[str, Any]:
        """The keys of the state that `modify` sets."""
        found: Mapping[str, Any] = self.payload.get("modified_state") or {}
        return found if self.action == "modify" else {}


@dataclass(frozen=True, slots=True)
class Redirection:
    """The state changes and who is next instead."""

    targets: tuple[str, ...]
    update: Mapping[str, Any]


def standing(head: Head, segment_id: str, base_checkpoint: str | None) -> Literal["apply", "go", "moved"]:
    """Say what is left to do for the segment of a start or a decision (decision 5).

    `apply`: start or decision are not in the graph yet. `go`: they are, and no node ran since.
    `moved`: a node ran since; with God Mode the run stands at its next pause and nothing must run.
    `base_checkpoint` is the head at which the decision was made, None for a start.
    """
    if head.values.get("segment_id") != segment_id:
        return "apply"
    if head.fresh or head.checkpoint_id == base_checkpoint:
        return "go"
    return "go" if head.source == "update" and head.parent_id == base_checkpoint else "moved"


async def apply(session: Session, head: Head, decisions: Sequence[Choice], segment_id: str) -> Resume | Go:
    """Carry the decisions into the graph as far as needed before it runs; run what is returned.

    Call it only when `standing` says `apply`: a second time would add feedback twice.
    """
    proposers = await session.proposers(head)
    wanted = translate(session.plan, head, proposers, decisions, segment_id)
    if isinstance(wanted, Resume):
        return wanted
    await session.redirect(wanted.targets, wanted.update)
    return Go()


def translate(
    plan: CouncilPlan, head: Head, proposers: Proposers, decisions: Sequence[Choice], segment_id: str
) -> Resume | Redirection:
    """Return what the decisions change; pure, so that it can be shown before it is done."""
    desk = _Desk(plan, head, proposers, segment_id)
    for choice in decisions:
        desk.edit(choice)
    moves = [desk.move(choice) for choice in decisions]
    if not any(moves):
        return Resume(desk.update)
    return Redirection(desk.targets(), desk.update)


class _Desk:
    """Collects the changes of all decisions of one pause."""

    def __init__(self, plan: CouncilPlan, head: Head, proposers: Proposers, segment_id: str) -> None:
        self.plan = plan
        self.next = head.next
        self.proposers = proposers
        self.before: State = head.values
        self.update: dict[str, Any] = {"segment_id": segment_id}
        self._dropped: set[str] = set()
        self._sent: list[str] = []
        self._redone: set[str] = set()
        self._relabelled: dict[str, list[str]] = {}

    def edit(self, choice: Choice) -> None:
        """Take over draft and feedback; the history only grows (CS-1)."""
        changes = choice.changes
        text = changes.get("current_draft")
        if text is not None and text != self.before.get("current_draft"):
            self._add(edit_draft(self.plan, self.before, text))
        posted: Sequence[str] = changes.get("feedback_history") or ()
        known: list[str] = self.update.get("feedback_history", [])
        new = [entry for entry in added_feedback(feedback_of(self.before), posted) if entry not in known]
        if new:
            self._add({"feedback_history": new})

    def move(self, choice: Choice) -> bool:
        """Change where the run goes on; say whether that was wanted."""
        if choice.action == "route":
            return self._route(choice.node, str(choice.payload["target"]))
        if choice.action == "redo":
            return self._redo(choice.node, str(choice.payload.get("note") or ""))
        label = choice.changes.get("route_decision")
        return label is not None and self._relabel(choice.node, str(label))

    def targets(self) -> tuple[str, ...]:
        """Return who is next: what was kept, in its order, then what was asked for."""
        kept = [node for node in self.next if self._stays(node)]
        wanted = [node for targets in self._relabelled.values() for node in targets]
        return tuple(dict.fromkeys([*kept, *self._sent, *wanted]))

    def _stays(self, node: str) -> bool:
        """A node stays next while somebody still proposes it and nobody who does is asked again."""
        if node in self._dropped:
            return False
        names = set(self.proposers.get(node, ()))
        return names.isdisjoint(self._redone) and (not names or not names <= self._relabelled.keys())

    def _route(self, node: str, target: str) -> bool:
        if target == node:
            return False
        self._dropped.add(node)
        self._sent.append(target)
        for name in self.proposers.get(node, ()):
            self._add(_instead(self.plan, self._now, name, node, target))
        return True

    def _redo(self, node: str, note: str) -> bool:
        for name in self.proposers.get(node, ()):
            if name not in self._redone:
                self._redone.add(name)
                self._sent.append(name)
                self._add(reroute(self.plan, self._now, name, target=name))
            if note:
                self._add({"redo_notes": {name: note}})
        return bool(self.proposers.get(node))

    def _relabel(self, node: str, label: str) -> bool:
        """A changed `route_decision` is the new decision of every decider that proposed the node."""
        routes = routes_of(self.before)
        deciders = [
            name
            for name in self.proposers.get(node, ())
            if self.plan.nodes[name].kind != "writer" and not same(routes[name]["label"], label)
        ]
        for name in deciders:
            if name not in self._relabelled:
                change = reroute(self.plan, self._now, name, label=label)
                self._relabelled[name] = change["routes"][name]["targets"]
                self._add(change)
        if not deciders and not same(self.before.get("route_decision"), label):
            self._add({"route_decision": label})
        return bool(deciders)

    @property
    def _now(self) -> State:
        """The state as it will be, for what the next change builds on."""
        update = self.update
        return {
            **self.before,
            "routes": {**routes_of(self.before), **update.get("routes", {})},
            "loops": {**loops_of(self.before), **update.get("loops", {})},
            "feedback_history": [*feedback_of(self.before), *update.get("feedback_history", [])],
        }

    def _add(self, change: Mapping[str, Any]) -> None:
        """Merge as the reducers of `CouncilState` do."""
        for key, value in change.items():
            old = self.update.get(key)
            if old is None or key in ("current_draft", "route_decision"):
                self.update[key] = value
            elif isinstance(value, Mapping):
                self.update[key] = {**old, **value}
            else:
                self.update[key] = old + value


def _instead(plan: CouncilPlan, state: State, name: str, old: str, new: str) -> dict[str, Any]:
    """Return the update that sends `name` to `new` instead of `old`; its other ways stay as they are."""
    route: Route | None = routes_of(state).get(name)
    change = reroute(plan, state, name, target=new)
    if route is None:
        return change
    kept_targets = [target for target in route["targets"] if target != old]
    if not kept_targets:
        return change
    ends = {edge.id: edge.target for edge in plan.nodes[name].edges}
    kept = [edge for edge in route["edges"] if ends.get(edge) in kept_targets]
    mine: Route = change["routes"][name]
    mine["targets"] = _once([*kept_targets, new])
    mine["edges"] = _once([*kept, *mine["edges"]])
    for edge in kept:
        if edge in plan.nodes[name].limits:
            change["loops"][edge] += 1
            change["iteration_count"] += 1
    return change


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
