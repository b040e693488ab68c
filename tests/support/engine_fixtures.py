"""Fixtures for engines in the test's process: real PostgreSQL, real queue, fake model server.

- `env`: the environment of all processes of one test
- `own_env`: the same for the test's own process
- `engine`: an engine that executes runs and reads documents
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from councilos.runtime import Runtime
from support.engine import environment, open_engine
from support.model_server import ModelServer


@pytest.fixture
def env(database_url: str, model_server: ModelServer, tmp_path: Path) -> dict[str, str]:
    return environment(database_url, model_server.env("openai"), tmp_path / "home")


@pytest.fixture
def own_env(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
async def engine(env: dict[str, str]) -> AsyncIterator[Runtime]:
    async with open_engine(env) as runtime:
        yield runtime
