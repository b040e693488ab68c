"""Agents with tools on real model clients against the fake model server."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from councilos.council.state import initial_state
from councilos.events.types import (
    Event,
    MessageCompleted,
    NodeCompleted,
    NodeFailed,
    Notice,
    ToolCompleted,
    ToolStarted,
)
from councilos.graph.compile import compile_stored
from councilos.graph.context import ModelContext
from councilos.graph.failure import StepFailed
from councilos.graph.session import Head, PauseSwitch, Session, Start
from councilos.models.catalogue import Catalogue
from councilos.tools.ports import Json, ToolFailed
from support.councils import council
from support.model_server import ModelServer, Reply, ToolCall
from support.settings import settings_with

MODELS = {"openai": "gpt-4o", "anthropic": "claude-3-5-sonnet-20241022", "ollama": "ollama:llama3.2:latest"}
SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}


class Library:
    """A tool that knows one thing."""

    def __init__(self) -> None:
        self.asked: list[Json] = []

    @property
    def spec(self) -> Json:
        function = {"name": "web_search", "description": "Search.", "parameters": SCHEMA}
        return {"type": "function", "function": function}

    async def __call__(self, arguments: Json) -> str:
        self.asked.append(arguments)
        if arguments["query"] == "nothing":
            raise ToolFailed("There is nothing.")
        return f"A book about {arguments['query']}."


class Desk:
    """A council's run with a tool at one provider."""

    def __init__(self, server: ModelServer, provider: str) -> None:
        addresses: dict[str, dict[str, Any]] = {
            "openai": {"openai_base_url": server.openai_url, "openai_api_key": "k"},
            "anthropic": {"anthropic_base_url": server.url, "anthropic_api_key": "k"},
            "ollama": {"ollama_host": server.url},
        }
        self.server = server
        self.model = MODELS[provider]
        self.tool = Library()
        self.events: list[Event] = []
        self.context = ModelContext(
            Catalogue(settings_with(**addresses[provider])),
            self.events.append,
            toolbox={"web_search": self.tool},
        )

    async def run(self, *nodes: Json, edges: Any = ()) -> Head:
        compiled = await compile_stored(
            council([{**node, "model": self.model} for node in nodes], edges).to_json()
        )
        session = Session(compiled, InMemorySaver(), "t", self.context)
        try:
            return await session.run(Start(initial_state("t", "bees", "s0")), PauseSwitch([]))
        finally:
            await self.context.catalogue.aclose()

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture(params=["openai", "anthropic", "ollama"])
def desk(request: pytest.FixtureRequest, model_server: ModelServer) -> Desk:
    return Desk(model_server, request.param)


SEARCHER: Json = {"id": "a", "system_prompt": "agent:a", "tools": {"web_search": True}}
PLAIN: Json = {"id": "b", "system_prompt": "agent:b"}


async def test_tools_are_bound_executed_and_answered(desk: Desk) -> None:
    """BP-7: in exactly the requests of the node that has them; two rounds, parallel calls, usage summed."""
    two = (
        ToolCall("web_search", {"query": "bees"}, "c1"),
        ToolCall("web_search", {"query": "nothing"}, "c2"),
    )
    desk.server.on(
        lambda call: "agent:a" in call.system,
        [
            Reply("Let me look.", tool_calls=two, input_tokens=10, output_tokens=1),
            Reply(
                tool_calls=(ToolCall("web_search", {"query": "wasps"}, "c3"),),
                input_tokens=20,
                output_tokens=2,
            ),
            Reply("Bees and wasps.", input_tokens=30, output_tokens=3),
        ],
    )
    head = await desk.run(SEARCHER, PLAIN, edges=[("a", "b")])
    assert [call.tools for call in desk.server.calls] == [["web_search"]] * 3 + [[]]
    assert [asked["query"] for asked in desk.tool.asked] == ["bees", "nothing", "wasps"]
    second, third = (str(call.body["messages"]) for call in desk.server.calls[1:3])
    assert "A book about bees." in second
    assert "There is nothing." in second
    assert "A book about wasps." in third
    assert head.values["drafts"]["a"]["text"] == "Bees and wasps."
    assert [event.error for event in desk.of(ToolCompleted)] == [False, True, False]
    assert [event.tool for event in desk.of(ToolStarted)] == ["web_search"] * 3
    said = [event.text for event in desk.of(MessageCompleted) if event.node == "a"]
    assert said == ["Let me look.", "Bees and wasps."]
    [done] = [event for event in desk.of(NodeCompleted) if event.node == "a"]
    assert (done.usage.input_tokens, done.usage.output_tokens) == (60, 6)


