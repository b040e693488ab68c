"""`COUNCILOS_HOME/server.json` says which server of this data folder is live (decision 16).

A kernel lock that the server holds tells a live file from one that a killed server left behind;
process id, start time and `/api/health` are asked as well, for file systems whose locks lie.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import subprocess
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

FILE: Final = "server.json"
LOCK: Final = "server.lock"
HEALTH_SECONDS: Final = 2.0
_LOCK_TRIES: Final = 40
_LOCK_PAUSE: Final = 0.025


@dataclass(frozen=True, slots=True)
class Server:
    """A server that said it is there; `started` is its process's start time as the kernel tells it."""

    url: str
    pid: int
    started: str


@asynccontextmanager
async def announced(home: Path, url: str) -> AsyncGenerator[bool]:
    """Hold the lock and keep `server.json` while the block runs.

    Yields False, and announces nothing, when another server of this folder did so before.
    """
    await asyncio.to_thread(home.mkdir, parents=True, exist_ok=True, mode=0o700)
    with _opened(home / LOCK) as handle:
        if not await _locked(handle):
            yield False
            return
        pid = os.getpid()
        _write(home / FILE, Server(url.rstrip("/"), pid, await asyncio.to_thread(process_start, pid)))
        try:
            yield True
        finally:
            (home / FILE).unlink(missing_ok=True)


async def live_server(home: Path) -> Server | None:
    """Return the live server of this data folder; None when there is none or it does not answer."""
    server = _read(home / FILE)
    if server is None or not _held(home / LOCK):
        return None
    if await asyncio.to_thread(process_start, server.pid) != server.started:
        return None
    return server if await _answers(server.url) else None


def process_start(pid: int) -> str:
    """Return when the kernel started this process, in its own words; "" when there is none."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.joinpath("self").exists():
        try:
            return stat.read_text().rpartition(")")[2].split()[19]
        except (OSError, IndexError):
            return ""
    command = ["ps", "-o", "lstart=", "-p", str(pid)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return found.stdout.strip()


async def _answers(url: str) -> bool:
    import httpx

    try:
        async with httpx.AsyncClient(timeout=HEALTH_SECONDS, trust_env=False) as client:
            answer = await client.get(f"{url}/api/health")
            return answer.is_success and answer.json().get("status") in ("ok", "degraded")
    except (httpx.HTTPError, ValueError):
        return False


def _read(path: Path) -> Server | None:
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Server(str(data["url"]), int(data["pid"]), str(data["started"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, server: Server) -> None:
    draft = path.with_suffix(".tmp")
    draft.write_text(json.dumps(asdict(server)), encoding="utf-8")
    draft.replace(path)


@contextmanager
def _opened(path: Path) -> Generator[int]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


async def _locked(handle: int) -> bool:
    """Take the lock; a command that only probes it holds it for a blink, so try a few times."""
    for _ in range(_LOCK_TRIES):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        await asyncio.sleep(_LOCK_PAUSE)
    return False


def _held(path: Path) -> bool:
    """Say whether a server holds the lock."""
    try:
        with _opened(path) as handle:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
