"""Makes text from files fit for reading and searching: whole words, plain letters, no layout."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LIGATURES: Final = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": None}
)
_WIDE: Final = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])[-‐]\n(?=[^\W\d_A-ZÄÖÜ])")
_WIDE_BREAK: Final = re.compile(f"(?<=[{_WIDE}])[ \t]*\n[ \t]*(?=[{_WIDE}])")
_SPACES: Final = re.compile(r"[^\S\n]+")
_BREAKS: Final = re.compile(r"\n{3,}")
_UNSTORABLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def clean(text: str) -> str:
    """Return the text with ligatures and broken words mended, and nothing that cannot be stored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    text = _UNSTORABLE.sub("", unicodedata.normalize("NFC", text).translate(_LIGATURES))
    text = _SPACES.sub(" ", text)
    text = "\n".join(line.strip() for line in text.split("\n"))
    text = _WIDE_BREAK.sub("", _HYPHEN.sub("", text))
    return _BREAKS.sub("\n\n", text).strip()
