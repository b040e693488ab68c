"""JSON bodies that cannot hurt: what PostgreSQL cannot store or Python cannot walk is refused (SO-3)."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi.requests import Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers

from councilos.api.errors import pointer
from councilos.errors import InvalidInput, Problem

MAX_DEPTH: Final = 64
"""How deep objects and lists may be nested."""
SMALL_BODY: Final = 1024 * 1024
BLUEPRINT_BODY: Final = 5 * 1024 * 1024
"""Bytes that a body may have: everywhere, and where a blueprint is sent."""
_PARSE_IN_THREAD: Final = 128 * 1024


def is_text(text: str) -> bool:
    """Say whether the text can be stored: no NUL, no half of a surrogate pair."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def checked_text(text: str) -> str:
    """Return the text; ValueError when it cannot be stored."""
    if not is_text(text):
        raise ValueError("The text holds a character that is no text (NUL or half a surrogate pair)")
    return text


def parse(body: bytes) -> Any:
    """Parse JSON strictly; InvalidInput for what is no JSON, too deep, not finite or no text."""
    try:
        value = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise invalid("", "invalid_json", "The body is no valid JSON.") from None
    _check(value)
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _check(value: Any) -> None:
    """Walk the value without recursion, so that depth cannot exhaust the stack."""
    todo: list[tuple[tuple[int | str, ...], Any]] = [((), value)]
    while todo:
        path, item = todo.pop()
        if isinstance(item, str):
            _check_text(path, item)
        elif isinstance(item, float) and not math.isfinite(item):
            raise invalid(pointer(path), "not_finite", "The number is too large.")
        elif isinstance(item, dict | list):
            if len(path) >= MAX_DEPTH:
                raise invalid("", "too_deep", f"The JSON is nested deeper than {MAX_DEPTH} levels.")
            todo += _children(path, item)


def _children(
    path: tuple[int | str, ...], item: dict[str, Any] | list[Any]
) -> list[tuple[tuple[int | str, ...], Any]]:
    if isinstance(item, list):
        return [((*path, index), child) for index, child in enumerate(item)]
    for key in item:
        _check_text(path, key)
    return [((*path, key), child) for key, child in item.items()]


def _check_text(path: tuple[int | str, ...], text: str) -> None:
    if not is_text(text):
        message = "The text holds a character that is no text (NUL or half a surrogate pair)."
        raise invalid(pointer(path), "no_text", message)


def invalid(path: str, code: str, message: str) -> InvalidInput:
    """Return the error for one wrong value; `path` is a JSON Pointer into the body."""
    return InvalidInput(message, [Problem(path, code, "error", message)])


def _is_json(headers: Headers) -> bool:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


class _JsonRequest(Request):
    """A request whose JSON was parsed by us."""

    parsed: Any = None

    async def json(self) -> Any:
        """Return what `JsonRoute` parsed."""
        return self.parsed


class JsonRoute(APIRoute):
    """A route whose JSON bodies are checked before anything else sees them; big ones in a thread."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler."""
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            if not _is_json(request.headers):
                return await inner(request)
            own = _JsonRequest(request.scope, request.receive)
            body = await own.body()
            if body:
                large = len(body) > _PARSE_IN_THREAD
                own.parsed = await asyncio.to_thread(parse, body) if large else parse(body)
            return await inner(own)

        return handle
