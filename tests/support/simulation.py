"""Plays a council in plain Python, superstep by superstep, as the graph would."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from councilos.blueprint.model import Blueprint
from councilos.council.plan import CouncilPlan, NodePlan, plan
from councilos.council.routing import route_targets
from councilos.council.state import initial_state, merge
from councilos.council.turn import Forced, Outcome, Repair, after_repair, begin, read

Answer = Callable[[NodePlan], str]

_ADDED = ("feedback_history", "messages", "iteration_count")
_MERGED = ("drafts", "routes", "loops", "redo_notes")


@dataclass
class Played:
    """What happened: node ids in order of their steps, requests by node, number of supersteps."""

    council: CouncilPlan
    state: dict[str, Any]
    ran: list[str] = field(default_factory=list[str])
    asked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    supersteps: int = 0

    def step(self, node_id: str, answer: Answer) -> Outcome:
        """Run one node on the present state without changing it."""
        node = self.council.nodes[node_id]
        turn = begin(self.council, node_id, self.state)
        self.ran.append(node_id)
        if isinstance(turn, Forced):
            return turn.outcome
        self.asked.append((node_id, "\n\n".join(message["content"] for message in turn.messages)))
        text = answer(node)
        outcome = read(self.council, node_id, self.state, text)
        if isinstance(outcome, Repair):
            return after_repair(self.council, node_id, self.state, text, answer(node))
        return outcome

    def apply(self, update: dict[str, Any]) -> None:
        """Merge an update as the reducers of the state do."""
        for key, value in update.items():
            if key in _ADDED:
                self.state[key] = operator.add(self.state[key], value)
            elif key in _MERGED:
                self.state[key] = merge(self.state.get(key), value)
            else:
                self.state[key] = value


def compiled(nodes: str | list[dict[str, Any]], edges: str, **settings: Any) -> CouncilPlan:
    """Return the plan of one-letter nodes and edges like `ab bc:rework`; an edge's id is its text."""
    specs = [{"id": node} for node in nodes] if isinstance(nodes, str) else nodes
    arrows: list[dict[str, Any]] = []
    for text in edges.split():
        ends, _, label = text.partition(":")
        arrow: dict[str, Any] = {"id": text, "source": ends[0], "target": ends[1]}
        arrows.append(arrow | ({"type": "conditional", "condition": label} if label else {}))
    raw = {"version": "1.0", "nodes": specs, "edges": arrows, "settings": settings}
    return plan(Blueprint.model_validate(raw))


def fresh(council: CouncilPlan, **changes: Any) -> Played:
    """Return a run that has not begun."""
    return Played(council, {**initial_state("run", "tea", "segment"), **changes})


def play(council: CouncilPlan, answer: Answer, **changes: Any) -> Played:
    """Run the council to its end; fail when it takes more supersteps than its recursion limit allows."""
    run = fresh(council, **changes)
    waiting: list[str] = list(council.entries)
    while waiting:
        run.supersteps += 1
        if run.supersteps >= council.recursion_limit:
            raise AssertionError(f"more than {council.recursion_limit} supersteps")
        now = [name for name in waiting if not council.nodes[name].joins] or waiting
        outcomes = [(name, run.step(name, answer)) for name in now]
        following: set[str] = {name for name in waiting if name not in now}
        for name, outcome in outcomes:
            following.update(route_targets(council, name, _local(run, outcome)))
        for _, outcome in outcomes:
            run.outcomes.append(outcome)
            run.apply(outcome.update)
        waiting = sorted(following, key=lambda name: council.nodes[name].index)
    return run


def _local(run: Played, outcome: Outcome) -> dict[str, Any]:
    """Return the state as a router sees it: the step's own update on top."""
    own = Played(run.council, dict(run.state))
    own.apply(outcome.update)
    return own.state
