"""Memory of a server: idle, and with many paused runs, which should cost nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from benchmarks.stage import chain, server, stage

PAUSED = (100, 1_000)


async def measure() -> dict[str, Any]:
    """Measure the resident memory of the server process, without its database."""
    async with (
        stage() as place,
        server(place) as (pid, url, _),
        httpx.AsyncClient(base_url=url, timeout=60) as http,
    ):
        await http.get("/api/health")
        idle = resident(pid)
        saved = (await http.post("/api/councils/", json=chain(2))).json()
        body = {"input_topic": "Heat pumps", "god_mode": True}
        found: dict[str, Any] = {"idle_mb": idle}
        waiting = 0
        for wanted in PAUSED:
            for _ in range(wanted - waiting):
                await http.post(f"/api/councils/{saved['id']}/run", json=body)
            async with asyncio.timeout(600):
                while (waiting := await _paused(http)) < wanted:
                    await asyncio.sleep(0.2)
            found[f"with_{wanted}_paused_runs_mb"] = resident(pid)
        return found


async def _paused(http: httpx.AsyncClient) -> int:
    page = await http.get("/api/runs/", params={"status": "paused", "limit": 1})
    return int(page.json()["total"])


def resident(pid: int) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return round(int(line.split()[1]) / 1024, 1)
