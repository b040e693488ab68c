"""Health and providers."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from councilos import __version__
from councilos.api.app import create_app
from support.api_runtime import MemoryRuntime, settings
from support.model_server import ModelServer

KEY = "sk-test-0123456789abcdef"


async def test_health(client: httpx.AsyncClient) -> None:
    """Section 3: 200 with status ok."""
    answer = await client.get("/api/health")
    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "version": __version__, "checks": {"database": True}},
    )


async def test_health_by_its_headers_alone(client: httpx.AsyncClient) -> None:
    """Section 3: watchers that ask with HEAD get the same status without a body."""
    answer = await client.head("/api/health")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("key", [None, KEY])
async def test_providers(model_server: ModelServer, key: str | None) -> None:
    """BP-14, SO-1: says what is ready and what to set, and never shows a key."""
    own = settings(openai_api_key=key, openai_base_url=f"{model_server.url}/v1" if key else None)
    transport = httpx.ASGITransport(create_app(MemoryRuntime(own)))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/api/providers")
    found = {item["provider"]: item for item in answer.json()}
    assert found["openai"]["configured"] is (key is not None)
    assert found["anthropic"]["ready"] is False
    assert "ANTHROPIC_API_KEY" in found["anthropic"]["problem"]
    assert KEY not in answer.text


@pytest.mark.parametrize("key", [None, KEY])
async def test_system(tmp_path: Path, key: str | None) -> None:
    """SO-1, TL-1: tells tools, place and size of the data; never a key."""
    (tmp_path / "chroma").mkdir()
    (tmp_path / "chroma" / "index").write_bytes(b"x" * 700)
    (tmp_path / "server.json").write_bytes(b"x" * 50)
    own = settings(tavily_api_key=key, councilos_home=tmp_path)
    runtime = MemoryRuntime(own)
    transport = httpx.ASGITransport(create_app(runtime))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        await client.post("/api/councils/run", json={"input_topic": "Cats"})
        answer = await client.get("/api/system")
    found = answer.json()
    assert (found["version"], found["runs"], found["councils"]) == (__version__, 1, 0)
    search = next(tool for tool in found["tools"] if tool["tool"] == "web_search")
    assert search["ready"] is (key is not None)
    assert search["set"][0] == "TAVILY_API_KEY"
    assert search["uses"] == ("Tavily" if key else "")
    assert ("TAVILY_API_KEY" in search["problem"]) is (key is None)
    assert found["data"] == {
        "home": str(tmp_path), "database_url_set": False,
        "bytes": 750, "database": 0, "documents": 700, "other": 50,
    }  # fmt: skip
    assert KEY not in answer.text
