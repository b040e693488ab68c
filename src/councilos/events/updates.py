"""Every event that a list can get, as one closed union (WS-2): what `/ws/updates` sends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from councilos.events.parts import SENT, RunStatus


class ThreadChanged(BaseModel):
    """A run (or conversation) was created or changed; lists show it."""

    model_config = SENT

    type: Literal["thread.changed"] = "thread.changed"
    cursor: int = 0
    thread_id: str
    kind: Literal["council", "chat"] = "council"
    run_status: RunStatus
    name: str = ""
    topic: str = ""
    attention: bool = False


class ThreadDeleted(BaseModel):
    """A run (or conversation) is gone."""

    model_config = SENT

    type: Literal["thread.deleted"] = "thread.deleted"
    cursor: int = 0
    thread_id: str


class BlueprintChanged(BaseModel):
    """A saved council was created, changed or deleted."""

    model_config = SENT

    type: Literal["blueprint.changed"] = "blueprint.changed"
    cursor: int = 0
    blueprint_id: str
    deleted: bool = False


class DocumentChanged(BaseModel):
    """A document's ingestion went on, ended or failed; or it was deleted."""

    model_config = SENT

    type: Literal["document.changed"] = "document.changed"
    cursor: int = 0
    document_id: str
    state: Literal["queued", "reading", "ready", "failed", "deleted"]
    pages_done: int = 0
    pages: int | None = None


class Attention(BaseModel):
    """What waits for a person: the threads, oldest first."""

    model_config = SENT

    type: Literal["attention"] = "attention"
    cursor: int = 0
    threads: list[str] = Field(default_factory=list[str])


Update = Annotated[
    ThreadChanged | ThreadDeleted | BlueprintChanged | DocumentChanged | Attention,
    Field(discriminator="type"),
]
"""What `/ws/updates` sends."""

UPDATES: TypeAdapter[Any] = TypeAdapter(Update)
