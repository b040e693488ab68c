"""Settings for tests: nothing from the environment or `.env`."""

from __future__ import annotations

from typing import Any

from councilos.settings import Settings


def settings_with(**values: Any) -> Settings:
    """Return settings that hold the given values and, for providers and secrets, nothing else."""
    nothing: dict[str, Any] = dict.fromkeys(
        (
            "anthropic_api_key",
            "openai_api_key",
            "tavily_api_key",
            "tavily_base_url",
            "searxng_url",
            "anthropic_base_url",
            "openai_base_url",
            "ollama_host",
            "database_url",
            "councilos_api_token",
        )
    )
    return Settings.model_validate(nothing | values)
