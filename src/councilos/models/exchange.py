"""What goes to a model and what comes back, in no provider's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

from councilos.models.catalogue import OLLAMA_CONTEXT, ModelRef
from councilos.models.failures import Cause, Failed, Failure

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk

Json = dict[str, Any]

_FINISH: Final = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "tool_use": "tool_calls",
    "content_filter": "refusal",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said.

    `finish_reason` is stop, length, tool_calls, refusal or the provider's own word. `estimated` is
    true when the provider reported no token counts. `tool_calls` are dicts with name, args and id;
    `broken_calls` the same with `args` as the text that is no JSON. `message` is the answer as the
    next request must repeat it, tool calls included. `notice` is a sentence for people when the
    model did not get everything it was sent.
    """

    text: str
    input_tokens: int
    output_tokens: int
    model: str
    provider: str
    finish_reason: str
    estimated: bool = False
    tool_calls: tuple[Json, ...] = ()
    broken_calls: tuple[Json, ...] = ()
    message: Json = field(default_factory=dict[str, Any])
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One request, before it takes a provider's form."""

    ref: ModelRef
    messages: list[Json]
    schema: Json | None
    tools: tuple[Any, ...]
    temperature: float | None
    max_tokens: int | None

    def without(self, refused: set[tuple[ModelRef, str]]) -> Request:
        """Leave out the optional features that this model has refused before."""
        return Request(
            self.ref,
            self.messages,
            None if self.ref.provider == "anthropic" or (self.ref, "schema") in refused else self.schema,
            self.tools,
            None if (self.ref, "temperature") in refused else self.temperature,
            self.max_tokens,
        )

    def to_blame(self, failure: Failure) -> str | None:
        """Name the optional feature that a rejected request should be tried without."""
        if failure.cause != "bad_request":
            return None
        if self.temperature is not None and "temperature" in failure.words.lower():
            return "temperature"
        if self.tools and re.search("tool|function", failure.words, re.IGNORECASE):
            return "tools"
        return "schema" if self.schema is not None else None

    @property
    def size(self) -> int:
        """About how many tokens the request has, on the high side: half of its bytes."""
        return len(str([self.messages, self.tools, self.schema]).encode(errors="replace")) // 2

    def options(self) -> Json:
        """Return the provider's way to ask for JSON of a schema."""
        if self.schema is None:
            return {}
        if self.ref.provider == "openai":
            named = {"name": str(self.schema.get("title", "answer")), "schema": self.schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        return {"format" if self.ref.provider == "ollama" else "json_schema": self.schema}


@dataclass(slots=True)
class Heard:
    """What has arrived of an answer; with `keeps_all` also the message as LangChain has it."""

    text: list[str]
    keeps_all: bool = False
    finish: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    whole: AIMessageChunk | None = None
    notices: list[str] = field(default_factory=list[str])

    def take(self, chunk: AIMessageChunk) -> str:
        """Note a chunk and return its text."""
        usage = chunk.usage_metadata
        if usage is not None:
            self.input_tokens += usage["input_tokens"]
            self.output_tokens += usage["output_tokens"]
        about = cast("Json", chunk.response_metadata)  # pyright: ignore[reportUnknownMemberType]
        reason = about.get("finish_reason") or about.get("stop_reason") or about.get("done_reason")
        if reason:
            self.finish = _FINISH.get(str(reason), str(reason))
        if about.get("notice"):
            self.notices.append(str(about["notice"]))
        if self.keeps_all:
            self.whole = chunk if self.whole is None else self.whole + chunk
        return _text_of(cast("Any", chunk.content))  # pyright: ignore[reportUnknownMemberType]

    def answer(self, request: Request) -> Answer:
        """Return the whole answer; raises Failed when there is nothing in it."""
        text = "".join(self.text)
        calls, broken = self._calls()
        if not text.strip() and not calls and not broken:
            cause: Cause = "bad_request" if self.finish == "refusal" else "empty"
            words = f"no text, finish reason {self.finish}" if self.finish else ""
            raise Failed(Failure(cause, words, final=self.finish == "length"))
        spoken = sum(len(str(message.get("content", ""))) for message in request.messages)
        estimated = not (self.input_tokens and self.output_tokens)
        return Answer(
            text=text,
            input_tokens=self.input_tokens or _guess(spoken),
            output_tokens=self.output_tokens or _guess(len(text)),
            model=request.ref.model,
            provider=request.ref.provider,
            finish_reason=self.finish or "stop",
            estimated=estimated,
            tool_calls=calls,
            broken_calls=broken,
            message=self._message(text, [*calls, *({**item, "args": {}} for item in broken)]),
            notice=" ".join(self.notices),
        )

    def _calls(self) -> tuple[tuple[Json, ...], tuple[Json, ...]]:
        if self.whole is None:
            return (), ()
        found = (self.whole.tool_calls, self.whole.invalid_tool_calls)
        whole, broken = (tuple(_call(cast("Json", item)) for item in items) for items in found)
        return whole, broken

    def _message(self, text: str, calls: list[Json]) -> Json:
        # A list of blocks also holds what the provider wants back, such as signed thoughts.
        content: Any = self.whole.content if self.whole else text  # pyright: ignore[reportUnknownMemberType]
        return {"role": "assistant", "content": content, "tool_calls": calls}


def _call(item: Json) -> Json:
    return {
        "name": str(item.get("name") or ""),
        "args": item.get("args"),
        "id": item.get("id") or f"call_{uuid4().hex[:12]}",
    }


def warnings_for(request: Request) -> list[str]:
    """Say what the model will not read: Ollama drops the beginning of a long prompt without a word."""
    if request.ref.provider != "ollama":
        return []
    tokens = sum(len(str(message.get("content", "")).encode()) for message in request.messages) // 4
    if tokens + (request.max_tokens or 0) <= OLLAMA_CONTEXT:
        return []
    return [
        f"The prompt has about {tokens:,} tokens; {request.ref.model} reads {OLLAMA_CONTEXT:,} including its "
        "answer, so Ollama leaves the beginning out. Shorten the texts or use a model with a longer context."
    ]


def ordered(messages: Sequence[Json]) -> list[Json]:
    """Join the system messages and put them first: some providers take no later ones."""
    system = [str(message["content"]) for message in messages if message["role"] == "system"]
    rest = [message for message in messages if message["role"] != "system"]
    return [{"role": "system", "content": "\n\n".join(system)}, *rest] if system else list(rest)


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts: list[str] = []
    for block in cast("list[Any]", content):
        if isinstance(block, str):
            parts.append(block)
        elif block.get("type") == "text":
            parts.append(str(block.get("text", "")))
    return "".join(parts)


def _guess(characters: int) -> int:
    return max(1, characters // 4)
