"""When a job is tried again."""

from __future__ import annotations

import psycopg
import pytest
import sqlalchemy.exc
from psycopg_pool import PoolTimeout

from councilos.errors import Fenced, StorageUnavailable
from councilos.queue.app import Priority, is_outage
from councilos.queue.ledger import delay_after


def _caused(by: Exception) -> Exception:
    error = RuntimeError("a step failed")
    error.__cause__ = by
    return error


@pytest.mark.parametrize(
    "error",
    [
        psycopg.OperationalError("server closed the connection unexpectedly"),
        psycopg.errors.DeadlockDetected(),
        psycopg.InterfaceError("the connection is closed"),
        PoolTimeout("couldn't get a connection after 30.00 sec"),
        sqlalchemy.exc.OperationalError("SELECT 1", None, psycopg.OperationalError()),
        sqlalchemy.exc.InterfaceError("SELECT 1", None, psycopg.InterfaceError()),
        sqlalchemy.exc.TimeoutError("QueuePool limit reached"),
        StorageUnavailable("The database cannot be reached."),
        _caused(psycopg.OperationalError()),
    ],
)
def test_an_absent_database_is_an_outage(error: Exception) -> None:
    """RN-7: trying again later can help."""
    assert is_outage(error)


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.UniqueViolation(),
        psycopg.ProgrammingError("syntax error"),
        sqlalchemy.exc.IntegrityError("INSERT", None, psycopg.errors.UniqueViolation()),
        Fenced("another worker has the run"),
        _caused(ValueError("no such node")),
        TimeoutError(),
    ],
)
def test_a_mistake_is_no_outage(error: Exception) -> None:
    """RN-7: the same would happen again."""
    assert not is_outage(error)


def test_attempts_come_later_and_later_but_never_later_than_36_seconds() -> None:
    """RN-7: a database that is away for hours is asked again, not stormed."""
    assert 0.8 <= delay_after(0).total_seconds() <= 1.2
    assert 6.4 <= delay_after(3).total_seconds() <= 9.6
    assert all(24 <= delay_after(attempts).total_seconds() <= 36 for attempts in (5, 10, 10_000))


def test_what_was_interrupted_goes_before_decisions_and_those_before_starts() -> None:
    """GM-2: the order in which waiting jobs are taken."""
    assert Priority.RESUMED > Priority.DECISION > Priority.START > Priority.HOUSEKEEPING
