"""What is wrong with a request or a blueprint."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from councilos.api.shapes.base import Answer


class ProblemItem(Answer):
    """One thing that is wrong with a request."""

    path: str = Field(description="JSON Pointer into the body, `?name` for a query parameter")
    code: str
    severity: Literal["error", "warning"]
    message: str
    hint: str = ""


class ProblemDetails(Answer):
    """Every error answer (RFC 9457); further members such as `winner` may stand beside these."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(description="Stable; docs/reference/errors.md lists all")
    errors: list[ProblemItem]
