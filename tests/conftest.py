"""Fixtures for all tests."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from support.model_server import ModelServer

pytest_plugins = ("support.databases", "support.engine_fixtures")

KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY", "SEARXNG_URL", "OLLAMA_HOST")


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A fake model server on a free loopback port, fresh for each test."""
    with ModelServer() as server:
        yield server


@pytest.fixture(autouse=True)
def nobody_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-6: tests have no keys, and no connection of theirs leaves this machine."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_here(str(address[0])):
            raise PermissionError(f"A test wanted to reach {address[0]}.")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


def _is_here(host: str) -> bool:
    return host == "localhost" or ipaddress.ip_address(host).is_loopback
