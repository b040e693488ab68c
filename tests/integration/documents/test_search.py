"""Searching with the real index: quality, limits, exactness, and its process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from councilos.documents.chunks import cut
from councilos.documents.index import DocumentIndex
from councilos.documents.lexical import WordIndex, matches
from councilos.documents.model import Chunk, Page
from councilos.errors import StorageUnavailable
from councilos.tools.pdf_search import PdfSearch
from councilos.tools.ports import ToolFailed

Json = dict[str, Any]


def _read(name: str) -> Json:
    return json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


SET = _read("retrieval.json")
HELD_OUT = _read("heldout.json")
ALL: dict[str, list[str]] = {**SET["documents"], **HELD_OUT["documents"]}


def chunks_of(pages: list[str]) -> list[Chunk]:
    return [chunk for number, text in enumerate(pages, 1) for chunk in cut(Page(number, text))]


async def fill(index: DocumentIndex, documents: dict[str, list[str]]) -> None:
    for name, pages in documents.items():
        await index.add(name, name, 0, chunks_of(pages))


def plain_bm25(documents: dict[str, list[str]], questions: list[Json]) -> float:
    """Return recall@3 of words alone on the same chunks."""
    rows = [(name, chunk) for name, pages in documents.items() for chunk in chunks_of(pages)]
    words = WordIndex.build([str(place) for place in range(len(rows))], [chunk.text for _, chunk in rows])
    found = 0
    for question in questions:
        scored = matches(question["question"], [words])
        best = sorted(scored, key=lambda place: -scored[place].score)[:3]
        places = {(rows[int(place)][0], rows[int(place)][1].page) for place in best}
        found += (question["document"], question["page"]) in places
    return found / len(questions)


@pytest.mark.parametrize(
    ("documents", "questions", "least"),
    [(SET["documents"], SET["questions"], 60), (ALL, HELD_OUT["questions"], 30)],
    ids=["tuned", "held out"],
)
async def test_recall(
    index: DocumentIndex, documents: dict[str, list[str]], questions: list[Json], least: int
) -> None:
    """TL-3: questions in German, English and Chinese: recall@3 ≥ 0.9 and above plain BM25.

    The weights were tuned on the first set; the second was written afterwards and only measured.
    """
    await fill(index, documents)
    missed: Counter[str] = Counter()
    for question in questions:
        hits = await index.search(question["question"], list(documents), 3)
        assert len(hits) == 3
        if (question["document"], question["page"]) not in {(hit.document_id, hit.page) for hit in hits}:
            missed[question["kind"]] += 1
    found = len(questions) - missed.total()
    assert len(questions) >= least
    assert found / len(questions) >= 0.9, missed
    assert found / len(questions) > plain_bm25(documents, questions)
    assert missed["code"] == 0


async def test_a_search_sees_only_its_documents(index: DocumentIndex) -> None:
    """TL-3: what is not among the given documents is never found, however well it fits."""
    await fill(index, SET["documents"])
    others = [name for name in SET["documents"] if not name.startswith("Orion")]
    hits = await index.search("Error E23 brew group DS-440", others, 10)
    assert hits
    assert {hit.document_id for hit in hits} <= set(others)
    assert await index.search("Error E23", [], 5) == []
    assert await index.search("Error E23", ["unknown"], 5) == []


async def test_writing_again_replaces(index: DocumentIndex) -> None:
    """TL-2: an ingestion that starts anew leaves nothing double."""
    chunks = chunks_of(["Walruses have tusks.", "Seals have none."])
    for _ in range(2):
        await index.add("a", "a.pdf", 0, chunks)
    assert await index.count("a") == 2
    await index.add("b", "b.pdf", 0, chunks)
    assert await index.delete("a") == 2
    assert (await index.count("a"), await index.count("b")) == (0, 2)


async def test_chunks_survive_the_process(index: DocumentIndex, tmp_path: Path) -> None:
    """TL-2: the index is on disk; a process that was killed is started anew."""
    await index.add("a", "a.pdf", 0, chunks_of(["Walruses have tusks."]))
    process = index._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    with pytest.raises(StorageUnavailable):
        await index.count("a")
    assert await index.count("a") == 1


async def test_the_process_lets_the_server_go_first(index: DocumentIndex) -> None:
    """RN-1: indexing takes the processor from no run, also where Linux shares it among sessions first."""
    await index.count("a")
    process = index._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 5)
    group = Path(f"/proc/{process.pid}/autogroup")
    if group.exists() and (shown := group.read_text()).strip():
        assert shown.split()[-1] == "5"


async def test_an_idle_process_ends(tmp_path: Path) -> None:
    """Decision 13: after a while without work the index gives its memory back, and comes again when asked."""
    index = DocumentIndex(tmp_path / "chroma", idle=0.05)
    await index.add("a", "a.pdf", 0, chunks_of(["Walruses have tusks."]))
    process = index._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    async with asyncio.timeout(30):
        assert await process.wait() == 0
    assert await index.count("a") == 1
    await index.close()


async def test_two_processes_do_not_share_a_folder(index: DocumentIndex, tmp_path: Path) -> None:
    """Decision 13: the second one is told about CHROMA_URL, and works when the first has ended."""
    await index.add("a", "a.pdf", 0, chunks_of(["Walruses have tusks."]))
    other = DocumentIndex(tmp_path / "chroma")
    with pytest.raises(StorageUnavailable, match="CHROMA_URL"):
        await other.count("a")
    await index.close()
    assert await other.count("a") == 1
    await other.close()


async def test_the_tool_cites_its_sources(index: DocumentIndex) -> None:
    """BP-8, TL-3: `pdf_search` answers with [file, p. N], and says so when there is nothing."""
    await fill(index, SET["documents"])
    name = "Orion-9 service manual.pdf"
    tool = PdfSearch(index, {name: name})
    assert tool.spec["function"]["name"] == "pdf_search"
    assert name in tool.spec["function"]["description"]
    answer = await tool({"query": "What does error E23 mean?"})
    assert answer.startswith(f"[{name}, p. 3]\n")
    assert "blocked brew group" in answer
    for arguments in ({}, {"query": 7}, {"query": "  "}):
        with pytest.raises(ToolFailed, match='Give "query"'):
            await tool(arguments)
    with pytest.raises(ToolFailed, match="no documents"):
        await PdfSearch(index, {})({"query": "x"})


async def test_an_extract_has_something_of_every_section(index: DocumentIndex) -> None:
    """RN-1: a document that is too long stands for itself by passages from beginning to end."""
    pages = [
        f"Chapter {number}. " + "Walruses rest on the ice and dive for clams. " * 12 for number in range(60)
    ]
    await index.add("a", "a.pdf", 0, chunks_of(pages))
    passages = await index.extract("a", 6_000)
    assert 3_000 < sum(len(text) for _, text in passages) <= 6_000
    numbers = [page for page, _ in passages]
    assert numbers == sorted(numbers)
    assert numbers[0] <= 10
    assert numbers[-1] >= 50
    assert len(set(numbers)) >= 6
