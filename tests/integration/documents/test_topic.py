"""Documents as the topic of a run (RN-1)."""

from __future__ import annotations

import asyncio
import io
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import httpx
import pytest

from councilos.blueprint.check import load
from councilos.documents.files import Files
from councilos.models.fitting import tokens_in
from councilos.runs import documents, history, topic
from councilos.runs.documents import take_in
from councilos.runs.start import Order, start
from councilos.runtime import Runtime
from support import pdfs
from support.engine import WorkerProcess, settings_from, until
from support.model_server import Call, ModelServer, Reply

Json = dict[str, Any]
Wait = Callable[[str], Awaitable[Json]]
COUNCIL = {"version": "1.0", "name": "Readers", "nodes": [{"id": "a", "type": "agent", "name": "Reader"}]}


async def ready(client: httpx.AsyncClient, ended: Wait, pages: list[str], name: str) -> str:
    sent = await client.post("/api/documents/", files={"file": (name, pdfs.text_pdf(pages))})
    document = await ended(sent.json()["id"])
    assert document["status"] == "ready"
    return str(document["id"])


async def begin(client: httpx.AsyncClient, council: Json, **body: Any) -> UUID:
    saved = (await client.post("/api/councils/", json=council)).json()
    answer = await client.post(f"/api/councils/{saved['id']}/run", json=body)
    assert answer.status_code == 202, answer.text
    return UUID(answer.json()["run_id"])


async def run(client: httpx.AsyncClient, engine: Runtime, council: Json = COUNCIL, **body: Any) -> UUID:
    run_id = await begin(client, council, **body)
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


SMALL: Json = {**COUNCIL, "nodes": [{"id": "a", "type": "agent", "name": "Reader", "model": "gpt-4"}]}
"""Its model reads 8,192 tokens."""
LONG = [f"Chapter {n}. " + f"Walrus {n} rests on the ice and dives for clams. " * 60 for n in range(1, 41)]
SUMMARY = "Summarise this section"


def is_summary(call: Call) -> bool:
    return SUMMARY in call.system


