"""What a model call cost, from the price list that ships with the extra `prices` (RN-8)."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

_FREE = ("ollama", "builtin")


def cost_usd(provider: str, model: str, input_tokens: int, output_tokens: int) -> float | None:
    """Return the list price in US dollars; 0 for local models, None when no price is known.

    No price is known for a model that is not in the list, for a server of one's own behind
    `OPENAI_BASE_URL` that uses other names, and without the extra `prices`.
    """
    if provider in _FREE:
        return 0.0
    prices = _prices()
    if prices is None:
        return None
    usage = prices.Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    try:
        return float(prices.calc_price(usage, model_ref=model, provider_id=provider).total_price)
    except LookupError:
        return None


def context_window(provider: str, model: str) -> int | None:
    """Return how many tokens the model reads at once by the same list, None when it does not know."""
    prices = _prices()
    if prices is None:
        return None
    usage = prices.Usage(input_tokens=1, output_tokens=1)
    try:
        found = prices.calc_price(usage, model_ref=model, provider_id=provider).model.context_window
    except LookupError:
        return None
    return int(found) if found else None


def warm() -> None:
    """Load the price list now: it takes a third of a second, better spent in a thread."""
    cost_usd("openai", "gpt-4o", 1, 1)


@cache
def _prices() -> Any:
    try:
        return importlib.import_module("genai_prices")
    except ImportError:
        return None
