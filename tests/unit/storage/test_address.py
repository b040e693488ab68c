import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg import OperationalError

from councilos.errors import StorageUnavailable
from councilos.storage.address import connection_parameters, explain, is_starting


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+asyncpg", "postgresql+psycopg", "postgres"])
def test_all_spellings_mean_the_same(scheme: str) -> None:
    """SO-5: the driver in the address does not matter."""
    found = connection_parameters(f" {scheme}://ada:p%40ss@db.example:6543/rat?application_name=x ")
    wanted = {"user": "ada", "password": "p@ss", "host": "db.example", "port": "6543", "dbname": "rat"}
    assert wanted | {"application_name": "x"} == {name: found[name] for name in (*wanted, "application_name")}


@pytest.mark.parametrize(
    ("query", "mode"), [("ssl=require", "require"), ("ssl=true", "require"), ("a=1&ssl=verify-full", None)]
)
def test_the_ssl_option_of_asyncpg_is_understood(query: str, mode: str | None) -> None:
    """SO-5: addresses written for asyncpg keep their encryption."""
    url = f"postgresql+asyncpg://h/db?{query}"
    if mode is None:
        with pytest.raises(StorageUnavailable):
            connection_parameters(url)
    else:
        assert connection_parameters(url)["sslmode"] == mode


def test_options_of_the_address_are_kept_beside_ours() -> None:
    """RN-7: a frozen process loses its half-done transaction, whatever else the address sets."""
    options = connection_parameters("postgresql://h/db?options=-c%20work_mem%3D1MB")["options"]
    assert options == "-c work_mem=1MB -c idle_in_transaction_session_timeout=10s"


@pytest.mark.parametrize(
    "url",
    ["", "sqlite:///x.db", "postgresql+psycopg2://h/db", "localhost:5432", "postgresql://u:ge%heim@h/db"],
)
def test_other_addresses_are_refused_without_being_repeated(url: str) -> None:
    """SO-1, SO-5: the message shows how to write it, never what was written."""
    with pytest.raises(StorageUnavailable, match="postgresql://user:password@host") as refused:
        connection_parameters(url)
    assert "heim" not in refused.value.message


@given(st.text(), st.text(min_size=12))
def test_no_reason_makes_the_password_public(reason: str, password: str) -> None:
    """SO-1: whatever the server says, the message does not hold the password."""
    parameters = {"host": "h", "password": f"secret-{password}"}
    assert f"secret-{password}" not in explain(OperationalError(reason), parameters).message


@pytest.mark.parametrize(
    ("reason", "advice"),
    [
        ('FATAL: password authentication failed for user "x"', "user and password"),
        ('FATAL: database "rat" does not exist', "Create it"),
        ("FATAL: sorry, too many clients already", "max_connections"),
        ("FATAL: no pg_hba.conf entry for host", "pg_hba.conf"),
        (
            "connection refused\nIs the server running?",
            "Start it, or correct DATABASE_URL. (connection refused)",
        ),
        ("", "no reason given"),
    ],
)
def test_each_reason_has_its_advice(reason: str, advice: str) -> None:
    """SO-5: the message says what to do."""
    message = explain(OperationalError(reason), {"host": "h", "port": "1", "dbname": "rat"}).message
    assert message.startswith("PostgreSQL at h:1 ")
    assert advice in message


def test_a_starting_server_is_told_from_a_missing_one() -> None:
    """RN-7: a server that recovers from a crash is waited for."""
    assert is_starting(OperationalError("FATAL: the database system is starting up"))
    assert not is_starting(OperationalError("connection refused"))
