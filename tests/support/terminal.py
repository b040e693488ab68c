"""A terminal for tests: a command on a pseudo terminal of its own, read and typed into."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

_TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
SECONDS = 60.0


class TerminalProcess:
    """`python -m councilos …`, or another program, with a terminal as stdin, stdout and stderr."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str],
        columns: int = 120,
        lines: int = 40,
        program: Sequence[str] = (sys.executable, "-m", "councilos"),
    ) -> None:
        """Start the command."""
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        command = [sys.executable, "-c", _TAKE_TERMINAL, *program, *arguments]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={"TERM": "xterm-256color", **env},
        )  # fmt: skip
        os.close(slave)
        self._seen = 0
        self._raw = b""

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Make sure that the process is gone."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """Everything written so far, without escape sequences."""
        return _ESCAPES.sub("", self._raw.decode("utf-8", "replace"))

    def expect(self, wanted: str) -> str:
        """Wait until the text appears behind what was expected before; return what stood before it."""
        deadline = time.monotonic() + SECONDS
        while True:
            text = self.text
            found = text.find(wanted, self._seen)
            if found >= 0:
                before, self._seen = text[self._seen : found], found + len(wanted)
                return before
            assert time.monotonic() < deadline, f"{wanted!r} did not appear in:\n{text[self._seen :]}"
            assert self._read() or wanted in self.text[self._seen :], f"ended without {wanted!r}:\n{text}"

    def type(self, text: str) -> None:
        """Type the text."""
        os.write(self._master, text.encode())

    def ends(self) -> int:
        """Read on until the process has ended; return its exit code."""
        deadline = time.monotonic() + SECONDS
        while self._read():
            assert time.monotonic() < deadline, f"the command did not end:\n{self.text}"
        return self._process.wait(SECONDS)

    def _read(self) -> bool:
        """Take what arrives within a moment; False when the terminal was closed."""
        readable, _, _ = select.select([self._master], [], [], 0.2)
        if not readable:
            return self._process.poll() is None
        try:
            data = os.read(self._master, 65_536)
        except OSError:
            return False
        self._raw += data
        return bool(data)
