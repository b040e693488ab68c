"""Saved councils and agents, templates, and what is wrong with a blueprint (BP-11, BP-12, BP-14)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import ConfigDict, Field

from councilos.api.shapes.base import Answer, Json, Text
from councilos.api.shapes.problems import ProblemItem
from councilos.api.strict import Request

MAX_NAME = 255
ANSWERED = frozenset({"id", "created_at", "updated_at"})
"""What saved things carry in answers: clients send it back when they change what they read."""


class _Saved(Answer):
    id: UUID
    name: str
    data: Json
    created_at: datetime
    updated_at: datetime


class Council(_Saved):
    """A saved council (BP-12)."""

    data: Json = Field(description="The blueprint as it was saved")


class CouncilDraft(Request):
    """A blueprint to save, under a name of its own if `name` is given."""

    sent_back = ANSWERED

    name: str | None = Field(default=None, max_length=MAX_NAME)
    data: Json = Field(description="The blueprint")


class SavedAgent(_Saved):
    """An agent that is saved for use in other councils (BP-14)."""

    data: Json = Field(description="A blueprint's node without id and position")


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


class TemplateItem(Answer):
    """A council that ships with the product; `data` is its blueprint."""

    key: str
    language: str
    name: str
    data: Json


class CheckAnswer(Answer):
    """What is wrong with a blueprint; `valid` is false when one of the problems is an error (BP-11)."""

    valid: bool
    problems: list[ProblemItem]
