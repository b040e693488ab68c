"""Steering a run: decisions, God Mode, going on, and what a command did (GM-2…GM-5, GM-8…GM-10)."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from pydantic import ConfigDict, Field, StringConstraints
from pydantic.json_schema import SkipJsonSchema

from councilos.api.shapes.base import Answer, Json, Text
from councilos.api.strict import Request
from councilos.blueprint.model import Budget
from councilos.errors import InvalidInput
from councilos.events.parts import Action, PauseReason, Proposal, RunStatus
from councilos.runs.choices import Choice, Submission

MAX_LABEL = 100
MAX_NOTE = 10_000
MAX_DECISIONS = 1_000

Label = Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_LABEL)]


class DecisionRequest(Request):
    """What a person wants for one waiting node; which members matter depends on the action."""

    action: Action
    modified_state: Json | None = Field(default=None, description="`modify`: the changed state (GM-4)")
    reason: Annotated[Text, Field(default="", max_length=MAX_NOTE, description="`reject`: why")]
    target: Annotated[Text, Field(default="", max_length=200, description="`route`: the node to go to")]
    note: Annotated[Text, Field(default="", max_length=MAX_NOTE, description="`redo`: what to do better")]

    def choice(self, node: str | None) -> Choice:
        """Return the use case's form."""
        return Choice(self.action, node, self.modified_state, self.reason, self.target, self.note)


class NodeDecision(DecisionRequest):
    """A decision for one of several waiting nodes (GM-10)."""

    node: Annotated[Text, Field(min_length=1, max_length=200)]


class ApproveRequest(Request):
    """A bare `action` for all that waits, or one of `decisions` per node (GM-2…GM-4, GM-10)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"action": "approve", "pause_id": "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11"},
                {"action": "modify", "modified_state": {"current_draft": "A better text"}},
                {"decisions": [{"node": "writer_agent", "action": "approve"}]},
            ]
        }
    )

    action: Action | None = None
    pause_id: Annotated[Text | None, Field(default=None, max_length=100)]
    modified_state: Json | None = None
    reason: Annotated[Text, Field(default="", max_length=MAX_NOTE)]
    target: Annotated[Text, Field(default="", max_length=200)]
    note: Annotated[Text, Field(default="", max_length=MAX_NOTE)]
    decisions: Annotated[list[NodeDecision], Field(default_factory=list, max_length=MAX_DECISIONS)]
    decided_by: Label = "api"
    # Not offered; who sends it means one node, and the bare action would decide for all.
    node: SkipJsonSchema[Any] = None

    def submission(self, idempotency_key: str | None) -> Submission:
        """Return the use case's form; InvalidInput unless there is one of `action` and `decisions`."""
        if self.node is not None:
            message = "To decide for one node, send it inside decisions; a bare action is for all that waits."
            raise InvalidInput.at("/node", "not_here", message)
        if (self.action is None) == (not self.decisions):
            raise InvalidInput.at("/action", "missing", "Send either action or decisions.")
        choices = [decision.choice(decision.node) for decision in self.decisions]
        if self.action is not None:
            bare = Choice(self.action, None, self.modified_state, self.reason, self.target, self.note)
            choices.append(bare)
        return Submission(choices, self.pause_id, self.decided_by, idempotency_key)


class GodModeRequest(Request):
    """Whether the run pauses before every further node (GM-10)."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"god_mode": True}]})

    god_mode: bool


class ContinueRequest(Request):
    """A higher budget for a run that reached its own (RN-8)."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"budget": {"tokens": 50_000}}]})

    budget: Budget | None = None


class RunState(Answer):
    """What a command did to a run."""

    run_id: UUID
    status: RunStatus


class GodModeState(RunState):
    """The run with its God Mode switch."""

    god_mode: bool


class PausedState(Answer):
    """The paused state that a person looks at (GM-5)."""

    run_id: UUID
    status: RunStatus
    paused: bool
    pause_id: UUID
    pause_reason: PauseReason
    next_nodes: list[str]
    proposals: list[Proposal]
    current_draft: str | None
    current_state: Json
