"""`councilos serve` and `worker`: the processes that stay."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Final

from councilos.cli.exits import ExitCode
from councilos.cli.failures import check_range
from councilos.cli.home import announced
from councilos.cli.logs import log_to_stderr
from councilos.cli.texts import t

if TYPE_CHECKING:
    from councilos.settings import Settings

WEB_DIRS: Final = (
    Path(__file__).parent.parent / "web",
    Path(__file__).parent.parent.parent.parent / "frontend" / "out",
)
"""Where the web app may lie: in the wheel, and in a checkout."""


async def serve(settings: Settings, host: str, port: int, *, worker: bool, trusted: bool) -> ExitCode:
    """Serve API and web app until SIGINT or SIGTERM; with a worker unless others execute runs.

    SetupError when everybody in the network could come in, or the address cannot be used.
    """
    from councilos.api.security import refuse_open_door
    from councilos.api.server import serve as serve_api
    from councilos.runtime import Runtime

    check_range("--port", port, 0, 65_535)
    refuse_open_door(host, settings, trusted=trusted)
    log_to_stderr(settings)
    announcements: list[asyncio.Task[None]] = []

    def ready(url: str) -> None:
        announcements.append(asyncio.create_task(_announce(settings.councilos_home, url)))

    try:
        await serve_api(
            lambda: Runtime.open(settings, worker=worker), host, port, web_dir=_web_dir(), announce=ready
        )
    finally:
        for task in announcements:
            task.cancel()
        await asyncio.gather(*announcements, return_exceptions=True)
    return ExitCode.OK


async def _announce(home: Path, url: str) -> None:
    """Say where the server is: first to commands of this data folder, then to the person."""
    async with announced(home, url):
        print(t("serve.ready", url=url), flush=True)
        await asyncio.Event().wait()


def _web_dir() -> Path | None:
    return next((folder for folder in WEB_DIRS if (folder / "index.html").is_file()), None)


async def worker(settings: Settings) -> ExitCode:
    """Execute runs until SIGINT or SIGTERM."""
    from councilos.runtime import Runtime

    log_to_stderr(settings)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with Runtime.open(settings, worker=True):
        print(t("worker.ready"), flush=True)
        await stop.wait()
    return ExitCode.OK
