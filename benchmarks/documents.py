"""A 1,000-page PDF: `python -m benchmarks documents` prints JSON.

- `answer_seconds`: until `POST /api/documents/` has answered
- `ready_seconds`: until every page is indexed
- `server_growth_mb`: growth of the server's resident memory, at its highest
- `children_mb`: resident memory of the reading and the index process together, at its highest
- `worst_stall_ms`: longest time the event loop did not come round without waiting for a processor that
  others used: work, garbage collection, file access, waiting for other threads of this process
- `worst_pause_ms`: the same with that waiting, which depends on what else the machine does;
  `worst_idle_pause_ms`: the same for ten seconds without any documents
- `worst_work_ms`: longest time that the loop itself used the processor between two looks
- `found_on_page`: where the word that stands only on page 987 was found
"""

from __future__ import annotations

import asyncio
import importlib
import os
import tempfile
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import httpx
import psutil

from councilos.api.app import create_app
from councilos.runtime import Runtime
from councilos.settings import Settings
from councilos.storage.embedded import EmbeddedPostgres

WORD = "Quagmirosaurus"
SENTENCES = (
    "The committee met in the old town hall and discussed the budget for the coming year.",
    "Several members asked for a second opinion on the cost of the new bridge.",
    "Heat pumps were installed in nine schools, and the savings exceeded the forecast.",
    "The harbour authority reported fewer ships but heavier cargo than in the year before.",
    "An independent audit found no irregularities in the accounts of the water works.",
)


@dataclass
class Watch:
    """What was measured while it watched."""

    stall: float = 0.0
    pause: float = 0.0
    work: float = 0.0
    own: int = 0
    children: int = 0


class _Queued:
    """How long this thread has been ready to run while other processes had the processors (Linux)."""

    def __enter__(self) -> Self:
        path = f"/proc/self/task/{threading.get_native_id()}/schedstat"
        self._file = os.open(path, os.O_RDONLY) if os.path.exists(path) else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            os.close(self._file)

    def seconds(self) -> float:
        """Return the time so far; 0 where the system does not tell."""
        return 0.0 if self._file is None else int(os.pread(self._file, 100, 0).split()[1]) / 1e9


@asynccontextmanager
async def watched() -> AsyncGenerator[Watch]:
    """Measure the loop and the memory until the block ends."""
    seen = Watch()
    me = psutil.Process()

    async def loop() -> None:
        with _Queued() as queued:
            while True:
                before, worked, waited = time.perf_counter(), time.thread_time(), queued.seconds()
                await asyncio.sleep(0.001)
                pause = time.perf_counter() - before - 0.001
                seen.pause = max(seen.pause, pause)
                seen.stall = max(seen.stall, pause - (queued.seconds() - waited))
                seen.work = max(seen.work, time.thread_time() - worked)

    async def memory() -> None:
        while True:
            own, children = await asyncio.to_thread(_resident, me)
            seen.own, seen.children = max(seen.own, own), max(seen.children, children)
            await asyncio.sleep(0.2)

    tasks = [asyncio.create_task(loop()), asyncio.create_task(memory())]
    try:
        yield seen
    finally:
        for task in tasks:
            task.cancel()


def _resident(me: psutil.Process) -> tuple[int, int]:
    children = 0
    for child in me.children():
        try:
            if "councilos.documents" in " ".join(child.cmdline()):
                children += child.memory_info().rss
        except psutil.Error:
            continue
    return me.memory_info().rss, children


def make_pdf(pages: int) -> bytes:
    """Return a text PDF; one word stands only on page 987 (or on the last one)."""
    texts = [
        f"Report, page {number}. "
        + " ".join(SENTENCES[(number + i) % 5] + f" ({number}.{i})" for i in range(18))
        for number in range(1, pages + 1)
    ]
    texts[min(pages, 987) - 1] += f" Only here: {WORD}."
    made: bytes = importlib.import_module("support.pdfs").text_pdf(texts)
    return made


async def _follow(runtime: Runtime, path: Path) -> dict[str, Any]:
    """Upload the file and follow it until it is ready, then search and delete it."""
    async with watched() as idle:
        await asyncio.sleep(10)
    transport = httpx.ASGITransport(create_app(runtime))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", timeout=60) as client:
        before = psutil.Process().memory_info().rss
        began = time.perf_counter()
        async with watched() as seen:
            with path.open("rb") as file:
                sent = await client.post("/api/documents/", files={"file": ("report.pdf", file)})
            answered = time.perf_counter() - began
            document = sent.json()
            steps: set[int] = set()
            while document["status"] in ("queued", "reading"):
                await asyncio.sleep(0.1)
                document = (await client.get(f"/api/documents/{document['id']}")).json()
                steps.add(document["pages_done"])
            ready = time.perf_counter() - began
        searching = time.perf_counter()
        hits = await runtime.index.search(WORD, [document["id"]], 1)
        first_search = time.perf_counter() - searching
        searching = time.perf_counter()
        await runtime.index.search("savings by heat pumps in schools", [document["id"]], 5)
        next_search = time.perf_counter() - searching
        await client.delete(f"/api/documents/{document['id']}")
        left = document["chunks"]
        for _ in range(600):
            left = await runtime.index.count(document["id"])
            if not left:
                break
            await asyncio.sleep(0.1)
    return {
        "status": document["status"],
        "pages": document["pages"],
        "chunks": document["chunks"],
        "answer_seconds": round(answered, 3),
        "ready_seconds": round(ready, 1),
        "progress_steps_seen": len(steps),
        "server_growth_mb": round((seen.own - before) / 1e6, 1),
        "children_mb": round(seen.children / 1e6, 1),
        "worst_stall_ms": round(seen.stall * 1e3, 1),
        "worst_work_ms": round(seen.work * 1e3, 1),
        "worst_pause_ms": round(seen.pause * 1e3, 1),
        "worst_idle_pause_ms": round(idle.pause * 1e3, 1),
        "first_search_seconds": round(first_search, 3),
        "next_search_seconds": round(next_search, 3),
        "found_on_page": hits[0].page,
        "chunks_after_delete": left,
    }


async def measure(pages: int = 1_000) -> dict[str, Any]:
    """Measure on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.pdf"
        path.write_bytes(await asyncio.to_thread(make_pdf, pages))
        async with EmbeddedPostgres(Path(folder) / "postgres") as server:
            os.environ.update(DATABASE_URL=server.url, COUNCILOS_HOME=f"{folder}/home")
            async with Runtime.open(Settings()) as runtime:
                return await _follow(runtime, path)
