"""JSON bodies that cannot hurt: what PostgreSQL cannot store or Python cannot walk is refused (SO-3)."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, ClassVar, Final, cast

from fastapi.requests import Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers

from councilos.blueprint.values import Doubled, object_of
from councilos.errors import InvalidInput, TooLarge
from councilos.runs.text import NO_TEXT, is_text
from councilos.wording import pointer

MAX_DEPTH: Final = 100
"""How deep objects and lists may be nested."""
SMALL_BODY: Final = 1024 * 1024
BLUEPRINT_BODY: Final = 5 * 1024 * 1024
"""Bytes that a body may have: everywhere, and where a blueprint is sent."""
_PARSE_IN_THREAD: Final = 128 * 1024
_WITHOUT_BODY: Final = frozenset({"GET", "HEAD", "DELETE", "OPTIONS"})

Path = tuple[int | str, ...]


def checked_text(text: str) -> str:
    """Return the text; ValueError when it cannot be stored."""
    if not is_text(text):
        raise ValueError(f"The text holds {NO_TEXT}")
    return text


def parse(body: bytes, *, texts: bool = True) -> Any:
    """Parse JSON strictly; InvalidInput for what is no JSON or too deep.

    With `texts` also for what cannot be stored and for doubled fields; `blueprint.check` has its own
    words for those.
    """
    try:
        value = json.loads(body, parse_constant=_no_constant, object_pairs_hook=object_of)
    except (ValueError, RecursionError):
        raise InvalidInput.at("", "invalid_json", "The body is no valid JSON.") from None
    for path, item in _walk(value):
        if texts:
            _check(path, item)
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _walk(value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield every value with its path, without recursion, so that depth cannot exhaust the stack."""
    todo: list[tuple[Path, Any]] = [((), value)]
    while todo:
        path, item = todo.pop()
        yield path, item
        if isinstance(item, dict | list):
            if len(path) >= MAX_DEPTH:
                raise InvalidInput.at("", "too_deep", f"The JSON is nested deeper than {MAX_DEPTH} levels.")
            todo += _children(path, item)  # pyright: ignore[reportUnknownArgumentType]


def _check(path: Path, item: Any) -> None:
    if isinstance(item, str):
        _check_text(path, item)
    elif isinstance(item, float) and not math.isfinite(item):
        raise InvalidInput.at(pointer(path), "not_finite", "The number is too large.")
    elif isinstance(item, dict):
        if isinstance(item, Doubled):
            key = item.keys_twice[0]
            message = f"The field “{key[:80]}” stands here twice. Keep one of the two."
            raise InvalidInput.at(pointer((*path, key)), "duplicate_key", message)
        for key in cast("dict[str, Any]", item):
            _check_text(path, key)


def _children(path: Path, item: dict[str, Any] | list[Any]) -> list[tuple[Path, Any]]:
    pairs = item.items() if isinstance(item, dict) else enumerate(item)
    return [((*path, key), child) for key, child in pairs]


def _check_text(path: Path, text: str) -> None:
    if not is_text(text):
        raise InvalidInput.at(pointer(path), "no_text", f"The text holds {NO_TEXT}.")


def _is_json(headers: Headers) -> bool:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


async def read(request: Request, limit: int) -> bytes:
    """Return the body; TooLarge as soon as it is known to be over the limit (in bytes)."""
    announced = request.headers.get("content-length", "")
    too_large = TooLarge(f"The body is larger than {limit // 1024 // 1024} MB.", limit_bytes=limit)
    if announced.isdigit() and int(announced) > limit:
        raise too_large
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise too_large
        parts.append(part)
    return b"".join(parts)


class _ReadRequest(Request):
    """A request whose body was read, and whose JSON was parsed, by us."""

    raw: bytes = b""
    parsed: Any = None

    async def body(self) -> bytes:
        """Return what was read."""
        return self.raw

    async def json(self) -> Any:
        """Return what was parsed."""
        return self.parsed


class JsonRoute(APIRoute):
    """A route whose body is bounded and strictly parsed before anything else sees it."""

    limit: ClassVar[int] = SMALL_BODY
    texts: ClassVar[bool] = True

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler."""
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            if request.method in _WITHOUT_BODY:
                return await inner(request)
            own = _ReadRequest(request.scope, request.receive)
            own.raw = await read(request, self.limit)
            if own.raw and _is_json(request.headers):
                large = len(own.raw) > _PARSE_IN_THREAD
                own.parsed = await asyncio.to_thread(self._parse, own.raw) if large else self._parse(own.raw)
            return await inner(own)

        return handle

    def _parse(self, body: bytes) -> Any:
        return parse(body, texts=self.texts)


class BlueprintRoute(JsonRoute):
    """A route that takes a blueprint, whose texts `blueprint.check` judges."""

    limit = BLUEPRINT_BODY
    texts = False
