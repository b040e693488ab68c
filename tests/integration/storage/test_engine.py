from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import pytest

from councilos.errors import StorageUnavailable
from councilos.storage import engine
from councilos.storage.engine import open_database


async def _refusal(url: str) -> str:
    with pytest.raises(StorageUnavailable) as refused:
        async with open_database(url):
            pass
    return refused.value.message


async def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    """SO-5, SO-1: the message names host and port, never the password."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    message = await _refusal(f"postgresql+asyncpg://me:geheim@127.0.0.1:{port}/db")
    assert f"127.0.0.1:{port} does not answer" in message
    assert "geheim" not in message


async def test_a_wrong_password_is_called_so(postgres_url: str) -> None:
    """SO-5: who set the wrong password learns that it is the password."""
    password = postgres_url.partition("councilos:")[2].partition("@")[0]
    message = await _refusal(postgres_url.replace(password, "falsch"))
    assert "user and password" in message
    assert "falsch" not in message


async def test_a_missing_database_is_named(postgres_url: str) -> None:
    """SO-5: the message names the database to create."""
    message = await _refusal(postgres_url.replace("/councilos?", "/nirgends?"))
    assert "'nirgends'" in message


async def test_an_old_server_is_refused(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """RN-6: a server older than the oldest we run on is refused with both versions."""
    monkeypatch.setattr(engine, "OLDEST", 99)
    message = await _refusal(postgres_url)
    assert "needs 99 or newer" in message


async def test_a_database_without_unicode_is_refused(new_database: Callable[[str], Awaitable[str]]) -> None:
    """UI-7: text of all languages needs a database in UTF8."""
    url = await new_database("ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0")
    assert "SQL_ASCII" in await _refusal(url)


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+asyncpg", "postgresql+psycopg"])
async def test_every_spelling_opens_both_pools(postgres_url: str, scheme: str) -> None:
    """SO-5: the three spellings of the address mean the same."""
    async with open_database(postgres_url.replace("postgresql", scheme, 1)) as database:
        async with database.engine.connect() as connection:
            assert (await connection.exec_driver_sql("SELECT 1")).scalar_one() == 1
        async with database.pool.connection() as raw:
            assert await (await raw.execute("SELECT 1 AS one")).fetchone() == {"one": 1}
