"""A whole engine with its API: real PostgreSQL, real queue, real Chroma, real embeddings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from councilos.api.app import create_app
from councilos.documents.index import DocumentIndex
from councilos.runtime import Runtime

Json = dict[str, Any]
Wait = Callable[[str], Awaitable[Json]]


@pytest.fixture
async def client(engine: Runtime) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the engine's API."""
    transport = httpx.ASGITransport(create_app(engine))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", timeout=60) as http:
        yield http


@pytest.fixture
def ended(client: httpx.AsyncClient) -> Wait:
    """Waits until a document was read, well or not."""

    async def wait(document_id: str) -> Json:
        async with asyncio.timeout(60):
            while True:
                document: Json = (await client.get(f"/api/documents/{document_id}")).json()
                if document["status"] in ("ready", "failed"):
                    return document
                await asyncio.sleep(0.05)

    return wait


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[DocumentIndex]:
    """An index of its own."""
    opened = DocumentIndex(tmp_path / "chroma")
    yield opened
    await opened.close()
