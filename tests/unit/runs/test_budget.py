"""The hard budget with several calls in flight, and what people are told about it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from councilos.blueprint.model import Budget
from councilos.errors import BudgetReached, InvalidInput
from councilos.events.parts import Usage
from councilos.runs.budget import Ledger, check_room, merged, used_by_node
from councilos.runs.model import Step

MOST = Usage(input_tokens=500, output_tokens=500, cost_usd=0.1)
USED = Usage(input_tokens=300, output_tokens=100, cost_usd=0.04)


class Calls:
    """Calls of several agents that end when told to; each uses `USED`."""

    def __init__(self, ledger: Ledger, *nodes: str) -> None:
        self.ledger = ledger
        self.open: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        for node in nodes:
            ledger.began(node)
            self.call(node)

    def call(self, node: str) -> None:
        self.tasks[node] = asyncio.create_task(self._call(node))

    async def _call(self, node: str) -> None:
        async with self.ledger.call(node, MOST):
            self.open[node] = asyncio.Event()
            await self.open[node].wait()
            self.ledger.add(node, USED)
        del self.open[node]

    async def settle(self) -> list[str]:
        """Let everything happen that can; return whose calls are in flight."""
        for _ in range(10):
            await asyncio.sleep(0)
        return sorted(self.open)

    async def answer(self, node: str, *, last: bool = True) -> list[str]:
        """Answer a call; with `last` its agent comes to an end."""
        self.open[node].set()
        await self.tasks[node]
        if last:
            self.ledger.ended(node)
        return await self.settle()


async def test_with_room_for_all_nobody_waits() -> None:
    """RN-8: branches run side by side as long as all of them together stay within the budget."""
    calls = Calls(Ledger({"tokens": 3_000, "cost_usd": 1}, {}, 0.0), "a", "b", "c")
    assert await calls.settle() == ["a", "b", "c"]
    unlimited = Calls(Ledger(None, {}, 0.0), "a", "b", "c")
    assert await unlimited.settle() == ["a", "b", "c"]


@pytest.mark.parametrize("budget", [{"tokens": 1_000}, {"cost_usd": 0.1}])
async def test_near_the_limit_one_call_at_a_time(budget: dict[str, float]) -> None:
    """RN-8: 400 tokens a call (or 4 cents) and a budget of 1,000 (10 cents): three calls, no fourth."""
    calls = Calls(Ledger(budget, {}, 0.0), "a", "b", "c", "d", "e")
    for expected in ("a", "b", "c"):
        assert await calls.settle() == [expected]
        await calls.answer(expected)
    assert await calls.settle() == []
    for node in ("d", "e"):
        with pytest.raises(BudgetReached):
            await calls.tasks[node]
    assert calls.ledger.total().input_tokens == 900


async def test_agents_at_work_are_not_cut_off() -> None:
    """RN-8: who is between two calls goes on to its end before the budget stops the run."""
    ledger = Ledger({"tokens": 400}, {}, 0.0)
    calls = Calls(ledger, "a", "b")
    assert await calls.settle() == ["a"]
    assert await calls.answer("a", last=False) == []
    assert not calls.tasks["b"].done()
    ledger.ended("a")
    with pytest.raises(BudgetReached):
        await calls.tasks["b"]


async def test_a_failed_call_gives_back_what_was_set_aside() -> None:
    """RN-8: whatever ends a call, others may begin afterwards."""
    ledger = Ledger({"tokens": 1_500}, {}, 0.0)
    with pytest.raises(ZeroDivisionError):
        async with ledger.call("a", MOST):
            raise ZeroDivisionError
    calls = Calls(ledger, "b", "c")
    assert await calls.settle() == ["b"]
    calls.tasks["b"].cancel()
    assert await calls.settle() == ["c"] or calls.open.keys() == {"b", "c"}


def test_only_the_limits_that_are_given_change() -> None:
    """RN-8: `continue` merges; null lifts a limit; unknown names are refused by name."""
    old = {"tokens": 1_000, "cost_usd": 0.5}
    assert merged(old, None) == old
    assert merged(old, Budget(tokens=2_000)) == {"tokens": 2_000, "cost_usd": 0.5}
    assert merged(old, Budget(cost_usd=None, minutes=3)) == {"tokens": 1_000, "minutes": 3.0}
    assert merged({"tokens": 1}, Budget(tokens=None)) is None
    with pytest.raises(InvalidInput, match="token”") as caught:
        merged(old, Budget.model_validate({"token": 5, "x-note": "mine"}))
    assert [found.path for found in caught.value.problems] == ["/budget/token"]


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"tokens": 1_200}, "1,200 tokens"),
        ({"cost_usd": 0.25}, "0.2500 US dollars"),
        ({"minutes": 2}, "2.5 minutes"),
    ],
)
def test_a_budget_that_leaves_nothing_is_refused_with_the_figure(
    budget: dict[str, float], words: str
) -> None:
    """RN-8: the sentence names what the run has used."""
    usage = {"total": {"input_tokens": 1_000, "output_tokens": 200, "cost_usd": 0.25}, "seconds": 150.0}
    with pytest.raises(InvalidInput, match=words) as caught:
        check_room(budget, usage)
    assert [found.path for found in caught.value.problems] == [f"/budget/{next(iter(budget))}"]
    check_room({key: limit * 2 for key, limit in budget.items()}, usage)
    check_room(None, usage)


def test_all_steps_count() -> None:
    """RN-8: interrupted and repeated steps too, each agent on its own."""
    at = datetime.now(UTC)

    def step(node: str, tokens: int, cost: float | None) -> Step:
        return Step(
            uuid4(), uuid4(), uuid4(), node, node, 0, "running", "m", True, at, None, None, tokens, 1, cost,
            None,
        )  # fmt: skip

    used = used_by_node([step("a", 60, 0.5), step("b", 5, None), step("a", 40, 0.25)])
    assert {node: (part.input_tokens, part.cost_usd) for node, part in used.items()} == {
        "a": (100, 0.75),
        "b": (5, None),
    }
