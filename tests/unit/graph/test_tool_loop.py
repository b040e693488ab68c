"""A scripted model with tools in conversation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest

from councilos.errors import ProviderError, StorageUnavailable
from councilos.events.types import Event, ToolCompleted, ToolStarted
from councilos.graph import tool_loop
from councilos.graph.speech import Speech
from councilos.graph.tool_loop import MAX_CALLS, MAX_ROUNDS, Bound, answer_with_tools, answer_without_native
from councilos.models.call import Answer
from councilos.tools.ports import Json, Tool, ToolFailed

Calls = list[tuple[str, Any]]


class Lookup:
    """A tool that says what it was asked."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.asked: list[Json] = []
        self.at_once = self.most = 0

    @property
    def spec(self) -> Json:
        parameters = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
        return {
            "type": "function",
            "function": {"name": "lookup", "description": "Look up.", "parameters": parameters},
        }

    async def __call__(self, arguments: Json) -> str:
        self.asked.append(arguments)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        if self.error is not None:
            raise self.error
        return f"found {arguments['q']}"


class Model:
    """Says its lines: a text, or the tool calls of a round; the last line again and again."""

    def __init__(self, *lines: str | Calls) -> None:
        self.lines = list(lines)
        self.heard: list[list[Json]] = []
        self.schemas: list[Json | None] = []

    async def __call__(
        self,
        messages: Sequence[Json],
        *,
        tools: Sequence[Json] = (),
        schema: Json | None = None,
        shown: bool = True,
    ) -> Answer:
        self.heard.append(list(messages))
        self.schemas.append(schema)
        line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        text, calls = (line, []) if isinstance(line, str) else ("", line)
        made = [{"name": name, "args": args, "id": f"c{i}"} for i, (name, args) in enumerate(calls)]
        whole = tuple(call for call in made if isinstance(call["args"], dict))
        broken = tuple(call for call in made if not isinstance(call["args"], dict))
        message = {"role": "assistant", "content": text, "tool_calls": made}
        return Answer(text, 1, 1, "m", "openai", "stop", False, whole, broken, message)

    def results(self, number: int) -> list[str]:
        """The tool results that the request of this number ended with."""
        return [str(message["content"]) for message in self.heard[number] if message["role"] == "tool"]


ASKED: list[Json] = [{"role": "user", "content": "What about bees?"}]


def bound(tool: Tool, events: list[Event] | None = None) -> Bound:
    found: list[Event] = [] if events is None else events
    return Bound([tool], Speech(found.append, "a", uuid4()))


async def test_calls_are_executed_and_results_fed_back() -> None:
    """BP-7: several rounds, parallel calls, every call answered, all visible."""
    tool, events = Lookup(), list[Event]()
    model = Model(
        [("lookup", {"q": "bees"}), ("lookup", {"q": "wasps"})], [("lookup", {"q": "ants"})], "Done."
    )
    answer = await answer_with_tools(model, ASKED, bound(tool, events))
    assert answer.text == "Done."
    assert model.results(1) == ["found bees", "found wasps"]
    assert model.results(2) == ["found bees", "found wasps", "found ants"]
    assert tool.most == 2
    started = [event for event in events if isinstance(event, ToolStarted)]
    done = [event for event in events if isinstance(event, ToolCompleted)]
    assert [event.arguments["q"] for event in started] == ["bees", "wasps", "ants"]
    assert {event.call_id for event in started} == {event.call_id for event in done}
    assert len({event.call_id for event in done}) == 3
    assert all(not event.error for event in done)


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("lookup", "{not json", "no valid JSON"),
        ("lookup", "{}", "the arguments q are missing"),
        ("delete_all", '{"q": "x"}', "there is no tool 'delete_all'; there are: lookup"),
    ],
)
async def test_bad_calls_are_answered_to_the_model(name: str, arguments: str, words: str) -> None:
    """BP-7: the model is told what was wrong and goes on."""
    tool = Lookup()
    given = json.loads(arguments) if arguments.endswith("}") else arguments
    model = Model([(name, given)], "Without it.")
    assert (await answer_with_tools(model, ASKED, bound(tool))).text == "Without it."
    assert [words in result for result in model.results(1)] == [True]
    assert tool.asked == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ToolFailed("TAVILY_API_KEY is missing"), "TAVILY_API_KEY is missing"),
        (StorageUnavailable("The database is away."), "The database is away."),
        (ZeroDivisionError("secret sk-123"), "failed unexpectedly (ZeroDivisionError)"),
        (TimeoutError(), "did not answer within"),
    ],
)
async def test_a_tool_that_fails_ends_nothing(error: Exception, words: str) -> None:
    """TL-1: the model and the people read why; foreign texts stay out."""
    events: list[Event] = []
    model = Model([("lookup", {"q": "x"})], "Done.")
    await answer_with_tools(model, ASKED, bound(Lookup(error), events))
    assert words in model.results(1)[0]
    assert "sk-123" not in model.results(1)[0]
    assert [event.error for event in events if isinstance(event, ToolCompleted)] == [True]


