"""Which model a name means, and the chat client that speaks to it (BP-14, SO-5)."""

from __future__ import annotations

import asyncio
import importlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import httpx

from councilos.errors import InvalidInput, MissingSetting
from councilos.models import prices
from councilos.models.failures import Place
from councilos.models.plain import PlainCompletions
from councilos.models.servers import key, model_names, ollama_url, secrets_of
from councilos.redact import shown
from councilos.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

Provider = Literal["anthropic", "openai", "ollama", "builtin"]

PROVIDERS: Final[tuple[Provider, ...]] = ("anthropic", "openai", "ollama", "builtin")
"""In the order in which `"default"` looks for one that is ready."""
DEFAULT_MODELS: Final[dict[Provider, str]] = {"anthropic": "claude-sonnet-5-5", "openai": "gpt-4o"}
BUILTIN_MODEL: Final = "smollm2-135m-instruct"
OLLAMA_CONTEXT: Final = 16_384
"""Tokens. Ollama's own default silently drops the beginning of longer prompts."""

UNKNOWN_CONTEXT: Final = 32_768
"""Tokens that a model reads at once of which nothing is known."""

_TITLES: Final[dict[Provider, str]] = {
    "anthropic": "Anthropic",
    "openai": "OpenAI",
    "ollama": "Ollama",
    "builtin": "The built-in model",
}
_SLOTS: Final[dict[Provider, int]] = {"anthropic": 1_000, "openai": 1_000, "ollama": 64, "builtin": 1}
_OPENAI = re.compile(r"(gpt-(?!oss)|chatgpt-|codex-|ft:|o\d(-|$))", re.IGNORECASE)
_OLLAMA = re.compile(
    r"(llama|mistral|mixtral|qwen|gemma|phi|deepseek|gpt-oss|smollm|granite|command-r|codellama|tinyllama)",
    re.IGNORECASE,
)
_MOST_CLIENTS: Final = 128
_REMEMBER_SECONDS: Final = 15.0


@dataclass(frozen=True, slots=True)
class ModelRef:
    """One model at one provider; `str()` is the name that `resolve` reads."""

    provider: Provider
    model: str

    def __str__(self) -> str:
        """Return `provider:model`."""
        return f"{self.provider}:{self.model}"


