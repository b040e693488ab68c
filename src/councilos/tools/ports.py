"""What a tool is to the agents that use it (BP-7, BP-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Json = dict[str, Any]


class Tool(Protocol):
    """Something a model can call while it works on its answer."""

    @property
    def spec(self) -> Json:
        """The tool as OpenAI describes functions: `{"type": "function", "function": {…}}`."""
        ...

    async def __call__(self, arguments: Json) -> str:
        """Do what is asked and return what the model is to read.

        Raises ToolFailed when it cannot; the model is told why and goes on.
        """
        ...


class ToolFailed(Exception):
    """The tool could not do what was asked; the message is for the model and for people (TL-1)."""


Toolbox = Mapping[str, Tool]
"""The tools of one run under the names that a node's `tools` has for them: web_search, pdf_reader."""


def function_of(tool: Tool) -> Json:
    """Return name, description and parameters from a tool's description."""
    function: Json = tool.spec["function"]
    return function


class FoundChunk(Protocol):
    """A piece of a document that a search found."""

    @property
    def document_id(self) -> str:
        """The document."""
        ...

    @property
    def filename(self) -> str:
        """Its name as people know it."""
        ...

    @property
    def page(self) -> int:
        """The page, from 1."""
        ...

    @property
    def position(self) -> int:
        """Offset of the first character in the page's text."""
        ...

    @property
    def text(self) -> str:
        """The text."""
        ...

    @property
    def score(self) -> float:
        """Higher is better, within one search."""
        ...


class DocumentSearch(Protocol):
    """Searches documents (TL-3)."""

    async def search(self, query: str, document_ids: Sequence[str], k: int = 5) -> Sequence[FoundChunk]:
        """Return the best chunks of these documents, the best first."""
        ...
