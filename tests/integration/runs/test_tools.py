"""Agents that search the web, through whole runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from councilos.blueprint.model import Budget
from councilos.runs import cancel, history
from councilos.runtime import Runtime
from support.blueprints import Json, agent, blueprint, linear
from support.engine import begin, open_engine, until, until_paused
from support.model_server import ModelServer, Reply, ToolCall
from support.search_server import SearchServer


@pytest.fixture
def search() -> Iterator[SearchServer]:
    with SearchServer() as server:
        yield server


@pytest.fixture
async def engine(env: dict[str, str], search: SearchServer) -> AsyncIterator[Runtime]:
    """An engine with web search."""
    async with open_engine(env | {"TAVILY_API_KEY": "tvly-test", "TAVILY_BASE_URL": search.url}) as runtime:
        yield runtime


def searching() -> Json:
    """Return plan → search → write, of which only the one in the middle may search."""
    middle = agent("search", tools={"web_search": True})
    return blueprint(
        [agent("plan"), middle, agent("write")], [linear("plan", "search"), linear("search", "write")]
    )


def look(query: str) -> Reply:
    """Return the answer of a model that wants to search."""
    return Reply(tool_calls=(ToolCall("web_search", {"query": query}),), input_tokens=300, output_tokens=100)


async def test_a_run_searches_and_everybody_sees_it(
    engine: Runtime, model_server: ModelServer, search: SearchServer
) -> None:
    """BP-7, TL-1, WS-1: bound in one node only, fed back, in the log, also what no database can store."""
    model_server.on(lambda call: "agent:search" in call.system, [look("bees\x00"), "Bees hum."])
    run = await begin(engine.storage, searching())
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert [call.tools for call in model_server.calls] == [[], ["web_search"], ["web_search"], []]
    assert [asked["query"] for asked in search.queries] == ["bees\x00"]
    assert "https://example.org/a" in str(model_server.calls[2].body)
    events = await history.events(engine.storage, run.id, 0, 1_000)
    [started] = [event for event in events if event.type == "tool.started"]
    [done] = [event for event in events if event.type == "tool.completed"]
    assert started.payload["arguments"] == {"query": "bees\ufffd"}
    assert (done.payload["error"], done.payload["call_id"]) == (False, started.payload["call_id"])
    assert "Facts about bees" in done.payload["result"]
    assert ended.usage["by_node"]["search"]["input_tokens"] >= 300


async def test_without_a_key_the_run_goes_on(env: dict[str, str], model_server: ModelServer) -> None:
    """TL-1: model and people read which variable is missing; the run completes."""
    model_server.on(lambda call: "agent:search" in call.system, [look("bees"), "From memory."])
    async with open_engine(env) as runtime:
        run = await begin(runtime.storage, searching())
        ended = await until(runtime.storage, run.id, "completed", "failed")
        events = await history.events(runtime.storage, run.id, 0, 1_000)
    assert ended.status == "completed", ended.error
    [done] = [event.payload for event in events if event.type == "tool.completed"]
    assert done["error"] is True
    assert "TAVILY_API_KEY" in done["result"]
    assert "TAVILY_API_KEY" in str(model_server.calls[2].body)


async def test_a_budget_holds_between_rounds(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8: 1,000 tokens at 400 a call: no fourth call is started, also within one answer."""

    def answer(call: Any) -> Reply:
        rounds = sum(message["role"] == "tool" for message in call.messages)
        if "agent:search" in call.system and rounds < 3:
            return look(f"bees {rounds}")
        return Reply("words", input_tokens=300, output_tokens=100)

    model_server.answer(answer)
    run = await begin(engine.storage, searching(), budget=Budget(tokens=1_000))
    pause = await until_paused(engine.storage, run.id)
    assert (pause.kind, pause.next_nodes) == ("budget", ("search",))
    assert len(model_server.calls) == 3
    paused, _ = await history.get(engine.storage, run.id)
    assert paused.usage["total"]["input_tokens"] == 900
    events = await history.events(engine.storage, run.id, 0, 1_000)
    assert [event.payload["total"]["input_tokens"] for event in events if event.type == "usage"][-1] == 900
    await cancel.resume(engine.storage, run.id, Budget(tokens=50_000))
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed", ended.error
    assert sum("agent:plan" in call.system for call in model_server.calls) == 1
    assert len(model_server.calls) == 3 + 4 + 1
    assert ended.usage["total"]["input_tokens"] == 300 * len(model_server.calls)
    assert sum(part["output_tokens"] for part in ended.usage["by_node"].values()) == 100 * len(
        model_server.calls
    )


async def test_a_budget_holds_before_a_repair(engine: Runtime, model_server: ModelServer) -> None:
    """RN-8, CS-6: the call that asks for a missing score is one too many."""
    model_server.answer(lambda _call: Reply("No number.", input_tokens=900, output_tokens=200))
    council = blueprint(
        [agent("critic")], [{**linear("critic", "critic"), "type": "conditional", "condition": "rework"}]
    )
    run = await begin(engine.storage, council, budget=Budget(tokens=1_000))
    pause = await until_paused(engine.storage, run.id)
    assert (pause.kind, len(model_server.calls)) == ("budget", 1)