class Catalogue:
    """Reads model names, knows which providers are ready, and keeps chat clients and slots.

    One per process and event loop. Nothing is imported or asked for before it is needed.
    """

    def __init__(self, settings: Settings) -> None:
        """Take keys and addresses from the settings."""
        self.settings = settings
        self.secrets = secrets_of(settings)
        self._http: dict[str, Any] = {}
        self._clients: dict[tuple[Any, ...], BaseChatModel] = {}
        self._clients_lock = Lock()
        self._slots = {provider: asyncio.Semaphore(count) for provider, count in _SLOTS.items()}
        self._probe = asyncio.Lock()
        self._default: tuple[float, ModelRef] | None = None
        self.refused: set[tuple[ModelRef, str]] = set()

    def known(self, name: str) -> bool:
        """Say whether the name can be read; an unknown one deserves a warning (BP-11)."""
        return name == "default" or self._read(name) is not None

    async def resolve(self, name: str) -> ModelRef:
        """Return the model that a name means (BP-14).

        Names: `default`, `builtin`, `provider:model`, `claude-…`, `gpt-…`, `o3-mini`, Ollama's
        `name:tag`. Raises MissingSetting when the model's provider has no key, InvalidInput when
        the name says nothing; a named model is never replaced by another one.
        """
        if name == "default":
            return await self._ready()
        ref = self._read(name)
        if ref is None:
            raise InvalidInput(
                f"No provider is known for the model {name!r}. Write provider:model, for example "
                f"ollama:{name} or openai:{name}; providers are {', '.join(PROVIDERS)}."
            )
        self._require_key(ref)
        return ref

    def chat(
        self, ref: ModelRef, temperature: float | None = None, max_tokens: int | None = None
    ) -> BaseChatModel:
        """Return the chat client, the same one for the same arguments; it never retries by itself.

        Blocks while a provider's package is imported for the first time: see `client`.
        """
        key = (ref, temperature, max_tokens)
        with self._clients_lock:
            client = self._clients.get(key)
            if client is None:
                if len(self._clients) >= _MOST_CLIENTS:
                    del self._clients[next(iter(self._clients))]
                client = self._clients[key] = self._build(ref, temperature, max_tokens)
            return client

    async def client(
        self, ref: ModelRef, temperature: float | None = None, max_tokens: int | None = None
    ) -> BaseChatModel:
        """Return what `chat` returns, without ever blocking the event loop."""
        found = self._clients.get((ref, temperature, max_tokens))
        return found or await asyncio.to_thread(self.chat, ref, temperature, max_tokens)

    async def context(self, ref: ModelRef) -> int:
        """Return how many tokens the model reads at once, its answer included.

        `UNKNOWN_CONTEXT` for a model about which neither its client nor the price list knows it.
        """
        if ref.provider == "ollama":
            return OLLAMA_CONTEXT
        client = await self.client(ref)
        profile = client.profile or {}
        known = profile.get("max_input_tokens") or prices.context_window(ref.provider, ref.model)
        return int(known or UNKNOWN_CONTEXT)

    def calls_tools(self, ref: ModelRef) -> bool:
        """Say whether tools can be bound for this model, as far as is known."""
        return ref.provider != "builtin" and (ref, "tools") not in self.refused

    def slot(self, provider: Provider) -> asyncio.Semaphore:
        """Return what bounds the calls that run at once at a provider."""
        return self._slots[provider]

    def place(self, ref: ModelRef) -> Place:
        """Describe for people where calls to this model go."""
        settings = self.settings
        title, address, key_variable, address_variable = _TITLES[ref.provider], None, None, None
        if ref.provider == "anthropic":
            address = settings.anthropic_base_url or "api.anthropic.com"
            key_variable, address_variable = "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"
        elif ref.provider == "openai":
            address = settings.openai_base_url or "api.openai.com"
            title = "The server at OPENAI_BASE_URL" if settings.openai_base_url else title
            key_variable, address_variable = "OPENAI_API_KEY", "OPENAI_BASE_URL"
        elif ref.provider == "ollama":
            address, address_variable = ollama_url(settings), "OLLAMA_HOST"
        address = shown(address) if address else None
        return Place(ref.provider, ref.model, title, address, key_variable, address_variable)

    def _read(self, name: str) -> ModelRef | None:
        if name == "builtin":
            return ModelRef("builtin", BUILTIN_MODEL)
        prefix, _, rest = name.partition(":")
        if prefix in PROVIDERS and rest:
            return ModelRef(prefix, rest)
        if name.startswith("claude"):
            return ModelRef("anthropic", name)
        if _OPENAI.match(name):
            return ModelRef("openai", name)
        if rest or _OLLAMA.match(name):
            return ModelRef("ollama", name)
        return ModelRef("openai", name) if name and self.settings.openai_base_url else None

    def _require_key(self, ref: ModelRef) -> None:
        settings = self.settings
        if ref.provider == "anthropic" and settings.anthropic_api_key is None:
            missing = "ANTHROPIC_API_KEY"
        elif ref.provider == "openai" and settings.openai_api_key is None and not settings.openai_base_url:
            missing = "OPENAI_API_KEY"
        else:
            return
        raise MissingSetting(
            f"The model {ref.model} needs {missing}. Set it in the environment or in .env and restart, "
            "or choose another model for the agent.",
            missing,
        )

    async def _ready(self) -> ModelRef:
        if self.settings.anthropic_api_key is not None:
            return ModelRef("anthropic", DEFAULT_MODELS["anthropic"])
        if self.settings.openai_api_key is not None and not self.settings.openai_base_url:
            return ModelRef("openai", DEFAULT_MODELS["openai"])
        async with self._probe:
            now = time.monotonic()
            if self._default is None or now - self._default[0] > _REMEMBER_SECONDS:
                self._default = (time.monotonic(), await self._look_around())
            return self._default[1]

    async def _look_around(self) -> ModelRef:
        if self.settings.openai_base_url:
            names = await self._names_or_none("openai")
            preferred = DEFAULT_MODELS["openai"]
            return ModelRef("openai", preferred if not names or preferred in names else names[0])
        names = await self._names_or_none("ollama")
        return ModelRef("ollama", names[0]) if names else ModelRef("builtin", BUILTIN_MODEL)

    async def _names_or_none(self, provider: Literal["openai", "ollama"]) -> list[str]:
        try:
            return await model_names(self.settings, provider)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, AttributeError):
            return []

    def _connections(self, package: Literal["openai", "anthropic"]) -> Any:
        # LangChain would share one connection pool over all event loops of the process.
        if package not in self._http:
            self._http[package] = importlib.import_module(package).DefaultAioHttpClient()
        return self._http[package]

    async def aclose(self) -> None:
        """Close the connections that are kept; the catalogue must not be used afterwards."""
        for connections in self._http.values():
            await connections.aclose()
        for client in self._clients.values():
            ollama: Any = getattr(client, "_async_client", None)
            if getattr(client, "_llm_type", "") == "chat-ollama" and ollama is not None:
                await ollama.close()

    def _build(self, ref: ModelRef, temperature: float | None, max_tokens: int | None) -> BaseChatModel:
        if ref.provider == "builtin":
            from councilos.models.builtin import CONTEXT, BuiltinChat

            profile: Any = {"max_input_tokens": CONTEXT}
            return BuiltinChat(temperature=temperature, max_tokens=max_tokens, profile=profile)
        from langchain.chat_models import init_chat_model

        prices.warm()
        options: dict[str, Any] = {"temperature": temperature}
        limit = "num_predict" if ref.provider == "ollama" else "max_tokens"
        options[limit] = max_tokens
        options = {name: value for name, value in options.items() if value is not None}
        connect = cast("Callable[..., BaseChatModel]", init_chat_model)
        chat = connect(ref.model, model_provider=ref.provider, **options, **self._options(ref))
        client: Any
        if ref.provider == "anthropic":
            # Its class has no argument for them, only a cached property.
            client = getattr(chat, "_async_client")  # noqa: B009
            vars(chat)["_async_client"] = client.with_options(http_client=self._connections("anthropic"))
        elif ref.provider == "openai":
            client = cast("Any", chat)
            client.async_client = PlainCompletions(client.root_async_client)
        return chat

    def _options(self, ref: ModelRef) -> dict[str, Any]:
        settings = self.settings
        if ref.provider == "anthropic":
            return {
                "api_key": key(settings, "anthropic"),
                "base_url": settings.anthropic_base_url or "https://api.anthropic.com",
                "max_retries": 0,
                "stream_usage": True,
            }
        if ref.provider == "openai":
            return {
                "api_key": key(settings, "openai"),
                "base_url": settings.openai_base_url or "https://api.openai.com/v1",
                "max_retries": 0,
                "stream_usage": True,
                "stream_chunk_timeout": None,
                "http_async_client": self._connections("openai"),
            }
        return {"base_url": ollama_url(settings), "num_ctx": OLLAMA_CONTEXT}
