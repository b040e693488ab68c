"""The document index as the rest of the engine sees it: asynchronous, in a process of its own.

The process holds Chroma and the embedding model, so neither their imports nor their work ever
touch the event loop. It is started when first needed, started anew when it died, and ends after a
while without work, which gives its memory back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from councilos.documents.child import spawn
from councilos.documents.embed import BUILTIN, model_name
from councilos.documents.model import FAILURES, Chunk, Hit
from councilos.errors import SetupError, StorageUnavailable

IDLE: Final = 300.0
"""Seconds without a request after which the process ends."""
PATIENCE: Final = 180.0
"""Seconds for one answer."""
_ENGINE: Final = "councilos.documents.engine"


class IndexEnded(StorageUnavailable):
    """The index process ended in mid-work; it is started anew by the next call."""


class DocumentIndex:
    """Chunks of all documents; every method may raise StorageUnavailable (trying again can help).

    SetupError when the documents extra is not installed, or the index cannot be opened.
    """

    def __init__(
        self,
        folder: Path,
        url: str | None = None,
        *,
        embeddings: str = BUILTIN,
        environment: Mapping[str, str] | None = None,
        idle: float = IDLE,
    ) -> None:
        """Use Chroma's server at `url` if given, else its files in `folder`.

        `embeddings` is `builtin` or `provider:model`; `environment` is what the provider's client needs.
        """
        self.model = model_name(embeddings)
        self._embeddings = embeddings
        self._environment = dict(environment or {})
        self._folder = folder
        self._url = url or ""
        self._idle = idle
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0
        self._timer: asyncio.TimerHandle | None = None
        self._resting: asyncio.Task[None] | None = None

    async def add(self, document_id: str, filename: str, first: int, chunks: Sequence[Chunk]) -> None:
        """Write chunks, numbered from `first` within their document; the same number again replaces."""
        rows = [[first + place, chunk.page, chunk.position, chunk.text] for place, chunk in enumerate(chunks)]
        await self._call("add", document_id=document_id, filename=filename, chunks=rows)

    async def delete(self, document_id: str) -> int:
        """Delete every chunk of the document; return how many there were."""
        return int(await self._call("delete", document_id=document_id))

    async def count(self, document_id: str) -> int:
        """Return how many chunks of the document there are."""
        return int(await self._call("count", document_id=document_id))

    async def search(self, query: str, document_ids: Sequence[str], k: int = 5) -> list[Hit]:
        """Return the `k` best chunks of these documents for the query, the best first (TL-3)."""
        found = await self._call("search", query=query, document_ids=list(document_ids), k=k)
        return [
            Hit(hit["document_id"], hit["filename"], hit["page"], hit["position"], hit["text"], hit["score"])
            for hit in found
        ]

    async def extract(self, document_id: str, characters: int) -> list[tuple[int, str]]:
        """Return page and text of the chunks that stand best for each section, `characters` in all."""
        found = await self._call("extract", document_id=document_id, characters=characters)
        return [(chunk["page"], chunk["text"]) for chunk in found]

    async def close(self) -> None:
        """End the process; a later call would start it again."""
        async with self._lock:
            await self._end()

    async def _call(self, operation: str, **arguments: Any) -> Any:
        async with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            try:
                process = self._process or await self._start()
                self._number += 1
                await self._send(process, {"id": self._number, "op": operation, **arguments})
                answer = await self._receive(process)
                while answer.get("id") != self._number:
                    # Whoever asked for this one was cancelled.
                    answer = await self._receive(process)
            except (ConnectionError, TimeoutError, ValueError) as error:
                await self._end()
                raise IndexEnded("The document index ended in mid-work. Try again.") from error
            finally:
                self._timer = asyncio.get_running_loop().call_later(self._idle, self._rest)
        if answer.get("error") == "away":
            raise self._away()
        if "error" in answer:
            raise SetupError(f"The document index failed: {answer['message']}")
        return answer["result"]

    def _away(self) -> StorageUnavailable:
        needed: list[str] = []
        if self._url:
            parts = urlsplit(self._url)
            needed.append(f"Chroma at {parts.hostname}:{parts.port or 8000} (CHROMA_URL)")
        if self._embeddings != BUILTIN:
            needed.append(f"the model {self._embeddings} (COUNCILOS_EMBEDDINGS)")
        return StorageUnavailable(
            f"The document index cannot reach {' or '.join(needed)}. Start it, or correct the address; "
            "documents that wait are then read by themselves."
        )

    async def _start(self) -> asyncio.subprocess.Process:
        process = await spawn(
            _ENGINE,
            str(self._folder),
            self._url,
            self._embeddings,
            **{"ANONYMIZED_TELEMETRY": "False", **self._environment},
        )
        self._process = process
        try:
            answer = await self._receive(process)
        except BaseException:  # edge: no process may be left behind
            await self._end()
            raise
        if "error" not in answer:
            return process
        await self._end()
        match answer["error"]:
            case "busy":
                raise StorageUnavailable(
                    f"Another CouncilOS process uses the document index in {self._folder}. "
                    "To work with several processes, run a Chroma server and set CHROMA_URL."
                )
            case "away":
                raise self._away()
            case "not_installed":
                raise SetupError(FAILURES["not_installed"])
            case _:
                raise SetupError(f"The document index cannot be opened: {answer['message']}")

    @staticmethod
    async def _send(process: asyncio.subprocess.Process, request: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()

    @staticmethod
    async def _receive(process: asyncio.subprocess.Process) -> dict[str, Any]:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError("The index process ended")
        return json.loads(line)

    def _rest(self) -> None:
        if not self._lock.locked():
            self._resting = asyncio.create_task(self.close())

    async def _end(self) -> None:
        process, self._process = self._process, None
        if self._timer is not None:
            self._timer.cancel()
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
