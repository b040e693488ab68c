"""Which server of a data folder is live (decision 16)."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from councilos.cli.home import FILE, announced, live_server, process_start

LOCKED = """
import asyncio, sys
from pathlib import Path
from councilos.cli.home import announced
async def main():
    async with announced(Path(sys.argv[1]), sys.argv[2]) as first:
        print(first, flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


@asynccontextmanager
async def health(status: str = "ok") -> AsyncGenerator[str]:
    """A server that answers every request as `/api/health` does."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = json.dumps({"status": status}).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_server_is_live_while_it_is_announced(tmp_path: Path) -> None:
    """Decision 16: the file names address, process and start; never a token; it goes with the server."""
    home = tmp_path / "home"
    async with health() as url:
        assert await live_server(home) is None
        async with announced(home, url + "/") as first:
            assert first
            server = await live_server(home)
            assert server is not None
            assert (server.url, server.pid) == (url, os.getpid())
            assert json.loads((home / FILE).read_text()).keys() == {"url", "pid", "started"}
        assert await live_server(home) is None
        assert not (home / FILE).exists()


async def test_a_second_server_of_the_folder_is_not_announced(tmp_path: Path) -> None:
    async with announced(tmp_path, "http://one"), announced(tmp_path, "http://two") as second:
        assert not second
        assert json.loads((tmp_path / FILE).read_text())["url"] == "http://one"
    assert not (tmp_path / FILE).exists()


async def test_what_a_killed_server_left_behind_is_stale(tmp_path: Path) -> None:
    async with health() as url:
        command = [sys.executable, "-c", LOCKED, str(tmp_path), url]
        process = await asyncio.to_thread(subprocess.Popen[bytes], command, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == b"True\n"
        server = await live_server(tmp_path)
        assert server is not None
        assert server.pid == process.pid
        process.kill()
        process.wait()
        process.stdout.close()
        assert (tmp_path / FILE).exists()
        assert await live_server(tmp_path) is None


async def test_another_process_with_the_same_id_is_not_the_server(tmp_path: Path) -> None:
    async with health() as url, announced(tmp_path, url):
        data = json.loads((tmp_path / FILE).read_text())
        (tmp_path / FILE).write_text(json.dumps({**data, "started": "1"}))
        assert await live_server(tmp_path) is None


async def test_a_server_that_does_not_answer_is_not_used(tmp_path: Path) -> None:
    async with announced(tmp_path, "http://127.0.0.1:1"):
        assert await live_server(tmp_path) is None
    async with health("something else") as url, announced(tmp_path, url):
        assert await live_server(tmp_path) is None


async def test_a_broken_file_is_no_server(tmp_path: Path) -> None:
    async with announced(tmp_path, "http://127.0.0.1:1"):
        (tmp_path / FILE).write_text("{")
        assert await live_server(tmp_path) is None


def test_processes_have_a_start_time() -> None:
    assert process_start(os.getpid()) == process_start(os.getpid()) != ""
    assert process_start(2**22 + 1) == ""
