"""Summaries of long documents: a model call for each section, kept in rows, so that none is made twice.

This is work of the segment that starts the run, before the graph's first node. Each finished
section is written under the fence together with its notice; whoever executes the segment again,
after a crash, a failure or a reached budget, goes on with the next one.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from councilos.blueprint.model import AgentNode
from councilos.council.sections import Section, ask, shorten
from councilos.errors import BudgetReached, CouncilError, Fenced
from councilos.events.parts import Usage
from councilos.events.types import Notice
from councilos.graph.context import Question
from councilos.graph.failure import StepFailed, error_info
from councilos.graph.speech import add_usage
from councilos.models.fitting import tokens_in
from councilos.runs.context import RunContext
from councilos.runs.model import Claim, TopicSection
from councilos.runs.ports import Storage

LONGEST_SUMMARY: Final = 1_500
"""Tokens that the summary of one section may have."""
_HEADING: Final = 40


@dataclass(frozen=True, slots=True)
class Summariser:
    """Has an agent's model summarise sections; what is in `known` is not asked again."""

    storage: Storage
    claim: Claim
    context: RunContext
    agent: AgentNode
    language: str | None
    known: Mapping[int, TopicSection]

    async def summarise(self, sections: Sequence[Section], room: int) -> list[str]:
        """Return the summaries in order, about `room` tokens together.

        StepFailed when the model cannot be asked, BudgetReached before a call that is too much.
        """
        tokens = max(_HEADING, min(LONGEST_SUMMARY, room // len(sections) - _HEADING))
        return [
            await self._summary(number, section, tokens, len(sections))
            for number, section in enumerate(sections, 1)
        ]

    async def _summary(self, number: int, section: Section, tokens: int, count: int) -> str:
        digest = await asyncio.to_thread(_digest, section, tokens)
        known = self.known.get(number)
        if known is not None and known.digest == digest:
            return known.text
        heard = _Heard()
        question = Question(ask(section, tokens, self.language), tools=False)
        try:
            answer = await self.context.ask(self.agent, question, heard)
        except (BudgetReached, Fenced):
            raise
        except CouncilError as error:
            raise StepFailed(error_info(error, self.agent.id, self.agent.title)) from error
        text = shorten(answer.strip(), tokens, tokens_in)
        used = heard.usage
        made = TopicSection(
            number=number,
            digest=digest,
            node=self.agent.id,
            model=heard.model,
            text=text,
            input_tokens=used.input_tokens,
            output_tokens=used.output_tokens,
            cost_usd=used.cost_usd,
        )
        await self._keep(made, section, count)
        return text

    async def _keep(self, made: TopicSection, section: Section, count: int) -> None:
        message = f"Section {made.number} of {count} is summarised: {section.label}."
        run_id = self.claim.run.id
        async with self.storage.begin() as uow:
            await uow.runs.fence(run_id, self.claim.epoch)
            await uow.runs.add_section(run_id, made)
            notice = Notice(node=self.agent.id, code="section_summarised", message=message)
            await uow.events.append(run_id, self.claim.segment.id, [notice])


class _Heard:
    """Listens to one summary: nobody watches it grow, its cost counts."""

    def __init__(self) -> None:
        self.model = ""
        self._usage: Usage | None = None

    @property
    def usage(self) -> Usage:
        return self._usage or Usage()

    def text(self, text: str) -> None:
        """Wait for the whole."""

    def discard(self, reason: str) -> None:
        """Nothing was shown, so nothing is to be called back."""

    def complete(self, text: str) -> None:
        """The answer comes whole from `ask`."""

    def spent(self, usage: Usage, model: str) -> None:
        """Add up what the section costs."""
        self._usage = add_usage(self._usage, usage)
        self.model = model

    def tool_started(self, tool: str, arguments: dict[str, Any]) -> str:
        """Summaries are written without tools."""
        return ""

    def tool_completed(self, call_id: str, tool: str, result: str, *, error: bool) -> None:
        """Summaries are written without tools."""


def _digest(section: Section, tokens: int) -> str:
    """Return what tells whether a kept summary is of this text and length."""
    return hashlib.sha256(f"{tokens}\n{section.text}".encode()).hexdigest()
