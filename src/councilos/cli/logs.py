"""Logging of the command line: to stderr for processes that stay, nowhere for commands that draw."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from councilos.redact import RedactingFormatter, Redactor

if TYPE_CHECKING:
    from councilos.settings import Settings

_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_CHATTY: Final = ("alembic", "httpcore", "httpx", "httpx2", "procrastinate", "uvicorn.error")
"""Libraries that report every request and job; they are heard from WARNING on."""


def log_to_stderr(settings: Settings, level: str = "") -> None:
    """Write the log to stderr, at COUNCILOS_LOG_LEVEL unless a level is given."""
    level = level or settings.councilos_log_level
    handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(Redactor(settings.secrets()), _FORMAT))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    if level != "DEBUG":
        for name in _CHATTY:
            logging.getLogger(name).setLevel("WARNING")


def log_nowhere() -> None:
    """Keep the log out of a terminal that shows something else; what matters arrives as events."""
    logging.getLogger().handlers = [logging.NullHandler()]
