"""Documents as the topic: their text enters the state here, on the server (RN-1).

The whole text where every model of the council can read it beside drafts and feedback; else
summaries of its sections, and everybody is told so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from councilos.blueprint.model import AgentNode
from councilos.council.plan import CouncilPlan
from councilos.council.sections import Passage, Section, compose, cut
from councilos.documents.model import unreadable
from councilos.errors import CouncilError
from councilos.events.types import Notice
from councilos.models.catalogue import Catalogue
from councilos.models.fitting import tokens_in
from councilos.runs.context import RunContext
from councilos.runs.documents import searchable
from councilos.runs.model import Claim, StoredDocument, TopicSection
from councilos.runs.ports import Storage
from councilos.runs.streams import EventSink
from councilos.runs.summaries import Summariser

SHARE: Final = 0.6
"""Part of a model's context that the topic may fill; the rest is for prompts, drafts, feedback, answers."""
MOST_TOKENS: Final = 150_000
"""Tokens of a topic, whatever the models read: every call of every agent sends them again."""
SECTION_TOKENS: Final = 8_000
"""Tokens of a section where the model reads that many: in smaller ones it loses the connection."""
SECTIONS: Final = 24
"""Sections, and with them model calls, that are aimed at; where pages fit badly it may be a third more."""


class TopicIndex(Protocol):
    """Chooses what stands for a very long document."""

    async def extract(self, document_id: str, characters: int) -> list[tuple[int, str]]:
        """Return page and text of the chunks that stand best for each section."""
        ...


@dataclass(frozen=True, slots=True)
class _Source:
    """One document with its pages."""

    document: StoredDocument
    passages: list[Passage]

    @property
    def characters(self) -> int:
        return sum(len(passage.text) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class TopicMaker:
    """Makes the topic of one run before its first step; `known` are the summaries made before."""

    storage: Storage
    index: TopicIndex
    catalogue: Catalogue
    plan: CouncilPlan
    context: RunContext
    sink: EventSink
    known: Sequence[TopicSection]

    async def with_topic(self, claim: Claim) -> Claim:
        """Return the claim with the documents' text as its topic, unless a topic was typed.

        UnreadableDocument when every document has been deleted meanwhile; what `Summariser` raises
        when the text is too long and its sections cannot be summarised.
        """
        if claim.run.topic or not claim.run.documents:
            return claim
        documents = await searchable(self.storage, claim.run)
        if not documents:
            raise unreadable("missing")
        sources = [_Source(document, await self._passages(document)) for document in documents]
        total = await asyncio.to_thread(_tokens, sources)
        window = await self._window(node.node for node in self.plan.nodes.values())
        room = min(MOST_TOKENS, int(window * SHARE))
        if total <= room:
            topic = await asyncio.to_thread(_whole, sources)
        else:
            topic = await self._summary(claim, sources, total, room)
        return replace(claim, run=replace(claim.run, topic=topic))

    async def _passages(self, document: StoredDocument) -> list[Passage]:
        async with self.storage.begin() as uow:
            pages = await uow.documents.pages(document.id)
        return [Passage(document.filename, number, text) for number, text in pages]

    async def _window(self, agents: Iterable[AgentNode]) -> int:
        """Return how many tokens all of the agents' models can read."""
        windows: list[int] = []
        for name in {agent.model for agent in agents}:
            try:
                windows.append(await self.catalogue.context(await self.catalogue.resolve(name)))
            except CouncilError:
                # An agent without a usable model fails in its own step, if the run ever gets there.
                continue
        return min(windows, default=MOST_TOKENS)

    async def _summary(self, claim: Claim, sources: Sequence[_Source], total: int, room: int) -> str:
        agent = self.plan.nodes[self.plan.entries[0]].node
        ref = await self.catalogue.resolve(agent.model)
        most = min(MOST_TOKENS, int(await self.catalogue.context(ref) * SHARE))
        size = min(most, max(SECTION_TOKENS, -(-total // SECTIONS)))
        partly = total > size * SECTIONS
        if partly:
            share = size * SECTIONS / total
            sources = [await self._extract(source, int(source.characters * share)) for source in sources]
        sections = await asyncio.to_thread(_sections, sources, size)
        if not self.known:
            await self._tell(agent, total, str(ref), sections, partly=partly)
        known = {section.number: section for section in self.known}
        language = self.plan.language
        summariser = Summariser(self.storage, claim, self.context, agent, language, known)
        summaries = await summariser.summarise(sections, room)
        heading = (
            f"# Summary of {', '.join(source.document.filename for source in sources)}\n"
            f"({_pages(sources)} pages, more than can be read at once: a summary of "
            f"{_extent(sections, partly=partly)}, not the text itself.)"
        )
        return compose([section.label for section in sections], summaries, heading)

    async def _extract(self, source: _Source, characters: int) -> _Source:
        document = source.document
        found = await self.index.extract(str(document.id), characters)
        return _Source(document, [Passage(document.filename, page, text) for page, text in found])

    async def _tell(
        self, agent: AgentNode, total: int, model: str, sections: Sequence[Section], *, partly: bool
    ) -> None:
        message = (
            f"The documents have about {total:,} tokens, more than the council's models read at once. The "
            f"council works on a summary of {_extent(sections, partly=partly)}, which {model} writes first; "
            "agents with the PDF tool can search the whole text."
        )
        self.sink.emit(Notice(node=agent.id, code="documents_summarised", message=message))
        await self.sink.flushed()


def _tokens(sources: Sequence[_Source]) -> int:
    return sum(tokens_in(passage.cited()) for source in sources for passage in source.passages)


def _sections(sources: Sequence[_Source], size: int) -> list[Section]:
    return cut((passage for source in sources for passage in source.passages), size, tokens_in)


def _pages(sources: Sequence[_Source]) -> int:
    return sum(source.document.pages or 0 for source in sources)


def _extent(sections: Sequence[Section], *, partly: bool) -> str:
    return f"{len(sections)} sections" + (", each made of passages" if partly else "")


def _whole(sources: Sequence[_Source]) -> str:
    return "\n\n".join(
        "\n\n".join(
            [
                f"# {source.document.filename}",
                *(passage.cited() for passage in source.passages if passage.text.strip()),
            ]
        )
        for source in sources
    )
