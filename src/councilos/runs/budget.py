"""What a run has used and may use: a hard budget that also counts the calls in flight (RN-8).

What a call will cost is known only when it is answered. So before it begins, what it may cost at
most is set aside. While others of the run are in flight, a call begins only if all of them
together stay within the budget; otherwise it waits for their figures. Alone it may always begin
while anything is left, so one call at most goes over the budget.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from councilos.blueprint.model import Budget
from councilos.errors import BudgetReached, InvalidInput, Problem
from councilos.events.parts import Usage
from councilos.graph.speech import add_usage
from councilos.runs.model import Json, Step, TopicSection

LONGEST_ANSWER: Final = 16_384
"""Tokens that the answer of a model without a limit of its own may have, as far as budgets plan ahead."""


class Ledger:
    """The figures of one run in the hands of one executor."""

    def __init__(self, budget: Json | None, used: Mapping[str, Usage], seconds: float) -> None:
        """Take the limits, what each agent used before, and how long the run had worked."""
        self.budget = Budget.model_validate(budget) if budget else Budget()
        limits = (self.budget.tokens, self.budget.cost_usd, self.budget.minutes)
        self.limited = any(limit is not None for limit in limits)
        self.by_node = dict(used)
        self._seconds_before = seconds
        self._began = time.monotonic()
        self._in_flight: list[Usage] = []
        self._working: set[str] = set()
        self._waiting: dict[str, None] = {}
        self._changed = asyncio.Event()

    def add(self, node: str, used: Usage) -> None:
        """Count what a call has used."""
        self.by_node[node] = add_usage(self.by_node.get(node), used)

    def began(self, node: str) -> None:
        """Note that an agent works."""
        self._working.add(node)

    def ended(self, node: str) -> None:
        """Note that it does no longer."""
        self._working.discard(node)
        self._wake()

    @asynccontextmanager
    async def call(self, node: str, most: Usage) -> AsyncGenerator[None]:
        """Hold the block until the budget allows the call; `most` is what it may use at most.

        Raises BudgetReached when nothing is left, but not before every agent that is still at
        work has come to its end or to the same point: a step that is cut off has to be repeated.
        """
        self._waiting[node] = None
        self._wake()
        try:
            while not self._allows(node, most):
                if self.reached and self._working <= self._waiting.keys():
                    self._working.discard(node)
                    raise BudgetReached("The run has used up its budget.")
                await self._changed.wait()
        finally:
            del self._waiting[node]
            self._wake()
        self._in_flight.append(most)
        try:
            yield
        finally:
            self._in_flight.remove(most)
            self._wake()

    def _allows(self, node: str, most: Usage) -> bool:
        first = next(iter(self._waiting))
        if self.reached or node != first:
            return False
        if not self._in_flight:
            return True
        planned = sum_usage([self.total(), *self._in_flight, most])
        tokens, cost = self.budget.tokens, self.budget.cost_usd
        return (tokens is None or _tokens(planned) <= tokens) and (
            cost is None or (planned.cost_usd or 0.0) <= cost
        )

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def reached(self) -> bool:
        """True when tokens, money or working time are used up."""
        return bool(exceeded(self.budget, self.total(), self.seconds))

    @property
    def seconds(self) -> float:
        """How long the council has worked; what it waited for people and workers does not count."""
        return self._seconds_before + time.monotonic() - self._began

    def total(self) -> Usage:
        """Return what the whole run has used so far; unknown prices count as nothing."""
        return sum_usage(list(self.by_node.values()))

    def figures(self) -> Json:
        """Return total and per-agent usage as stored with the run, and the seconds it has worked."""
        return figures(self.by_node, self.seconds)


def used_by_node(rows: Iterable[Step | TopicSection]) -> dict[str, Usage]:
    """Return what each agent has used in steps, crashed and interrupted ones included, and summaries."""
    used: dict[str, Usage] = {}
    for row in rows:
        part = Usage(input_tokens=row.input_tokens, output_tokens=row.output_tokens, cost_usd=row.cost_usd)
        used[row.node] = add_usage(used.get(row.node), part)
    return used


def figures(by_node: Mapping[str, Usage], seconds: float) -> Json:
    """Return usage as it is stored with a run."""
    return {
        "seconds": round(seconds, 3),
        "total": sum_usage(list(by_node.values())).model_dump(mode="json"),
        "by_node": {node: used.model_dump(mode="json") for node, used in by_node.items()},
    }


def sum_usage(parts: list[Usage]) -> Usage:
    """Add up; unknown prices count as nothing, and the cost is unknown only if all are."""
    costs = [part.cost_usd for part in parts if part.cost_usd is not None]
    return Usage(
        input_tokens=sum(part.input_tokens for part in parts),
        output_tokens=sum(part.output_tokens for part in parts),
        cost_usd=sum(costs) if costs else None,
    )


def exceeded(budget: Budget, used: Usage, seconds: float) -> dict[str, float]:
    """Return each limit that is used up, with what was used in its unit."""
    figures = {"tokens": _tokens(used), "cost_usd": used.cost_usd or 0.0, "minutes": seconds / 60}
    limits = {"tokens": budget.tokens, "cost_usd": budget.cost_usd, "minutes": budget.minutes}
    return {key: figures[key] for key, limit in limits.items() if limit is not None and figures[key] >= limit}


def merged(old: Json | None, given: Budget | None) -> Json | None:
    """Return the limits with those that were given; null lifts a limit, one that is absent stays.

    Raises InvalidInput for a limit that does not exist.
    """
    if given is not None and given.unknown:
        known = f"Limits are {', '.join(Budget.model_fields)}."
        problems = [
            Problem(f"/budget/{key}", "unknown_limit", "error", f"There is no limit “{key[:80]}”.", known)
            for key in given.unknown
        ]
        raise InvalidInput(" ".join([*(found.message for found in problems), known]), problems)
    limits = {**(old or {}), **(given.model_dump(mode="json", exclude_unset=True) if given else {})}
    return {key: limit for key, limit in limits.items() if limit is not None} or None


def check_room(budget: Json | None, usage: Json) -> None:
    """Raise InvalidInput with the figures when the limits leave nothing of what the run has used."""
    used = Usage.model_validate(usage.get("total") or {})
    over = exceeded(Budget.model_validate(budget or {}), used, float(usage.get("seconds") or 0.0))
    problems = [
        Problem(
            f"/budget/{key}",
            "budget_used_up",
            "error",
            f"The run has used {_figure(key, figure)}; a limit of {_figure(key, (budget or {})[key])} "
            "leaves nothing.",
            f"Give more than {_figure(key, figure)}, or null for no limit.",
        )
        for key, figure in over.items()
    ]
    if problems:
        raise InvalidInput(" ".join(f"{found.message} {found.hint}" for found in problems), problems)


def _figure(key: str, value: float) -> str:
    if key == "tokens":
        return f"{int(value):,} tokens"
    return f"{value:.4f} US dollars" if key == "cost_usd" else f"{value:.1f} minutes"


def _tokens(usage: Usage) -> int:
    return usage.input_tokens + usage.output_tokens