def tokens_of(call: Call) -> int:
    return max(1, len(call.text) // 4)


async def notices(engine: Runtime, run_id: UUID) -> list[tuple[str, str]]:
    events = await history.events(engine.storage, run_id, 0, 1_000)
    found = [event.payload for event in events if event.type == "notice"]
    return [(notice["code"], notice["message"]) for notice in found]


async def test_a_long_document_is_summarised_by_sections(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-1: too long for the model, so its sections are summarised; said plainly, counted, and bounded."""
    model_server.on(is_summary, [f"Summary {n}. " + "Very long. " * 2_000 for n in range(1, 41)])
    document = await ready(client, ended, LONG, "long.pdf")
    run_id = await run(client, engine, SMALL, documents=[document])
    asked = [call for call in model_server.calls if is_summary(call)]
    assert 3 < len(asked) <= 32
    assert all(call.model == "gpt-4" and not call.tools for call in asked)
    sent = [call.messages[-1]["content"] for call in asked]
    for number in range(1, 41):
        assert any(f"[long.pdf, p. {number}]\n" in text for text in sent)
        assert any(f"Chapter {number}. Walrus" in text for text in sent)
    prompt = model_server.calls[-1].messages[-1]["content"]
    assert (
        f"# Summary of long.pdf\n(40 pages, more than can be read at once: a summary of {len(asked)}"
        in prompt
    )
    assert all(f"\nSummary {number}. Very long." in prompt for number in range(1, len(asked) + 1))
    assert tokens_in(prompt) < 8_192 * 0.7
    assert "Walrus 7 rests" not in prompt
    (first, said), *others = await notices(engine, run_id)
    assert first == "documents_summarised"
    assert f"a summary of {len(asked)} sections, which openai:gpt-4 writes first" in said
    assert [code for code, _ in others] == ["section_summarised"] * len(asked)
    assert others[0][1].startswith(f"Section 1 of {len(asked)} is summarised: long.pdf, p. 1–")
    done, _ = await history.get(engine.storage, run_id)
    assert done.usage["by_node"]["a"]["input_tokens"] == sum(tokens_of(call) for call in model_server.calls)


async def test_a_model_that_reads_more_gets_it_whole(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-1: what is too long for one model fits another; the smallest of the council decides."""
    document = await ready(client, ended, LONG, "long.pdf")
    await run(client, engine, documents=[document])
    assert [call.model for call in model_server.calls] == ["gpt-4o"]
    assert "Walrus 40 rests" in model_server.calls[0].messages[-1]["content"]
    nodes = [*COUNCIL["nodes"], {**SMALL["nodes"][0], "id": "b"}]
    edges = [{"id": "e", "source": "a", "target": "b", "type": "linear"}]
    await run(client, engine, {**COUNCIL, "nodes": nodes, "edges": edges}, documents=[document])
    assert {call.model for call in model_server.calls if is_summary(call)} == {"gpt-4o"}


async def test_a_provider_that_fails_is_continued_where_it_was(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-8: a failed run with its remedy; `continue` asks only for the sections that are missing."""
    refused = Reply(status=401)
    model_server.on(is_summary, ["Summary 1.", "Summary 2.", refused, "Summary 3.", *["More."] * 40])
    document = await ready(client, ended, LONG, "long.pdf")
    run_id = await begin(client, SMALL, documents=[document])
    failed = await until(engine.storage, run_id, "completed", "failed")
    assert (failed.status, failed.error and failed.error["code"]) == ("failed", "provider")
    assert failed.error is not None
    assert failed.error["details"]["agent"] == "Reader"
    before = len(model_server.calls)
    assert before == 3
    assert (await client.post(f"/api/councils/run/{run_id}/continue", json={})).status_code == 200
    done = await until(engine.storage, run_id, "completed", "failed")
    assert done.status == "completed", done.error
    prompt = model_server.calls[-1].messages[-1]["content"]
    sections = prompt.count("\n\n## long.pdf, p. ")
    assert len(model_server.calls) == before + (sections - 2) + 1
    assert all(text in prompt for text in ("Summary 1.", "Summary 2.", "Summary 3."))
    assert done.usage["by_node"]["a"]["input_tokens"] == sum(
        tokens_of(call) for call in [*model_server.calls[:2], *model_server.calls[3:]]
    )


async def test_the_budget_counts_summaries(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, model_server: ModelServer
) -> None:
    """RN-8: a budget reached by summaries pauses the run before its first step; a higher one goes on."""
    document = await ready(client, ended, LONG, "long.pdf")
    run_id = await begin(client, SMALL, documents=[document], budget={"tokens": 6_000})
    paused = await until(engine.storage, run_id, "completed", "failed", "paused")
    assert paused.status == "paused", paused.error
    asked = len(model_server.calls)
    assert 0 < asked < 10
    shown = (await client.get(f"/api/councils/run/{run_id}")).json()
    assert (shown["pause_reason"], shown["next_nodes"]) == ("budget", ["a"])
    state = await client.get(f"/api/councils/run/{run_id}/state")
    assert state.json()["current_state"]["current_draft"] == ""
    again = await client.post(f"/api/councils/run/{run_id}/continue", json={"budget": {"tokens": 900_000}})
    assert again.status_code == 200, again.text
    done = await until(engine.storage, run_id, "completed", "failed")
    assert done.status == "completed", done.error
    sent = [call.messages[-1]["content"] for call in model_server.calls if is_summary(call)]
    assert len(sent) == len(set(sent))
    assert len(sent) > asked


async def test_a_very_long_document_costs_a_bounded_number_of_calls(
    client: httpx.AsyncClient,
    engine: Runtime,
    ended: Wait,
    model_server: ModelServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RN-1: beyond that each section is made of passages, which is said as well."""
    monkeypatch.setattr(topic, "SECTIONS", 4)
    document = await ready(client, ended, LONG, "long.pdf")
    run_id = await run(client, engine, SMALL, documents=[document])
    sent = [call.messages[-1]["content"] for call in model_server.calls if is_summary(call)]
    assert 3 <= len(sent) <= 6
    assert "[long.pdf, p. 1]" in sent[0]
    assert any(f"[long.pdf, p. {number}]" in sent[-1] for number in (38, 39, 40))
    [(_, said), *_] = await notices(engine, run_id)
    assert f"{len(sent)} sections, each made of passages" in said


@pytest.mark.slow
async def test_a_killed_worker_repeats_no_summary(env: dict[str, str], model_server: ModelServer) -> None:
    """RN-7: finished sections stand in rows; the next worker goes on behind them."""
    sections = [Reply(text="Summary.", latency_ms=400)] * 60
    model_server.on(is_summary, sections)
    with settings_from(env) as settings:
        async with Runtime.open(settings, worker=False) as runtime:
            files = Files(settings.documents_folder)
            with files.receive(io.BytesIO(pdfs.text_pdf(LONG))) as received:
                document = await take_in(runtime.storage, files, received, "long.pdf")
            with WorkerProcess(env) as first:
                await read(runtime, document.id)
                order = Order(blueprint=load(SMALL), topic="", documents=[str(document.id)])
                started = await start(runtime.storage, order)
                await summarised(runtime, started.id, 3)
                first.signal(signal.SIGKILL)
                await first.died()
            with WorkerProcess(env):
                done = await until(runtime.storage, started.id, "completed", "failed", seconds=90)
            assert done.status == "completed", done.error
            numbers = [
                said for code, said in await notices(runtime, started.id) if code == "section_summarised"
            ]
    assert len(numbers) == len(set(numbers)) > 4
    sent = Counter(call.messages[-1]["content"] for call in model_server.calls if is_summary(call))
    assert len(sent) == len(numbers)
    assert sum(sent.values()) <= len(sent) + 1


async def read(runtime: Runtime, document_id: UUID) -> None:
    async with asyncio.timeout(60):
        while (await documents.get(runtime.storage, document_id)).status != "ready":
            await asyncio.sleep(0.05)


async def summarised(runtime: Runtime, run_id: UUID, count: int) -> None:
    async with asyncio.timeout(60):
        while len(await notices(runtime, run_id)) <= count:
            await asyncio.sleep(0.02)


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
