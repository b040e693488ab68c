"""What went wrong at a provider, in one vocabulary and without secrets.

Provider clients raise their own classes, LangChain's, httpx's or plain `ValueError`s. They are
recognised by status and by class name, so that no client has to be imported to read its errors.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from councilos import retry_after
from councilos.errors import ProviderError

Cause = Literal["rate_limit", "auth", "not_found", "timeout", "connection", "empty", "bad_request", "server"]

_RETRYABLE: frozenset[Cause] = frozenset({"rate_limit", "timeout", "connection", "empty", "server"})
_STATUS: dict[int, Cause] = {
    400: "bad_request",
    401: "auth",
    402: "auth",
    403: "auth",
    404: "not_found",
    408: "timeout",
    409: "server",
    413: "bad_request",
    422: "bad_request",
    429: "rate_limit",
}
_CLASSES: tuple[tuple[Cause, frozenset[str]], ...] = (
    ("timeout", frozenset({"TimeoutError", "TimeoutException", "APITimeoutError", "ModelTimeoutError"})),
    (
        "connection",
        frozenset(
            {"ConnectionError", "TransportError", "InvalidURL", "APIConnectionError", "ModelConnectionError"}
        ),
    ),
    ("auth", frozenset({"ModelAuthenticationError", "ModelPermissionDeniedError"})),
    ("not_found", frozenset({"ModelNotFoundError"})),
    ("rate_limit", frozenset({"ModelRateLimitError"})),
    ("bad_request", frozenset({"ModelInvalidRequestError", "ContextOverflowError", "ModelRefusalError"})),
)
_STREAM_ERRORS: dict[str, Cause] = {
    "rate_limit_error": "rate_limit",
    "authentication_error": "auth",
    "permission_error": "auth",
    "not_found_error": "not_found",
    "invalid_request_error": "bad_request",
}
_KEYS = re.compile(r"(sk-|tvly-|lsv2_)[\w*.\-]{4,}|(?i:bearer)\s+[\w*.\-]+")
_LOCAL = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)", re.IGNORECASE)
_LONGEST_WORDS = 500


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed call: `words` are the provider's own, scrubbed; `retry_after` in seconds if it said so."""

    cause: Cause
    words: str = ""
    retry_after: float | None = None
    final: bool = False

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later."""
        return self.cause in _RETRYABLE and not self.final


class Failed(Exception):
    """Carries a Failure from the stream to the retry loop; never leaves this package."""

    def __init__(self, failure: Failure) -> None:
        """Take what went wrong."""
        super().__init__(failure.cause)
        self.failure = failure


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Blank out every known secret and whatever looks like a key (SO-1)."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "***")
    return _KEYS.sub("***", text)


def classify(error: Exception, secrets: Iterable[str]) -> Failure:
    """Name the cause of whatever a provider client raised."""
    cause = _cause(error)
    if cause is None:
        words = f"{type(error).__name__}: {_words(error)}"
        return Failure("server", scrub(words, secrets)[:_LONGEST_WORDS], final=True)
    words = "" if cause == "auth" else scrub(" ".join(_words(error).split()), secrets)[:_LONGEST_WORDS]
    return Failure(cause, words, _retry_after(error))


def _cause(error: Exception) -> Cause | None:
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 400:
        return _STATUS.get(status, "server" if status >= 500 else "bad_request")
    names = _names(error)
    if _broken(error) is not None:
        return "connection"
    for cause, classes in _CLASSES:
        if names & classes:
            return cause
    if isinstance(error, ValueError) and "No generation" in str(error):
        return "empty"
    if names & {"APIError", "ResponseError"}:
        return _STREAM_ERRORS.get(str(_body(error).get("type")), "server")
    return None


def _names(error: BaseException) -> set[str]:
    return {cls.__name__ for cls in type(error).__mro__}


def _broken(error: BaseException | None) -> BaseException | None:
    """Find the connection that was refused or lost: the clients over aiohttp call that a timeout."""
    while error is not None:
        names = _names(error)
        if "ClientConnectionError" in names:
            return None if "TimeoutError" in names else error
        error = error.__cause__
    return None


def _body(error: Exception) -> dict[str, Any]:
    body: Any = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = cast("dict[str, Any]", body).get("error", body)
        return cast("dict[str, Any]", inner) if isinstance(inner, dict) else {}
    return {}


def _words(error: Exception) -> str:
    if (broken := _broken(error)) is not None:
        return str(broken) or type(broken).__name__
    words = _body(error).get("message") or getattr(error, "error", None) or getattr(error, "message", None)
    return str(words or error) or type(error).__name__


def _retry_after(error: Exception) -> float | None:
    headers: Any = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        return None
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        wait = retry_after.seconds(str(headers.get(name, "")))
        if wait is not None:
            return wait / unit
    return None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a call went: names for people, the variables that steer it, and the address."""

    provider: str
    model: str
    title: str
    address: str | None = None
    key_variable: str | None = None
    address_variable: str | None = None


