"""One step of one agent, without the model: what to ask, and what the answer means.

    begin ──▶ Call ──(model)──▶ read ──▶ Outcome
      │                          └─────▶ Repair ──(model)──▶ after_repair ──▶ Outcome
      └─────▶ Forced (a loop limit decides, no model is asked)

An `Outcome.update` holds everything the step changes in the state; counters are deltas, lists
hold additions only. Rules that are not obvious:

- A critic's number decides, not its words (CS-4). No readable score after the repair call is a
  "rework" with the raw text as feedback (CS-6), and `critic_score` stays as it was.
- An answer that names no label takes the node's default, else its first open label, as forced.
- A decider's text joins the feedback when its route goes back: who is asked again must know why.
- Critics and deciders don't write the draft, unless `writes` says so or nobody else in the
  council writes; then their text without the verdict line is the draft. A writer with
  `writes: false` advises: its text joins the feedback.
- An empty answer never replaces a draft.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from councilos.council import prompts
from councilos.council.answer import plain_text
from councilos.council.phrases import phrases
from councilos.council.plan import APPROVE, REWORK, CouncilPlan, NodePlan, fold
from councilos.council.prompts import Message, Schema
from councilos.council.routing import exit_label, forced_label, open_labels, taken
from councilos.council.state import Draft, Route
from councilos.council.verdict import read_label, read_verdict
from councilos.council.view import State, loops_of, note_for


@dataclass(frozen=True, slots=True)
class Call:
    """Ask the node's model this; `schema` is set when the answer should be JSON of that shape."""

    messages: list[Message]
    schema: Schema | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """Ask once more, only for the score or label that the answer lacks."""

    messages: list[Message]
    schema: Schema | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step changed: `update` for the graph, the rest for events.

    `draft` and `feedback` are the texts that this step added, `limit_edges` the back edges that
    it could not take because they are used up (CS-5).
    """

    update: dict[str, Any]
    route: Route
    draft: str | None = None
    feedback: str | None = None
    limit_edges: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Forced:
    """A loop limit has decided; no model is asked (CS-5)."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Decision:
    """How a step was decided, before its edges are looked up."""

    label: str = ""
    reason: str = ""
    rule: str = ""
    raw: str = ""
    score: float | None = None
    forced: bool = False


def begin(plan: CouncilPlan, node_id: str, state: State, *, structured: bool = False) -> Call | Forced:
    """Return what to ask the model, or the outcome when a used-up loop leaves no choice.

    With `structured` critics and deciders are asked for JSON, and `Call.schema` is set.
    """
    node = plan.nodes[node_id]
    loops = loops_of(state)
    label = forced_label(node, loops)
    if label is not None:
        return Forced(_forced(plan, node, state, label))
    schema = prompts.schema_for(node, loops) if structured else None
    return Call(prompts.build(plan, node_id, state, structured=structured), schema)


def read(plan: CouncilPlan, node_id: str, state: State, answer: Any) -> Outcome | Repair:
    """Return what the answer (text or content blocks) means, or the question to repair it."""
    node = plan.nodes[node_id]
    text = plain_text(answer)
    if node.kind == "writer":
        return _written(plan, node, state, text)
    decision = _decide(node, state, text)
    if decision is None:
        schema = prompts.schema_for(node, loops_of(state), bare=True)
        return Repair(prompts.repair(plan, node_id, state, text), schema)
    return _decided(plan, node, state, decision, said=text)


def after_repair(plan: CouncilPlan, node_id: str, state: State, answer: Any, repaired: Any) -> Outcome:
    """Return what answer and repair answer mean together; never asks again (CS-6)."""
    node = plan.nodes[node_id]
    text = plain_text(answer)
    again = _decide(node, state, plain_text(repaired))
    if again is None:
        return _decided(plan, node, state, _unreadable(plan, node, state, text), said=text)
    reason = text.strip() or again.reason
    decision = _Decision(again.label, reason, "repair", text, again.score, again.forced)
    return _decided(plan, node, state, decision, said=text)


