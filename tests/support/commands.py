"""The command line as processes of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

Run = Callable[..., subprocess.CompletedProcess[str]]
SECONDS = 90.0


class Started:
    """A command that goes on, with what it writes."""

    def __init__(self, *arguments: str, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "councilos", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
        )  # fmt: skip

    def errors_until(self, wanted: str) -> str:
        """Read stderr until a line holds the text."""
        assert self.process.stderr is not None
        read = ""
        for line in self.process.stderr:
            read += line
            if wanted in line:
                return read
        raise AssertionError(f"{wanted!r} did not appear in:\n{read}")

    def ends(self, with_signal: signal.Signals | None = None) -> tuple[int, str, str]:
        """Send the signal, wait for the end; return exit code, stdout and the rest of stderr."""
        if with_signal is not None:
            self.process.send_signal(with_signal)
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err
