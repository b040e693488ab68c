"""Who may talk to the server: Host, Origin and token, on HTTP and WebSocket alike (SO-1, SO-2, SO-5)."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from councilos.api.errors import council_problem, outage_problem, problem_response, unexpected_problem
from councilos.api.origins import Door, is_loopback
from councilos.errors import Refused, SetupError
from councilos.settings import Settings

OPEN_PATHS: Final = frozenset({"/api/health"})
GUARDED: Final = ("/api", "/ws")
"""What needs the token when one is set; everything else is the web app's own files."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SUBPROTOCOL: Final = "councilos"
TOKEN_SUBPROTOCOL: Final = "bearer."  # noqa: S105 - the prefix, not a token

CLOSE_NO_TOKEN: Final = 4401
API_CSP: Final = "default-src 'none'; frame-ancestors 'none'"
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def is_under(path: str, roots: Sequence[str]) -> bool:
    """Say whether the path is one of the roots or lies below one."""
    return any(path == root or path.startswith(f"{root}/") for root in roots)


def refuse_open_door(host: str, settings: Settings, *, trusted: bool = False) -> None:
    """Raise SetupError when everybody in the network could use this server without a token.

    `trusted` says that the person who started it knows (a container whose port is published on
    127.0.0.1 only).
    """
    if is_loopback(host) or settings.councilos_api_token is not None or trusted:
        return
    raise SetupError(
        f"On {host} other machines could use CouncilOS without any password. Set COUNCILOS_API_TOKEN, "
        "or bind to 127.0.0.1."
    )


def offered_token(connection: HTTPConnection) -> str:
    """Return the token that the client sent, "" when it sent none.

    Browsers cannot set headers on a WebSocket: there it may come as subprotocol or in the query.
    """
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value.strip():
        return value.strip()
    if connection.scope["type"] != "websocket":
        return ""
    for name in connection.scope.get("subprotocols", ()):
        if name.startswith(TOKEN_SUBPROTOCOL):
            return name.removeprefix(TOKEN_SUBPROTOCOL)
    return QueryParams(connection.scope.get("query_string", b"")).get("token", "")


def chosen_subprotocol(offered: Sequence[str]) -> str | None:
    """Return the subprotocol to accept; a browser that offers some insists on one of them."""
    if SUBPROTOCOL in offered:
        return SUBPROTOCOL
    return offered[0] if offered else None


class HostGuard:
    """Refuses requests that do not name this server, and strangers' pages that want to change things."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        """Take the next app and who may come in."""
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request pass or refuse it; a WebSocket is refused before it is accepted."""
        reason = self._reason(scope) if scope["type"] in ("http", "websocket") else None
        if reason is None:
            await self._app(scope, receive, send)
            return
        response = council_problem(Refused(reason))
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, send)

    def _reason(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._door.knows_host(host):
            return (
                "The Host header does not name this server. If you reach it under another name, add "
                "its origin to COUNCILOS_ALLOWED_ORIGINS."
            )
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        origin = headers.get("origin")
        foreign = headers.get("sec-fetch-site") == "cross-site" if origin is None else False
        if foreign or (origin is not None and not self._door.knows_origin(origin, host)):
            return (
                "Pages of this origin may not use CouncilOS. Add it to COUNCILOS_ALLOWED_ORIGINS if they may."
            )
        return None


class TokenGuard:
    """Asks for the token when one is set."""

    def __init__(self, app: ASGIApp, token: str | None, guarded: Sequence[str] = GUARDED) -> None:
        """Take the next app, the token and the paths that need it."""
        self._app = app
        self._token = token.encode() if token else None
        self._guarded = guarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request pass or refuse it; a WebSocket closes with 4401, which a page can see."""
        if scope["type"] not in ("http", "websocket") or self._passes(scope):
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            await socket.accept(chosen_subprotocol(scope.get("subprotocols", ())))
            await socket.close(CLOSE_NO_TOKEN, "The API token is missing or wrong")
            return
        response = problem_response(
            401,
            "unauthorized",
            "This server asks for its API token: send the header Authorization: Bearer <token>.",
            headers={"WWW-Authenticate": "Bearer"},
        )
        await response(scope, receive, send)

    def _passes(self, scope: Scope) -> bool:
        path: str = scope["path"]
        if self._token is None or path in OPEN_PATHS or not is_under(path, self._guarded):
            return True
        return hmac.compare_digest(offered_token(HTTPConnection(scope)).encode(), self._token)


class SafeHeaders:
    """Adds the security headers to every answer, and `no-store` to the API's."""

    def __init__(self, app: ASGIApp, guarded: Sequence[str] = GUARDED) -> None:
        """Take the next app and the paths that belong to the API."""
        self._app = app
        self._guarded = guarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and complete the answer's headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        added: Mapping[str, str] = _HEADERS
        if is_under(scope["path"], self._guarded):
            added = {**_HEADERS, "Cache-Control": "no-store"}

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", API_CSP)
            await send(message)

        await self._app(scope, receive, complete)


class LastResort:
    """Answers what nobody foresaw: 503 while the database is away, else 500 with an id for the log."""

    def __init__(self, app: ASGIApp, is_outage: Callable[[BaseException], bool]) -> None:
        """Take the next app and what recognises an outage of the database."""
        self._app = app
        self._is_outage = is_outage

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; an answer that has begun can only be cut off."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def watch(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception as error:  # edge: the last chance to answer the client without internals
            if begun:
                raise
            await self._answer(error)(scope, receive, send)

    def _answer(self, error: Exception) -> Response:
        return outage_problem() if self._is_outage(error) else unexpected_problem(error)
