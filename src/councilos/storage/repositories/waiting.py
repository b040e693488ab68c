"""Pauses, their items and the decisions on them (RN-9)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from councilos.runs.model import Decision, Pause, PauseItem
from councilos.storage.repositories.rows import Row, Rows
from councilos.storage.tables import council_runs, decisions, pause_items, pauses


class WaitingRows(Rows):
    """What waits for a person, and what people said."""

    async def waiting(self) -> list[UUID]:
        """Return the runs that wait for a person, oldest pause first."""
        rows = await self._connection.execute(
            select(pauses.c.thread_id)
            .join(council_runs, council_runs.c.id == pauses.c.thread_id)
            .where(pauses.c.resolved_at.is_(None), council_runs.c.status == "paused")
            .order_by(pauses.c.created_at, pauses.c.thread_id)
        )
        return list(rows.scalars())

    async def add_pause(self, pause: Pause) -> None:
        """Insert a pause with its items."""
        await self._connection.execute(
            insert(pauses).values(
                id=pause.id,
                thread_id=pause.thread_id,
                segment_id=pause.segment_id,
                checkpoint_id=pause.checkpoint_id,
                kind=pause.kind,
                next_nodes=list(pause.next_nodes),
                state=pause.state,
                created_at=pause.created_at,
                resolved_at=pause.resolved_at,
            )
        )
        items = [
            {
                "id": item.id,
                "pause_id": pause.id,
                "position": position,
                "key": item.key,
                "proposal": item.proposal,
            }
            for position, item in enumerate(pause.items)
        ]
        if items:
            await self._connection.execute(insert(pause_items), items)

    async def open_pause(self, run_id: UUID) -> Pause | None:
        """Return the pause the run waits at."""
        return await self._pause(pauses.c.thread_id == run_id, pauses.c.resolved_at.is_(None))

    async def pause(self, pause_id: UUID) -> Pause | None:
        """Return one pause, open or resolved."""
        return await self._pause(pauses.c.id == pause_id)

    async def resolve_pause(self, pause_id: UUID) -> None:
        """Mark the pause as decided (or made void by cancel)."""
        await self._connection.execute(
            update(pauses)
            .where(pauses.c.id == pause_id, pauses.c.resolved_at.is_(None))
            .values(resolved_at=func.now())
        )

    async def decide(self, item: PauseItem, decision: Decision) -> bool:
        """Insert the decision; False when the item already has one (unique, decision 4)."""
        inserted = await self._connection.execute(
            upsert(decisions)
            .values(
                pause_item_id=item.id,
                kind=decision.action,
                payload=decision.payload,
                decided_by=decision.decided_by,
                decided_at=decision.decided_at,
                idempotency_key=decision.idempotency_key,
            )
            .on_conflict_do_nothing(index_elements=[decisions.c.pause_item_id])
            .returning(decisions.c.pause_item_id)
        )
        return inserted.one_or_none() is not None

    async def decisions(self, pause_id: UUID) -> list[Decision]:
        """Return the decisions of a pause, oldest first."""
        rows = await self._all(
            select(decisions)
            .join(pause_items, pause_items.c.id == decisions.c.pause_item_id)
            .where(pause_items.c.pause_id == pause_id)
            .order_by(decisions.c.decided_at, pause_items.c.position)
        )
        return [_decision(row) for row in rows]

    async def decided_with(self, run_id: UUID, idempotency_key: str) -> dict[str, Decision]:
        """Return what was decided in this run under the key, by node; empty when nothing was (RN-9)."""
        rows = await self._all(
            select(decisions, pause_items.c.key)
            .join(pause_items, pause_items.c.id == decisions.c.pause_item_id)
            .join(pauses, pauses.c.id == pause_items.c.pause_id)
            .where(pauses.c.thread_id == run_id, decisions.c.idempotency_key == idempotency_key)
        )
        return {row["key"]: _decision(row) for row in rows}

    async def _pause(self, *conditions: ColumnElement[Any]) -> Pause | None:
        row = await self._one(select(pauses).where(*conditions))
        if row is None:
            return None
        items = await self._all(
            select(pause_items).where(pause_items.c.pause_id == row["id"]).order_by(pause_items.c.position)
        )
        found = tuple(PauseItem(id=item["id"], key=item["key"], proposal=item["proposal"]) for item in items)
        row |= {"next_nodes": tuple(row["next_nodes"]), "items": found}
        return Pause(**row)


def _decision(row: Row) -> Decision:
    return Decision(
        item_id=row["pause_item_id"],
        action=row["kind"],
        payload=row["payload"],
        decided_by=row["decided_by"],
        decided_at=row["decided_at"],
        idempotency_key=row["idempotency_key"],
    )
