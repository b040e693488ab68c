"""The web app: a static export, served on the same origin as the API (decision 14)."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from councilos.api.errors import http_problem
from councilos.api.security import GUARDED, is_under

_INLINE_SCRIPT: Final = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
_IMMUTABLE: Final = "/_next/static/"

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>CouncilOS</title>
<h1>CouncilOS is running</h1>
<p>The web app has not been built yet. Run <code>make web</code> and start the server again.</p>
<p>The API answers at <a href="/api/health">/api/health</a> and is described at
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


def content_security_policy(web_dir: Path | None) -> str:
    """Return the policy of the pages: own scripts, and the inline scripts that the export contains."""
    pages = sorted(web_dir.rglob("*.html")) if web_dir else []
    inline = {script for page in pages for script in _INLINE_SCRIPT.findall(page.read_bytes())}
    hashes = sorted(f"'sha256-{base64.b64encode(hashlib.sha256(s).digest()).decode()}'" for s in inline if s)
    rules = (
        "default-src 'self'",
        " ".join(("script-src 'self'", *hashes)),
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)


class _Export(StaticFiles):
    """Files of the export: pages at `/name/`, unknown pages answered with its 404 page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 404 and not _wants_page(scope):
            raise HTTPException(404)
        hashed = scope["path"].startswith(_IMMUTABLE) and response.status_code in (200, 304)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


class _NotBuilt:
    """Says how to build the web app."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(404)
        await HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-cache"})(scope, receive, send)


class WebApp:
    """Answers every path that no route knows: with a page, or with a problem document."""

    def __init__(self, web_dir: Path | None) -> None:
        """Take the folder of the export; None, or a folder that is not there, means it is not built."""
        built = web_dir if web_dir is not None and (web_dir / "index.html").is_file() else None
        self._policy = content_security_policy(built)
        self._files: ASGIApp = _NotBuilt() if built is None else _Export(directory=built, html=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; nothing below the API's paths is ever a page."""
        if scope["type"] == "websocket":
            await WebSocketClose(4404, "There is nothing at this address")(scope, receive, send)
            return
        try:
            if is_under(scope["path"], GUARDED):
                raise HTTPException(404)
            await self._files(scope, receive, self._with_policy(send))
        except HTTPException as error:
            await http_problem(error)(scope, receive, send)

    def _with_policy(self, send: Send) -> Send:
        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Content-Security-Policy"] = self._policy
            await send(message)

        return complete


def _wants_page(scope: Scope) -> bool:
    return "text/html" in Headers(scope=scope).get("accept", "")
