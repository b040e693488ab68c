"""Model calls through the real provider clients against a fake model server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from councilos.errors import BudgetReached, MissingSetting, ProviderError
from councilos.models.call import Answer, Patience, Spent, ToolsRefused, call
from councilos.models.catalogue import Catalogue
from councilos.models.exchange import Request
from councilos.settings import Settings
from support.model_server import ModelServer, Reply, ToolCall
from support.settings import settings_with

KEY = "planted-secret-key-0123456789"
SYSTEM = "Du bist der {critic}: sei streng, 谢谢."
USER = "What about {topic}? <b>&amp;</b> \\n %s"
SCHEMA: dict[str, Any] = {
    "title": "Verdict",
    "type": "object",
    "properties": {"score": {"type": "number"}},
    "required": ["score"],
    "additionalProperties": False,
}
TOOL = {
    "type": "function",
    "function": {
        "name": "find",
        "description": "Find something.",
        "parameters": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
    },
}
MODELS = {
    "openai": "gpt-4o",
    "anthropic": "claude-3-5-sonnet-20241022",
    "ollama": "llama3.2:latest",
}


@dataclass
class Caller:
    """Calls one provider's model at the fake server and keeps what was streamed."""

    server: ModelServer
    provider: str
    streamed: list[str] = field(default_factory=list[str])
    discarded: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.catalogue = Catalogue(self.settings())

    def settings(self) -> Settings:
        return settings_with(
            **{
                "openai": {"openai_base_url": self.server.openai_url, "openai_api_key": KEY},
                "anthropic": {"anthropic_base_url": self.server.url, "anthropic_api_key": KEY},
                "ollama": {"ollama_host": self.server.url.replace("//", f"//user:{KEY}@")},
            }[self.provider]
        )

    async def ask(self, **options: Any) -> Answer:
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": USER}]
        patience = options.pop("patience", Patience(idle=20, first_wait=0.01))
        return await call(
            self.catalogue,
            MODELS[self.provider],
            messages,
            on_text=self.streamed.append,
            on_discard=self.discard,
            patience=patience,
            **options,
        )

    def discard(self, reason: str) -> None:
        self.discarded.append(reason)
        self.streamed.clear()

    async def fail(self, **options: Any) -> ProviderError:
        with pytest.raises(ProviderError) as caught:
            await self.ask(**options)
        return caught.value


@pytest.fixture
async def calling(model_server: ModelServer) -> AsyncIterator[Callable[[str], Caller]]:
    callers: list[Caller] = []

    def of(provider: str) -> Caller:
        callers.append(Caller(model_server, provider))
        return callers[-1]

    yield of
    for caller in callers:
        await caller.catalogue.aclose()


@pytest.fixture(params=["openai", "anthropic", "ollama"])
def caller(request: pytest.FixtureRequest, calling: Callable[[str], Caller]) -> Caller:
    return calling(request.param)


async def test_an_answer_streams_and_is_counted(caller: Caller) -> None:
    """BP-14, WS-1: text arrives in pieces, prompts reach the model letter by letter."""
    caller.server.script([Reply(" One two\nthree. ", input_tokens=11, output_tokens=7)])
    answer = await caller.ask(temperature=0.5, max_tokens=50)
    assert answer.text == " One two\nthree. "
    assert "".join(caller.streamed) == answer.text
    assert len(caller.streamed) > 1
    assert (answer.input_tokens, answer.output_tokens, answer.estimated) == (11, 7, False)
    assert (answer.provider, answer.model) == (caller.provider, MODELS[caller.provider])
    assert answer.finish_reason == "stop"
    sent = caller.server.calls[0]
    assert sent.stream
    assert (sent.system, sent.user) == (SYSTEM, USER)


