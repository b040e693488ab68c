"""The command line against the real engine: own processes, real PostgreSQL, a fake model server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.blueprints import writer_critic_editor
from support.commands import SECONDS, Run, Started
from support.model_server import ModelServer, Reply

UNSET = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OLLAMA_HOST", "COUNCILOS_API_TOKEN", "TAVILY_API_KEY")


@pytest.fixture
def env(database_url: str, model_server: ModelServer, tmp_path: Path) -> dict[str, str]:
    """The environment of all commands of one test."""
    return {
        **os.environ,
        **dict.fromkeys(UNSET, ""),
        **model_server.env("openai"),
        "DATABASE_URL": database_url,
        "COUNCILOS_HOME": str(tmp_path / "home"),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "120",
    }


@pytest.fixture
def council(tmp_path: Path) -> Path:
    """A council file: writer → critic → (rework: writer, approve: editor)."""
    path = tmp_path / "council.json"
    path.write_text(json.dumps(writer_critic_editor()))
    return path


@pytest.fixture
def models(model_server: ModelServer) -> ModelServer:
    """Models that need one rework; the critic's scores are 6 and 9."""
    model_server.on(lambda call: "agent:critic" in call.system, ["SCORE: 6\nToo short.", "SCORE: 9\nGood."])
    model_server.on(lambda call: "agent:writer" in call.system, ["First draft.", "Second, longer draft."])
    model_server.on(lambda call: "agent:editor" in call.system, ["The final document."])
    return model_server


@pytest.fixture
def slow_editor(model_server: ModelServer) -> ModelServer:
    """Models whose editor never comes to an end."""
    model_server.on(lambda call: "agent:critic" in call.system, ["SCORE: 9\nGood."])
    model_server.on(lambda call: "agent:writer" in call.system, ["First draft."])
    model_server.on(lambda call: "agent:editor" in call.system, [Reply(text="a b c", hang_after=1)])
    return model_server


@pytest.fixture
def councilos(env: dict[str, str]) -> Run:
    """Run a command to its end, without a terminal."""

    def run(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "councilos", *arguments],
            input=stdin, capture_output=True, text=True, check=False, timeout=SECONDS, env={**env, **more},
        )  # fmt: skip

    return run


@pytest.fixture
def start(env: dict[str, str]) -> Iterator[Callable[..., Started]]:
    """Start commands; what still runs when the test ends is killed."""
    started: list[Started] = []

    def begin(*arguments: str) -> Started:
        started.append(Started(*arguments, env=env))
        return started[-1]

    yield begin
    for command in started:
        if command.process.poll() is None:
            command.process.kill()
        command.process.communicate()


@pytest.fixture
def server(start: Callable[..., Started]) -> Started:
    """A server of this COUNCILOS_HOME that is ready."""
    started = start("serve", "--port", "0")
    assert started.process.stdout is not None
    line = started.process.stdout.readline()
    assert "http://127.0.0.1:" in line, started.ends()
    return started
