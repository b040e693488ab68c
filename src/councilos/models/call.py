"""One model call: streamed, retried, bounded, counted; every failure is a ProviderError.

    answer = await call(catalogue, "default", [{"role": "user", "content": "…"}], on_text=print)

Messages are dicts with `role` (system, user, assistant, tool) and `content`; system messages are
joined and go first. Their text reaches the model unchanged.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from councilos.errors import CouncilError
from councilos.models.catalogue import Catalogue, ModelRef
from councilos.models.exchange import Answer, Heard, Json, Request, ordered, warnings_for
from councilos.models.failures import Failed, Failure, classify, explain

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk


class ToolsRefused(Exception):
    """The model's server refuses requests with tools; from now on `Catalogue.calls_tools` says so."""


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


USUAL: Final = Patience()

Spent = Callable[[int, int], None]
"""Told the input and output tokens of a request that has ended."""
Gate = Callable[[Request], AbstractAsyncContextManager[Spent]]
"""Entered before every single request; what it raises ends the call (RN-8)."""


@asynccontextmanager
async def _open_gate(_request: Request) -> AsyncGenerator[Spent]:
    yield lambda _input_tokens, _output_tokens: None


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
    patience: Patience = USUAL,
    gate: Gate = _open_gate,
) -> Answer:
    """Ask a model; `on_text` gets each piece of text as it arrives.

    `gate` is entered before every single request, retries included, and told what each has used: of
    failed ones what the provider reported.

    When a try fails after text was streamed, `on_discard(reason)` is called: everything streamed so
    far is void, the text starts anew. `schema` (JSON schema) is a hint, obeyed where the provider
    can: the caller still has to check the answer. Raises ProviderError, MissingSetting (BP-14),
    SetupError and InvalidInput, none of which holds a key (SO-1), and ToolsRefused.
    """
    ref = model if isinstance(model, ModelRef) else await catalogue.resolve(model)
    request = Request(ref, ordered(messages), schema, tuple(tools), temperature, max_tokens)
    if request.tools and not catalogue.calls_tools(ref):
        raise ToolsRefused
    failed = empties = 0
    while True:
        request = request.without(catalogue.refused)
        sent: list[str] = []
        try:
            async with gate(request) as spent, catalogue.slot(ref.provider):
                return await _once(catalogue, request, patience.idle, on_text, sent, spent)
        except Failed as error:
            failure = error.failure
        if sent and on_discard is not None:
            on_discard(f"{catalogue.place(ref).title}: {failure.cause}")
        if (feature := request.to_blame(failure)) is not None:
            catalogue.refused.add((ref, feature))
            if feature == "tools":
                raise ToolsRefused
            continue
        failed += 1
        empties += failure.cause == "empty"
        pause = patience.wait(failure, failed, empties)
        if pause is None:
            break
        await asyncio.sleep(pause)
    raise explain(failure, catalogue.place(ref), failed)


async def _once(
    catalogue: Catalogue,
    request: Request,
    idle: float,
    on_text: Callable[[str], None],
    sent: list[str],
    spent: Spent,
) -> Answer:
    chat: Any = await catalogue.client(request.ref, request.temperature, request.max_tokens)
    heard = Heard(sent, keeps_all=bool(request.tools))
    heard.notices += warnings_for(request)
    bound = chat.bind_tools(request.tools) if request.tools else chat
    stream = bound.astream(request.messages, **request.options())
    try:
        async with aclosing(stream), _silence(idle) as heard_something:
            while (chunk := await _next(stream, catalogue.secrets)) is not None:
                heard_something()
                text = heard.take(chunk)
                if text:
                    sent.append(text)
                    on_text(text)
        answer = heard.answer(request)
    except Failed:
        if heard.input_tokens or heard.output_tokens:
            spent(heard.input_tokens, heard.output_tokens)
        raise
    spent(answer.input_tokens, answer.output_tokens)
    return answer


@asynccontextmanager
async def _silence(longest: float) -> AsyncGenerator[Callable[[], None]]:
    """Yield what is called whenever something was heard; raises Failed when that is too long ago."""
    now = asyncio.get_running_loop().time
    timeout = asyncio.timeout(longest)
    renewed = now()

    def heard() -> None:
        nonlocal renewed
        # A fast stream must not set a timer for every chunk: the bound is at most a tenth shorter.
        if now() - renewed > longest / 10:
            renewed = now()
            timeout.reschedule(renewed + longest)

    try:
        async with timeout:
            yield heard
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise Failed(classify(error, ())) from None


async def _next(stream: AsyncGenerator[AIMessageChunk], secrets: Sequence[str]) -> AIMessageChunk | None:
    try:
        return await anext(stream)
    except StopAsyncIteration:
        return None
    except CouncilError:
        raise
    except Exception as error:  # noqa: BLE001 - edge: provider clients raise whatever they like
        failure = classify(error, secrets)
    raise Failed(failure)
