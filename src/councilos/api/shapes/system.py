"""What this installation is, has and holds."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from councilos.api.shapes.base import Answer


class Health(Answer):
    """`degraded` when a part in `checks` does not work at the moment."""

    status: Literal["ok", "degraded"]
    version: str
    checks: dict[str, bool]


class Provider(Answer):
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


class Tool(Answer):
    """What is known about one tool; never holds a key (TL-1, TL-2)."""

    tool: Literal["web_search", "pdf_reader"]
    uses: str = Field(description="The service or library behind it")
    ready: bool = Field(description="Whether agents can use it now")
    set: list[str] = Field(description="The variables that would change it")
    problem: str


class DataUse(Answer):
    """Where the data lies and how many bytes it takes; a database of its own is not counted."""

    home: str
    database_url_set: bool = Field(description="Whether the database is one that DATABASE_URL names")
    bytes: int
    database: int
    documents: int
    other: int


class System(Answer):
    """What this installation is, has and holds; never a secret."""

    version: str
    tools: list[Tool]
    data: DataUse
    runs: int
    councils: int
