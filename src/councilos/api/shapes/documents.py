"""Documents and how far their reading is (TL-2)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from councilos.api.shapes.base import Answer


class DocumentError(Answer):
    """Why a document could not be read; `code` is stable."""

    code: str
    message: str


class Document(Answer):
    """A document and how far its reading is (TL-2)."""

    id: UUID
    filename: str
    kind: Literal["pdf", "docx", "html", "markdown", "text"]
    size: int = Field(description="Bytes")
    status: Literal["queued", "reading", "ready", "failed"]
    pages: int | None = Field(description="Unknown until reading has begun")
    pages_done: int
    empty_pages: int = Field(description="Pages without text, such as pictures")
    chunks: int
    error: DocumentError | None
    created_at: datetime
    updated_at: datetime


class DocumentPage(Answer):
    """One page of the library, newest first."""

    items: list[Document]
    total: int
    limit: int
    offset: int


class IngestedPdf(Answer):
    """A PDF that has been read and indexed (TL-2)."""

    filename: str
    chunks_ingested: int
    message: str
    id: UUID
