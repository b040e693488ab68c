"""Kernel locks on files: they end with the process that holds them, however it ends."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from councilos.errors import StorageUnavailable

_PATIENCE = 120.0


class FileLock:
    """An open lock file; closing it frees whatever is held."""

    def __init__(self, path: Path) -> None:
        """Open `path`, made when absent, without locking it."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def try_exclusive(self) -> bool:
        """Lock against everybody, unless somebody holds it."""
        return self._try(fcntl.LOCK_EX)

    def try_shared(self) -> bool:
        """Lock together with others, unless somebody holds it alone."""
        return self._try(fcntl.LOCK_SH)

    def close(self) -> None:
        """Free the lock."""
        os.close(self._file)

    def __enter__(self) -> Self:
        """Return the lock."""
        return self

    def __exit__(self, *error: object) -> None:
        """Free the lock."""
        self.close()

    def _try(self, how: int) -> bool:
        try:
            fcntl.flock(self._file, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@asynccontextmanager
async def alone(path: Path) -> AsyncGenerator[None]:
    """Hold `path` for the block, after all who came before; raise StorageUnavailable after two minutes."""
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    with FileLock(path) as lock:
        while not lock.try_exclusive():
            if asyncio.get_running_loop().time() > deadline:
                raise StorageUnavailable(
                    f"Another process has been holding {path} for two minutes. Stop it and start again."
                )
            await asyncio.sleep(0.02)
        yield
