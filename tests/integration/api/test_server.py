"""The server as a process: ready, signals, ports (decision 1)."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from councilos.api.server import listening_socket, url_of
from councilos.errors import SetupError

TESTS = Path(__file__).parents[2]


@asynccontextmanager
async def process(port: int = 0) -> AsyncGenerator[asyncio.subprocess.Process]:
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "support.serve_memory",
        str(port),
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


async def line(running: asyncio.subprocess.Process) -> str:
    assert running.stdout is not None
    return (await running.stdout.readline()).decode().strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_stops_in_order(number: signal.Signals) -> None:
    """Decision 1, RN-7: sockets close with 1012, everything behind the app is stopped, exit code 0."""
    async with process() as running:
        url = await line(running)
        async with connect(url.replace("http", "ws", 1) + "ws/updates", proxy=None) as socket:
            await socket.recv()
            running.send_signal(number)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 1012
        assert await line(running) == "stopped"
        assert await running.wait() == 0


async def test_ready_when_it_says_so() -> None:
    """SO-5: the printed address answers; nothing else is printed."""
    async with process() as running:
        url = await line(running)
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(f"{url}api/health")).json()["status"] == "ok"
        running.terminate()
        out, err = await running.communicate()
        assert (out.decode().strip(), err.decode().strip()) == ("stopped", "")


async def test_port_in_use() -> None:
    """SO-5: a second server says which port is taken and what to do, before it starts anything."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with process(port) as second:
            out, err = await second.communicate()
    assert second.returncode == 1
    assert out == b""
    assert err.decode().strip() == (
        f"Port {port} on 127.0.0.1 is in use. Stop the other program, or choose another with --port."
    )


def test_unknown_host() -> None:
    """SO-5: a host that is none is named."""
    with pytest.raises(SetupError, match="'no such host'"), listening_socket("no such host", 0):
        pass


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1")])
def test_address_for_a_browser(host: str, shown: str) -> None:
    """SO-5: the printed address can be opened."""
    with listening_socket(host, 0) as listener:
        assert url_of(listener) == f"http://{shown}:{listener.getsockname()[1]}/"
