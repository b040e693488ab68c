"""What a tool is to the agents that use it (BP-7, BP-8)."""

from __future__ import annotations

from collections.abc import Mapping
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