async def test_a_tool_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """BP-7: the time of a tool is bounded."""
    monkeypatch.setattr(tool_loop, "TOOL_SECONDS", 0.05)

    class Hanging(Lookup):
        async def __call__(self, arguments: Json) -> str:
            await asyncio.Event().wait()
            return ""

    model = Model([("lookup", {"q": "x"})], "Done.")
    assert (await answer_with_tools(model, ASKED, bound(Hanging()))).text == "Done."
    assert "did not answer" in model.results(1)[0]


async def test_rounds_and_calls_are_bounded() -> None:
    """BP-7: a model that never stops is told to, and then fails by name."""
    tool = Lookup()
    model = Model([("lookup", {"q": "x"})] * (MAX_CALLS + 3))
    with pytest.raises(ProviderError, match="again and again"):
        await answer_with_tools(model, ASKED, bound(tool))
    assert len(tool.asked) == MAX_ROUNDS * MAX_CALLS
    assert sum("at most" in text for text in model.results(1)) == 3
    assert "Answer now" in model.results(len(model.heard) - 1)[-1]
    obedient = Model(*[[("lookup", {"q": "x"})] for _ in range(MAX_ROUNDS + 1)], "At last.")
    assert (await answer_with_tools(obedient, ASKED, bound(Lookup()))).text == "At last."


async def test_long_results_are_cut_for_the_model_and_more_for_people() -> None:
    """BP-7: no result can flood prompt or log."""

    class Long(Lookup):
        async def __call__(self, arguments: Json) -> str:
            return "x" * 1_000_000

    events: list[Event] = []
    model = Model([("lookup", {"q": "x"})], "Done.")
    await answer_with_tools(model, ASKED, bound(Long(), events))
    assert len(model.results(1)[0]) < 20_100
    assert [len(event.result) < 5_000 for event in events if isinstance(event, ToolCompleted)] == [True]


async def test_a_model_without_tools_says_beforehand_what_to_look_up() -> None:
    """BP-7: one question as JSON, the tool, then the answer with what was found."""
    schema = {"title": "Verdict"}
    model = Model('Sure: {"tool": "lookup", "query": "bees"}', "Done.")
    tool = Lookup()
    assert (await answer_without_native(model, ASKED, bound(tool), schema)).text == "Done."
    assert tool.asked == [{"q": "bees"}]
    assert "found bees" in model.heard[1][-1]["content"]
    assert model.heard[1][-1]["content"].startswith("What about bees?")
    assert [found and found["title"] for found in model.schemas] == ["Lookup", "Verdict"]


@pytest.mark.parametrize(
    "said",
    [
        "",
        "no",
        "{",
        "[1]",
        '{"tool": "none", "query": "x"}',
        '{"tool": "lookup"}',
        '{"tool": 5, "query": "x"}',
    ],
)
async def test_whatever_it_says_it_gets_to_answer(said: str) -> None:
    """BP-7: an unreadable wish is no wish."""
    tool = Lookup()
    model = Model(said, "Done.")
    assert (await answer_without_native(model, ASKED, bound(tool), None)).text == "Done."
    assert (tool.asked, model.heard[1]) == ([], ASKED)
