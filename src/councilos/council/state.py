"""The state of one council run: the single source of truth for every agent (section 2).

The type is plain Python; `graph/compile.py` hands it to LangGraph. Every key that parallel
branches may write has a reducer, or LangGraph refuses the step.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

APPROVAL_THRESHOLD = 8.0
"""Score from which a critic approves (CS-2)."""
MAX_ITERATIONS = 5
"""Rework loops per back edge before the critic approves by itself (CS-2, CS-5)."""


def last(old: Any, new: Any) -> Any:
    """Keep the newest value; parallel writers end in the order of their nodes."""
    return new


def merge(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> dict[str, Any]:
    """Merge by key, the newer value wins."""
    return {**(old or {}), **(new or {})}


class Draft(TypedDict):
    """The newest text of one agent: `author` is the agent's name, `by` says who wrote it last."""

    node: str
    author: str
    text: str
    by: str


class Route(TypedDict):
    """Why a node went where it went; explains, never decides (BP-6).

    `label` is the decision ("" for nodes that only have linear edges), `edges` the ids of the
    edges taken, `targets` the nodes they lead to, `rule` how the answer was read, `raw` the text
    it was read from (critics and deciders), `forced` true when the answer named no label or a
    loop limit decided.
    """

    node: str
    label: str
    reason: str
    score: float | None
    edges: list[str]
    targets: list[str]
    forced: bool
    rule: str
    raw: str


class CouncilState(TypedDict):
    """What agents read and write; both lists only ever grow (CS-1).

    `sends` is set only by a person's change of the route: which nodes are next, written in the
    name of the node that is its key; that node's own next step clears it.
    """

    input_topic: Annotated[str, last]
    current_draft: Annotated[str, last]
    feedback_history: Annotated[list[str], operator.add]
    route_decision: Annotated[str, last]
    messages: Annotated[list[Any], operator.add]
    iteration_count: Annotated[int, operator.add]
    critic_score: Annotated[float | None, last]
    run_id: Annotated[str, last]
    active_node: Annotated[str, last]
    drafts: Annotated[dict[str, Draft], merge]
    routes: Annotated[dict[str, Route], merge]
    loops: Annotated[dict[str, int], merge]
    loop_limit_reached: Annotated[bool, last]
    segment_id: Annotated[str, last]
    redo_notes: NotRequired[Annotated[dict[str, str], merge]]
    sends: NotRequired[Annotated[dict[str, list[str]], last]]


PUBLIC_KEYS = (
    "input_topic",
    "current_draft",
    "feedback_history",
    "route_decision",
    "messages",
    "iteration_count",
    "critic_score",
    "run_id",
    "active_node",
)
"""The keys that clients see and may post back (GM-4, GM-5)."""


def initial_state(run_id: str, topic: str, segment_id: str) -> dict[str, Any]:
    """Return the state a run starts with."""
    return {
        "input_topic": topic,
        "current_draft": "",
        "feedback_history": [],
        "route_decision": "rework",
        "messages": [],
        "iteration_count": 0,
        "critic_score": None,
        "run_id": run_id,
        "active_node": "",
        "drafts": {},
        "routes": {},
        "loops": {},
        "loop_limit_reached": False,
        "segment_id": segment_id,
    }
