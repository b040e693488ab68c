"""The web app on the same origin as the API (decision 14)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest

from councilos.api.app import create_app
from support.api_runtime import MemoryRuntime

SCRIPT = "self.__next_f.push([1, '<b>'])"
PAGE = f'<html><script src="/_next/static/a.js"></script><script async>{SCRIPT}</script></html>'
HTML = {"accept": "text/html,*/*"}


@pytest.fixture
def web_dir(tmp_path: Path) -> Path:
    files = {
        "index.html": PAGE,
        "konferenzzimmer/index.html": "<p>room</p>",
        "404.html": "<p>lost</p>",
        "_next/static/a.js": "1;" * 2_000,
        "icon.svg": "<svg/>",
    }
    for name, text in files.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "web"


@pytest.fixture
async def pages(runtime: MemoryRuntime, web_dir: Path) -> AsyncGenerator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(runtime, web_dir))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        yield client


async def test_pages(pages: httpx.AsyncClient) -> None:
    """Decision 14: pages end in a slash, ids are query parameters."""
    assert "__next_f" in (await pages.get("/")).text
    assert (await pages.get("/konferenzzimmer/?run=1")).text == "<p>room</p>"
    moved = await pages.get("/konferenzzimmer?run=1")
    assert moved.is_redirect
    assert moved.headers["location"].endswith("/konferenzzimmer/?run=1")
    assert (await pages.head("/")).status_code == 200
    assert (await pages.post("/")).status_code == 405


async def test_unknown_paths(pages: httpx.AsyncClient) -> None:
    """Decision 14: JSON 404 unless HTML is accepted; below /api always JSON."""
    page = await pages.get("/nothing/", headers=HTML)
    assert (page.status_code, page.text) == (404, "<p>lost</p>")
    for path, headers in (("/nothing", {}), ("/api/nothing", HTML), ("/ws/nothing", HTML), ("/api", HTML)):
        answer = await pages.get(path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%00", "/" + "x" * 5_000]
)
async def test_nothing_outside_is_served(pages: httpx.AsyncClient, path: str) -> None:
    """SO-3: the folder of the export is all there is."""
    answer = await pages.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


async def test_caching_and_compression(pages: httpx.AsyncClient) -> None:
    """Decision 14: hashed files for ever, the rest asks again; unchanged answers 304."""
    script = await pages.get("/_next/static/a.js", headers={"accept-encoding": "gzip"})
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-encoding"] == "gzip"
    first = await pages.get("/")
    assert first.headers["cache-control"] == "no-cache"
    again = await pages.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    lost = await pages.get("/_next/static/gone.js", headers=HTML)
    assert (lost.status_code, lost.headers["cache-control"]) == (404, "no-cache")


async def test_policy_allows_own_and_known_inline_scripts_only(pages: httpx.AsyncClient) -> None:
    """Decision 14: script-src 'self' and the hash of every inline script of the export."""
    policy = (await pages.get("/")).headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "frame-ancestors 'none'" in policy


async def test_not_built(runtime: MemoryRuntime, tmp_path: Path) -> None:
    """UI-6: without the export the start page says how to build it."""
    for folder in (None, tmp_path, tmp_path / "missing"):
        transport = httpx.ASGITransport(create_app(runtime, folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert "make web" in (await client.get("/")).text
            assert (await client.get("/konferenzzimmer/")).status_code == 404
