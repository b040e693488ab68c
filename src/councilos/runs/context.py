"""What agents of a running segment reach: events, models, usage and the budget (RN-8)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from councilos.blueprint.model import AgentNode
from councilos.events.parts import Usage
from councilos.events.types import Event, NodeCompleted, NodeFailed, NodeRunning, UsageUpdated
from councilos.graph.context import ModelContext, Question
from councilos.graph.session import PauseSwitch
from councilos.graph.speech import Listener
from councilos.models.call import Patience
from councilos.models.catalogue import Catalogue, ModelRef
from councilos.models.exchange import Request
from councilos.models.prices import cost_usd
from councilos.runs.budget import LONGEST_ANSWER, Ledger, used_by_node
from councilos.runs.model import Json, Run, Step, TopicSection
from councilos.runs.streams import EventSink
from councilos.runs.text import storable, storable_json
from councilos.tools.ports import Toolbox


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier executions of a run left.

    Their steps, the summaries of long documents, and the notices that people saw (node, code).
    """

    steps: Sequence[Step] = ()
    sections: Sequence[TopicSection] = ()
    noticed: frozenset[tuple[str, str]] = frozenset()


class RunContext(ModelContext):
    """The context of one execution; knows what all earlier ones of the run have used and told."""

    def __init__(
        self,
        run: Run,
        sink: EventSink,
        catalogue: Catalogue,
        switch: PauseSwitch,
        past: Past,
        toolbox: Toolbox,
        patience: Patience,
    ) -> None:
        """`switch` is turned on when the budget is reached, so that the graph pauses by itself."""
        super().__init__(catalogue, sink.emit, cost_usd, toolbox, patience, set(past.noticed))
        self._switch = switch
        self._steps: dict[str, str] = {}
        seconds = float(run.usage.get("seconds") or 0.0)
        self.ledger = Ledger(run.budget, used_by_node([*past.steps, *past.sections]), seconds)

    def emit(self, event: Event) -> None:
        """Send an event, follow which agents work, and pause at a reached budget."""
        super().emit(event)
        if isinstance(event, NodeRunning):
            self._steps[event.node] = event.step_id
            self.ledger.began(event.node)
        elif isinstance(event, NodeCompleted | NodeFailed):
            self.ledger.ended(event.node)
            if self.ledger.reached:
                self._switch.on()

    @asynccontextmanager
    async def allowed(self, node: AgentNode, request: Request) -> AsyncGenerator[None]:
        """Hold the block until the budget has room for the request; raises BudgetReached."""
        if not self.ledger.limited:
            yield
            return
        most = self.cost(request.ref, request.size, request.max_tokens or LONGEST_ANSWER)
        async with self.ledger.call(node.id, most):
            yield

    def count(self, node: AgentNode, ref: ModelRef, used: Usage) -> None:
        """Add to what the agent has used, and tell people and the log at once: a crash must not lose it."""
        self.ledger.add(node.id, used)
        self.emit(
            UsageUpdated(
                total=self.ledger.total(), by_node=dict(self.ledger.by_node),
                node=node.id, step_id=self._steps.get(node.id), model=str(ref), used=used,
            )
        )  # fmt: skip
        if used.cost_usd is None and self.ledger.budget.cost_usd is not None:
            self.notice("no_price", _NO_PRICE.format(model=ref), node.id)

    async def ask(self, node: AgentNode, question: Question, listener: Listener) -> str:
        """Ask the model; characters that no database can store are replaced."""
        return storable(await super().ask(node, question, _Storable(listener)))


_NO_PRICE = (
    "No price is known for the model {model}, so what it costs does not count towards the budget in US "
    "dollars. Limit tokens as well."
)


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
        return self._listener.tool_started(storable(tool), storable_json(arguments))

    def tool_completed(self, call_id: str, tool: str, result: str, *, error: bool) -> None:
        self._listener.tool_completed(call_id, storable(tool), storable(result), error=error)
