"""Asking a provider's server which models it has."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, cast

import httpx

from councilos.settings import Settings

PROBE_SECONDS: Final = 2.0
"""How long a question to a server may take; nothing waits for these answers in earnest."""

Server = Literal["anthropic", "openai", "ollama"]


async def model_names(settings: Settings, provider: Server) -> list[str]:
    """Return the models a server offers; raises httpx.HTTPError, httpx.InvalidURL or ValueError."""
    address, headers, field = _question(settings, provider)
    async with httpx.AsyncClient(timeout=PROBE_SECONDS) as client:
        answer = await client.get(address, headers=headers)
    answer.raise_for_status()
    body = answer.json()
    models = cast("dict[str, Any]", body).get(field) if isinstance(body, dict) else None
    if not isinstance(models, list):
        raise ValueError("the answer is no list of models")
    found = [cast("dict[str, Any]", item) for item in cast("list[Any]", models) if isinstance(item, dict)]
    return [str(item.get("id") or item.get("name")) for item in found]


def _question(settings: Settings, provider: Server) -> tuple[str, dict[str, str], str]:
    if provider == "ollama":
        return f"{ollama_url(settings)}/api/tags", {}, "models"
    if provider == "openai":
        base = settings.openai_base_url or "https://api.openai.com/v1"
        return f"{base.rstrip('/')}/models", {"authorization": f"Bearer {key(settings, provider)}"}, "data"
    base = settings.anthropic_base_url or "https://api.anthropic.com"
    headers = {"x-api-key": key(settings, provider), "anthropic-version": "2023-06-01"}
    return f"{base.rstrip('/')}/v1/models?limit=100", headers, "data"


def key(settings: Settings, provider: Literal["anthropic", "openai"]) -> str:
    """Return the key to send; a server of one's own gets a placeholder when there is none."""
    secret = settings.anthropic_api_key if provider == "anthropic" else settings.openai_api_key
    return secret.get_secret_value() if secret is not None else "not-needed"


def ollama_url(settings: Settings) -> str:
    """Return where Ollama is; `OLLAMA_HOST` may come without scheme or port, as Ollama allows."""
    host = settings.ollama_host or "127.0.0.1:11434"
    url = host if "://" in host else f"http://{host}"
    scheme, _, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    authority = re.sub(r"^0\.0\.0\.0(?=:|$)", "127.0.0.1", authority)
    if scheme == "http" and not re.search(r":\d+$", authority):
        authority += ":11434"
    return f"{scheme}://{authority}{slash}{path}".rstrip("/")


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """Return every secret that a provider's error might repeat: keys, and passwords in addresses."""
    addresses = (settings.anthropic_base_url, settings.openai_base_url, settings.ollama_host)
    passwords = [re.search(r"(?:^|//)[^/?#@]*:([^/?#]+)@", address or "") for address in addresses]
    return (*settings.secrets(), *(found.group(1) for found in passwords if found))
