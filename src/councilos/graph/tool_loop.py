"""A model and its tools in conversation: calls are executed, results fed back, until it answers (BP-7)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from councilos.errors import CouncilError, Fenced, ProviderError
from councilos.graph.speech import Listener
from councilos.models.call import Answer
from councilos.tools.ports import Json, Tool, ToolFailed, function_of

_log = logging.getLogger(__name__)

MAX_ROUNDS: Final = 8
"""Rounds of tool calls in one answer; in further ones the model is only told to come to an end."""
MAX_CALLS: Final = 8
"""Calls in one round that are executed."""
LAST_WORDS: Final = 2
"""Rounds after the limit in which a model may still understand that it has to answer."""
TOOL_SECONDS: Final = 60.0
LONGEST_RESULT: Final = 20_000
"""Characters of one result that the model is sent."""
LONGEST_HINT: Final = 4_000
"""The same for models without native tools, which are small."""


class Ask(Protocol):
    """Asks the model once; counts what it used and obeys the budget."""

    async def __call__(
        self, messages: Sequence[Json], *, tools: Sequence[Json] = (), schema: Json | None = None,
        shown: bool = True,
    ) -> Answer:  # fmt: skip
        """Return the whole answer; raises what `models.call.call` raises."""
        ...


@dataclass(frozen=True, slots=True)
class Bound:
    """The tools of one agent, and who hears of their use."""

    tools: Sequence[Tool]
    listener: Listener

    @property
    def specs(self) -> list[Json]:
        """The tools as the provider's request names them."""
        return [tool.spec for tool in self.tools]

    def named(self, name: str) -> Tool | None:
        """Return the tool of this name."""
        return next((tool for tool in self.tools if function_of(tool)["name"] == name), None)

    @property
    def names(self) -> str:
        """All names, for people and models."""
        return ", ".join(function_of(tool)["name"] for tool in self.tools)


async def answer_with_tools(ask: Ask, messages: Sequence[Json], bound: Bound) -> Answer:
    """Let the model call tools until it answers.

    Raises ToolsRefused when its server takes no tools, ProviderError when it never comes to an end.
    """
    conversation = list(messages)
    answer = await ask(conversation, tools=bound.specs)
    for number in range(MAX_ROUNDS + LAST_WORDS):
        if not answer.tool_calls and not answer.broken_calls:
            return answer
        bound.listener.complete(answer.text)
        conversation.append(answer.message)
        conversation += await _results(answer, bound, over=number >= MAX_ROUNDS)
        answer = await ask(conversation, tools=bound.specs)
    if answer.text.strip():
        return answer
    raise ProviderError(
        f"The model {answer.model} called tools again and again without ever answering. "
        "Try again, name in the agent's instructions when it has searched enough, or use another model.",
        retryable=True,
        provider=answer.provider,
        model=answer.model,
        cause="empty",
        remedy="Use another model for the agent, or switch its tools off.",
    )


async def _results(answer: Answer, bound: Bound, *, over: bool) -> list[Json]:
    """Answer every call of a round: providers refuse a request that leaves one open."""
    calls = [*answer.tool_calls, *answer.broken_calls]
    broken = {id(call) for call in answer.broken_calls}

    async def result(number: int, call: Json) -> Json:
        if over:
            text = "You have used the tools often enough. Answer now with what you know."
        elif number >= MAX_CALLS:
            text = f"Not executed: at most {MAX_CALLS} calls at once. Call again if you still need it."
        elif id(call) in broken:
            text = "Error: the arguments are no valid JSON object. Call the tool again with valid arguments."
        else:
            text, _ = await use(bound, call["name"], call["args"])
        return {"role": "tool", "tool_call_id": call["id"], "name": call["name"], "content": text}

    return list(await asyncio.gather(*(result(number, call) for number, call in enumerate(calls))))


