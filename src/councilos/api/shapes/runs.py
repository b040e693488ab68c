"""A run as it is, and what happened in it (RN-4, RN-5)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from councilos.api.shapes.base import Answer, Json
from councilos.events.parts import ErrorInfo, PauseReason, Proposal, RunStatus
from councilos.events.types import RunEvent


class RunSummary(Answer):
    """A run in the history (RN-5)."""

    run_id: UUID
    blueprint_id: UUID | None
    name: str
    input_topic: str
    status: RunStatus
    paused: bool
    god_mode: bool
    final_draft: str | None
    critic_score: float | None
    iteration_count: int
    loop_limit_reached: bool
    approval_threshold: float
    max_iterations: int
    error: str | None
    error_info: ErrorInfo | None
    usage: Json
    budget: Json | None
    documents: list[str]
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None


class Run(RunSummary):
    """A run with its result and, while it is paused, what it waits for (RN-4)."""

    next_nodes: list[str]
    current_draft: str | None
    pause_id: UUID | None
    pause_reason: PauseReason | None
    proposals: list[Proposal]


class Step(Answer):
    """One execution of a node, with what it used."""

    step_id: UUID
    segment_id: UUID
    node: str
    name: str
    round: int
    status: Literal["running", "completed", "failed"]
    model: str
    called_model: bool
    started_at: datetime
    ended_at: datetime | None
    seconds: float | None
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    error: Json | None


class DraftVersion(Answer):
    """One version of the document, by an agent or a person (RN-8)."""

    draft_id: UUID
    node: str
    name: str
    round: int
    text: str
    by: Literal["agent", "person"]
    author: str
    created_at: datetime


class RunDetail(Run):
    """A run with everything that happened in it."""

    steps: list[Step]
    drafts: list[DraftVersion]
    blueprint: Json = Field(description="The copy that this run executes")


class RunPage(Answer):
    """One page of the history, newest first."""

    items: list[RunSummary]
    total: int
    limit: int
    offset: int
    by_status: dict[RunStatus, int] = Field(description="How many match whatever their status")


class DraftList(Answer):
    """Every version of the document, oldest first."""

    run_id: UUID
    drafts: list[DraftVersion]


class EventPage(Answer):
    """A piece of the run's log; ask again with `after = last_seq` while `more` is true."""

    run_id: UUID
    events: list[RunEvent]
    last_seq: int
    more: bool
