"""What agents of a running segment reach: events, models, usage and the budget (RN-8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from councilos.blueprint.model import AgentNode, Budget
from councilos.errors import BudgetReached
from councilos.events.types import Event, NodeCompleted, NodeFailed, Usage, UsageUpdated
from councilos.graph.context import ModelContext, Question, Reply, add_usage
from councilos.graph.session import PauseSwitch
from councilos.models.catalogue import Catalogue
from councilos.models.prices import cost_usd
from councilos.runs.model import Json, Run, Step
from councilos.runs.ports import EventSink


class RunContext(ModelContext):
    """The context of one execution; knows what all earlier ones of the run have used."""

    def __init__(
        self, run: Run, sink: EventSink, catalogue: Catalogue, switch: PauseSwitch, steps: Sequence[Step]
    ) -> None:
        """`switch` is turned on when the budget is reached, so that the graph pauses by itself."""
        super().__init__(catalogue, sink.emit, cost_usd)
        self._run = run
        self._switch = switch
        self._budget = Budget.model_validate(run.budget) if run.budget else None
        for step in steps:
            self.usage[step.node] = add_usage(self.usage.get(step.node), _used(step))

    def emit(self, event: Event) -> None:
        """Send an event; after each step also what the run has used, and pause at a reached budget."""
        super().emit(event)
        if isinstance(event, NodeCompleted | NodeFailed):
            super().emit(UsageUpdated(total=self.total(), by_node=dict(self.usage)))
            if self.over_budget:
                self._switch.on()

    async def before_call(self, node: AgentNode) -> None:
        """Raise BudgetReached when nothing is left for this call."""
        if self.over_budget:
            raise BudgetReached("The run has used up its budget.")

    async def ask(
        self,
        node: AgentNode,
        question: Question,
        on_text: Callable[[str], None],
        on_discard: Callable[[str], None],
    ) -> Reply:
        """Ask the model; characters that no database can store are replaced."""
        reply = await super().ask(node, question, lambda text: on_text(storable(text)), on_discard)
        return Reply(storable(reply.text), reply.usage, reply.model)

    @property
    def over_budget(self) -> bool:
        """True when tokens, money or time are used up."""
        if self._budget is None:
            return False
        used = self.total()
        tokens = used.input_tokens + used.output_tokens
        minutes = (datetime.now(UTC) - (self._run.started_at or datetime.now(UTC))).total_seconds() / 60
        return (
            (self._budget.tokens is not None and tokens >= self._budget.tokens)
            or (self._budget.cost_usd is not None and (used.cost_usd or 0.0) >= self._budget.cost_usd)
            or (self._budget.minutes is not None and minutes >= self._budget.minutes)
        )

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
        """Return total and per-agent usage as stored with the run."""
        return {
            "total": self.total().model_dump(mode="json"),
            "by_node": {node: used.model_dump(mode="json") for node, used in self.usage.items()},
        }


def storable(text: str) -> str:
    """Replace NUL and half surrogate pairs, which neither JSONB nor UTF-8 can hold."""
    if "\x00" not in text and text.isascii():
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _used(step: Step) -> Usage:
    return Usage(input_tokens=step.input_tokens, output_tokens=step.output_tokens, cost_usd=step.cost_usd)