def _decide(node: NodePlan, state: State, text: str) -> _Decision | None:
    if node.kind == "critic":
        verdict = read_verdict(text)
        if verdict.score is None:
            return None
        label = APPROVE if verdict.score >= node.threshold else REWORK
        return _Decision(label, verdict.feedback, verdict.rule, text, verdict.score)
    reading = read_label(text, open_labels(node, loops_of(state)))
    if reading.label is None:
        return None
    return _Decision(reading.label, reading.reason, reading.rule, text)


def _unreadable(plan: CouncilPlan, node: NodePlan, state: State, text: str) -> _Decision:
    if node.kind == "critic":
        return _Decision(REWORK, text.strip(), "unreadable", text, forced=True)
    label = exit_label(node, loops_of(state))
    reason = text.strip() or phrases(plan.language).forced
    return _Decision(label, reason, "default", text, forced=True)


def _written(plan: CouncilPlan, node: NodePlan, state: State, text: str) -> Outcome:
    text = text.strip()
    update = _start(node, state, text)
    if text and node.writes:
        update |= _draft(node, text)
    elif text:
        update["feedback_history"] = [text]
    outcome = _routed(plan, node, state, _Decision(raw="" if node.writes else text), update)
    draft, feedback = (text, None) if node.writes else (None, text)
    return Outcome(update, outcome.route, draft or None, feedback or None, outcome.limit_edges)


def _decided(plan: CouncilPlan, node: NodePlan, state: State, decision: _Decision, *, said: str) -> Outcome:
    update = _start(node, state, said.strip())
    update["route_decision"] = decision.label
    if decision.score is not None:
        update["critic_score"] = decision.score
    draft = decision.reason.strip() if node.writes and said.strip() else ""
    if draft:
        update |= _draft(node, draft)
    outcome = _routed(plan, node, state, decision, update)
    feedback = _feedback(node, decision, outcome.route)
    if feedback:
        update["feedback_history"] = [feedback]
    return Outcome(update, outcome.route, draft or None, feedback or None, outcome.limit_edges)


def _feedback(node: NodePlan, decision: _Decision, route: Route) -> str:
    """Return what later writers must know: a critic's rework, a decider's way back."""
    if node.kind == "critic":
        return decision.reason if fold(decision.label) == REWORK else ""
    return decision.reason if any(edge in node.limits for edge in route["edges"]) else ""


def _forced(plan: CouncilPlan, node: NodePlan, state: State, label: str) -> Outcome:
    reason = phrases(plan.language).limit
    update = _start(node, state, "") | {"route_decision": label, "loop_limit_reached": True}
    score: float | None = state.get("critic_score") if node.kind == "critic" else None
    decision = _Decision(label, reason, "limit", score=score, forced=True)
    outcome = _routed(plan, node, state, decision, update)
    loops = loops_of(state)
    used = [edge for edge, limit in node.limits.items() if loops.get(edge, 0) >= limit]
    return Outcome(update, outcome.route, limit_edges=used)


def _start(node: NodePlan, state: State, said: str) -> dict[str, Any]:
    update: dict[str, Any] = {"active_node": node.id}
    if said:
        update["messages"] = [{"role": "assistant", "name": node.id, "content": said}]
    if note_for(state, node.id):
        update["redo_notes"] = {node.id: ""}
    return update


def _draft(node: NodePlan, text: str) -> dict[str, Any]:
    draft = Draft(node=node.id, author=node.node.title, text=text, by="agent")
    return {"current_draft": text, "drafts": {node.id: draft}}


def _routed(
    plan: CouncilPlan, node: NodePlan, state: State, decision: _Decision, update: dict[str, Any]
) -> Outcome:
    """Look up the edges of the decision and put them, with the loop counts, into the update."""
    way = taken(node, decision.label, loops_of(state))
    route = Route(
        node=node.id,
        label=decision.label,
        reason=decision.reason,
        score=decision.score,
        edges=way.edge_ids,
        targets=way.targets,
        forced=decision.forced,
        rule=decision.rule,
        raw=decision.raw,
    )
    update["routes"] = {node.id: route}
    if way.loops:
        update |= {"loops": dict(way.loops), "iteration_count": len(way.loops)}
    if way.exhausted:
        update["loop_limit_reached"] = True
    return Outcome(update, route, limit_edges=list(way.exhausted))
