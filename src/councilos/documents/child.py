"""Starts our own Python programs as processes that know no secrets."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

_KEPT: Final = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT")
LONGEST_LINE: Final = 64 * 1024 * 1024
"""Bytes of one line that a child may write."""


async def spawn(module: str, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Run `python -m module` with pipes for input and output; no key or password is in its environment."""
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
        env={**inherited, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", **environment},
        limit=LONGEST_LINE,
        start_new_session=True,
    )
