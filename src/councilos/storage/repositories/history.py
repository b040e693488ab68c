"""What happened in a run: steps with their usage, summaries of its topic, drafts with authors (RN-8)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert as upsert

from councilos.runs.model import DraftVersion, Step, TopicSection
from councilos.storage.repositories.rows import Rows
from councilos.storage.tables import drafts, steps, topic_sections

_STEP: Final = tuple(column for column in steps.columns if column.name != "ordinal")
_DRAFT: Final = tuple(column for column in drafts.columns if column.name != "ordinal")
_SECTION: Final = tuple(
    column for column in topic_sections.columns if column.name not in ("thread_id", "created_at")
)


class HistoryRows(Rows):
    """Steps and drafts, which the event log writes, and the summaries made before the first step."""

    async def steps(self, run_id: UUID) -> list[Step]:
        """Return all steps, oldest first."""
        query = select(*_STEP).where(steps.c.thread_id == run_id).order_by(steps.c.ordinal)
        return [Step(**row) for row in await self._all(query)]

    async def add_section(self, run_id: UUID, section: TopicSection) -> None:
        """Keep the summary of a section; one with the same number is replaced, its usage added."""
        row = upsert(topic_sections).values(thread_id=run_id, **asdict(section))
        new, old = row.excluded, topic_sections.c
        replaced = {name: new[name] for name in ("digest", "node", "model", "text")}
        added: dict[str, Any] = {name: old[name] + new[name] for name in ("input_tokens", "output_tokens")}
        # A price that nobody knows must not hide what the other part cost.
        added["cost_usd"] = func.coalesce(old.cost_usd + new.cost_usd, old.cost_usd, new.cost_usd)
        await self._connection.execute(
            row.on_conflict_do_update(index_elements=["thread_id", "number"], set_=replaced | added)
        )

    async def sections(self, run_id: UUID) -> list[TopicSection]:
        """Return the summaries made so far, in order."""
        query = (
            select(*_SECTION).where(topic_sections.c.thread_id == run_id).order_by(topic_sections.c.number)
        )
        return [TopicSection(**row) for row in await self._all(query)]

    async def drafts(self, run_id: UUID) -> list[DraftVersion]:
        """Return all drafts, oldest first."""
        query = select(*_DRAFT).where(drafts.c.thread_id == run_id).order_by(drafts.c.ordinal)
        return [DraftVersion(**row) for row in await self._all(query)]
