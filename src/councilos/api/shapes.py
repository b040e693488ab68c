"""The shapes of requests and answers, from which the OpenAPI document and its clients are made.

Requests are strict: no number becomes a text, no "yes" becomes true, no unknown field is overlooked.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic.json_schema import SkipJsonSchema

from councilos.api.bodies import checked_text, invalid
from councilos.api.strict import Request
from councilos.blueprint.model import Budget
from councilos.events.types import Action, ErrorInfo, PauseReason, Proposal, RunEvent, RunStatus
from councilos.runs.choices import Choice
from councilos.runs.decide import Submission
from councilos.runs.start import MAX_TOPIC

MAX_NAME = 255
MAX_LABEL = 100
MAX_NOTE = 10_000
MAX_DOCUMENTS = 100
MAX_DECISIONS = 1_000

Json = dict[str, Any]
ANSWERED = frozenset({"id", "created_at", "updated_at"})
"""What saved things carry in answers: clients send it back when they change what they read."""

Text = Annotated[str, AfterValidator(checked_text)]
Label = Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_LABEL)]


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


class ProblemItem(_Answer):
    """One thing that is wrong with a request."""

    path: str = Field(description="JSON Pointer into the body, `?name` for a query parameter")
    code: str
    severity: Literal["error", "warning"]
    message: str
    hint: str = ""


class ProblemDetails(_Answer):
    """Every error answer (RFC 9457); further members such as `winner` may stand beside these."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(description="Stable; docs/reference/errors.md lists all")
    errors: list[ProblemItem]


class Council(_Answer):
    """A saved council (BP-12)."""

    id: UUID
    name: str
    data: Json = Field(description="The blueprint as it was saved")
    created_at: datetime
    updated_at: datetime


class CouncilDraft(Request):
    """A blueprint to save, under a name of its own if `name` is given."""

    sent_back = ANSWERED

    name: str | None = Field(default=None, max_length=MAX_NAME)
    data: Json = Field(description="The blueprint")


class SavedAgent(_Answer):
    """An agent that is saved for use in other councils (BP-14)."""

    id: UUID
    name: str
    data: Json = Field(description="A blueprint's node without id and position")
    created_at: datetime
    updated_at: datetime


class AgentDraft(Request):
    """An agent to save; without `name` it is saved under the name in `data`."""

    sent_back = ANSWERED

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Strict critic",
                    "data": {"name": "Critic", "system_prompt": "Judge the text.", "model": "default"},
                }
            ]
        }
    )

    name: Annotated[Text | None, Field(default=None, max_length=MAX_NAME)]
    data: Json = Field(description="A blueprint's node; id and position are left out")


class TemplateItem(_Answer):
    """A council that ships with the product; `data` is its blueprint."""

    key: str
    language: str
    name: str
    data: Json


class CheckAnswer(_Answer):
    """What is wrong with a blueprint; `valid` is false when one of the problems is an error (BP-11)."""

    valid: bool
    problems: list[ProblemItem]


class StartRequest(Request):
    """What the council should work on, and how (RN-1, RN-8)."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"input_topic": "Why do cats purr?", "god_mode": False}]}
    )

    input_topic: Annotated[Text | None, Field(default=None, min_length=1, max_length=MAX_TOPIC)]
    god_mode: bool = False
    documents: Annotated[
        list[Annotated[Text, Field(min_length=1, max_length=200)]],
        Field(default_factory=list, max_length=MAX_DOCUMENTS),
    ]
    budget: Budget | None = None

    def topic(self) -> str:
        """Return the typed topic, "" when documents are the topic; InvalidInput when there is neither."""
        if self.input_topic is None and not self.documents:
            raise invalid("/input_topic", "missing", "input_topic is missing: what should the council do?")
        return self.input_topic or ""


class DefaultStartRequest(StartRequest):
    """The same for the default council, which is written in several languages (CS-7)."""

    language: Annotated[
        Text | None,
        Field(
            default=None,
            max_length=35,
            description="`de`, `en` or `zh`: the language of the council's names and instructions. It "
            "answers in the language of the topic.",
        ),
    ]


class RunAccepted(_Answer):
    """The run exists and goes on in the background (RN-1)."""

    run_id: UUID
    status: RunStatus
    message: str


class AgainRequest(Request):
    """Which council runs the topic again: the copy that the old run executed, or the one saved now."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"blueprint": "current"}]})

    blueprint: Literal["same", "current"] = "same"


