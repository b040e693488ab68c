"""Starting a run: a new one (RN-1, RN-8, CS-7), or an old one again."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from councilos.api.shapes.base import Answer, Text
from councilos.api.strict import Request
from councilos.blueprint.model import Budget
from councilos.errors import InvalidInput
from councilos.events.parts import RunStatus
from councilos.runs.start import MAX_TOPIC

MAX_DOCUMENTS = 100


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
            raise InvalidInput.at(
                "/input_topic", "missing", "input_topic is missing: what should the council do?"
            )
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


class AgainRequest(Request):
    """Which council runs the topic again: the copy that the old run executed, or the one saved now."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"blueprint": "current"}]})

    blueprint: Literal["same", "current"] = "same"


class RunAccepted(Answer):
    """The run exists and goes on in the background (RN-1)."""

    run_id: UUID
    status: RunStatus
    message: str
