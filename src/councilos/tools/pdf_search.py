"""The tool `pdf_search`: what a run's documents say about something, with citations (BP-8, TL-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from councilos.errors import CouncilError
from councilos.tools.ports import DocumentSearch, FoundChunk, ToolFailed

NAME: Final = "pdf_search"
RESULTS: Final = 6
LONGEST_QUERY: Final = 1_000
_NAMES_SHOWN: Final = 20


class PdfSearch:
    """Searches the documents of one run; what it answers is for the model."""

    def __init__(self, search: DocumentSearch, documents: Mapping[str, str]) -> None:
        """Search only these documents: id → file name."""
        self._search = search
        self._documents = dict(documents)

    @property
    def spec(self) -> dict[str, Any]:
        """The tool as it is bound to a model (OpenAI's shape)."""
        names = list(self._documents.values())
        listed = ", ".join(names[:_NAMES_SHOWN]) + (", …" if len(names) > _NAMES_SHOWN else "")
        return {
            "type": "function",
            "function": {
                "name": NAME,
                "description": (
                    "Search the documents of this run and return the passages that fit best. Each begins "
                    "with its source as [file, p. N]: repeat that exactly behind every statement you take "
                    f"from it. Documents: {listed or 'none'}."
                ),
                "parameters": {
                    "type": "object",
                    "properties": {
                        "query": {
                            "type": "string",
                            "description": "What to look for: a question, a phrase or an exact code.",
                        }
                    },
                    "required": ["query"],
                    "additionalProperties": False,
                },
            },
        }

    async def __call__(self, arguments: Mapping[str, Any]) -> str:
        """Return the passages with their sources, or that there are none; ToolFailed says what went wrong."""
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            raise ToolFailed('Give "query": a question, a phrase or an exact code, as a text.')
        if not self._documents:
            raise ToolFailed("There are no documents to search. Say in your answer that you had none.")
        try:
            hits = await self._search.search(query[:LONGEST_QUERY], list(self._documents), RESULTS)
        except CouncilError as error:
            raise ToolFailed(f"The documents cannot be searched at the moment: {error.message}") from error
        if not hits:
            return "No passage fits. Try other words, or say that the documents do not answer this."
        return "\n\n".join(_passage(hit) for hit in hits)


def citation(filename: str, page: int) -> str:
    """Return how a passage is cited: `[file, p. N]`."""
    return f"[{filename}, p. {page}]"


def _passage(hit: FoundChunk) -> str:
    return f"{citation(hit.filename, hit.page)}\n{hit.text.strip()}"
