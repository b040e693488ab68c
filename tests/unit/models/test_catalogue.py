"""Model names and what they mean."""

from __future__ import annotations

import pytest

from councilos.errors import InvalidInput, MissingSetting
from councilos.models.catalogue import BUILTIN_MODEL, DEFAULT_MODELS, UNKNOWN_CONTEXT, Catalogue, ModelRef
from councilos.models.servers import ollama_url
from councilos.settings import Settings
from support.model_server import ModelServer
from support.settings import settings_with

KEYS = {"anthropic_api_key": "k", "openai_api_key": "k"}


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("claude-3-5-sonnet-20241022", "anthropic", "claude-3-5-sonnet-20241022"),
        ("gpt-4o", "openai", "gpt-4o"),
        ("o3-mini", "openai", "o3-mini"),
        ("ft:gpt-4o:acme::abc", "openai", "ft:gpt-4o:acme::abc"),
        ("openai:anything-else", "openai", "anything-else"),
        ("anthropic:claude-x", "anthropic", "claude-x"),
        ("llama3.2:latest", "ollama", "llama3.2:latest"),
        ("ollama:qwen2.5:7b", "ollama", "qwen2.5:7b"),
        ("gpt-oss:20b", "ollama", "gpt-oss:20b"),
        ("mistral", "ollama", "mistral"),
        ("builtin", "builtin", BUILTIN_MODEL),
    ],
)
async def test_a_name_means_one_model(name: str, provider: str, model: str) -> None:
    """BP-14: hosted and local models by name."""
    catalogue = Catalogue(settings_with(**KEYS))
    ref = await catalogue.resolve(name)
    assert (ref.provider, ref.model) == (provider, model)
    assert catalogue.known(name)
    assert await catalogue.resolve(str(ref)) == ref


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("claude-3-5-sonnet-20241022", "ANTHROPIC_API_KEY"),
        ("gpt-4o", "OPENAI_API_KEY"),
        ("openai:my-model", "OPENAI_API_KEY"),
    ],
)
async def test_a_missing_key_is_named_and_the_model_never_replaced(name: str, variable: str) -> None:
    """BP-14: an explicit model whose key is missing fails naming the variable."""
    other = "openai_api_key" if variable.startswith("ANTHROPIC") else "anthropic_api_key"
    with pytest.raises(MissingSetting, match=variable) as caught:
        await Catalogue(settings_with(**{other: "k"})).resolve(name)
    assert caught.value.variable == variable


async def test_an_unknown_name_says_how_to_write_it() -> None:
    """BP-11, BP-14: worth a warning while drawing, an error when it has to run."""
    catalogue = Catalogue(settings_with(**KEYS))
    assert not catalogue.known("my-model")
    with pytest.raises(InvalidInput, match="ollama:my-model"):
        await catalogue.resolve("my-model")


async def test_a_server_of_ones_own_takes_any_name_and_needs_no_key() -> None:
    """SO-5: OPENAI_BASE_URL is enough."""
    catalogue = Catalogue(settings_with(openai_base_url="http://127.0.0.1:1/v1"))
    assert await catalogue.resolve("my-model") == ModelRef("openai", "my-model")
    assert await catalogue.resolve("gpt-4o") == ModelRef("openai", "gpt-4o")


async def test_default_is_the_first_provider_that_is_ready(model_server: ModelServer) -> None:
    """BP-14: Anthropic, OpenAI, a server of one's own, Ollama, the built-in model."""
    nothing = settings_with(ollama_host="http://127.0.0.1:1")
    assert (await Catalogue(nothing).resolve("default")).provider == "builtin"

    model_server.models = ("qwen2.5:7b",)
    ollama = settings_with(ollama_host=model_server.url)
    assert await Catalogue(ollama).resolve("default") == ModelRef("ollama", "qwen2.5:7b")
    model_server.models = ()
    assert (await Catalogue(ollama).resolve("default")).provider == "builtin"

    model_server.models = ("my-model",)
    own = settings_with(openai_base_url=model_server.openai_url)
    assert await Catalogue(own).resolve("default") == ModelRef("openai", "my-model")

    openai = settings_with(openai_api_key="k")
    assert await Catalogue(openai).resolve("default") == ModelRef("openai", DEFAULT_MODELS["openai"])
    both = await Catalogue(settings_with(**KEYS)).resolve("default")
    assert both == ModelRef("anthropic", DEFAULT_MODELS["anthropic"])


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("box", "http://box:11434"),
        ("0.0.0.0:9", "http://127.0.0.1:9"),
        ("http://box:9/", "http://box:9"),
        ("https://box/ollama", "https://box/ollama"),
    ],
)
def test_ollama_host_is_read_as_ollama_reads_it(host: str, url: str) -> None:
    """SO-5: OLLAMA_HOST with or without scheme and port."""
    assert ollama_url(settings_with(ollama_host=host)) == url


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("builtin", 4_096),
        ("llama3.2:latest", 16_384),
        ("gpt-4", 8_192),
        ("gpt-4o", 128_000),
        ("claude-3-5-sonnet-20241022", 200_000),
        ("openai:model-of-ones-own", UNKNOWN_CONTEXT),
    ],
)
async def test_how_much_a_model_reads_at_once(name: str, tokens: int) -> None:
    """RN-1: what decides whether documents are the topic whole: the model's own context."""
    catalogue = Catalogue(settings_with(**KEYS))
    assert await catalogue.context(await catalogue.resolve(name)) == tokens
    await catalogue.aclose()


def test_clients_are_kept_and_never_retry_by_themselves() -> None:
    """Retries belong to one place; a client's own would multiply them."""
    catalogue = Catalogue(settings_with(**KEYS))
    for name in ("gpt-4o", "claude-x"):
        ref = catalogue._read(name)  # pyright: ignore[reportPrivateUsage]
        assert ref is not None
        client = catalogue.chat(ref, 0.5)
        assert getattr(client, "max_retries", None) == 0
        assert catalogue.chat(ref, 0.5) is client
        assert catalogue.chat(ref, 0.6) is not client


def test_settings_ignore_the_environment_of_this_test_run() -> None:
    """The helper above must not let a real key into a test."""
    assert isinstance(settings_with(), Settings)
    assert settings_with().secrets() == ()
