"""Serve the app with uvicorn: own signal handling, ordered shutdown, clear messages.

uvicorn's own handling raises the signal again when it is done, which would skip every `finally`
(decision 1); here a signal only asks the server to stop, so that runs are handed on, the embedded
database is stopped and the process ends with exit code 0.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI

from councilos.api.app import create_app
from councilos.api.deps import Runtime
from councilos.api.frames import GatheringProtocol
from councilos.errors import SetupError

PING_SECONDS: Final = 20.0
"""How often WebSockets are pinged; a client that does not answer as long is gone."""
DRAIN_SECONDS: Final = 5
BACKLOG: Final = 2_048

RuntimeContext = Callable[[], AbstractAsyncContextManager[Runtime]]


async def serve(
    open_runtime: RuntimeContext,
    host: str,
    port: int,
    *,
    web_dir: Path | None = None,
    announce: Callable[[str], None] = print,
    stop: asyncio.Event | None = None,
) -> None:
    """Open the runtime and serve it until SIGINT, SIGTERM or `stop`, then stop everything in order.

    `announce` gets the address when the server is ready; port 0 takes a free one. SetupError when
    the address cannot be used.
    """
    stop = stop or asyncio.Event()
    with listening_socket(host, port) as listener, stopping(stop):
        async with open_runtime() as runtime:
            app = create_app(runtime, web_dir, host=host)
            server = _Server(_config(app), lambda: announce(url_of(listener)))
            await _until_stopped(server, listener, stop)


async def _until_stopped(server: _Server, listener: socket.socket, stop: asyncio.Event) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    asked = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((serving, asked), return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await serving
    finally:
        asked.cancel()


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        ws=GatheringProtocol,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_max_size=64 * 1024,
        # It costs more time and memory for each reader than a local network gains.
        ws_per_message_deflate=False,
        backlog=BACKLOG,
    )


class _Server(uvicorn.Server):
    """uvicorn without its signal handlers, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


@contextlib.contextmanager
def stopping(stop: asyncio.Event) -> Generator[None]:
    """Set the event on SIGINT and SIGTERM while the block runs, instead of ending the process."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


@contextlib.contextmanager
def listening_socket(host: str, port: int) -> Generator[socket.socket]:
    """Take the address before anything is started; clients that come early wait in its queue."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise SetupError(f"The host {host!r} cannot be used: {error.strerror or error}.") from None
    with listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
            listener.listen(BACKLOG)
        except OSError as error:
            raise SetupError(_bind_message(host, port, error)) from None
        yield listener


def _bind_message(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use. Stop the other program, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may only be used by the administrator. Choose one above 1023 with --port."
    return f"{host}:{port} cannot be used: {error.strerror or error}."


def url_of(listener: socket.socket) -> str:
    """Return the address for a browser; a server on every address is reached on this machine."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"
