"""The server process: start it, know it again, stop it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from councilos.storage.embedded.account import Account

_LOG_LIMIT: Final = 5_000_000
_STOPPING: Final = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 5.0))

Process = subprocess.Popen[bytes]
"""A program that this process started."""


@dataclass(frozen=True, slots=True)
class Postmaster:
    """A running server; `birth` tells it from a later process with the same pid."""

    pid: int
    birth: str

    def alive(self) -> bool:
        """Say whether this very process still runs."""
        return _birth(self.pid) == self.birth

    def stop(self) -> None:
        """End the server: politely, then at once (it recovers at the next start), and wait for its end."""
        for how, patience in _STOPPING:
            if not self.alive():
                return
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, how)
            deadline = time.monotonic() + patience
            while self.alive() and time.monotonic() < deadline:
                time.sleep(0.01)

    def save(self, path: Path) -> None:
        """Write down which process it is."""
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")


def find_postmaster(data: Path, record: Path) -> Postmaster | None:
    """Return the server that runs on `data`; never another process that got its pid later.

    A process counts when its command line names `data` and, if `record` knows the pid, it was born then.
    """
    pid = _written_pid(data)
    birth = None if pid is None else _birth(pid)
    if pid is None or birth is None or not _runs_on(pid, data):
        return None
    with contextlib.suppress(FileNotFoundError, ValueError, TypeError):
        known = Postmaster(**json.loads(record.read_text(encoding="utf-8")))
        if known.pid == pid and known.birth != birth:
            return None
    return Postmaster(pid, birth)


def forget_stranger(data: Path) -> None:
    """Remove a pid file that names a living process, when none of PostgreSQL's runs on `data`.

    PostgreSQL would take that process for a server and refuse to start.
    """
    pid = _written_pid(data)
    if pid is not None and _birth(pid) is not None:
        (data / "postmaster.pid").unlink(missing_ok=True)


def _written_pid(data: Path) -> int | None:
    try:
        return int((data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def spawn(postgres: Path, data: Path, log: Path, account: Account) -> tuple[Postmaster | None, Process]:
    """Start a server on `data` that outlives us; its messages go to `log`.

    The first of the pair is None when the process ended at once.
    """
    if log.exists() and log.stat().st_size > _LOG_LIMIT:
        log.replace(log.with_suffix(".old"))
    with log.open("ab") as messages:
        process = Process(
            [postgres, "-D", data],
            stdin=subprocess.DEVNULL,
            stdout=messages,
            stderr=messages,
            cwd="/",
            env=environment(),
            # Ctrl-C in the terminal is for us; the server ends when its last user has ended.
            start_new_session=True,
            **account.popen_options(),
        )
    birth = _birth(process.pid)
    return (None if birth is None else Postmaster(process.pid, birth)), process


def environment() -> dict[str, str]:
    """Return a clean environment for PostgreSQL's programs: no PG* variables, no secrets, English."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ}
    return {**kept, "LC_ALL": "C", "TZ": "UTC"}


def _birth(pid: int) -> str | None:
    status = Path(f"/proc/{pid}/stat")
    try:
        fields = status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None if Path("/proc/self").exists() else _ps(pid, "lstart") or None
    # Zombies have ended; the twentieth field after the name is the start in ticks since boot.
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="utf-8").strip()
    return None if fields[0] == "Z" else f"{boot}/{fields[19]}"


def _runs_on(pid: int, data: Path) -> bool:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return os.fsencode(data) in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return _ps(pid, "command").endswith(f"-D {data}")


def _ps(pid: int, column: str) -> str:
    answer = subprocess.run(  # noqa: S603
        ["ps", "-ww", "-o", f"{column}=", "-p", str(pid)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip()
