"""Councils from Python: the documented examples, real engine, fake model server."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from councilos import Council, Engine
from councilos.errors import InvalidBlueprint, InvalidInput, SetupError, StorageUnavailable
from councilos.events.types import MessageDelta, RunDone
from councilos.library.result import Result
from support.blueprints import chain, writer_critic_editor
from support.model_server import ModelServer, Reply
from support.providers import MODELS, council_of, environment_of_all

HOWTO = Path(__file__).parents[3] / "docs/howto/python.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", HOWTO.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def _home(own_env: None, model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with rat.json, and an environment with database and models."""
    monkeypatch.chdir(tmp_path)
    Path("rat.json").write_text(json.dumps(writer_critic_editor()), encoding="utf-8")
    model_server.on(lambda call: "agent:critic" in call.system, ["Weak.\nSCORE: 3", "Good.\nSCORE: 9"])
    model_server.on(lambda call: "agent:editor" in call.system, ["The *final* text."])


pytestmark = pytest.mark.usefixtures("_home")


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Issue item 7: what the documentation shows works as it stands."""
    exec(compile(EXAMPLES[number], f"python.md, example {number + 1}", "exec"), {"__name__": "__main__"})
    shown = capsys.readouterr().out
    assert "The *final* text." in shown or shown.count("completed") == 2


async def test_run_works_inside_a_running_loop(model_server: ModelServer) -> None:
    """Issue item 7: as in a notebook; result, versions, score, figures, Markdown."""
    result = Council.load("rat.json").run("Why?")
    assert (result.status, result.draft, result.score, result.error) == (
        "completed",
        "The *final* text.",
        9.0,
        None,
    )
    assert [draft.node for draft in result.drafts] == ["writer", "writer", "editor"]
    assert result.usage["total"]["input_tokens"] > 0
    assert result.usage["total"]["cost_usd"] == result.cost
    assert len(model_server.calls) == 5
    markdown = result._repr_markdown_()  # pyright: ignore[reportPrivateUsage]
    assert markdown.startswith("**Test council** · completed · score 9")
    assert markdown.endswith("\n\nThe *final* text.")


@pytest.mark.parametrize("provider", MODELS)
def test_runs_one_after_the_other(
    provider: str, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue item 7: every run has a loop of its own; no connection of an earlier one is in its way."""
    for name, value in environment_of_all(model_server).items():
        monkeypatch.setenv(name, value)
    council = Council(council_of(provider, "one", "two"))
    results = [council.run("Why?") for _ in range(2)]
    assert [(result.status, result.error) for result in results] == [("completed", None)] * 2
    assert len(model_server.calls) == 4


async def test_streams_events_until_the_end() -> None:
    """WS-1: the same events in order, texts as they are written."""
    events = [event async for event in Council.load("rat.json").stream("Why?")]
    assert isinstance(events[-1], RunDone)
    assert any(isinstance(event, MessageDelta) for event in events)
    numbers = [event.seq for event in events[1:] if event.seq]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_a_failed_run_is_a_result(model_server: ModelServer) -> None:
    """RN-8: the error names agent, cause and remedy."""
    model_server.on(lambda call: "agent:one" in call.system, [Reply(status=401)])
    result = await Council(chain("one", "two")).arun("Why?")
    assert (result.status, result.draft) == ("failed", "")
    assert result.error is not None
    assert result.error.startswith("One: ")
    assert "OPENAI_API_KEY" in result.error
    assert "> One: " in result._repr_markdown_()  # pyright: ignore[reportPrivateUsage]


async def test_a_reached_budget_is_a_pause(model_server: ModelServer) -> None:
    """RN-8: the draft so far, and how to go on."""
    model_server.answer(lambda _call: Reply("Half.", input_tokens=90, output_tokens=10))
    result = Council(chain("one", "two")).run("Why?", budget={"tokens": 100})
    assert (result.status, result.draft) == ("paused", "Half.")
    assert "budget" in str(result.error)
    assert result.run_id in str(result.error)


async def test_leaving_early_cancels(model_server: ModelServer) -> None:
    """RN-8: cancelled coroutines and abandoned streams leave no run behind that goes on."""
    model_server.latency_ms = 5_000
    async with Engine() as engine:
        council = Council(chain("one", "two"))
        task = asyncio.create_task(council.arun("Why?", engine=engine))
        while not model_server.calls:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        stream = council.stream("Why?", engine=engine)
        async for event in stream:
            if getattr(event, "type", "") == "node.running":
                break
        await stream.aclose()
        found = await asyncio.wrap_future(engine.submit(_statuses(engine)))
    assert found == ["cancelled", "cancelled"]


async def _statuses(engine: Engine) -> list[str]:
    from councilos.runs import history

    runs, _ = await history.page(engine.runtime.storage, limit=10, offset=0)
    return [run.status for run in runs]


async def test_bad_input_is_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """BP-11, RN-1: broken files, empty topics, no database; nothing hangs."""
    Path("broken.json").write_text('{"version": "1.0", "nodes": []}', encoding="utf-8")
    with pytest.raises(InvalidBlueprint):
        Council.load("broken.json")
    with pytest.raises(InvalidInput, match="empty"):
        Council.load("rat.json").run("  ")
    with pytest.raises(InvalidInput, match="content"):
        Council.template("nothing")
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:9/none")
    with pytest.raises(StorageUnavailable):
        Council.load("rat.json").run("Why?")


def test_files_are_canonical() -> None:
    """BP-13: load and save keep the bytes."""
    Council.template("analysis", "zh").save("one.json")
    Council.load("one.json").save("two.json")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
    assert repr(Council.load("one.json")).endswith("agents>")


def _output(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_importing_stays_light() -> None:
    """Issue item 7: `import councilos` loads nothing but itself until something is asked for."""
    code = "import sys, councilos; print(*(set(sys.modules) - sys.stdlib_module_names))"
    known, loaded = (
        {name for name in output.split() if name.partition(".")[0] not in sys.stdlib_module_names}
        for output in (_output("import sys; print(*sys.modules)"), _output(code))
    )
    assert loaded - known == {"councilos"}
    more: dict[str, Any] = {}
    exec("from councilos import *", more)
    assert {"Council", "Engine", "Result", "__version__"} <= set(more)
    assert more["Result"] is Result


def test_an_engine_that_is_not_open_is_an_error_not_a_wait() -> None:
    """Issue item 7: before, and after, the `with` block; nobody waits for ever."""
    council = Council.load("rat.json")
    with pytest.raises(SetupError, match="with Engine"):
        council.run("Why?", engine=Engine())
    with Engine() as engine:
        assert council.run("Why?", engine=engine).status == "completed"
    with pytest.raises(SetupError, match="not open"):
        council.run("Why?", engine=engine)
    with pytest.raises(SetupError, match="opened before"), engine:
        pass


@pytest.mark.parametrize(
    "budget", [{"tokens": 0}, {"cost_usd": float("inf")}, {"minutes": "five"}, {"token": 5}]
)
def test_a_budget_that_is_none_is_refused_in_our_words(budget: dict[str, Any]) -> None:
    """RN-8, issue item 7: the documented error, with what is possible."""
    with pytest.raises(InvalidInput, match=next(iter(budget))):
        Council.load("rat.json").run("Why?", budget=budget)


def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-5, issue item 7: the documented error, not the validator's."""
    monkeypatch.setenv("COUNCILOS_LOG_LEVEL", "LOUD")
    with pytest.raises(SetupError, match="COUNCILOS_LOG_LEVEL"):
        Council.load("rat.json").run("Why?")
