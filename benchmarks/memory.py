"""Memory of a server: idle, and with many paused runs, which should cost nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from benchmarks.stage import chain, server, stage

PAUSED = 100


async def measure() -> dict[str, Any]:
    """Measure the resident memory of the server process, without its database."""
    async with (
        stage() as place,
        server(place) as (pid, url, _),
        httpx.AsyncClient(base_url=url, timeout=60) as http,
    ):
        await http.get("/api/health")
        idle = _rss(pid)
        saved = (await http.post("/api/councils/", json=chain(2))).json()
        body = {"input_topic": "Heat pumps", "god_mode": True}
        for _ in range(PAUSED):
            await http.post(f"/api/councils/{saved['id']}/run", json=body)
        async with asyncio.timeout(120):
            while await _paused(http) < PAUSED:
                await asyncio.sleep(0.2)
        return {"idle_mb": idle, "paused_runs": PAUSED, "with_paused_runs_mb": _rss(pid)}


async def _paused(http: httpx.AsyncClient) -> int:
    page = await http.get("/api/runs/", params={"status": "paused", "limit": 1})
    return int(page.json()["total"])


def _rss(pid: int) -> float:
    """Return megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return round(int(line.split()[1]) / 1024, 1)
