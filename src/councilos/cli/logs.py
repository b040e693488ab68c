"""Logging of the command line: to stderr for processes that stay, nowhere for commands that draw."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from councilos.settings import Settings

_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_CHATTY: Final = ("alembic", "httpcore", "httpx", "httpx2", "procrastinate", "uvicorn.error")
"""Libraries that report every request and job; they are heard from WARNING on."""


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
