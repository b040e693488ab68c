"""Host, Origin, token, headers and secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from councilos.api.app import create_app
from councilos.api.origins import Door
from councilos.api.security import refuse_open_door
from councilos.errors import SetupError
from support.api_runtime import MemoryRuntime, settings

TOKEN = "a-long-and-secret-token"
Call = Callable[..., Any]
Json = dict[str, Any]


def app_client(
    base: str = "http://127.0.0.1:8000", host: str = "127.0.0.1", **values: Any
) -> httpx.AsyncClient:
    app = create_app(MemoryRuntime(settings(**values)), host=host)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8000")


START = {"input_topic": "x"}


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "localhost",
        "localhost:3000",
        "[::1]:8000",
        "LOCALHOST:1",
        "127.1.2.3",
        "a.localhost",
    ],
)
async def test_own_hosts(client: httpx.AsyncClient, host: str) -> None:
    """SO-2: names of this machine are welcome, on any published port (SO-7)."""
    assert (await client.get("/api/runs", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8000",
        "192.168.1.5:8000",
        "evil.example:8000@127.0.0.1",
        "",
        "[",
        "127.0.0.1:port",
    ],
)
async def test_foreign_hosts(client: httpx.AsyncClient, host: str) -> None:
    """SO-2: a name that points here (DNS rebinding) is refused, on pages and health too."""
    for path in ("/api/runs", "/api/health", "/"):
        answer = await client.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["code"]) == (403, "refused")


async def test_bound_host_and_origins_are_known() -> None:
    """SO-2: the bound host, allowed origins' hosts and, on a network, plain addresses."""
    origin = "https://council.example"
    async with app_client(host="0.0.0.0", councilos_allowed_origins=origin) as client:
        for host in ("council.example", "10.0.0.7:8000", "localhost"):
            assert (await client.get("/api/runs", headers={"host": host})).status_code == 200
        assert (await client.get("/api/runs", headers={"host": "other.example"})).status_code == 403
    async with app_client(host="box.lan") as client:
        assert (await client.get("/api/runs", headers={"host": "box.lan:8000"})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://127.0.0.1:8000.evil.example"},
        {"origin": "file://"},
        {"sec-fetch-site": "cross-site"},
    ],
)
async def test_foreign_pages_change_nothing(
    client: httpx.AsyncClient, runtime: MemoryRuntime, headers: dict[str, str]
) -> None:
    """SO-2: a stranger's page is refused before anything happens, and gets no CORS headers."""
    answer = await client.post("/api/councils/run", json=START, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "refused")
    assert runtime.storage.tables.runs == {}
    reading = await client.get("/api/runs", headers=headers)
    assert "access-control-allow-origin" not in reading.headers


async def test_own_pages(client: httpx.AsyncClient) -> None:
    """SO-2: the origin of the server itself is welcome, under the port the browser sees."""
    for origin, host in (
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://localhost:3000", "localhost:3000"),
        ("http://localhost", "localhost:80"),
        ("https://localhost", "localhost"),
    ):
        answer = await client.post("/api/councils/run", json=START, headers={"origin": origin, "host": host})
        assert answer.status_code == 202, origin