async def test_system_messages_are_joined_and_go_first(caller: Caller) -> None:
    """Anthropic refuses a second system message later on."""
    messages = [
        {"role": "system", "content": "one"},
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "yes?"},
        {"role": "system", "content": "two"},
        {"role": "user", "content": "bye"},
    ]
    await call(caller.catalogue, MODELS[caller.provider], messages, on_text=caller.streamed.append)
    sent = caller.server.calls[0]
    assert sent.system == "one\n\ntwo"
    assert [m["content"] for m in sent.messages] == ["hello", "yes?", "bye"]


async def test_busy_and_broken_servers_are_tried_again(caller: Caller) -> None:
    """RN-8: 429, 529 and 5xx are retried, and the answer is the one of the last try."""
    errors = [Reply(status=429, retry_after=0.01), Reply(status=529), Reply(status=500), Reply(status=503)]
    caller.server.script([*errors, "at last"])
    assert (await caller.ask()).text == "at last"
    assert len(caller.server.calls) == 5


async def test_trying_again_has_an_end(caller: Caller) -> None:
    caller.server.answer(lambda _: Reply(status=503))
    error = await caller.fail(patience=Patience(tries=3, first_wait=0.01))
    assert len(caller.server.calls) == 3
    assert (error.details["cause"], error.retryable) == ("server", True)


@pytest.mark.parametrize(
    ("status", "cause"), [(400, "bad_request"), (401, "auth"), (403, "auth"), (404, "not_found")]
)
async def test_what_cannot_help_is_not_tried_again(caller: Caller, status: int, cause: str) -> None:
    caller.server.script([Reply(status=status, error=f"no, not with {KEY}")])
    error = await caller.fail()
    assert len(caller.server.calls) == 1
    assert (error.details["cause"], error.retryable) == (cause, False)
    assert error.details["provider"] == caller.provider
    assert error.details["remedy"]


async def test_a_cut_stream_is_void_and_starts_anew(caller: Caller) -> None:
    """WS-1: what was streamed before the cut is discarded, the whole answer follows."""
    caller.server.script([Reply("lost words here", disconnect_after=2), "the whole answer"])
    answer = await caller.ask()
    assert answer.text == "the whole answer"
    assert "".join(caller.streamed) == "the whole answer"
    assert len(caller.discarded) == 1


async def test_silence_is_bounded(caller: Caller) -> None:
    """A model that hangs before or within its answer is given up and asked again."""
    caller.server.script([Reply("never", hang_after=0), Reply("lost words", hang_after=1), "fine"])
    answer = await caller.ask(patience=Patience(idle=1.0, first_wait=0.01))
    assert answer.text == "fine"
    assert len(caller.discarded) == 1
    assert len(caller.server.calls) == 3


async def test_an_empty_answer_is_asked_for_once_more(caller: Caller) -> None:
    caller.server.script([Reply(""), Reply("here")])
    assert (await caller.ask()).text == "here"
    caller.server.answer(lambda _: Reply(" "))
    error = await caller.fail()
    assert error.details["cause"] == "empty"
    assert len(caller.server.calls) == 4


async def test_thinking_is_no_text(caller: Caller) -> None:
    caller.server.script([Reply("said", thinking="not said")])
    assert (await caller.ask()).text == "said"


async def test_tokens_are_estimated_when_the_provider_counts_none(caller: Caller) -> None:
    """RM-14: an estimate is marked as one."""
    caller.server.script([Reply("x" * 400, usage=False)])
    answer = await caller.ask()
    assert answer.estimated
    assert answer.output_tokens == 100
    assert answer.input_tokens > 0


async def test_tool_calls_come_back_and_results_go_in(caller: Caller) -> None:
    """BP-7, BP-8: tools are bound in the provider's request."""
    caller.server.script([Reply(tool_calls=(ToolCall("find", {"q": "bees"}),)), "found"])
    asked = await caller.ask(tools=[TOOL])
    assert [(item["name"], item["args"]) for item in asked.tool_calls] == [("find", {"q": "bees"})]
    messages = [
        {"role": "user", "content": "look"},
        {"role": "assistant", "content": asked.text, "tool_calls": list(asked.tool_calls)},
        {"role": "tool", "content": "42 bees", "tool_call_id": asked.tool_calls[0]["id"]},
    ]
    answer = await call(
        caller.catalogue, MODELS[caller.provider], messages, on_text=lambda _: None, tools=[TOOL]
    )
    assert answer.text == "found"
    assert [sent.tools for sent in caller.server.calls] == [["find"], ["find"]]
    assert "42 bees" in str(caller.server.calls[1].body)


