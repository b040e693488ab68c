"""What a call cost."""

from __future__ import annotations

import pytest

from councilos.models.prices import cost_usd


def test_hosted_models_have_list_prices() -> None:
    """RN-8: costs come from a price list; output is dearer than input."""
    asked, told = cost_usd("openai", "gpt-4o", 1_000, 0), cost_usd("openai", "gpt-4o", 0, 1_000)
    assert asked is not None
    assert told is not None
    assert 0 < asked < told
    both = cost_usd("anthropic", "claude-3-5-sonnet-20241022", 1_000, 1_000)
    assert both == pytest.approx(0.018)


def test_local_models_cost_nothing_and_unknown_ones_are_unknown() -> None:
    assert cost_usd("ollama", "llama3.2:latest", 1_000, 1_000) == 0
    assert cost_usd("builtin", "smollm2-135m-instruct", 1_000, 1_000) == 0
    assert cost_usd("openai", "my-model", 1_000, 1_000) is None
