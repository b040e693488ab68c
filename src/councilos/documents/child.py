"""Starts our own Python programs as processes that know no secrets."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Final

_KEPT: Final = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT")
_CALM: Final = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
"""One processor is enough for a child: the others belong to the server and its runs."""
LONGEST_LINE: Final = 64 * 1024 * 1024
"""Bytes of one line that a child may write."""


async def spawn(module: str, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Run `python -m module` with pipes for input and output, and of our environment only what is harmless.

    `environment` is added.
    """
    inherited = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**inherited, **_CALM, **environment},
        limit=LONGEST_LINE,
        start_new_session=True,
    )


def step_aside(niceness: int) -> None:
    """Let the server and its runs go first; called by a child, for itself (0 to 19, the most patient)."""
    os.nice(niceness)
    # Linux may share processors among sessions first, and a child is a session of its own.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")
