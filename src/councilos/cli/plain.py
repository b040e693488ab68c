"""Text that is safe and readable in a terminal."""

from __future__ import annotations

import re
from typing import Final

from councilos.cli.texts import number

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Return the text without what would steer a terminal: models and files may say anything."""
    return _CONTROL.sub("", text.replace("\r\n", "\n"))


def one_line(text: str, width: int) -> str:
    """Return the text in one line of at most `width` characters."""
    line = " ".join(clean(text).split())
    return line if len(line) <= width else line[: max(width - 1, 0)] + "…"


def clock(seconds: float) -> str:
    """Return a duration as people read it: 7 s, 1:05, 1:02:03."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def score(value: float | None) -> str:
    """Return a score without needless digits, a dash when there is none."""
    if value is None:
        return "–"
    return number(value, 0 if f"{value:.1f}".endswith(".0") else 1)
