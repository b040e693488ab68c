"""One model call: streamed, retried, bounded, counted; every failure is a ProviderError.

    answer = await call(catalogue, "default", [{"role": "user", "content": "…"}], on_text=print)

Messages are dicts with `role` (system, user, assistant, tool) and `content`; system messages are
joined and go first. Their text reaches the model unchanged.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

from councilos.errors import CouncilError
from councilos.models.catalogue import Catalogue, ModelRef
from councilos.models.failures import Cause, Failed, Failure, classify, explain

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
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
    true when the provider reported no token counts. `tool_calls` are dicts with name, args and id.
    `notice` is a sentence for people when the model did not get everything it was sent.
    """

    text: str
    input_tokens: int
    output_tokens: int
    model: str
    provider: str
    finish_reason: str
    estimated: bool = False
    tool_calls: tuple[Json, ...] = ()
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a call goes on trying, in seconds.

    `idle` is the longest silence before and between chunks; `first_wait` doubles with every try up
    to `longest_wait`, which also bounds the Retry-After that is obeyed.
    """

    tries: int = 5
    idle: float = 120.0
    first_wait: float = 0.5
    longest_wait: float = 30.0

    def wait(self, failure: Failure, failed: int, empties: int) -> float | None:
        """Return the pause before the next try, None when it makes no sense."""
        if not failure.retryable or failed >= self.tries or empties > 1:
            return None
        if failure.retry_after is not None:
            if failure.retry_after > self.longest_wait:
                return None
            return failure.retry_after + random.uniform(0, self.first_wait)
        return random.uniform(0.5, 1.0) * min(self.first_wait * 2 ** (failed - 1), self.longest_wait)


async def call(
    catalogue: Catalogue,
    model: str | ModelRef,
    messages: Sequence[Json],
    *,
    on_text: Callable[[str], None],
    on_discard: Callable[[str], None] | None = None,
    schema: Json | None = None,
    tools: Sequence[Any] = (),
    temperature: float | None = None,
    max_tokens: int | None = None,
    patience: Patience = Patience(),
) -> Answer:
    """Ask a model; `on_text` gets each piece of text as it arrives.

    When a try fails after text was streamed, `on_discard(reason)` is called: everything streamed so
    far is void, the text starts anew. `schema` (JSON schema) is a hint, obeyed where the provider
    can: the caller still has to check the answer. Raises ProviderError, MissingSetting (BP-14),
    SetupError and InvalidInput, none of which holds a key (SO-1).
    """
    ref = model if isinstance(model, ModelRef) else await catalogue.resolve(model)
    request = _Request(ref, _ordered(messages), schema, tuple(tools), temperature, max_tokens)
    failed = empties = 0
    while True:
        request = request.without(catalogue.refused)
        sent: list[str] = []
        try:
            async with catalogue.slot(ref.provider):
                return await _once(catalogue, request, patience.idle, on_text, sent)
        except Failed as error:
            failure = error.failure
        if sent and on_discard is not None:
            on_discard(f"{catalogue.place(ref).title}: {failure.cause}")
        if (feature := request.to_blame(failure)) is not None:
            catalogue.refused.add((ref, feature))
            continue
        failed += 1
        empties += failure.cause == "empty"
        pause = patience.wait(failure, failed, empties)
        if pause is None:
            break
        await asyncio.sleep(pause)
    raise explain(failure, catalogue.place(ref), failed)


@dataclass(frozen=True, slots=True)
class _Request:
    ref: ModelRef
    messages: list[Json]
    schema: Json | None
    tools: tuple[Any, ...]
    temperature: float | None
    max_tokens: int | None

    def without(self, refused: set[tuple[ModelRef, str]]) -> _Request:
        """Leave out the optional features that this model has refused before."""
        return _Request(
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
        return "schema" if self.schema is not None else None

    def options(self) -> Json:
        """Return the provider's way to ask for JSON of a schema."""
        if self.schema is None:
            return {}
        if self.ref.provider == "openai":
            named = {"name": str(self.schema.get("title", "answer")), "schema": self.schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        return {"format" if self.ref.provider == "ollama" else "json_schema": self.schema}


@dataclass(slots=True)
class _Heard:
    """What has arrived of an answer."""

    text: list[str]
    finish: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    calls: AIMessageChunk | None = field(default=None)
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
        if chunk.tool_call_chunks or chunk.tool_calls:
            self.calls = chunk if self.calls is None else self.calls + chunk
        return _text_of(cast("Any", chunk.content))  # pyright: ignore[reportUnknownMemberType]

    def answer(self, request: _Request) -> Answer:
        """Return the whole answer; raises Failed when there is nothing in it."""
        text = "".join(self.text)
        calls = tuple(cast("Json", dict(item)) for item in self.calls.tool_calls) if self.calls else ()
        if not text.strip() and not calls:
            cause: Cause = "bad_request" if self.finish in ("length", "refusal") else "empty"
            raise Failed(Failure(cause, f"no text, finish reason {self.finish}" if self.finish else ""))
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
            notice=" ".join(self.notices),
        )


async def _once(
    catalogue: Catalogue,
    request: _Request,
    idle: float,
    on_text: Callable[[str], None],
    sent: list[str],
) -> Answer:
    chat = await catalogue.client(request.ref, request.temperature, request.max_tokens)
    heard = _Heard(sent)
    if request.tools and request.ref.provider == "builtin":
        heard.notices.append("The built-in model cannot use tools; it answers without them.")
    async with aclosing(_chunks(chat, request, idle, catalogue.secrets)) as chunks:
        async for chunk in chunks:
            text = heard.take(chunk)
            if text:
                sent.append(text)
                on_text(text)
    return heard.answer(request)


async def _chunks(
    chat: BaseChatModel, request: _Request, idle: float, secrets: Sequence[str]
) -> AsyncGenerator[AIMessageChunk]:
    with_tools = request.tools and request.ref.provider != "builtin"
    bound: Any = chat.bind_tools(request.tools) if with_tools else chat
    stream = bound.astream(request.messages, **request.options())
    async with aclosing(stream):
        while True:
            try:
                async with asyncio.timeout(idle):
                    chunk = await anext(stream)
            except StopAsyncIteration:
                return
            except CouncilError:
                raise
            except Exception as error:  # noqa: BLE001 - edge: provider clients raise whatever they like
                failure = classify(error, secrets)
            else:
                yield chunk
                continue
            raise Failed(failure)


def _ordered(messages: Sequence[Json]) -> list[Json]:
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
