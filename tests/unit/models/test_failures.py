"""Whatever a provider client raises gets one name, and no secret survives."""

from __future__ import annotations

from datetime import UTC, datetime

import aiohttp
import httpx
import httpx2
import pytest
from openai import APITimeoutError

from councilos import retry_after
from councilos.models import failures
from councilos.models.failures import Failure, Place, classify, explain, scrub

KEY = "planted-key-1234567890"
PLACE = Place("openai", "gpt-4o", "OpenAI", "http://localhost:9/v1", "OPENAI_API_KEY", "OPENAI_BASE_URL")


class _Status(Exception):
    def __init__(self, status: int, headers: dict[str, str] | None = None, words: str = "no") -> None:
        super().__init__(words)
        self.status_code = status
        self.response = httpx.Response(status, headers=headers)


@pytest.mark.parametrize(
    ("status", "cause", "retryable"),
    [
        (400, "bad_request", False),
        (401, "auth", False),
        (403, "auth", False),
        (404, "not_found", False),
        (408, "timeout", True),
        (429, "rate_limit", True),
        (500, "server", True),
        (503, "server", True),
        (529, "server", True),
    ],
)
def test_a_status_names_the_cause(status: int, cause: str, retryable: bool) -> None:
    """RN-8: 400, 401, 403 and 404 are never tried again."""
    failure = classify(_Status(status), ())
    assert (failure.cause, failure.retryable) == (cause, retryable)


@pytest.mark.parametrize(
    ("error", "cause", "retryable"),
    [
        (httpx.ConnectError("refused"), "connection", True),
        (httpx.RemoteProtocolError("cut"), "connection", True),
        (httpx.ReadTimeout("slow"), "timeout", True),
        (TimeoutError(), "timeout", True),
        (ConnectionError("Failed to connect to Ollama"), "connection", True),
        (ValueError("No generation chunks were returned"), "empty", True),
        (httpx.InvalidURL("Invalid port: ':bad'"), "connection", True),
        (ZeroDivisionError("a bug"), "server", False),
    ],
)
def test_a_class_names_the_cause(error: Exception, cause: str, retryable: bool) -> None:
    failure = classify(error, ())
    assert (failure.cause, failure.retryable) == (cause, retryable)


@pytest.mark.parametrize(
    ("origin", "cause"),
    [
        (aiohttp.ServerDisconnectedError(), "connection"),
        (aiohttp.ClientOSError(104, "reset"), "connection"),
        (aiohttp.ConnectionTimeoutError("slow"), "timeout"),
        (aiohttp.SocketTimeoutError("slow"), "timeout"),
    ],
)
def test_a_lost_connection_is_no_timeout(origin: Exception, cause: str) -> None:
    """The clients over aiohttp call every trouble with a connection a timeout."""
    error = APITimeoutError(httpx2.Request("POST", "http://localhost"))
    error.__cause__ = httpx2.ConnectTimeout("")
    error.__cause__.__cause__ = origin
    assert classify(error, ()).cause == cause


def test_retry_after_is_read_in_seconds_and_milliseconds() -> None:
    assert classify(_Status(429, {"retry-after": "3"}), ()).retry_after == 3
    assert classify(_Status(429, {"retry-after-ms": "250", "retry-after": "3"}), ()).retry_after == 0.25
    assert classify(_Status(429, {"retry-after": "soon"}), ()).retry_after is None


def test_retry_after_is_read_as_a_date() -> None:
    """RN-8: providers may also name the moment; one that is past asks for no wait."""
    assert classify(_Status(429, {"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}), ()).retry_after == 0
    now = datetime(1999, 12, 31, 23, 59, 50, tzinfo=UTC)
    assert retry_after.seconds("Fri, 31 Dec 1999 23:59:59 GMT", now) == 9
    for odd in ("", "soon", "Fri, 99 Dec 1999 23:59:59 GMT", "1 2 3"):
        assert retry_after.seconds(odd) is None
    assert retry_after.seconds("nan") == 0


def test_secrets_are_blanked_out() -> None:
    """SO-1: known secrets, and what looks like a key."""
    text = f"bad {KEY}, sk-proj-abc***xyz and Bearer abc.def"
    assert scrub(text, (KEY,)) == "bad ***, *** and ***"
    assert KEY not in classify(_Status(500, words=f"boom {KEY}"), (KEY,)).words
    assert classify(_Status(401, words="Incorrect API key provided: abcd***wxyz"), ()).words == ""


@pytest.mark.parametrize("cause", ["rate_limit", "auth", "not_found", "timeout", "connection", "empty"])
def test_an_error_names_provider_model_cause_and_remedy(cause: failures.Cause) -> None:
    """BP-14, SO-1: the message says what is wrong and what to do."""
    error = explain(Failure(cause, "their words"), PLACE, 3)
    assert "OpenAI" in error.message
    assert "gpt-4o" in error.message
    assert error.details["cause"] == cause
    assert error.details["provider"] == "openai"
    assert str(error.details["remedy"]) in error.message
    assert "3 tries" in error.message


def test_localhost_in_a_container_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-7: in a container localhost is the container."""
    monkeypatch.setattr(failures, "in_container", lambda: True)
    assert "host.docker.internal" in explain(Failure("connection"), PLACE, 1).message
    monkeypatch.setattr(failures, "in_container", lambda: False)
    message = explain(Failure("connection"), PLACE, 1).message
    assert "host.docker.internal" not in message
    assert "OPENAI_BASE_URL" in message
