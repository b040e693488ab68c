"""Which texts can be stored: neither JSONB nor UTF-8 holds NUL and half surrogate pairs (SO-3)."""

from __future__ import annotations

import math
from typing import Any, Final, cast

NO_TEXT: Final = "a character that is no text (NUL or half a surrogate pair)"
"""How people are told what is wrong with a text that cannot be stored."""


def is_text(text: str) -> bool:
    """Say whether the text can be stored."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def storable(text: str) -> str:
    """Return the text with what cannot be stored replaced."""
    if "\x00" not in text and text.isascii():
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def storable_json(value: Any) -> Any:
    """Return a JSON value with what cannot be stored replaced; numbers that JSON does not have are null."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {storable(str(key)): storable_json(item) for key, item in items}
    if isinstance(value, list):
        return [storable_json(item) for item in cast("list[Any]", value)]
    return None if isinstance(value, float) and not math.isfinite(value) else value
