"""Tests reach nobody: no real model is ever called (SO-6)."""

from __future__ import annotations

import httpx
import pytest

from councilos.errors import ProviderError
from councilos.models.call import Patience, call
from councilos.models.catalogue import Catalogue
from councilos.settings import Settings
from support.settings import settings_with

OUTSIDE = "http://192.0.2.1"
"""An address that is reserved for documentation."""


async def test_so_6_no_connection_leaves_this_machine() -> None:
    """SO-6: plain requests and calls of a provider's client are stopped before they go out."""
    async with httpx.AsyncClient() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(OUTSIDE)
    catalogue = Catalogue(settings_with(openai_api_key="none", openai_base_url=f"{OUTSIDE}/v1"))
    question = [{"role": "user", "content": "Are you there?"}]
    with pytest.raises(ProviderError) as caught:
        await call(
            catalogue, "openai:gpt-4o", question, on_text=lambda _: None, patience=Patience(tries=1, idle=5)
        )
    assert caught.value.details["cause"] == "connection"
    await catalogue.aclose()


def test_so_6_the_environment_holds_no_keys() -> None:
    """SO-6: whatever the developer's machine has set."""
    found = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert (found.anthropic_api_key, found.openai_api_key, found.tavily_api_key) == (None, None, None)