class RunState(_Answer):
    """What a command did to a run."""

    run_id: UUID
    status: RunStatus


class GodModeState(RunState):
    """The run with its God Mode switch."""

    god_mode: bool


class GodModeRequest(Request):
    """Whether the run pauses before every further node (GM-10)."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"god_mode": True}]})

    god_mode: bool


class ContinueRequest(Request):
    """A higher budget for a run that reached its own (RN-8)."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"budget": {"tokens": 50_000}}]})

    budget: Budget | None = None


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
            raise invalid("/node", "not_here", message)
        if (self.action is None) == (not self.decisions):
            raise invalid("/action", "missing", "Send either action or decisions.")
        choices = [decision.choice(decision.node) for decision in self.decisions]
        if self.action is not None:
            bare = Choice(self.action, None, self.modified_state, self.reason, self.target, self.note)
            choices.append(bare)
        return Submission(choices, self.pause_id, self.decided_by, idempotency_key)


class RunSummary(_Answer):
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


class Step(_Answer):
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


class DraftVersion(_Answer):
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


class RunPage(_Answer):
    """One page of the history, newest first."""

    items: list[RunSummary]
    total: int
    limit: int
    offset: int
    by_status: dict[RunStatus, int] = Field(description="How many match whatever their status")


class DraftList(_Answer):
    """Every version of the document, oldest first."""

    run_id: UUID
    drafts: list[DraftVersion]


class EventPage(_Answer):
    """A piece of the run's log; ask again with `after = last_seq` while `more` is true."""

    run_id: UUID
    events: list[RunEvent]
    last_seq: int
    more: bool


class PausedState(_Answer):
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


class DocumentError(_Answer):
    """Why a document could not be read; `code` is stable."""

    code: str
    message: str


class Document(_Answer):
    """A document and how far its reading is (TL-2)."""

    id: UUID
    filename: str
    kind: Literal["pdf", "docx", "html", "markdown", "text"]
    size: int = Field(description="Bytes")
    status: Literal["queued", "reading", "ready", "failed"]
    pages: int | None = Field(description="Unknown until reading has begun")
    pages_done: int
    empty_pages: int = Field(description="Pages without text, such as pictures")
    chunks: int
    error: DocumentError | None
    created_at: datetime
    updated_at: datetime


class DocumentPage(_Answer):
    """One page of the library, newest first."""

    items: list[Document]
    total: int
    limit: int
    offset: int


class IngestedPdf(_Answer):
    """A PDF that has been read and indexed (TL-2)."""

    filename: str
    chunks_ingested: int
    message: str
    id: UUID


class Health(_Answer):
    """`degraded` when a part in `checks` does not work at the moment."""

    status: Literal["ok", "degraded"]
    version: str
    checks: dict[str, bool]


class Provider(_Answer):
    """What is known about one model provider; never holds a key (BP-14)."""

    provider: str
    title: str
    ready: bool = Field(description="Whether agents can use it now")
    configured: bool
    reachable: bool | None = Field(description="Null when it was not asked")
    models: list[str]
    tools: bool | None
    context: int | None
    address: str | None
    set: list[str] = Field(description="The variables that would change it")
    problem: str


class Tool(_Answer):
    """What is known about one tool; never holds a key (TL-1, TL-2)."""

    tool: Literal["web_search", "pdf_reader"]
    uses: str = Field(description="The service or library behind it")
    ready: bool = Field(description="Whether agents can use it now")
    set: list[str] = Field(description="The variables that would change it")
    problem: str


class DataUse(_Answer):
    """Where the data lies and how many bytes it takes; a database of its own is not counted."""

    home: str
    database_url_set: bool = Field(description="Whether the database is one that DATABASE_URL names")
    bytes: int
    database: int
    documents: int
    other: int


class System(_Answer):
    """What this installation is, has and holds; never a secret."""

    version: str
    tools: list[Tool]
    data: DataUse
    runs: int
    councils: int
