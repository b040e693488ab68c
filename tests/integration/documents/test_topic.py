"""Documents as the topic of a run (RN-1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import httpx

from councilos.runs import history
from councilos.runtime import Runtime
from support import pdfs
from support.engine import until
from support.model_server import ModelServer

Json = dict[str, Any]
Wait = Callable[[str], Awaitable[Json]]
COUNCIL = {"version": "1.0", "name": "Readers", "nodes": [{"id": "a", "type": "agent", "name": "Reader"}]}


async def ready(client: httpx.AsyncClient, ended: Wait, pages: list[str], name: str) -> str:
    sent = await client.post("/api/documents/", files={"file": (name, pdfs.text_pdf(pages))})
    document = await ended(sent.json()["id"])
    assert document["status"] == "ready"
    return str(document["id"])


async def run(client: httpx.AsyncClient, engine: Runtime, **body: Any) -> UUID:
    council = (await client.post("/api/councils/", json=COUNCIL)).json()
    answer = await client.post(f"/api/councils/{council['id']}/run", json=body)
    assert answer.status_code == 202, answer.text
    run_id = UUID(answer.json()["run_id"])
    done = await until(engine.storage, run_id, "completed", "failed")
    assert done.status == "completed", done.error
    return run_id


async def test_the_whole_text(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-1: without a typed topic the documents' text, with its pages, is what the agents work on."""
    first = await ready(client, ended, ["Walruses have tusks.", "Seals have none."], "a.pdf")
    second = await ready(client, ended, ["热泵从空气中吸取能量。"], "年報.pdf")
    run_id = await run(client, engine, documents=[first, second])
    prompt = model_server.calls[0].messages[-1]["content"]
    for part in ("[a.pdf, p. 1]\nWalruses have tusks.", "[a.pdf, p. 2]\nSeals", "[年報.pdf, p. 1]\n热泵"):
        assert part in prompt
    events = await history.events(engine.storage, run_id, 0, 1_000)
    assert "notice" not in {event.type for event in events}


async def test_too_long_is_said(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-1: a long document comes as passages of every section, and people are told."""
    pages = [f"Chapter {n}. " + f"Walrus {n} rests on the ice and dives for clams. " * 60 for n in range(40)]
    document = await ready(client, ended, pages, "long.pdf")
    run_id = await run(client, engine, documents=[document])
    prompt = model_server.calls[0].messages[-1]["content"]
    assert "Passages of every section" in prompt
    assert 40_000 < len(prompt) < 100_000
    assert "[long.pdf, p. 40]" in prompt
    events = await history.events(engine.storage, run_id, 0, 1_000)
    notices = [event.payload for event in events if event.type == "notice"]
    assert [notice["code"] for notice in notices] == ["documents_shortened"]


async def test_a_typed_topic_stays(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-1: with a typed topic the documents are only there to be searched."""
    document = await ready(client, ended, ["Walruses have tusks."], "a.pdf")
    await run(client, engine, documents=[document], input_topic="Do seals have tusks?")
    prompt = model_server.calls[0].messages[-1]["content"]
    assert "Do seals have tusks?" in prompt
    assert "Walruses have" not in prompt


async def test_documents_that_cannot_be_used(client: httpx.AsyncClient, ended: Wait) -> None:
    """RN-3: unknown, unreadable or unfinished documents are 422 and named."""
    sent = await client.post("/api/documents/", files={"file": ("a.pdf", pdfs.scanned())})
    failed = await ended(sent.json()["id"])
    for wanted in ("nonsense", "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11", failed["id"]):
        answer = await client.post("/api/councils/run", json={"documents": [wanted]})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["path"] == "/documents/0"
    assert (await client.post("/api/councils/run", json={"documents": []})).status_code == 422
