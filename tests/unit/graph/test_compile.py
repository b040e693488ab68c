"""Compiling and keeping councils (BP-1, decision 8)."""

from __future__ import annotations

import asyncio

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from councilos.graph import compile as compiling
from councilos.graph import joins, order
from councilos.graph.compile import compile_stored
from support.councils import council


async def test_equal_blueprints_are_compiled_once() -> None:
    """BP-1: also when many runs start at the same moment."""
    big = council([f"n{number}" for number in range(compiling.BIG)], [("n0", "n1")], max_iterations=4)
    same = type(big).model_validate(big.to_json())
    found = await asyncio.gather(*(compile_stored(each.to_json()) for each in (big, same, big)))
    assert found[0] is found[1] is found[2]
    assert await compile_stored(same.to_json()) is found[0]


async def test_different_blueprints_are_kept_apart_and_old_ones_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """BP-1: a changed prompt is another council; the cache is bounded."""
    monkeypatch.setattr(compiling, "KEPT", 2)
    first, second, third = (council([{"id": "a", "system_prompt": text}], []) for text in ("1", "2", "3"))
    kept = await compile_stored(first.to_json())
    oldest = await compile_stored(second.to_json())
    assert await compile_stored(first.to_json()) is kept
    await compile_stored(third.to_json())
    assert await compile_stored(first.to_json()) is kept
    assert await compile_stored(second.to_json()) is not oldest


async def test_a_bound_graph_leaves_the_kept_one_without_checkpointer() -> None:
    """GM-7, decision 8: runs share the graph and nothing else."""
    kept = await compile_stored(council("a", []).to_json())
    saver = InMemorySaver()
    assert kept.bound(saver).checkpointer is saver
    assert kept.graph.checkpointer is None


def test_unknown_kinds_of_channels_are_refused() -> None:
    """BP-6: a LangGraph that works in another way is noticed at once, not by wrong runs."""
    with pytest.raises(TypeError, match="unknown way"):
        joins.install({"branch:to:j": object()}, {"j": ()})
    with pytest.raises(TypeError, match="unknown way"):
        order.install(dict.fromkeys(order.ORDERED, object()))
