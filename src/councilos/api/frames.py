"""The WebSocket protocol of the server: uvicorn's, with frames of one moment sent together."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_WAITING: Final = 64 * 1024
"""Bytes that may wait; with more the connection has to say whether it can take them."""


class _Gathering:
    """A transport that writes once for each turn of the event loop: a finished node is six frames."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)
        self._size += len(data)
        if self._size > MOST_WAITING:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._size = 0
        if data and not self._transport.is_closing():
            self._transport.write(data)


class GatheringProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol over such a transport."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection."""
        gathering: Any = _Gathering(transport, self.loop)
        super().connection_made(gathering)
