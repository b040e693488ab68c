"""What a run is: its records and its status machine, without web or SQL.

Words: a **thread** is a run, a **segment** is what a worker executes between a start or decision
and the next pause or end, an **epoch** is one execution of a segment by one worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from councilos.errors import WrongState
from councilos.events.parts import RunStatus

Json = dict[str, Any]

SegmentKind = Literal["start", "decision", "continue"]
SegmentStatus = Literal["pending", "running", "paused", "completed", "failed", "cancelled"]
PauseKind = Literal["god_mode", "budget"]
DocumentStatus = Literal["queued", "reading", "ready", "failed"]

ENDED: frozenset[RunStatus] = frozenset({"completed", "failed", "cancelled"})

_MOVES: Mapping[RunStatus, frozenset[RunStatus]] = {
    "pending": frozenset({"running", "failed", "cancelled"}),
    "running": frozenset({"running", "paused", "completed", "failed", "cancelled"}),
    "paused": frozenset({"running", "failed", "cancelled"}),
    "failed": frozenset({"pending"}),
    "completed": frozenset(),
    "cancelled": frozenset(),
}
"""Which status may follow which (RN-2); `failed` is left only through continue (RN-8)."""


def check_move(old: RunStatus, new: RunStatus) -> None:
    """Raise WrongState unless a run may go from `old` to `new`."""
    if new not in _MOVES[old]:
        raise WrongState(f"This run is {old}; it can no longer be {new}.", status=old)


@dataclass(frozen=True, slots=True)
class Run:
    """A council run as stored; `blueprint` is the frozen copy it executes (decision 9)."""

    id: UUID
    blueprint_id: UUID | None
    name: str
    blueprint: Json
    topic: str
    status: RunStatus
    god_mode: bool
    created_at: datetime
    updated_at: datetime
    started_at: datetime | None = None
    completed_at: datetime | None = None
    final_draft: str | None = None
    critic_score: float | None = None
    iteration_count: int = 0
    loop_limit_reached: bool = False
    error: Json | None = None
    rejected: bool = False
    usage: Json = field(default_factory=dict[str, Any])
    budget: Json | None = None
    documents: tuple[str, ...] = ()
    epoch: int = 0
    seq: int = 0

    @property
    def ended(self) -> bool:
        """True when the run is completed, failed or cancelled."""
        return self.status in ENDED


@dataclass(frozen=True, slots=True)
class Segment:
    """What one job executes; `base_checkpoint` is the head before its decision was applied."""

    id: UUID
    thread_id: UUID
    kind: SegmentKind
    status: SegmentStatus
    created_at: datetime
    pause_id: UUID | None = None
    base_checkpoint: str | None = None
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class PauseItem:
    """One next node that waits for a decision; `proposal` says who proposes it and why."""

    id: UUID
    key: str
    proposal: Json


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided for one pause item; never changed afterwards."""

    item_id: UUID
    action: str
    payload: Json
    decided_by: str
    decided_at: datetime
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """The run waits; `state` is the whole CouncilState that people see (GM-5)."""

    id: UUID
    thread_id: UUID
    segment_id: UUID
    checkpoint_id: str
    kind: PauseKind
    next_nodes: tuple[str, ...]
    state: Json
    items: tuple[PauseItem, ...]
    created_at: datetime
    resolved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One execution of a node, with what it used."""

    id: UUID
    thread_id: UUID
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


@dataclass(frozen=True, slots=True)
class TopicSection:
    """The summary of one section of the documents that are a run's topic, and what it used.

    `digest` tells which text was summarised; `node` is the agent whose model wrote it.
    """

    number: int
    digest: str
    node: str
    model: str
    text: str
    input_tokens: int
    output_tokens: int
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class DraftVersion:
    """One version of the document with its author, agent or person (RN-8)."""

    id: UUID
    thread_id: UUID
    node: str
    name: str
    round: int
    text: str
    by: Literal["agent", "person"]
    author: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Claim:
    """A worker's right to execute a segment under `epoch`, for the `attempt`-th time."""

    run: Run
    segment: Segment
    epoch: int
    pause: Pause | None
    decisions: tuple[Decision, ...]
    attempt: int = 0

    @property
    def first(self) -> bool:
        """True when nobody has executed anything of this run before."""
        return self.segment.kind == "start" and self.attempt == 1


@dataclass(frozen=True, slots=True)
class StoredBlueprint:
    """A saved council (BP-12)."""

    id: UUID
    name: str
    data: Json
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class StoredAgent:
    """A saved agent (BP-14); `data` is a blueprint's node without id and position."""

    id: UUID
    name: str
    data: Json
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One row of the event log."""

    thread_id: UUID
    seq: int
    type: str
    payload: Json
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A file as a source (TL-2); `sha256` of its content finds it again.

    `pages` is unknown until reading began, `pages_done` counts those that are indexed, `empty_pages`
    those without text. `error` is `{code, message}`, `model` the embedding model of the chunks,
    `password` is kept only until the file is read, `crashes` counts how often the index died over it.
    """

    id: UUID
    sha256: str
    filename: str
    kind: str
    size: int
    status: DocumentStatus
    created_at: datetime
    updated_at: datetime
    pages: int | None = None
    pages_done: int = 0
    empty_pages: int = 0
    chunks: int = 0
    error: Json | None = None
    model: str = ""
    password: str | None = field(default=None, repr=False)
    crashes: int = 0
