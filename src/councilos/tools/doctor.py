"""Which tools agents can use, and what to set for those that they can't (TL-1, TL-2)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

from councilos.settings import Settings
from councilos.tools.web_search import engine_of

ToolName = Literal["web_search", "pdf_reader"]


@dataclass(frozen=True, slots=True)
class ToolReport:
    """What is known about one tool; never holds a key.

    `set` names the variables that would change it. `problem` says what is wrong and what to do, ""
    when nothing is. `uses` is the service or library behind the tool.
    """

    tool: ToolName
    set: tuple[str, ...]
    problem: str = ""
    uses: str = ""

    @property
    def ready(self) -> bool:
        """Whether agents can use it now."""
        return not self.problem


def tools(settings: Settings) -> list[ToolReport]:
    """Return the state of every tool that an agent can be given."""
    return [_web_search(settings), _pdf_reader()]


def _web_search(settings: Settings) -> ToolReport:
    engine = engine_of(settings)
    if engine is None:
        missing = "Set TAVILY_API_KEY (or SEARXNG_URL) in the environment or in .env, then restart."
        return ToolReport("web_search", ("TAVILY_API_KEY", "SEARXNG_URL"), missing)
    return ToolReport("web_search", (engine.variable,), uses=engine.title)


def _pdf_reader() -> ToolReport:
    missing = any(find_spec(package) is None for package in ("chromadb", "pypdf"))
    problem = "It is not installed: run `pip install 'councilos[documents]'`." if missing else ""
    return ToolReport("pdf_reader", ("CHROMA_PERSIST_DIR", "CHROMA_URL"), problem, "Chroma")