async def test_the_conversation_has_each_providers_own_form(desk: Desk) -> None:
    """BP-7: the calls stand in the assistant's message, each result names its call."""
    call = ToolCall("web_search", {"query": "bees"}, "c1")
    desk.server.script([Reply("Hm.", tool_calls=(call,), thinking="secret thought"), "Done."])
    await desk.run(SEARCHER)
    *_, assistant, result = desk.server.calls[1].body["messages"]
    if desk.server.calls[0].protocol == "anthropic":
        kinds = [block["type"] for block in assistant["content"]]
        assert kinds == ["thinking", "text", "tool_use"]
        assert assistant["content"][2]["input"] == {"query": "bees"}
        assert result["content"][0]["tool_use_id"] == assistant["content"][2]["id"] == "c1"
    else:
        function = assistant["tool_calls"][0]["function"]
        assert "bees" in str(function["arguments"])
        assert result["role"] == "tool"
        assert result["content"] == "A book about bees."


async def test_a_server_that_refuses_tools_is_asked_beforehand(desk: Desk) -> None:
    """BP-7: a notice, one question as JSON, the answer with what was found; remembered from then on."""

    def answer(call: Any) -> Reply | str:
        if call.tools:
            return Reply(status=400, error="this model does not support tools")
        if "you may look something up" in call.text and "A book" not in call.text:
            return '{"tool": "web_search", "query": "bees"}'
        return "I read: " + ("yes" if "A book about bees." in call.text else "no")

    desk.server.answer(answer)
    head = await desk.run(SEARCHER, {**SEARCHER, "id": "c"}, edges=[("a", "c")])
    assert head.values["current_draft"] == "I read: yes"
    assert [bool(call.tools) for call in desk.server.calls] == [True, False, False, False, False]
    assert [(event.node, event.code) for event in desk.of(Notice)] == [
        ("a", "no_native_tools"),
        ("c", "no_native_tools"),
    ]
    assert {event.node for event in desk.of(ToolCompleted)} == {"a", "c"}


async def test_a_critic_searches_and_its_repair_does_not(desk: Desk) -> None:
    """BP-7, CS-6: a decision may be looked up; the one question for the number has no tools."""
    desk.server.on(
        lambda call: "agent:k" in call.system,
        [Reply(tool_calls=(ToolCall("web_search", {"query": "bees"}),)), "I like it."],
    )
    desk.server.on(lambda call: "I like it." in call.text, ["SCORE: 9"])
    critic: Json = {"id": "k", "system_prompt": "agent:k", "tools": {"web_search": True}}
    head = await desk.run(PLAIN, critic, edges=[("b", "k"), ("k", "b", "rework")])
    assert head.values["critic_score"] == 9
    assert [bool(call.tools) for call in desk.server.calls] == [False, True, True, False]
    assert not any({"format", "response_format"} & call.body.keys() for call in desk.server.calls[1:3])


async def test_a_failure_in_a_later_round_says_what_was_used(desk: Desk) -> None:
    """RN-8: the step's row knows the calls that were answered and paid for before it failed."""
    call = ToolCall("web_search", {"query": "bees"})
    desk.server.script([Reply(tool_calls=(call,), input_tokens=10, output_tokens=1), Reply(status=401)])
    with pytest.raises(StepFailed):
        await desk.run(SEARCHER)
    [failed] = desk.of(NodeFailed)
    assert (failed.usage.input_tokens, failed.usage.output_tokens) == (10, 1)


async def test_a_prompt_that_ollama_would_cut_is_noticed_once(model_server: ModelServer) -> None:
    """RN-8: people are told, once per agent, that the model does not read everything."""
    desk = Desk(model_server, "ollama")
    long: Json = {**PLAIN, "system_prompt": "word " * 15_000}
    model_server.answer(lambda call: "No number." if "word" in call.system else "SCORE: 9")
    await desk.run({"id": "a"}, long, edges=[("a", "b"), ("b", "a", "rework")])
    [notice] = desk.of(Notice)
    assert (notice.node, notice.code) == ("b", "prompt_cut")
    assert "16,384" in notice.message