async def test_forms_start_nothing(client: httpx.AsyncClient, runtime: MemoryRuntime) -> None:
    """SO-2: what a plain form could send is no JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = await client.post(
            "/api/councils/run", content=b'{"input_topic": "x"}', headers={"content-type": kind}
        )
        assert answer.status_code == 422
    assert runtime.storage.tables.runs == {}


async def test_allowed_origin_gets_cors() -> None:
    """SO-2: preflight and answers name the allowed origin, and no other."""
    origin = "https://canvas.example:8443"
    asked = {
        "origin": origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,content-type,idempotency-key",
    }
    async with app_client(councilos_allowed_origins=f"{origin}/, http://two.example") as client:
        preflight = await client.options("/api/councils/x", headers=asked)
        assert preflight.status_code == 200
        assert preflight.headers["access-control-allow-origin"] == origin
        answer = await client.post("/api/councils/run", json=START, headers={"origin": origin})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (202, origin)
        stranger = {**asked, "origin": "https://evil.example"}
        refused = await client.options("/api/councils/x", headers=stranger)
        assert "access-control-allow-origin" not in refused.headers
        assert refused.status_code == 400


@pytest.mark.parametrize("origin", ["*", "council.example", "https://a.example/path", "ftp://a.example"])
def test_unclear_origins_are_refused_at_start(origin: str) -> None:
    """SO-2: only exact origins; the message names the variable."""
    with pytest.raises(SetupError, match="COUNCILOS_ALLOWED_ORIGINS"):
        Door.of([origin], "127.0.0.1")


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer ä"]
)
async def test_token_is_asked_for(header: str) -> None:
    """SO-5: without the right token nothing below /api answers, known or not; health is open."""
    async with app_client(councilos_api_token=TOKEN) as client:
        for path in ("/api/runs", "/api/openapi.json", "/api/nothing", "/api/councils/run"):
            answer = await client.get(path, headers={b"authorization": header.encode()})
            assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
            assert answer.headers["www-authenticate"] == "Bearer"
        assert (await client.get("/api/health")).status_code == 200
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/api/runs", params={"token": TOKEN})).status_code == 401


async def test_right_token() -> None:
    """SO-5: the scheme's case does not matter."""
    async with app_client(councilos_api_token=TOKEN) as client:
        for scheme in ("Bearer", "bearer"):
            answer = await client.get("/api/runs", headers={"authorization": f"{scheme} {TOKEN}"})
            assert answer.status_code == 200


async def test_socket_token(server: Call) -> None:
    """SO-5: header, subprotocol or query; without it the socket closes with 4401."""
    url = await server(councilos_api_token=TOKEN)
    right: list[tuple[str, Json]] = [
        (f"/ws/updates?token={TOKEN}", {}),
        ("/ws/updates", {"additional_headers": {"Authorization": f"Bearer {TOKEN}"}}),
        ("/ws/updates", {"subprotocols": ["councilos", f"bearer.{TOKEN}"]}),
        ("/ws/updates", {"subprotocols": [f"bearer.{TOKEN}"]}),
    ]
    for path, options in right:
        async with connect(url + path, proxy=None, **options) as socket:
            assert "attention" in str(await socket.recv())
            if "subprotocols" in options:
                assert socket.subprotocol == options["subprotocols"][0]
    wrong: list[tuple[str, Json]] = [
        ("/ws/updates", {}),
        ("/ws/updates?token=wrong", {}),
        ("/ws/council/abc", {"subprotocols": ["councilos", "bearer.wrong"]}),
    ]
    for path, options in wrong:
        async with connect(url + path, proxy=None, **options) as socket:
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 4401


async def test_socket_origin_and_host(server: Call) -> None:
    """SO-2: a stranger's page gets no WebSocket: HTTP 403 before it is accepted."""
    url = await server()
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus) as refused:
            async with connect(url + "/ws/updates", proxy=None, additional_headers=headers):
                pass
        assert refused.value.response.status_code == 403
    own = url.replace("ws://", "http://")
    async with connect(url + "/ws/updates", proxy=None, additional_headers={"Origin": own}) as socket:
        assert "attention" in str(await socket.recv())


def test_no_open_door() -> None:
    """SO-5: on a network address a token is required, unless the person says it is fine."""
    refuse_open_door("127.0.0.1", settings())
    refuse_open_door("::1", settings())
    refuse_open_door("localhost", settings())
    refuse_open_door("0.0.0.0", settings(), trusted=True)
    refuse_open_door("0.0.0.0", settings(councilos_api_token=TOKEN))
    for host in ("0.0.0.0", "::", "192.168.1.5", "box.lan"):
        with pytest.raises(SetupError, match="COUNCILOS_API_TOKEN"):
            refuse_open_door(host, settings())


async def test_headers_of_every_answer(client: httpx.AsyncClient) -> None:
    """SO-2: the API's answers are no pages, are not stored and are not framed."""
    for path in ("/api/runs", "/api/nothing", "/api/health"):
        headers = (await client.get(path)).headers
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
        assert (headers["cache-control"], headers["referrer-policy"]) == ("no-store", "same-origin")
