"""Questions to the person at the terminal: answers can be waited for, and given up when they are moot."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import sys
import tempfile
import termios
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from councilos.cli.texts import t
from councilos.errors import SetupError

_CHUNK: Final = 65_536


class NoMoreInput(Exception):
    """The person closed the input (Ctrl-D)."""


class Terminal:
    """Reads lines from a terminal without blocking the event loop, and opens the person's editor."""

    def __init__(self, descriptor: int | None = None, environment: Mapping[str, str] | None = None) -> None:
        """Take the terminal to read from (default stdin) and where EDITOR and VISUAL are looked up."""
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._environment = os.environ if environment is None else environment
        self.editing = False

    def forget_typed(self) -> None:
        """Drop what was typed before the question was there: nobody approves what they have not seen."""
        with contextlib.suppress(termios.error):
            termios.tcflush(self._descriptor, termios.TCIFLUSH)

    async def line(self) -> str:
        """Return the next line without its end; NoMoreInput when the input was closed."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()

        def read() -> None:
            if not answer.done():
                answer.set_result(os.read(self._descriptor, _CHUNK))

        loop.add_reader(self._descriptor, read)
        try:
            data = await answer
        finally:
            loop.remove_reader(self._descriptor)
        if not data:
            raise NoMoreInput
        return data.decode("utf-8", "replace").rstrip("\n")

    async def edit(self, text: str) -> tuple[str, Path]:
        """Let the person change the text in $VISUAL or $EDITOR; return it and the file it stands in.

        SetupError when neither is set or the editor cannot be started or fails. The caller deletes
        the file once the text is safe.
        """
        command = self._environment.get("VISUAL") or self._environment.get("EDITOR")
        if not command or not command.strip():
            raise SetupError(t("editor.missing"), spoken=True)
        path = await asyncio.to_thread(_draft_file, text)
        self.editing = True
        try:
            process = await asyncio.create_subprocess_exec(*shlex.split(command), str(path))
            code = await process.wait()
        except (OSError, ValueError) as error:
            raise SetupError(t("editor.failed", command=command, reason=error), spoken=True) from error
        finally:
            self.editing = False
        if code != 0:
            raise SetupError(
                t("editor.failed", command=command, reason=t("editor.code", code=code)), spoken=True
            )
        changed = await asyncio.to_thread(path.read_text, encoding="utf-8", errors="replace")
        return _same_end(text, changed), path


def _draft_file(text: str) -> Path:
    handle, name = tempfile.mkstemp(prefix="councilos-", suffix=".md")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return Path(name)


def _same_end(before: str, after: str) -> str:
    """Drop the line end that editors add to a text that had none."""
    return after if before.endswith("\n") else after.removesuffix("\n")
