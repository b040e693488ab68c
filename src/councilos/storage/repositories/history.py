"""What happened in a run: steps with their usage, drafts with their authors (RN-8)."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from sqlalchemy import select

from councilos.runs.model import DraftVersion, Step
from councilos.storage.repositories.rows import Rows
from councilos.storage.tables import drafts, steps

_STEP: Final = tuple(column for column in steps.columns if column.name != "ordinal")
_DRAFT: Final = tuple(column for column in drafts.columns if column.name != "ordinal")


class HistoryRows(Rows):
    """Steps and drafts; the event log writes them."""

    async def steps(self, run_id: UUID) -> list[Step]:
        """Return all steps, oldest first."""
        query = select(*_STEP).where(steps.c.thread_id == run_id).order_by(steps.c.ordinal)
        return [Step(**row) for row in await self._all(query)]

    async def drafts(self, run_id: UUID) -> list[DraftVersion]:
        """Return all drafts, oldest first."""
        query = select(*_DRAFT).where(drafts.c.thread_id == run_id).order_by(drafts.c.ordinal)
        return [DraftVersion(**row) for row in await self._all(query)]
