"""Understands `DATABASE_URL` (SO-5) and explains why a PostgreSQL cannot be used."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict

from councilos.errors import StorageUnavailable

Parameters = dict[str, Any]
"""libpq's names (`host`, `port`, `user`, `password`, `dbname`, `options` …)."""

_EXAMPLE = "postgresql://user:password@host:5432/name"
_SCHEMES = frozenset({"postgres", "postgresql", "postgresql+asyncpg", "postgresql+psycopg"})
_SSL = {"true": "require", "false": "disable"}

# A frozen process must not keep the row locks of a half-done transaction for ever.
_SESSION = "-c idle_in_transaction_session_timeout=10s"


def connection_parameters(url: str) -> Parameters:
    """Turn an address in any accepted spelling into libpq's parameters (SO-5).

    Raises StorageUnavailable for anything else; the message never repeats the address, which may
    hold a password.
    """
    scheme, separator, rest = url.strip().partition("://")
    if not separator or scheme.lower() not in _SCHEMES:
        raise StorageUnavailable(
            f"DATABASE_URL is not the address of a PostgreSQL database. Write it like {_EXAMPLE}, "
            "or leave it empty to use the built-in database."
        )
    try:
        parameters: Parameters = conninfo_to_dict("postgresql://" + _with_sslmode(rest))
    except psycopg.Error:
        raise StorageUnavailable(
            f"DATABASE_URL cannot be read. Write it like {_EXAMPLE}; special characters in the password "
            "must be percent-encoded (@ is %40, / is %2F, % is %25)."
        ) from None
    parameters.setdefault("application_name", "councilos")
    parameters.setdefault("connect_timeout", "10")
    parameters["options"] = f"{parameters.get('options', '')} {_SESSION}".strip()
    return parameters


def _with_sslmode(rest: str) -> str:
    # asyncpg's spelling of libpq's `sslmode`.
    address, _, query = rest.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    if not any(key == "ssl" for key, _ in pairs):
        return rest
    renamed = [("sslmode", _SSL.get(value, value)) if key == "ssl" else (key, value) for key, value in pairs]
    return f"{address}?{urlencode(renamed, quote_via=quote)}"


def is_starting(error: psycopg.Error) -> bool:
    """Say whether the server answered that it will be there in a moment."""
    return "starting up" in str(error) or "in recovery mode" in str(error)


def explain(error: Exception, parameters: Parameters) -> StorageUnavailable:
    """Say in one sentence why the server cannot be used and what to do; never with the password."""
    words = str(error)
    where = _where(parameters)
    if "password authentication failed" in words or "no password supplied" in words:
        reason = "does not accept this user and password. Correct them in DATABASE_URL."
    elif 'database "' in words and "does not exist" in words:
        reason = f"has no database {parameters.get('dbname')!r}. Create it, or name another in DATABASE_URL."
    elif "too many clients" in words or "connection slots" in words:
        reason = "has no free connection. Raise its max_connections or stop other programs that use it."
    elif "no pg_hba.conf entry" in words:
        reason = "does not let this machine in. Allow it in pg_hba.conf, or set sslmode in DATABASE_URL."
    else:
        reason = f"does not answer. Start it, or correct DATABASE_URL. ({_first_line(words)})"
    return StorageUnavailable(f"PostgreSQL at {where} {reason}")


def _where(parameters: Parameters) -> str:
    host = parameters.get("host") or parameters.get("hostaddr") or "the local socket"
    return str(host) if str(host).startswith("/") else f"{host}:{parameters.get('port', 5432)}"


def _first_line(words: str) -> str:
    return words.strip().splitlines()[0] if words.strip() else "no reason given"
