"""What tools need from the rest of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


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