async def test_a_refused_schema_is_left_out_from_then_on(caller: Caller) -> None:
    """Decision 12: verdicts never depend on one provider's feature."""
    caller.server.answer(
        lambda sent: (
            Reply(status=400, error="response_format is unknown")
            if {"response_format", "format"} & sent.body.keys()
            else '{"score": 9}'
        )
    )
    for _ in range(2):
        assert (await caller.ask(schema=SCHEMA)).text == '{"score": 9}'
    hinted = [bool({"response_format", "format"} & sent.body.keys()) for sent in caller.server.calls]
    assert hinted == ([False, False] if caller.provider == "anthropic" else [True, False, False])


async def test_a_schema_is_passed_on(model_server: ModelServer, calling: Callable[[str], Caller]) -> None:
    for provider, asked in (("openai", "response_format"), ("ollama", "format")):
        model_server.script(['{"score": 9}'])
        caller = calling(provider)
        assert (await caller.ask(schema=SCHEMA)).text == '{"score": 9}'
        assert "score" in str(model_server.calls[-1].body[asked])


async def test_a_refused_temperature_is_left_out(caller: Caller) -> None:
    """Reasoning models reject a temperature; the agent still speaks."""
    caller.server.answer(
        lambda sent: (
            Reply(status=400, error="temperature is not supported")
            if "temperature" in str(sent.body)
            else "cool"
        )
    )
    assert (await caller.ask(temperature=0.2)).text == "cool"


async def test_no_secret_leaves_in_errors_or_logs(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    """SO-1: not in the message, the details, the chain of exceptions or the log."""
    caplog.set_level(logging.DEBUG)
    for status in (400, 401, 404, 500):
        caller.server.answer(lambda _, status=status: Reply(status=status, error=f"key {KEY} is bad"))
        error = await caller.fail(patience=Patience(tries=2, first_wait=0.01))
        assert KEY not in str(error) + repr(error.details) + repr(error)
        assert error.__cause__ is None
        assert error.__context__ is None
    assert KEY not in caplog.text


async def test_a_server_that_is_not_there(caller: Caller) -> None:
    caller.server.__exit__()
    error = await caller.fail(patience=Patience(tries=2, first_wait=0.01))
    assert error.details["cause"] == "connection"
    assert caller.server.url.removeprefix("http://") in error.message


async def test_a_server_that_hangs_up_before_it_answers(caller: Caller) -> None:
    """RN-8: that is a lost connection, not a server that takes its time; later tries may succeed."""

    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    caller.server.__exit__()
    server = await asyncio.start_server(hang_up, "127.0.0.1", caller.server.port)
    async with server:
        error = await caller.fail(patience=Patience(tries=2, first_wait=0.01))
    assert (error.details["cause"], error.retryable) == ("connection", True)


async def test_cancelling_ends_a_call_at_once(caller: Caller) -> None:
    """RN-8: a cancelled run stops its model call; the slot is free again."""
    caller.server.script([Reply("never ends", hang_after=1), "next"])
    started = asyncio.Event()
    task = asyncio.create_task(
        call(
            caller.catalogue,
            MODELS[caller.provider],
            [{"role": "user", "content": "x"}],
            on_text=lambda _: started.set(),
        )
    )
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await caller.ask()).text == "next"


async def test_calls_run_side_by_side(caller: Caller) -> None:
    """SO-8: waiting for one model never waits for another."""
    caller.server.latency_ms = 200
    await caller.ask()
    await asyncio.gather(*[caller.ask() for _ in range(40)])
    assert caller.server.most_open_calls >= 30


