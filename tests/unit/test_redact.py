"""Secrets stay out of logs (SO-1)."""

from __future__ import annotations

import io
import logging

import pytest

from councilos.redact import RedactingFilter, RedactingFormatter, Redactor

SECRETS = ("s3cret-token", "s3cret-token-longer")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("token s3cret-token!", "token [secret]!"),
        ("s3cret-token-longer", "[secret]"),
        ("postgresql://me:pa55@host/db", "postgresql://me:[secret]@host/db"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer [secret]"),
        ("GET /ws/updates?token=abc&after=1", "GET /ws/updates?token=[secret]&after=1"),
        ("protocols councilos, bearer.abc", "protocols councilos, bearer.[secret]"),
        ("key sk-ant-api03-abcdefghijklmnop in use", "key [secret] in use"),
        ("tvly-abcdefghijklmnopqrstu", "[secret]"),
        ("http://host:8000/path and a task-force", "http://host:8000/path and a task-force"),
    ],
)
def test_secrets_and_what_looks_like_one(text: str, expected: str) -> None:
    """SO-1: own secrets by value, others by their shape; harmless text stays."""
    assert Redactor(SECRETS)(text) == expected


def test_short_values_are_no_secrets() -> None:
    """SO-1: a value of three characters would blank out half of every line."""
    assert Redactor(["", "db"])("the db is up") == "the db is up"


def test_tracebacks_too() -> None:
    """SO-1: an error's text is redacted with the line."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(RedactingFormatter(Redactor(SECRETS), "%(levelname)s %(message)s"))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    try:
        raise RuntimeError("s3cret-token in an error")
    except RuntimeError:
        logger.exception("failed with %s", "s3cret-token")
    assert "s3cret" not in out.getvalue()
    assert out.getvalue().startswith("ERROR failed with [secret]")
    assert "RuntimeError: [secret] in an error" in out.getvalue()


def test_filters_hide_whatever_the_handler(caplog: pytest.LogCaptureFixture) -> None:
    """SO-1: a library's line is clean before any handler sees it."""
    logger = logging.getLogger("test.redact")
    redacting = RedactingFilter(Redactor(["planted-secret"]))
    logger.addFilter(redacting)
    with caplog.at_level(logging.INFO, "test.redact"):
        logger.info("GET %s %d", "http://user:other-secret@host/planted-secret", 200)
    assert caplog.messages == ["GET http://user:[secret]@host/[secret] 200"]
