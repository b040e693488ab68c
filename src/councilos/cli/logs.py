"""Logging of the command line: to stderr for processes that stay, nowhere for commands that draw."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from councilos.settings import Settings

_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_HIDDEN: Final = "[secret]"


class _Discreet(logging.Formatter):
    """Writes records without the secrets that were set (SO-1)."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__(_FORMAT)
        self._secrets = sorted((secret for secret in secrets if secret), key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line with every secret hidden."""
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        return line


def log_to_stderr(settings: Settings, level: str = "") -> None:
    """Write the log to stderr, at COUNCILOS_LOG_LEVEL unless a level is given."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Discreet(settings.secrets()))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level or settings.councilos_log_level)


def log_nowhere() -> None:
    """Keep the log out of a terminal that shows something else; what matters arrives as events."""
    logging.getLogger().handlers = [logging.NullHandler()]
