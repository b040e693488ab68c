"""A fake Tavily, and a fake SearXNG, on a free loopback port."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl

Json = dict[str, Any]


class SearchServer:
    """Answers searches from a queue of (status, body, headers), then with one page about the query."""

    def __init__(self) -> None:
        self.queries: list[Json] = []
        self.keys: list[str] = []
        self.script: deque[tuple[int, Any, dict[str, str]]] = deque()
        self.delay = 0.0
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def then(self, answers: Iterable[tuple[int, Any]], **headers: str) -> Self:
        """Queue answers."""
        self.script.extend((status, body, headers) for status, body in answers)
        return self

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(timeout=10)

    def answer(self, query: Json, authorization: str) -> tuple[int, Any, dict[str, str]]:
        """Note the request and return what to send."""
        self.queries.append(query)
        self.keys.append(authorization)
        if self.delay:
            time.sleep(self.delay)
        if self.script:
            return self.script.popleft()
        page = {
            "title": "A page",
            "url": "https://example.org/a",
            "content": f"Facts about {query.get('query') or query['q']}.",
        }
        return 200, {"results": [page]}, {}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["content-length"])).decode()
                is_json = self.headers["content-type"] == "application/json"
                query = json.loads(raw) if is_json else dict(parse_qsl(raw))
                status, body, headers = server.answer(query, self.headers.get("authorization", ""))
                if self.path != "/search":
                    status = 404
                sent = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("content-length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name
                """Say nothing."""

        return Handler
