"""The canvas in a real browser: frames while 200 agents are panned and dragged, time until 500 are shown."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from pathlib import Path
from typing import Any

from benchmarks.stage import ROOT, server, stage

SCRIPT = Path(__file__).with_name("canvas.mjs")
BUILT = ROOT / "frontend" / "out" / "index.html"


async def measure() -> dict[str, Any]:
    """Drive Chromium over the built web app; say what is missing where it cannot be done."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    node = shutil.which("node")
    if chromium is None or node is None or not BUILT.exists():
        return {"skipped": "needs chromium, node and `make web`"}
    async with stage() as place, server(place) as (_, url, _):
        started = await asyncio.create_subprocess_exec(
            node, str(SCRIPT), url, stdout=asyncio.subprocess.PIPE, env={**os.environ, "CHROMIUM": chromium}
        )
        said, _ = await started.communicate()
        if started.returncode != 0:
            raise RuntimeError("The browser could not measure the canvas; the reason stands above.")
        return json.loads(said)
