"""Documents and the text of their pages (TL-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from councilos.runs.model import StoredDocument
from councilos.storage.repositories.rows import Rows
from councilos.storage.tables import document_pages, documents

_COLUMNS: Final = tuple(column for column in documents.c if column.name != "owner_id")
_NEWEST: Final = (documents.c.created_at.desc(), documents.c.id)


class DocumentRows(Rows):
    """Documents on one connection: the port `Documents`."""

    async def add(self, document: StoredDocument) -> bool:
        """Insert a document; False when there is one with the same content."""
        values = {column.name: getattr(document, column.name) for column in _COLUMNS}
        statement = upsert(documents).values(values).on_conflict_do_nothing(index_elements=["sha256"])
        added = await self._connection.execute(statement.returning(documents.c.id))
        return added.one_or_none() is not None

    async def get(self, document_id: UUID) -> StoredDocument | None:
        """Return one document."""
        return _document(await self._one(select(*_COLUMNS).where(documents.c.id == document_id)))

    async def lock(self, document_id: UUID) -> StoredDocument | None:
        """Return one document, locked until the transaction ends."""
        query = select(*_COLUMNS).where(documents.c.id == document_id).with_for_update()
        return _document(await self._one(query))

    async def with_content(self, sha256: str) -> StoredDocument | None:
        """Return the document with this content, locked until the transaction ends."""
        query = select(*_COLUMNS).where(documents.c.sha256 == sha256).with_for_update()
        return _document(await self._one(query))

    async def page(self, *, limit: int, offset: int) -> tuple[list[StoredDocument], int]:
        """Return one page, newest first, and how many there are."""
        rows = await self._all(select(*_COLUMNS).order_by(*_NEWEST).limit(limit).offset(offset))
        count = await self._connection.execute(select(func.count()).select_from(documents))
        return [StoredDocument(**row) for row in rows], count.scalar_one()

    async def outdated(self, model: str) -> list[UUID]:
        """Return the ready documents whose chunks another embedding model made."""
        query = select(documents.c.id).where(documents.c.status == "ready", documents.c.model != model)
        return [row["id"] for row in await self._all(query)]

    async def update(self, document_id: UUID, **changes: Any) -> bool:
        """Set fields (names as in `StoredDocument`) and `updated_at`; False when the document is gone."""
        changed = await self._connection.execute(
            update(documents)
            .where(documents.c.id == document_id)
            .values(**changes, updated_at=func.now())
            .returning(documents.c.id)
        )
        return changed.one_or_none() is not None

    async def delete(self, document_id: UUID) -> bool:
        """Delete it with the text of its pages; False when there is no such document."""
        gone = await self._connection.execute(
            delete(documents).where(documents.c.id == document_id).returning(documents.c.id)
        )
        return gone.one_or_none() is not None

    async def add_pages(self, document_id: UUID, pages: Sequence[tuple[int, str]]) -> None:
        """Keep the text of pages."""
        if pages:
            rows = [{"document_id": document_id, "number": number, "text": text} for number, text in pages]
            await self._connection.execute(insert(document_pages), rows)

    async def clear_pages(self, document_id: UUID) -> None:
        """Forget the text of all pages."""
        await self._connection.execute(
            delete(document_pages).where(document_pages.c.document_id == document_id)
        )

    async def pages(
        self, document_id: UUID, *, after: int = 0, limit: int = 1_000_000
    ) -> list[tuple[int, str]]:
        """Return number and text of the pages that follow `after`, in order."""
        rows = await self._all(
            select(document_pages.c.number, document_pages.c.text)
            .where(document_pages.c.document_id == document_id, document_pages.c.number > after)
            .order_by(document_pages.c.number)
            .limit(limit)
        )
        return [(row["number"], row["text"]) for row in rows]


def _document(row: dict[str, Any] | None) -> StoredDocument | None:
    return None if row is None else StoredDocument(**row)