async def test_slots_bound_what_runs_at_once(
    model_server: ModelServer, calling: Callable[[str], Caller]
) -> None:
    caller = calling("openai")
    caller.catalogue._slots["openai"] = asyncio.Semaphore(3)  # pyright: ignore[reportPrivateUsage]
    model_server.latency_ms = 20
    await asyncio.gather(*[caller.ask() for _ in range(12)])
    assert model_server.most_open_calls == 3


async def test_a_long_retry_after_fails_at_once(caller: Caller) -> None:
    if caller.provider == "ollama":
        pytest.skip("Ollama's client hides the header")
    caller.server.script([Reply(status=429, retry_after=3600)])
    error = await caller.fail()
    assert len(caller.server.calls) == 1
    assert "3600 s" in error.message


async def test_an_error_of_the_callback_is_not_blamed_on_the_provider(
    model_server: ModelServer, calling: Callable[[str], Caller]
) -> None:
    def broken(_: str) -> None:
        raise ZeroDivisionError

    catalogue = calling("openai").catalogue
    with pytest.raises(ZeroDivisionError):
        await call(
            catalogue,
            "gpt-4o",
            [{"role": "user", "content": "x"}],
            on_text=broken,
        )
    assert len(model_server.calls) == 1


async def test_a_missing_key_fails_before_any_call() -> None:
    """BP-14: named, and not replaced."""
    catalogue = Catalogue(settings_with(openai_api_key="k"))
    with pytest.raises(MissingSetting, match="ANTHROPIC_API_KEY"):
        await call(catalogue, "claude-x", [{"role": "user", "content": "x"}], on_text=lambda _: None)


async def test_every_try_is_asked_for_first(caller: Caller) -> None:
    """RN-8: retries too; whatever the gate raises ends the call before the next request."""
    asked: list[int] = []

    @asynccontextmanager
    async def gate(_request: Request) -> AsyncGenerator[Spent]:
        asked.append(len(caller.server.calls))
        if len(asked) > 3:
            raise BudgetReached("No more.")
        yield lambda _input_tokens, _output_tokens: None

    caller.server.answer(lambda _: Reply(status=503))
    with pytest.raises(BudgetReached):
        await caller.ask(gate=gate)
    assert asked == [0, 1, 2, 3]
    assert len(caller.server.calls) == 3


async def test_every_request_tells_what_it_has_used(caller: Caller) -> None:
    """RN-8: also one that failed after the provider had reported its tokens."""
    spent: list[tuple[int, int]] = []

    @asynccontextmanager
    async def gate(_request: Request) -> AsyncGenerator[Spent]:
        yield lambda input_tokens, output_tokens: spent.append((input_tokens, output_tokens))

    empty, good = (
        Reply("", input_tokens=70, output_tokens=3),
        Reply("Fine.", input_tokens=300, output_tokens=100),
    )
    caller.server.script([Reply(status=503), empty, good])
    assert (await caller.ask(gate=gate)).text == "Fine."
    assert spent == [(70, 3), (300, 100)]


async def test_refused_tools_are_remembered(caller: Caller) -> None:
    """BP-7: the first refusal costs one request, later questions none."""
    caller.server.answer(
        lambda sent: Reply(status=400, error="does not support tools") if sent.tools else "ok"
    )
    for _ in range(2):
        with pytest.raises(ToolsRefused):
            await caller.ask(tools=[TOOL])
    assert len(caller.server.calls) == 1
    assert (await caller.ask()).text == "ok"


async def test_broken_arguments_come_back_as_they_are(
    model_server: ModelServer, calling: Callable[[str], Caller]
) -> None:
    """BP-7: what is no JSON is no crash; the next request repeats the call with empty arguments."""
    caller = calling("openai")
    model_server.script([Reply(tool_calls=(ToolCall("find", "no json"),))])  # type: ignore[arg-type]
    answer = await caller.ask(tools=[TOOL])
    assert answer.tool_calls == ()
    assert [call["args"] for call in answer.broken_calls] == ['"no json"']
    assert [call["args"] for call in answer.message["tool_calls"]] == [{}]
