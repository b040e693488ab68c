"""Agents that search documents, through whole runs (BP-8, TL-3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import httpx
import pytest

from councilos.runs import history
from councilos.runtime import Runtime
from support import pdfs
from support.blueprints import agent, blueprint, linear
from support.engine import begin, until
from support.model_server import ModelServer, Reply, ToolCall

Json = dict[str, Any]
Wait = Callable[[str], Awaitable[Json]]


async def ingest(client: httpx.AsyncClient, ended: Wait, name: str, *pages: str) -> str:
    sent = await client.post("/api/documents/", files={"file": (name, pdfs.text_pdf(pages))})
    document = await ended(sent.json()["id"])
    assert document["status"] == "ready", document
    return str(document["id"])


@pytest.mark.parametrize("given", [True, False], ids=["given", "all"])
async def test_a_run_searches_its_documents(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer, given: bool
) -> None:
    """BP-8, TL-3: bound where the node has it, limited to the run's documents, cited with file and page."""
    mine = await ingest(client, ended, "Robben 年報.pdf", "Seals bark.", "Walruses weigh 1,200 kg.")
    await ingest(client, ended, "other.pdf", "Walruses in another file weigh nothing.")
    look = Reply(tool_calls=(ToolCall("pdf_search", {"query": "How heavy is a walrus?"}),))
    model_server.on(lambda call: "agent:read" in call.system, [look, "1,200 kg [Robben 年報.pdf, p. 2]"])
    reader = agent("read", tools={"pdf_reader": True})
    council = blueprint([reader, agent("write")], [linear("read", "write")])
    run = await begin(engine.storage, council, documents=[mine] if given else [])
    done = await until(engine.storage, run.id, "completed", "failed")
    assert done.status == "completed", done.error
    assert [call.tools for call in model_server.calls] == [["pdf_search"], ["pdf_search"], []]
    [event] = [row for row in await _events(engine, run.id) if row.type == "tool.completed"]
    result = event.payload["result"]
    assert result.split("\n")[0] == "[Robben 年報.pdf, p. 2]"
    assert ("other.pdf" in result) is not given
    assert event.payload["error"] is False
    assert "[Robben 年報.pdf, p. 2]" in model_server.calls[2].messages[-1]["content"]


async def _events(engine: Runtime, run_id: UUID) -> list[Any]:
    return [*await history.events(engine.storage, run_id, 0, 1_000)]
