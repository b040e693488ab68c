"""Documents as the topic: their text enters the state here, on the server (RN-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol
from uuid import UUID

from councilos.documents.model import unreadable
from councilos.events.types import Notice
from councilos.runs.documents import searchable
from councilos.runs.model import Claim, StoredDocument
from councilos.runs.ports import EventSink, Storage

LONGEST: Final = 80_000
"""Characters that all documents may have together to be the topic as they are.

About 25,000 tokens of European text, at most 80,000 of Chinese: both fit beside drafts and feedback
into the 128,000 that hosted models take.
"""


class TopicIndex(Protocol):
    """Chooses what stands for a long document."""

    async def extract(self, document_id: str, characters: int) -> list[tuple[int, str]]:
        """Return page and text of the chunks that stand best for each section."""
        ...


async def with_topic(storage: Storage, index: TopicIndex, claim: Claim, sink: EventSink) -> Claim:
    """Return the claim with the documents' text as its topic, unless a topic was typed.

    Emits a notice when the text was too long to be given whole. UnreadableDocument when every
    document has been deleted meanwhile.
    """
    if claim.run.topic or not claim.run.documents:
        return claim
    documents = await searchable(storage, claim.run)
    if not documents:
        raise unreadable("missing")
    texts = [await _pages(storage, document.id) for document in documents]
    total = sum(len(text) for pages in texts for _, text in pages)
    if total > LONGEST:
        message = (
            f"The documents have {total:,} characters, more than a model reads at once. The council starts "
            "from passages of every section; agents with the PDF tool can search the whole text."
        )
        sink.emit(Notice(code="documents_shortened", message=message))
        texts = [
            await index.extract(str(document.id), _share(pages, total))
            for document, pages in zip(documents, texts, strict=True)
        ]
    parts = [_part(document, pages, total) for document, pages in zip(documents, texts, strict=True)]
    return replace(claim, run=replace(claim.run, topic="\n\n".join(parts)))


async def _pages(storage: Storage, document_id: UUID) -> list[tuple[int, str]]:
    async with storage.begin() as uow:
        return await uow.documents.pages(document_id)


def _share(pages: Sequence[tuple[int, str]], total: int) -> int:
    return LONGEST * sum(len(text) for _, text in pages) // total


def _part(document: StoredDocument, pages: Sequence[tuple[int, str]], total: int) -> str:
    heading = f"# {document.filename}"
    if total > LONGEST:
        heading += "\n(Passages of every section; the whole document is longer.)"
    body = [f"[{document.filename}, p. {number}]\n{text.strip()}" for number, text in pages if text.strip()]
    return "\n\n".join([heading, *body])
