"""Which model providers can be used, and what to set for those that can't (BP-14, SO-5)."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import Any, Final

import httpx

from councilos.models import builtin
from councilos.models.catalogue import BUILTIN_MODEL, OLLAMA_CONTEXT, Catalogue, ModelRef, Provider
from councilos.models.failures import Failure, Place, classify, explain
from councilos.models.servers import Server, model_names
from councilos.settings import Settings

_MOST_MODELS: Final = 200


@dataclass(frozen=True, slots=True)
class ProviderReport:
    """What is known about one provider; never holds a key.

    `configured`: the settings it needs are there. `reachable`: it answered just now, None when it
    was not asked. `tools`: the models can call tools natively, None when that depends on the model.
    `context`: tokens, None when it depends on the model. `set`: the variables that would change it.
    `problem` says what is wrong and what to do, "" when nothing is; `cause` is its kind when the provider
    was asked in vain (`models.failures.Cause`, or no_list).
    """

    provider: Provider
    title: str
    configured: bool
    reachable: bool | None
    models: list[str] = field(default_factory=list[str])
    tools: bool | None = None
    context: int | None = None
    address: str | None = None
    set: tuple[str, ...] = ()
    problem: str = ""
    cause: str = ""

    @property
    def ready(self) -> bool:
        """Whether agents can use it now."""
        return self.configured and self.reachable is not False

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form for REST and CLI."""
        return asdict(self) | {"ready": self.ready}


async def providers(settings: Settings) -> list[ProviderReport]:
    """Ask all providers at once, each for a few seconds at most; never raises for a broken provider."""
    catalogue = Catalogue(settings)
    return list(
        await asyncio.gather(_anthropic(catalogue), _openai(catalogue), _ollama(catalogue), _builtin())
    )


async def _anthropic(catalogue: Catalogue) -> ProviderReport:
    place = catalogue.place(ModelRef("anthropic", ""))
    set_ = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL")
    if catalogue.settings.anthropic_api_key is None:
        return _unset(place, "anthropic", set_)
    names, problem, cause = await _ask(catalogue, "anthropic", place)
    return ProviderReport(
        "anthropic", place.title, True, not problem, names, True, None, place.address, set_, problem, cause
    )


async def _openai(catalogue: Catalogue) -> ProviderReport:
    place = catalogue.place(ModelRef("openai", ""))
    settings = catalogue.settings
    set_ = ("OPENAI_API_KEY", "OPENAI_BASE_URL")
    if settings.openai_api_key is None and not settings.openai_base_url:
        return _unset(place, "openai", set_)
    names, problem, cause = await _ask(catalogue, "openai", place)
    tools = None if settings.openai_base_url else True
    return ProviderReport(
        "openai", place.title, True, not problem, names, tools, None, place.address, set_, problem, cause
    )


async def _ollama(catalogue: Catalogue) -> ProviderReport:
    place = catalogue.place(ModelRef("ollama", ""))
    names, problem, cause = await _ask(catalogue, "ollama", place)
    configured = catalogue.settings.ollama_host is not None or not problem
    if not problem and not names:
        problem = "Ollama runs but has no model: run `ollama pull llama3.2`."
    return ProviderReport(
        "ollama", place.title, configured, not problem, names, None, OLLAMA_CONTEXT, place.address,
        ("OLLAMA_HOST",), problem, cause,
    )  # fmt: skip


async def _builtin() -> ProviderReport:
    there = await asyncio.to_thread(builtin.installed)
    return ProviderReport(
        "builtin",
        "The built-in model",
        there,
        there,
        [BUILTIN_MODEL] if there else [],
        False,
        builtin.CONTEXT,
        problem="" if there else "It is not installed: run `pip install 'councilos[builtin]'`.",
    )


def _unset(place: Place, provider: Provider, variables: tuple[str, ...]) -> ProviderReport:
    problem = f"Set {variables[0]} in the environment or in .env, then restart."
    return ProviderReport(
        provider, place.title, False, None, address=place.address, set=variables, problem=problem
    )


async def _ask(catalogue: Catalogue, provider: Server, place: Place) -> tuple[list[str], str, str]:
    """Return the provider's models, what is wrong and its cause ("" when nothing is)."""
    try:
        names = await model_names(catalogue.settings, provider)
    except httpx.HTTPStatusError as error:
        if error.response.status_code == HTTPStatus.NOT_FOUND:
            return [], _no_list(place), "no_list"
        failure = _by_status(error)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, AttributeError, TypeError) as error:
        failure = classify(error, catalogue.secrets)
    else:
        return sorted(names)[:_MOST_MODELS], "", ""
    return [], explain(failure, place, 1).message, failure.cause


def _no_list(place: Place) -> str:
    where = f"Check {place.address_variable}" if place.address_variable else "Check the address"
    usual = ": addresses of this kind usually end with /v1" if place.provider == "openai" else ""
    return f"{place.title} answers, but there is no list of models at {place.address}. {where}{usual}."


def _by_status(error: httpx.HTTPStatusError) -> Failure:
    status = error.response.status_code
    if status in (401, 403):
        return Failure("auth")
    return Failure("rate_limit" if status == 429 else "server", f"HTTP {status}")
