"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from councilos import errors
from councilos.api.errors import HTTP_CODES, MEDIA_TYPE, STATUS, status_of
from councilos.errors import CouncilError, ProviderError, StorageUnavailable
from support.api_runtime import MemoryRuntime

REFERENCE = Path(__file__).parents[3] / "docs/reference/errors.md"
MEMBERS = {"type", "title", "status", "detail", "code", "errors"}


async def test_every_error_is_a_problem_document(client: httpx.AsyncClient) -> None:
    """RN-3: unknown paths, methods, bodies and values all answer in one shape."""
    json_type = {"content-type": "application/json"}
    answers = [
        (404, await client.get("/api/nothing")),
        (405, await client.patch("/api/councils/run")),
        (404, await client.get("/api/runs/abc")),
        (422, await client.post("/api/councils/run", content=b"{", headers=json_type)),
        (422, await client.post("/api/councils/run", content=b"\xff", headers=json_type)),
        (422, await client.post("/api/councils/run", content=b'{"input_topic": NaN}', headers=json_type)),
        (422, await client.post("/api/councils/run", content=b"[" * 100_000, headers=json_type)),
        (422, await client.post("/api/councils/run", content=b"[" * 101 + b"]" * 101, headers=json_type)),
        (422, await client.post("/api/councils/run", content=b"1" * 5_000, headers=json_type)),
        (422, await client.post("/api/councils/run", content=b'{"x": 1e999}', headers=json_type)),
        (422, await client.post("/api/councils/run")),
        (413, await client.post("/api/councils/run", content=b"x" * 1_100_000, headers=json_type)),
    ]
    for status, answer in answers:
        body = answer.json()
        assert answer.status_code == status, body
        assert body.keys() >= MEMBERS
        assert answer.headers["content-type"] == MEDIA_TYPE
        assert (body["status"], body["type"]) == (status, f"urn:councilos:error:{body['code']}")
        assert body["detail"]


async def test_method_not_allowed_says_what_is(client: httpx.AsyncClient) -> None:
    """Section 3: 405 with Allow."""
    answer = await client.get("/api/councils/run")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


async def test_streamed_body_over_the_limit(client: httpx.AsyncClient) -> None:
    """SO-3: a body without announced length is cut off at the limit."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 100_000_000:
            sent += 65_536
            yield b" " * 65_536

    answer = await client.post(
        "/api/councils/run", content=endless(), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


async def test_nothing_that_was_sent_is_echoed(client: httpx.AsyncClient) -> None:
    """SO-1: an answer never repeats a value, which might be a secret."""
    answer = await client.post(
        "/api/councils/run", json={"input_topic": {"key": "my-secret"}, "god_mode": "my-secret"}
    )
    assert answer.status_code == 422
    assert "my-secret" not in answer.text


async def test_unexpected_errors_have_an_id_and_nothing_else(
    client: httpx.AsyncClient, runtime: MemoryRuntime, caplog: pytest.LogCaptureFixture
) -> None:
    """SO-1: 500 without internals; the id stands in the log beside the reason."""
    runtime.storage.broken = RuntimeError("password=hunter2")
    answer = await client.get("/api/runs")
    assert answer.status_code == 500
    assert "hunter2" not in answer.text
    assert "RuntimeError" not in answer.text
    record = next(record for record in caplog.records if record.levelno == logging.ERROR)
    assert answer.json()["id"] in record.getMessage()
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("error", [ConnectionResetError("gone"), StorageUnavailable("The database is away.")])
async def test_outage_of_the_database(
    client: httpx.AsyncClient, runtime: MemoryRuntime, error: Exception
) -> None:
    """RN-7: 503 with Retry-After while the database is away; health stays open and says so."""
    runtime.storage.broken = error
    answer = await client.get("/api/runs")
    assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
    assert int(answer.headers["retry-after"]) > 0
    health = await client.get("/api/health")
    assert (health.status_code, health.json()["status"]) == (200, "degraded")
    runtime.storage.broken = None
    assert (await client.get("/api/health")).json()["status"] == "ok"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidBlueprint("x"), 422),
        (errors.AlreadyDecided("x", {}), 409),
        (errors.MissingSetting("x", "TAVILY_API_KEY"), 503),
        (ProviderError("x", retryable=True), 502),
        (errors.Fenced("x"), 409),
        (CouncilError("x"), 500),
    ],
)
def test_status_of_every_class(error: CouncilError, status: int) -> None:
    """RN-3, RN-9: one mapping; subclasses inherit."""
    assert status_of(error) == status


def test_reference_lists_every_code() -> None:
    """Every code that an answer can carry stands in the reference, with its status, and no other."""
    listed = set(re.findall(r"^\| `(\w+)` \| (\d+) \|", REFERENCE.read_text(), re.MULTILINE))
    classes = [CouncilError, *_subclasses(CouncilError)]
    known = {(cls.code, str(next(STATUS[base] for base in cls.__mro__ if base in STATUS))) for cls in classes}
    known |= {(code, str(status)) for status, code in HTTP_CODES.items()}
    assert listed == known


def _subclasses(cls: type[CouncilError]) -> list[type[CouncilError]]:
    found = [sub for sub in cls.__subclasses__() if sub.__module__ == errors.__name__]
    return found + [deeper for sub in found for deeper in _subclasses(sub)]
