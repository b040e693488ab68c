"""Scans, with the real recognition where the extra `ocr` is installed, and without it."""

from __future__ import annotations

import importlib
import io
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from councilos.documents import ocr
from councilos.runtime import Runtime
from support import pdfs

Json = dict[str, Any]
Wait = Callable[[str], Awaitable[Json]]
ALL = "/api/documents/"


def scan(pages: list[str]) -> bytes:
    """Return a PDF of pictures of text."""
    image, draw, font = (
        importlib.import_module(f"PIL.{name}") for name in ("Image", "ImageDraw", "ImageFont")
    )
    made: list[Any] = []
    for text in pages:
        page = image.new("L", (1240, 1754), 255)
        for number, line in enumerate(text.split("\n")):
            draw.Draw(page).text((100, 100 + 80 * number), line, fill=0, font=font.load_default(size=36))
        made.append(page)
    out = io.BytesIO()
    made[0].save(out, "PDF", resolution=150, save_all=True, append_images=made[1:])
    return out.getvalue()


@pytest.mark.skipif(ocr.available(), reason="the extra ocr is installed")
async def test_without_the_extra_a_scan_names_it(client: httpx.AsyncClient, ended: Wait) -> None:
    """TL-2: a scan is never silently empty; it says what to install."""
    sent = await client.post(ALL, files={"file": ("scan.pdf", pdfs.scanned())})
    document = await ended(sent.json()["id"])
    assert (document["status"], document["error"]["code"]) == ("failed", "no_text")
    assert "pip install 'councilos[ocr]'" in document["error"]["message"]


@pytest.mark.skipif(not ocr.available(), reason="the extra ocr is not installed")
async def test_with_the_extra_a_scan_is_read_page_by_page(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait
) -> None:
    """TL-2, TL-3: the text of pictures is found and cited by its page; progress is seen meanwhile."""
    pages = ["The walrus weighs 1,200 kilograms.", "Its code is WP-7731/B.\nSeals are lighter."]
    sent = await client.post(ALL, files={"file": ("scan.pdf", scan(pages))})
    document = await ended(sent.json()["id"])
    assert (document["status"], document["pages"], document["empty_pages"]) == ("ready", 2, 0), document
    [hit] = await engine.index.search("WP-7731/B", [document["id"]], 1)
    assert hit.page == 2
    assert hit.text == "Its code is WP-7731/B.\nSeals are lighter."
    mixed = await client.post(ALL, files={"file": ("grey.pdf", pdfs.scanned(1))})
    assert (await ended(mixed.json()["id"]))["error"]["code"] == "nothing_recognised"