def explain(failure: Failure, place: Place, tries: int) -> ProviderError:
    """Turn a failure into the error that people see: provider, model, cause and remedy."""
    of = f" ({place.model})" if place.model else ""
    what = _WHAT[failure.cause].format(title=place.title, of=of)
    tried = f" ({tries} tries)" if tries > 1 else ""
    words = f" {place.title} says: {failure.words}" if failure.words else ""
    remedy = _remedy(failure, place)
    return ProviderError(
        f"{what}{tried}. {remedy}{words}",
        retryable=failure.retryable,
        provider=place.provider,
        model=place.model,
        cause=failure.cause,
        remedy=remedy,
    )


_WHAT: dict[Cause, str] = {
    "rate_limit": "{title} refused the call: too many requests{of}",
    "auth": "{title} refused the key{of}",
    "not_found": "{title} does not know the model{of}",
    "timeout": "{title} did not answer in time{of}",
    "connection": "{title} could not be reached{of}",
    "empty": "{title} sent an empty answer{of}",
    "bad_request": "{title} rejected the request{of}",
    "server": "{title} failed while answering{of}",
}


def _remedy(failure: Failure, place: Place) -> str:
    if failure.cause == "connection":
        return _reach(place)
    if failure.cause == "auth":
        variable = place.key_variable or place.address_variable
        return f"Check {variable} and that the account may use this model."
    if failure.cause == "not_found":
        if place.provider == "ollama":
            return f"Run `ollama pull {place.model}`, or choose another model for the agent."
        return "Choose another model for the agent; `councilos doctor` lists what is there."
    if failure.cause == "rate_limit" and failure.retry_after:
        return f"Try again in {failure.retry_after:.0f} s, or use another model."
    return {
        "rate_limit": "Wait a little, raise the account's limits, or use another model.",
        "timeout": "Try again; if it happens often, use a faster model or shorten the prompts.",
        "empty": "Try again, raise the agent's max_tokens, or use another model.",
        "bad_request": "Change what the message names: usually the model's settings or a too long prompt.",
        "server": "Try again in a few minutes, or use another model.",
    }[failure.cause]


def _reach(place: Place) -> str:
    where = place.address or "the provider's address"
    if in_container() and _LOCAL.match(where):
        return (
            f"{where} means this container itself: set {place.address_variable} to an address that is "
            "reachable from inside, for example with the host name host.docker.internal."
        )
    hint = f", or change {place.address_variable}" if place.address_variable else ""
    return f"Check that {where} is running and reachable from here{hint}."


def in_container() -> bool:
    """Say whether this process runs in a container, where localhost is not the host."""
    return (
        Path("/.dockerenv").exists()
        or Path("/run/.containerenv").exists()
        or "KUBERNETES_SERVICE_HOST" in os.environ
    )
