"""What agents of a running segment reach: events, models, usage and the budget (RN-8)."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

from councilos.blueprint.model import AgentNode, Budget
from councilos.errors import BudgetReached
from councilos.events.types import Event, NodeCompleted, NodeFailed, Usage, UsageUpdated
from councilos.graph.context import ModelContext, Question
from councilos.graph.session import PauseSwitch
from councilos.graph.speech import Listener, add_usage
from councilos.models.call import Patience
from councilos.models.catalogue import Catalogue
from councilos.models.prices import cost_usd
from councilos.runs.model import Json, Run, Step, TopicSection
from councilos.runs.ports import EventSink
from councilos.tools.ports import Toolbox


class RunContext(ModelContext):
    """The context of one execution; knows what all earlier ones of the run have used."""

    def __init__(
        self,
        run: Run,
        sink: EventSink,
        catalogue: Catalogue,
        switch: PauseSwitch,
        steps: Sequence[Step],
        sections: Sequence[TopicSection],
        toolbox: Toolbox,
        patience: Patience,
    ) -> None:
        """`switch` is turned on when the budget is reached, so that the graph pauses by itself."""
        super().__init__(catalogue, sink.emit, cost_usd, toolbox, patience)
        self._switch = switch
        self._budget = Budget.model_validate(run.budget) if run.budget else None
        self.usage |= _used_before(run, steps, sections)
        self._seconds_before = float(run.usage.get("seconds") or 0.0)
        self._began = time.monotonic()

    def emit(self, event: Event) -> None:
        """Send an event; after each step also what the run has used, and pause at a reached budget."""
        super().emit(event)
        if isinstance(event, NodeCompleted | NodeFailed):
            self.tell_usage()
            if self.over_budget:
                self._switch.on()

    async def before_call(self, node: AgentNode) -> None:
        """Raise BudgetReached when nothing is left for this call."""
        if self.over_budget:
            self.tell_usage()
            raise BudgetReached("The run has used up its budget.")

    async def ask(self, node: AgentNode, question: Question, listener: Listener) -> str:
        """Ask the model; characters that no database can store are replaced."""
        return storable(await super().ask(node, question, _Storable(listener)))

    def tell_usage(self) -> None:
        """Send what the run has used so far."""
        super().emit(UsageUpdated(total=self.total(), by_node=dict(self.usage)))

    @property
    def over_budget(self) -> bool:
        """True when tokens, money or working time are used up."""
        if self._budget is None:
            return False
        used = self.total()
        tokens = used.input_tokens + used.output_tokens
        return (
            (self._budget.tokens is not None and tokens >= self._budget.tokens)
            or (self._budget.cost_usd is not None and (used.cost_usd or 0.0) >= self._budget.cost_usd)
            or (self._budget.minutes is not None and self.seconds >= self._budget.minutes * 60)
        )

    @property
    def seconds(self) -> float:
        """How long the council has worked; what it waited for people and workers does not count."""
        return self._seconds_before + time.monotonic() - self._began

    def total(self) -> Usage:
        """Return what the whole run has used so far; unknown prices count as nothing."""
        used = list(self.usage.values())
        costs = [part.cost_usd for part in used if part.cost_usd is not None]
        return Usage(
            input_tokens=sum(part.input_tokens for part in used),
            output_tokens=sum(part.output_tokens for part in used),
            cost_usd=sum(costs) if costs else None,
        )

    def figures(self) -> Json:
        """Return total and per-agent usage as stored with the run, and the seconds it has worked."""
        return {
            "seconds": round(self.seconds, 3),
            "total": self.total().model_dump(mode="json"),
            "by_node": {node: used.model_dump(mode="json") for node, used in self.usage.items()},
        }


class _Storable:
    """Passes on what is heard in a form that can be stored."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def text(self, text: str) -> None:
        self._listener.text(storable(text))

    def discard(self, reason: str) -> None:
        self._listener.discard(storable(reason))

    def complete(self, text: str) -> None:
        self._listener.complete(storable(text))

    def spent(self, usage: Usage, model: str) -> None:
        self._listener.spent(usage, model)

    def tool_started(self, tool: str, arguments: Json) -> str:
        return self._listener.tool_started(storable(tool), _storable_json(arguments))

    def tool_completed(self, call_id: str, tool: str, result: str, *, error: bool) -> None:
        self._listener.tool_completed(call_id, storable(tool), storable(result), error=error)


def storable(text: str) -> str:
    """Replace NUL and half surrogate pairs, which neither JSONB nor UTF-8 can hold."""
    if "\x00" not in text and text.isascii():
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _storable_json(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        items = cast("Json", value).items()
        return {storable(str(key)): _storable_json(item) for key, item in items}
    if isinstance(value, list):
        return [_storable_json(item) for item in cast("list[Any]", value)]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _used_before(run: Run, steps: Sequence[Step], sections: Sequence[TopicSection]) -> dict[str, Usage]:
    """Return what each agent has used: of the run's figures and its rows whichever know more.

    Figures also hold calls of steps that a budget interrupted; rows also those since the last pause.
    """
    used: dict[str, Usage] = {}
    for row in (*steps, *sections):
        used[row.node] = add_usage(used.get(row.node), _used(row))
    figures: Mapping[str, Any] = run.usage.get("by_node") or {}
    for node, part in figures.items():
        known = Usage.model_validate(part)
        if node not in used or _tokens(known) > _tokens(used[node]):
            used[node] = known
    return used


def _tokens(usage: Usage) -> int:
    return usage.input_tokens + usage.output_tokens


def _used(row: Step | TopicSection) -> Usage:
    return Usage(input_tokens=row.input_tokens, output_tokens=row.output_tokens, cost_usd=row.cost_usd)
