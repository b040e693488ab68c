"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.model_server import ModelServer

pytest_plugins = ("support.databases",)


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A fake model server on a free loopback port, fresh for each test."""
    with ModelServer() as server:
        yield server
