"""The built-in PostgreSQL as one object: start, address, stop, and a watch over it in between."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote

import psycopg

from councilos.errors import StorageUnavailable
from councilos.storage.embedded.account import Account, reachable_root, server_account
from councilos.storage.embedded.binaries import find_binaries
from councilos.storage.embedded.cluster import (
    ADMIN,
    APP,
    PORT,
    Passwords,
    check_version,
    configure,
    create_cluster,
    failure,
    read_passwords,
)
from councilos.storage.embedded.locks import FileLock, alone
from councilos.storage.embedded.postmaster import (
    Postmaster,
    Process,
    find_postmaster,
    forget_stranger,
    spawn,
)
from councilos.storage.embedded.sockets import forget_socket_folder, socket_folder

_log = logging.getLogger(__name__)

_RECOVERY: Final = 300.0
_WATCH: Final = 0.5
_REST: Final = 30.0
_LEFTOVERS: Final = 10.0
_IN_USE: Final = "shared memory block"

_T = TypeVar("_T")


class EmbeddedPostgres:
    """A PostgreSQL of our own in one folder, shared by all processes that name the same folder.

    It listens on a socket in a private folder only. The last process that calls `stop` ends the server.
    A killed process leaves it running; the next start adopts it. While started, a watch restarts it
    at the same address when it dies.
    """

    def __init__(self, folder: Path, options: Mapping[str, str] | None = None) -> None:
        """Take `COUNCILOS_HOME/postgres` and further options of PostgreSQL; touches nothing yet."""
        self._options = dict(options or {})
        self._link = folder
        self._root = self._link
        self._users: FileLock | None = None
        self._postmaster: Postmaster | None = None
        self._process: Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._passwords: Passwords | None = None
        self._socket_folder = Path()

    @property
    def url(self) -> str:
        """The address for the role and database of CouncilOS; holds a password, never log it."""
        return self._url(APP, APP)

    @property
    def admin_url(self) -> str:
        """The address for the administrator, who may create databases."""
        return self._url(ADMIN, "postgres")

    @property
    def pid(self) -> int | None:
        """The process id of the server that was last seen running."""
        return None if self._postmaster is None else self._postmaster.pid

    async def start(self) -> Self:
        """Make the data at the first start, then start the server or join a running one.

        Raises StorageUnavailable with what to do: folder not writable, disk full, data of another major
        version, no account to run as.
        """
        try:
            await self._start()
        except OSError as error:
            await self.stop()
            raise _explain(error, self._link) from error
        except BaseException:  # edge: no process may be left behind
            await self.stop()
            raise
        self._watch = asyncio.create_task(self._keep_running(), name="embedded-postgres")
        return self

    async def stop(self) -> None:
        """Leave the server, and end it when no other process uses it; does nothing when not started."""
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
            self._watch = None
        if self._users is None:
            return
        async with alone(self._root / "lock"):
            self._users.close()
            self._users = None
            with FileLock(self._root / "users") as users:
                if users.try_exclusive():
                    await _in_thread(self._end_server)

    async def __aenter__(self) -> Self:
        """Start."""
        return await self.start()

    async def __aexit__(self, *error: object) -> None:
        """Stop."""
        await self.stop()

    async def _start(self) -> None:
        account = server_account(self._link)
        self._root = await _in_thread(reachable_root, self._link, account)
        async with alone(self._root / "lock"):
            users = FileLock(self._root / "users")
            # Whoever tries exclusively holds the lock file that is ours now: this cannot fail.
            users.try_shared()
            self._users = users
            await self._run(account)

    async def _run(self, account: Account) -> None:
        """Have a server running that answers; the caller holds the lock file."""
        deadline = asyncio.get_running_loop().time() + _LEFTOVERS
        while True:
            await _in_thread(self._find_or_spawn, account)
            try:
                return await self._ready()
            except StorageUnavailable as error:
                # The backends of a killed server take a moment to notice and to leave its memory.
                if _IN_USE not in error.message or asyncio.get_running_loop().time() > deadline:
                    raise
                await asyncio.sleep(0.2)

    def _find_or_spawn(self, account: Account) -> None:
        data, record, log = (self._root / name for name in ("data", "server.json", "server.log"))
        running = find_postmaster(data, record)
        self._socket_folder = socket_folder(self._root, account)
        if running is None:
            binaries, version = find_binaries(account)
            if not data.exists():
                sync = self._options.get("fsync") != "off"
                create_cluster(binaries, data, self._root / "passwords.json", account, sync=sync)
            check_version(data, version.partition(".")[0])
            configure(data, self._socket_folder, self._options, account)
            forget_stranger(data)
            running, self._process = spawn(binaries / "bin" / "postgres", data, log, account)
        if running is not None:
            running.save(record)
        self._postmaster = running
        self._passwords = read_passwords(self._root / "passwords.json")

    async def _ready(self) -> None:
        deadline = asyncio.get_running_loop().time() + _RECOVERY
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self.url, connect_timeout=10)
            except psycopg.OperationalError as error:
                if self._has_ended():
                    raise failure(_tail(self._root / "server.log")) from None
                if asyncio.get_running_loop().time() > deadline:
                    raise failure(str(error)) from None
                await asyncio.sleep(0.02)
            else:
                await connection.close()
                return

    async def _keep_running(self) -> None:
        rest = _WATCH
        while True:
            await asyncio.sleep(rest)
            if not self._has_ended():
                rest = _WATCH
                continue
            _log.warning("The built-in database has stopped; it is started again.")
            try:
                async with alone(self._root / "lock"):
                    await self._run(server_account(self._link))
            except (StorageUnavailable, OSError) as error:
                rest = min(rest * 2, _REST)
                _log.error("The built-in database cannot be started again: %s", error)

    def _has_ended(self) -> bool:
        if self._process is not None:
            self._process.poll()
        return self._postmaster is None or not self._postmaster.alive()

    def _end_server(self) -> None:
        running = find_postmaster(self._root / "data", self._root / "server.json")
        if running is not None:
            running.stop()
        if self._process is not None:
            self._process.wait(timeout=10)
            self._process = None
        self._postmaster = None
        forget_socket_folder(self._root)

    def _url(self, role: str, database: str) -> str:
        if self._passwords is None:
            raise StorageUnavailable("The built-in database has not been started.")
        password = self._passwords.admin if role == ADMIN else self._passwords.app
        host = quote(str(self._socket_folder), safe="")
        return f"postgresql://{role}:{quote(password)}@/{database}?host={host}&port={PORT}"


@asynccontextmanager
async def open_embedded(folder: Path) -> AsyncGenerator[str]:
    """Start the built-in PostgreSQL in `folder`, give its address, and leave it at the end of the block.

    Raises StorageUnavailable as `EmbeddedPostgres.start` does.
    """
    async with EmbeddedPostgres(folder) as server:
        yield server.url


async def _in_thread(function: Callable[..., _T], *given: Any) -> _T:
    # A thread cannot be cancelled: whoever is must not free the lock file before the work has ended.
    work = asyncio.ensure_future(asyncio.to_thread(function, *given))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise


def _tail(log: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        return log.read_bytes()[-4_000:].decode(errors="replace")
    return ""


def _explain(error: OSError, folder: Path) -> StorageUnavailable:
    if error.errno == errno.ENOSPC:
        return StorageUnavailable(f"The disk that holds {folder} is full. Free some space and start again.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR):
        return StorageUnavailable(
            f"CouncilOS may not write to {folder}. Give this user the right to, or set COUNCILOS_HOME to a "
            "folder of its own."
        )
    return StorageUnavailable(f"The built-in database in {folder} cannot be started: {error.strerror}.")
