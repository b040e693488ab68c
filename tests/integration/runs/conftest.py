"""A whole engine in the test's process: real PostgreSQL, real queue, fake model server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from councilos.runtime import Runtime
from support.engine import QUICK, environment, settings_from
from support.model_server import ModelServer


@pytest.fixture
def env(database_url: str, model_server: ModelServer, tmp_path: Path) -> dict[str, str]:
    """The environment of all processes of one test."""
    return environment(database_url, model_server.env("openai"), tmp_path / "home")


@pytest.fixture
async def engine(env: dict[str, str]) -> AsyncIterator[Runtime]:
    """An engine that executes runs."""
    with settings_from(env) as settings:
        async with Runtime.open(settings, timing=QUICK) as runtime:
            yield runtime
