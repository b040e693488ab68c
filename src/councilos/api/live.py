"""`/ws/council/{run_id}` and `/ws/updates`: live frames (WS-1, WS-3 to WS-5).

Three duties: validate what the client asked for, loop until one side leaves, format the frames.
A reader never touches the executing task; when it is too slow it reads the log instead.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from councilos.api.changes import changes
from councilos.api.deps import Runtime, runtime_of
from councilos.api.security import chosen_subprotocol
from councilos.errors import NotFound, StorageUnavailable
from councilos.events.types import Event
from councilos.events.updates import Update
from councilos.runs import history
from councilos.runs.watch import follow

CLOSE_DONE: Final = 1000
CLOSE_TRY_AGAIN: Final = 1013
CLOSE_BAD_REQUEST: Final = 4400
CLOSE_UNKNOWN_RUN: Final = 4404
MAX_CURSOR: Final = 2**53

router = APIRouter()


@router.websocket("/ws/council/{run_id}")
async def watch_run(socket: WebSocket, run_id: str) -> None:
    """Send a snapshot, the events after `?after=seq`, what happens from now on, and at last `done`."""
    await _watch(socket, partial(_run_frames, runtime_of(socket), run_id))


@router.websocket("/ws/updates")
async def watch_updates(socket: WebSocket) -> None:
    """Send what waits for a person, what changed after `?after=cursor`, and every change from now on."""
    await _watch(socket, partial(_update_frames, runtime_of(socket)))


async def _watch(socket: WebSocket, frames: Callable[[int], AsyncIterator[str]]) -> None:
    """Accept the connection and send the frames that follow `?after=`."""
    await socket.accept(chosen_subprotocol(socket.scope.get("subprotocols", ())))
    after = cursor_of(socket)
    if after is None:
        await socket.close(CLOSE_BAD_REQUEST, "after must be a whole number from 0")
        return
    await _serve(socket, frames(after))


def cursor_of(socket: WebSocket) -> int | None:
    """Return `?after=`, 0 without it, None when it is no whole number from 0."""
    text = socket.query_params.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_CURSOR))):
        return None
    return min(int(text), MAX_CURSOR)


async def _run_frames(runtime: Runtime, run_id: str, after: int) -> AsyncIterator[str]:
    wanted = history.as_run_id(run_id)
    async with aclosing(follow(runtime.storage, runtime.live, wanted, after)) as events:
        async for event in events:
            yield frame(event)


async def _update_frames(runtime: Runtime, after: int) -> AsyncIterator[str]:
    async with aclosing(changes(runtime, after)) as updates:
        async for update in updates:
            yield frame(update)


def frame(event: Event | Update) -> str:
    """Return the JSON text of one frame; `node` and `status` stand at the top beside `seq` and `type`."""
    return event.model_dump_json()


async def _serve(socket: WebSocket, frames: AsyncIterator[str]) -> None:
    """Send frames until they end or the client leaves, whichever comes first, then close."""
    sending = asyncio.create_task(_send(socket, frames))
    leaving = asyncio.create_task(_until_gone(socket))
    try:
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        gone = leaving.done()
    finally:
        for task in (sending, leaving):
            task.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)
    if gone or sending.cancelled():
        return
    code, reason = _closing(sending.exception())
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


def _closing(error: BaseException | None) -> tuple[int, str]:
    match error:
        case None:
            return CLOSE_DONE, ""
        case NotFound():
            return CLOSE_UNKNOWN_RUN, "There is no such run"
        case StorageUnavailable():
            return CLOSE_TRY_AGAIN, "The database cannot be reached; come back with ?after="
        case _:
            raise error


async def _send(socket: WebSocket, frames: AsyncIterator[str]) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        async for text in frames:
            await socket.send_text(text)


async def _until_gone(socket: WebSocket) -> None:
    """Read, and ignore, what the client says until it leaves."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
