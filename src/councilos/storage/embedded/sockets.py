"""The private folder of the socket on which the built-in PostgreSQL listens."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Final

from councilos.storage.embedded.account import Account

_LONGEST: Final = 80
_RECORD: Final = "socket"


def socket_folder(root: Path, account: Account) -> Path:
    """Return the private folder of the socket: short, since a socket's path has at most 107 bytes.

    It stays the same as long as the server has users, also over restarts: their addresses name it.
    """
    inside = root / "run"
    if len(str(inside).encode()) <= _LONGEST and "," not in str(inside):
        return account.private_folder(inside)
    record = root / _RECORD
    if record.exists():
        return account.private_folder(Path(record.read_text(encoding="utf-8")))
    base = tempfile.gettempdir()
    if len(base.encode()) > _LONGEST // 2 or "," in base:
        base = "/tmp"  # noqa: S108
    folder = account.private_folder(Path(tempfile.mkdtemp(prefix="councilos-", dir=base)))
    record.write_text(str(folder), encoding="utf-8")
    return folder


def forget_socket_folder(root: Path) -> None:
    """Remove the folder when it lies outside `root`: nobody uses its address any more."""
    record = root / _RECORD
    if record.exists():
        folder = Path(record.read_text(encoding="utf-8"))
        record.unlink()
        shutil.rmtree(folder, ignore_errors=True)
