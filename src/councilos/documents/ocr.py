"""Reads pages that are pictures (the extra `ocr`); runs in the reading process only.

The models come with the package, nothing is loaded from anywhere. They know Latin letters with
their accents, and Chinese.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

DOTS_PER_INCH: Final = 200
LONGEST_SIDE: Final = 2_000
"""Pixels of a page; larger ones are made smaller, whatever size they claim."""
_PACKAGES: Final = ("rapidocr", "onnxruntime", "pypdfium2")

Box = tuple[float, float, float, str]
"""Top, bottom and left side of a piece of text, and the text."""


def available() -> bool:
    """Say whether the extra is installed."""
    return all(find_spec(name) is not None for name in _PACKAGES)


class Recogniser:
    """Recognises the text of pages of one PDF; loads its models when first asked (700 MB, blocking)."""

    def __init__(self, path: Path, password: str) -> None:
        """Load nothing yet."""
        self._path = path
        self._password = password
        self._loaded: tuple[Any, Any] | None = None

    def __call__(self, index: int) -> str:
        """Return the text of a page, "" when none can be recognised."""
        document, engine = self._loaded = self._loaded or self._load()
        page = document[index]
        width, height = page.get_size()
        scale = min(DOTS_PER_INCH / 72, LONGEST_SIDE / max(width, height, 1))
        found = engine(page.render(scale=scale).to_numpy())
        if found.boxes is None or found.txts is None:
            return ""
        boxes: list[Box] = []
        for corners, text in zip(found.boxes.tolist(), found.txts, strict=True):
            heights = [y for _, y in corners]
            boxes.append((min(heights), max(heights), min(x for x, _ in corners), str(text)))
        return "\n".join(lines(boxes))

    def _load(self) -> tuple[Any, Any]:
        pdfium, rapidocr = importlib.import_module("pypdfium2"), importlib.import_module("rapidocr")
        one = {f"EngineConfig.onnxruntime.{name}_op_num_threads": 1 for name in ("intra", "inter")}
        engine = rapidocr.RapidOCR(params={"Global.log_level": "critical", **one})
        return pdfium.PdfDocument(self._path, password=self._password or None), engine


def lines(boxes: Iterable[Box]) -> list[str]:
    """Return the pieces as lines of text: those beside each other belong to one."""
    rows: list[list[Box]] = []
    for box in sorted(boxes):
        top, bottom = (rows[-1][0][0], rows[-1][0][1]) if rows else (0.0, 0.0)
        middle = (box[0] + box[1]) / 2
        if rows and top <= middle <= bottom:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [" ".join(text for _, _, _, text in sorted(row, key=lambda box: box[2])) for row in rows]
