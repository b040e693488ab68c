"""Which Host and Origin headers are welcome (SO-2): a page of a stranger must not reach a local server.

A stranger's page cannot choose the Host header, except by making its own name point here (DNS
rebinding); so names are compared. It cannot hide its Origin either.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from councilos.errors import SetupError

_LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach the host."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _place(authority: str, scheme: str) -> tuple[str, int] | None:
    """Return host and port of `host[:port]`; None when it is not one."""
    try:
        parts = urlsplit(f"//{authority}")
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.path or parts.query or parts.username is not None:
        return None
    return parts.hostname.rstrip("."), port if port is not None else _PORTS.get(scheme, 0)


def _origin(text: str) -> tuple[str, str] | None:
    scheme, separator, authority = text.partition("://")
    return (scheme.lower(), authority) if separator and scheme.lower() in ("http", "https") else None


@dataclass(frozen=True, slots=True)
class Door:
    """Who may come in: `hosts` by name, `origins` of other sites; any address if `any_address`."""

    hosts: frozenset[str]
    origins: frozenset[str]
    any_address: bool

    @staticmethod
    def of(origins: Iterable[str], bound: str) -> Door:
        """Build it from the allowed origins and the host that the server is bound to.

        SetupError when an origin is not exactly `scheme://host[:port]`.
        """
        allowed = frozenset(origin.lower() for origin in origins)
        names: set[str] = set(_LOCAL_NAMES)
        for origin in allowed:
            parts = _origin(origin)
            place = _place(parts[1], parts[0]) if parts else None
            if place is None:
                raise SetupError(
                    f"COUNCILOS_ALLOWED_ORIGINS holds {origin!r}. Write origins as https://host or "
                    "http://host:port, separated by commas."
                )
            names.add(place[0])
        host = bound.strip("[]").lower()
        return Door(frozenset(names | {host}), allowed, not is_loopback(host))

    def knows_host(self, header: str) -> bool:
        """Say whether the Host header names this server."""
        place = _place(header.lower(), "http")
        if place is None:
            return False
        host = place[0]
        return host in self.hosts or is_loopback(host) or (self.any_address and _is_address(host))

    def knows_origin(self, header: str, host_header: str) -> bool:
        """Say whether the Origin header is this server itself or an allowed site."""
        origin = header.lower()
        if origin in self.origins:
            return True
        parts = _origin(origin)
        if parts is None:
            return False
        scheme, authority = parts
        place = _place(authority, scheme)
        return place is not None and place == _place(host_header.lower(), scheme)
