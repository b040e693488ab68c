"""A fake model server that speaks OpenAI, Anthropic and Ollama on one loopback port.

In a test:

    with ModelServer() as server:
        server.on(lambda call: "critic" in call.system, ["SCORE 4", "SCORE 9"])
        server.script(["first answer", Reply(status=429, retry_after=1), "second"])
        ... os.environ | server.env("openai") ...
        assert [call.system for call in server.calls] == [...]

An answer is looked up in this order: the first rule of `on` that matches and has answers left,
the queue of `script`, the function of `answer`, a default sentence. As a process of its own
(`python -m support.model_server --port N --script file.json`) it is steered by `POST /_script`
and read by `GET /_calls`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import uvicorn

from support.model_script import Script
from support.model_wire import RENDER, Call, Json, Protocol, Reply, ToolCall, as_text, error_body

__all__ = ["Call", "ModelServer", "Reply", "ToolCall"]

Send = Callable[[Json], Awaitable[None]]
Receive = Callable[[], Awaitable[Json]]

_PATHS: dict[str, Protocol] = {
    "/v1/chat/completions": "openai",
    "/v1/messages": "anthropic",
    "/api/chat": "ollama",
}


@dataclass
class ModelServer(Script):
    """The fake server; all methods may be called from any thread while it runs.

    `latency_ms` is the time to the first byte of replies that name none; `models` is what the
    model lists show.
    """

    port: int = 0
    models: tuple[str, ...] = ("gpt-4o", "claude-3-5-sonnet-20241022", "llama3.2:latest")
    open_calls: int = 0

    # Addresses

    @property
    def url(self) -> str:
        """The address without a path: Anthropic's base URL and Ollama's host."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def openai_url(self) -> str:
        """OpenAI's base URL."""
        return f"{self.url}/v1"

    def env(self, provider: Protocol = "openai", key: str = "test") -> dict[str, str]:
        """Return the environment variables that point CouncilOS here."""
        return {
            "openai": {"OPENAI_BASE_URL": self.openai_url, "OPENAI_API_KEY": key},
            "anthropic": {"ANTHROPIC_BASE_URL": self.url, "ANTHROPIC_API_KEY": key},
            "ollama": {"OLLAMA_HOST": self.url},
        }[provider]

    # Life

    def __enter__(self) -> Self:
        """Start in a thread on a free port (or `port`)."""
        listener = socket.create_server(("127.0.0.1", self.port), backlog=2048)
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(
            self, log_level="critical", access_log=False, lifespan="off", ws="none",
            timeout_graceful_shutdown=0, timeout_keep_alive=60,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, name="model-server", daemon=True
        )
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the fake model server did not start")
            time.sleep(0.002)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop at once; open answers are cut."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(timeout=10)

    # ASGI

    async def __call__(self, scope: Json, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path: str = scope["path"]
        body = await _body(receive)
        protocol = _PATHS.get(path)
        if protocol is None:
            await self._other(scope, path, body, send)
            return
        call = self._record(protocol, scope, json.loads(body))
        try:
            await self._serve(call, self.next(call), receive, send)
        finally:
            self.open_calls -= 1

    def _record(self, protocol: Protocol, scope: Json, body: Json) -> Call:
        system = as_text(body.get("system")) if protocol == "anthropic" else ""
        messages: list[dict[str, str]] = []
        for message in body.get("messages", ()):
            text = as_text(message.get("content"))
            if message["role"] in ("system", "developer"):
                system = f"{system}\n{text}" if system else text
            else:
                messages.append({"role": message["role"], "content": text})
        tools = [tool.get("name") or tool["function"]["name"] for tool in body.get("tools") or ()]
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        with self._lock:
            stream = bool(body.get("stream", protocol == "ollama"))
            call = Call(
                len(self.calls) + 1, protocol, str(body.get("model")), system, messages, stream,
                tools, body, headers, time.monotonic(),
            )  # fmt: skip
            self.calls.append(call)
            self.open_calls += 1
            self.most_open_calls = max(self.most_open_calls, self.open_calls)
        return call

    async def _serve(self, call: Call, reply: Reply, receive: Receive, send: Send) -> None:
        latency = self.latency_ms if reply.latency_ms is None else reply.latency_ms
        if latency:
            await asyncio.sleep(latency / 1000)
        if reply.status != 200:
            extra = [] if reply.retry_after is None else [(b"retry-after", b"%g" % reply.retry_after)]
            await _respond(send, reply.status, error_body(call.protocol, reply), extra=extra)
            return
        wire = RENDER[call.protocol](call, reply)
        if not (reply.piece_ms or reply.disconnect_after is not None or reply.hang_after is not None):
            body = wire.head + b"".join(wire.pieces) + wire.tail
            await _respond(send, 200, body, wire.content_type)
            return
        await _start(send, 200, wire.content_type)
        await _chunk(send, wire.head)
        for index, piece in enumerate([*wire.pieces, wire.tail]):
            if index == reply.disconnect_after:
                raise ConnectionAbortedError("asked for by the test")
            if index == reply.hang_after:
                await _disconnected(receive)
                return
            if reply.piece_ms and index < len(wire.pieces):
                await asyncio.sleep(reply.piece_ms / 1000)
            await _chunk(send, piece)
        await send({"type": "http.response.body", "body": b""})

    async def _other(self, scope: Json, path: str, body: bytes, send: Send) -> None:
        answers: dict[str, Callable[[], Any]] = {
            "/v1/models": lambda: {
                "object": "list",
                "has_more": False,
                "data": [{"id": name, "object": "model", "type": "model"} for name in self.models],
            },
            "/api/tags": lambda: {"models": [{"name": name, "model": name} for name in self.models]},
            "/api/version": lambda: {"version": "0.0.0"},
            "/api/show": lambda: {
                "capabilities": ["completion", "tools"],
                "model_info": {"llama.context_length": 131072},
            },
            "/_calls": lambda: [asdict(call) for call in list(self.calls)],
            "/_script": lambda: self.load(json.loads(body)),
        }
        known = answers.get(path)
        if known is None:
            await _respond(send, 404, b'{"error": {"message": "no such path", "type": "not_found_error"}}')
            return
        await _respond(send, 200, json.dumps(known()).encode())


async def _body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            return body


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _start(
    send: Send, status: int, content_type: str, headers: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    all_headers = [(b"content-type", content_type.encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})


async def _chunk(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _respond(
    send: Send,
    status: int,
    body: bytes,
    content_type: str = "application/json",
    extra: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    length = (b"content-length", str(len(body)).encode())
    await _start(send, status, content_type, [length, *extra])
    await send({"type": "http.response.body", "body": body})


def main() -> None:
    """Run as a process of its own until killed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency-ms", type=float, default=0.0)
    parser.add_argument("--script", type=Path)
    options = parser.parse_args()
    server = ModelServer(port=options.port, latency_ms=options.latency_ms)
    if options.script:
        server.load(json.loads(options.script.read_text(encoding="utf-8")))
    with server:
        print(json.dumps({"port": server.port, "url": server.url}), flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main()
