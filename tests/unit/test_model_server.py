"""The fake model server itself: the other tests are worth what it is worth."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.model_server import ModelServer, Reply


def ask(server: ModelServer, system: str = "you write", user: str = "hello", **more: Any) -> httpx.Response:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    body = {"model": "gpt-4o", "messages": messages} | more
    return httpx.post(f"{server.openai_url}/chat/completions", json=body, timeout=5)


def text_of(response: httpx.Response) -> str:
    return response.json()["choices"][0]["message"]["content"]


def test_answers_by_role_then_script_then_function(model_server: ModelServer) -> None:
    model_server.on(lambda call: "critic" in call.system, ["bad", "good"])
    model_server.script(["one"]).answer(lambda call: call.user.upper())
    critic = [text_of(ask(model_server, system="you are the critic")) for _ in range(3)]
    assert critic == ["bad", "good", "good"]
    assert [text_of(ask(model_server)) for _ in range(2)] == ["one", "HELLO"]
    assert [call.system for call in model_server.calls][3:] == ["you write", "you write"]


def test_errors_carry_status_and_retry_after(model_server: ModelServer) -> None:
    model_server.script([Reply(status=429, retry_after=0.25), Reply(status=401, error="no such key")])
    limited, denied = ask(model_server), ask(model_server)
    assert (limited.status_code, limited.headers["retry-after"]) == (429, "0.25")
    assert (denied.status_code, denied.json()["error"]["message"]) == (401, "no such key")


def test_a_stream_can_be_cut_and_can_hang(model_server: ModelServer) -> None:
    model_server.script([Reply("a b c", disconnect_after=1), Reply("a b c", hang_after=1)])
    with pytest.raises(httpx.RemoteProtocolError):
        ask(model_server, stream=True)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            f"{model_server.openai_url}/chat/completions",
            json={"model": "m", "messages": [], "stream": True},
            timeout=0.3,
        )


def test_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps({"rules": [{"match": "critic", "answers": ["no", "yes"]}], "default": "text"})
    )
    command = [sys.executable, "-m", "support.model_server", "--script", str(script)]
    tests = Path(__file__).parents[1]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tests) as process:
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            other = ModelServer(port=int(url.rsplit(":", 1)[1]))
            answers = [text_of(ask(other, system=system)) for system in ("critic", "critic", "writer")]
            assert answers == ["no", "yes", "text"]
            calls = httpx.get(f"{url}/_calls").json()
            assert [call["system"] for call in calls] == ["critic", "critic", "writer"]
        finally:
            process.kill()
