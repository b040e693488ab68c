"""Keep secrets out of every log line, tracebacks included (SO-1)."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from typing import Final

_PLACEHOLDER: Final = "[secret]"
_SHAPES: Final = re.compile(
    r"(?P<user>://[^\s:/@]*:)[^\s@]+(?=@)"
    r"|(?P<name>\bBearer\s+|[?&]token=|\bbearer\.)[^\s&\"',;]+"
    r"|\b(?:sk|tvly)-[A-Za-z0-9_-]{16,}"
)
"""Passwords in addresses, tokens in headers and queries, and keys of the providers we know."""


def shown(address: str) -> str:
    """Return an address for people: without the user name and password it may hold (SO-1)."""
    return re.sub(r"(?<=//)[^/?#]*@", "", address)


class Redactor:
    """Replaces the secrets of this installation, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str]) -> None:
        """Take the values that must never be seen, as in `Settings.secrets()`."""
        self._secrets = sorted({secret for secret in secrets if len(secret) > 3}, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, _PLACEHOLDER)
        return _SHAPES.sub(lambda found: (found["user"] or found["name"] or "") + _PLACEHOLDER, text)


class RedactingFormatter(logging.Formatter):
    """A log formatter whose finished lines, tracebacks included, hold no secret."""

    def __init__(self, redact: Redactor, fmt: str | None = None) -> None:
        """Take the redactor and the usual format."""
        super().__init__(fmt)
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets."""
        return self._redact(super().format(record))


class RedactingFilter(logging.Filter):
    """For loggers of libraries that write whole addresses, whoever listens to them."""

    def __init__(self, redact: Redactor) -> None:
        """Take the redactor."""
        super().__init__()
        self._redact = redact

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the message by one without secrets."""
        record.msg, record.args = self._redact(record.getMessage()), None
        return True
