"""Every event that a run can send, as one closed union (WS-1).

TypeScript types are generated from it; a test pins the list in `docs/reference/events.md`.
Durable events carry `seq` (1, 2, 3 … per thread, no gaps) and can be replayed with `?after=seq`.
Deltas are live only: `seq` is null, `message.completed` carries the whole text and replaces them.
`status` stands in node, pause and done frames only.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from councilos.events.parts import SENT, ErrorInfo, Json, PauseReason, Proposal, RunStatus, Usage


class Event(BaseModel):
    """What all events share: where they stand in the log and when they happened."""

    model_config = SENT

    seq: int | None = None
    run_id: str = ""
    at: datetime | None = None


class RunStarted(Event):
    """A segment of the run begins: the start, or what follows a decision or `continue`."""

    type: Literal["run.started"] = "run.started"
    segment_id: str
    kind: Literal["start", "decision", "continue"]
    attempt: int = 1


class NodeRunning(Event):
    """An agent starts its step (WS-1)."""

    type: Literal["node.running"] = "node.running"
    status: Literal["running"] = "running"
    node: str
    name: str
    step_id: str
    round: int = 0
    model: str = ""


class NodeCompleted(Event):
    """An agent ended its step (WS-1)."""

    type: Literal["node.completed"] = "node.completed"
    status: Literal["completed"] = "completed"
    node: str
    name: str
    step_id: str
    round: int = 0
    seconds: float = 0.0
    usage: Usage = Usage()
    model: str = ""
    called_model: bool = True


class NodeFailed(Event):
    """An agent's step failed; what the run does next stands in `run.done`."""

    type: Literal["node.failed"] = "node.failed"
    status: Literal["failed"] = "failed"
    node: str
    name: str
    step_id: str
    error: ErrorInfo
    seconds: float = 0.0
    usage: Usage = Usage()


class MessageDelta(Event):
    """Text as it is written: `text` starts at character `offset` of message `message_id`. Live only."""

    type: Literal["message.delta"] = "message.delta"
    node: str
    step_id: str
    message_id: str
    offset: int
    text: str


class MessageCompleted(Event):
    """The whole text of a message; replaces its deltas."""

    type: Literal["message.completed"] = "message.completed"
    node: str
    step_id: str
    message_id: str
    text: str


class MessageDiscarded(Event):
    """What was streamed for this message is void: the call failed and is tried again."""

    type: Literal["message.discarded"] = "message.discarded"
    node: str
    step_id: str
    message_id: str
    reason: str


class ToolStarted(Event):
    """An agent calls a tool."""

    type: Literal["tool.started"] = "tool.started"
    node: str
    step_id: str
    call_id: str
    tool: str
    arguments: Json = Field(default_factory=dict)


class ToolCompleted(Event):
    """A tool answered; `error` when it could not do what was asked."""

    type: Literal["tool.completed"] = "tool.completed"
    node: str
    step_id: str
    call_id: str
    tool: str
    result: str = ""
    error: bool = False


class DraftWritten(Event):
    """A new version of the document, by an agent or a person."""

    type: Literal["draft"] = "draft"
    draft_id: str
    node: str
    name: str
    round: int = 0
    text: str
    by: Literal["agent", "person"] = "agent"
    author: str = ""


class RouteTaken(Event):
    """Where a node sent the run, and why (BP-6, CS-4)."""

    type: Literal["route"] = "route"
    node: str
    label: str
    reason: str = ""
    score: float | None = None
    threshold: float | None = None
    edges: list[str] = Field(default_factory=list[str])
    targets: list[str] = Field(default_factory=list[str])
    forced: bool = False
    rule: str = ""
    raw: str = ""


class FeedbackGiven(Event):
    """Feedback that every later writer sees (CS-1)."""

    type: Literal["feedback"] = "feedback"
    node: str
    text: str
    by: Literal["agent", "person"] = "agent"


class LoopLimitReached(Event):
    """A back edge was used up, the exit was taken without a model call (CS-5)."""

    type: Literal["loop.limit"] = "loop.limit"
    node: str
    edges: list[str]
    limit: int


class Notice(Event):
    """Something a person should know that ends nothing: a cut prompt, a replaced default."""

    type: Literal["notice"] = "notice"
    node: str | None = None
    code: str
    message: str


class RunPaused(Event):
    """The run waits: `node` is the first of `next_nodes` (WS-1)."""

    type: Literal["run.paused"] = "run.paused"
    status: Literal["paused"] = "paused"
    node: str
    pause_id: str
    pause_reason: PauseReason
    next_nodes: list[str]
    proposals: list[Proposal] = Field(default_factory=list[Proposal])
    current_draft: str = ""


class DecisionMade(Event):
    """A pause was decided: by whom, what, when (RN-9)."""

    type: Literal["decision"] = "decision"
    pause_id: str
    action: str
    node: str = ""
    decided_by: str
    decided_at: datetime
    reason: str = ""


class UsageUpdated(Event):
    """One request to a model has ended: what it used, and the run so far, together and per agent (RN-8).

    `step_id` is null for the summary of a document that the agent writes before its first step.
    """

    type: Literal["usage"] = "usage"
    total: Usage
    by_node: dict[str, Usage] = Field(default_factory=dict[str, Usage])
    node: str
    step_id: str | None
    model: str
    used: Usage


class RunChanged(Event):
    """A setting of the run changed while it ran (GM-10)."""

    type: Literal["run.changed"] = "run.changed"
    god_mode: bool


class RunDone(Event):
    """The run ended; exactly one per end, the last frame (WS-1)."""

    type: Literal["run.done"] = "run.done"
    status: Literal["done"] = "done"
    run_status: Literal["completed", "failed", "cancelled"]
    final_draft: str | None = None
    critic_score: float | None = None
    iteration_count: int = 0
    loop_limit_reached: bool = False
    error: ErrorInfo | None = None


class Snapshot(Event):
    """The first frame of every connection: the run as it is now (WS-4). Not in the log.

    `seq` is where the replay that follows begins: every later durable frame has a greater one.
    """

    type: Literal["snapshot"] = "snapshot"
    run_status: RunStatus
    run: Json
    partial: list[MessageDelta] = Field(default_factory=list[MessageDelta])


RunEvent = Annotated[
    RunStarted
    | NodeRunning
    | NodeCompleted
    | NodeFailed
    | MessageDelta
    | MessageCompleted
    | MessageDiscarded
    | ToolStarted
    | ToolCompleted
    | DraftWritten
    | RouteTaken
    | FeedbackGiven
    | LoopLimitReached
    | Notice
    | RunPaused
    | DecisionMade
    | UsageUpdated
    | RunChanged
    | RunDone
    | Snapshot,
    Field(discriminator="type"),
]
"""What `/ws/council/{run_id}` sends."""


RUN_EVENTS: TypeAdapter[Any] = TypeAdapter(RunEvent)


def is_durable(event: Event) -> bool:
    """Say whether the event belongs into the log (deltas and snapshots do not)."""
    return not isinstance(event, MessageDelta | Snapshot)