async def use(bound: Bound, name: str, arguments: Any) -> tuple[str, bool]:
    """Execute one call; return what the model reads and whether it is a result (False: an error)."""
    tool = bound.named(name)
    if tool is None:
        return f"Error: there is no tool {name!r}; there are: {bound.names}.", False
    given = cast("Json", arguments) if isinstance(arguments, dict) else {}
    call_id = bound.listener.tool_started(name, given)
    text, good = await _execute(tool, name, given)
    bound.listener.tool_completed(call_id, name, text, error=not good)
    if len(text) > LONGEST_RESULT:
        text = text[:LONGEST_RESULT] + "\n[cut here: the result is longer]"
    return (text, True) if good else (f"Error: {text}", False)


async def _execute(tool: Tool, name: str, arguments: Json) -> tuple[str, bool]:
    missing = [key for key in _parameters(tool).get("required", ()) if key not in arguments]
    if missing:
        return f"the arguments {', '.join(missing)} are missing.", False
    try:
        async with asyncio.timeout(TOOL_SECONDS):
            return await tool(arguments), True
    except ToolFailed as error:
        return str(error), False
    except TimeoutError:
        return f"{name} did not answer within {TOOL_SECONDS:.0f} seconds.", False
    except Fenced:
        raise
    except CouncilError as error:
        return error.message, False
    except Exception as error:  # noqa: BLE001 - edge: a broken tool must not end the run (TL-1)
        _log.exception("The tool %s failed.", name)
        return f"{name} failed unexpectedly ({type(error).__name__}).", False


def _parameters(tool: Tool) -> Json:
    parameters: Json = function_of(tool).get("parameters") or {}
    return parameters


async def answer_without_native(
    ask: Ask, messages: Sequence[Json], bound: Bound, schema: Json | None
) -> Answer:
    """Do the same for a model that cannot call tools: ask it once, as JSON, what it wants to look up.

    An answer that names no tool, or that nobody can read, means that it wants none.
    """
    asked = await ask(_extended(messages, _offer(bound)), schema=_wish_schema(bound), shown=False)
    tool, words = _wish(asked.text, bound)
    if tool is None:
        return await ask(messages, schema=schema)
    name: str = function_of(tool)["name"]
    text, _ = await use(bound, name, {_subject(tool): words})
    found = f"## {name}: {words}\n{text[:LONGEST_HINT]}"
    return await ask(_extended(messages, found), schema=schema)


def _extended(messages: Sequence[Json], text: str) -> list[Json]:
    """Add to the last message: small models take no two from the same side."""
    *before, last = messages
    return [*before, {**last, "content": f"{last['content']}\n\n{text}"}]


def _offer(bound: Bound) -> str:
    tools = "\n".join(
        f"- {function_of(tool)['name']}: {function_of(tool)['description']}" for tool in bound.tools
    )
    return (
        "Before you do this you may look something up once:\n"
        f"{tools}\n- none: nothing needs to be looked up\n"
        'Answer now with JSON only: {"tool": "…", "query": "the words to look up"}'
    )


def _wish_schema(bound: Bound) -> Json:
    names = [*(function_of(tool)["name"] for tool in bound.tools), "none"]
    return {
        "title": "Lookup",
        "type": "object",
        "properties": {"tool": {"type": "string", "enum": names}, "query": {"type": "string"}},
        "required": ["tool", "query"],
        "additionalProperties": False,
    }


def _wish(text: str, bound: Bound) -> tuple[Tool | None, str]:
    start, end = text.find("{"), text.rfind("}")
    try:
        wish: Any = json.loads(text[start : end + 1]) if start >= 0 else None
    except (ValueError, RecursionError):
        wish = None
    if not isinstance(wish, dict):
        return None, ""
    said = cast("Json", wish)
    words = str(said.get("query") or "").strip()
    return (bound.named(str(said.get("tool"))) if words else None), words


def _subject(tool: Tool) -> str:
    """Return the argument that takes the words to look up."""
    return next(iter(_parameters(tool).get("required", ())), "query")
