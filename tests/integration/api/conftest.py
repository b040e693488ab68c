"""The app over HTTP in this process, and a real server for WebSockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from councilos.api.app import create_app
from councilos.api.server import serve
from councilos.storage.engine import open_database
from support.api_runtime import AnyRuntime, MemoryRuntime, PostgresRuntime, settings

BASE = "http://127.0.0.1:8000"


@pytest.fixture
def runtime() -> MemoryRuntime:
    return MemoryRuntime()


@pytest_asyncio.fixture(loop_scope="function")
async def postgres_runtime(database_url: str) -> AsyncGenerator[PostgresRuntime]:
    async with open_database(database_url) as database:
        yield PostgresRuntime(database)


@pytest.fixture(params=["memory", "postgres"])
def either(request: pytest.FixtureRequest) -> AnyRuntime:
    """Both storages in turn: modules whose tests hold on both make it their `runtime`."""
    if request.param == "memory":
        return MemoryRuntime()
    return request.getfixturevalue("postgres_runtime")


@asynccontextmanager
async def http_client(runtime: AnyRuntime) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of the app, without a socket."""
    transport = httpx.ASGITransport(create_app(runtime))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        yield client


@pytest.fixture
async def client(runtime: AnyRuntime) -> AsyncGenerator[httpx.AsyncClient]:
    async with http_client(runtime) as opened:
        yield opened


@asynccontextmanager
async def running_server(runtime: AnyRuntime) -> AsyncGenerator[str]:
    """A real server on a free loopback port; yields its address without the slash."""
    stop = asyncio.Event()
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(runtime.open, "127.0.0.1", 0, announce=ready.set_result, stop=stop))
    await asyncio.wait((serving, ready), return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    yield (await ready).rstrip("/")
    stop.set()
    await serving


@pytest.fixture
async def url(runtime: AnyRuntime) -> AsyncGenerator[str]:
    async with running_server(runtime) as address:
        yield address


@pytest.fixture
def blueprint() -> dict[str, Any]:
    """The example of requirements section 1, shortened."""
    agent = {"type": "agent", "system_prompt": "…", "model": "claude-3-5-sonnet-20241022"}
    tools = {"web_search": False, "pdf_reader": False}
    return {
        "version": "1.0",
        "name": "Mein Content-Rat",
        "nodes": [
            {"id": "node-1", "name": "Master KI", "tools": tools, **agent},
            {"id": "node-2", "name": "Kritiker KI", "tools": tools, **agent},
        ],
        "edges": [
            {"id": "edge-1", "source": "node-1", "target": "node-2", "type": "linear"},
            {
                "id": "edge-2",
                "source": "node-2",
                "target": "node-1",
                "type": "conditional",
                "condition": "rework",
            },
        ],
    }


@pytest.fixture
def start_run(client: httpx.AsyncClient) -> Callable[..., Any]:
    """Start the default council and return its id."""

    async def start(**body: Any) -> UUID:
        answer = await client.post("/api/councils/run", json={"input_topic": "Cats", **body})
        assert answer.status_code == 202, answer.text
        return UUID(answer.json()["run_id"])

    return start


@pytest.fixture
async def server() -> AsyncGenerator[Callable[..., Any]]:
    """Start a real server with these settings; answers with its WebSocket address."""
    async with AsyncExitStack() as stack:

        async def begin(**values: Any) -> str:
            own = MemoryRuntime(settings(**values))
            return (await stack.enter_async_context(running_server(own))).replace("http", "ws", 1)

        yield begin
