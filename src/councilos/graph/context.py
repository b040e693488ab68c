"""What a running node may reach outside the graph: LangGraph's runtime context, fresh per segment."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from councilos.blueprint.model import AgentNode
from councilos.council.prompts import Message
from councilos.events.parts import Usage
from councilos.events.types import Event, Notice
from councilos.graph.speech import Listener
from councilos.graph.tool_loop import Bound, answer_with_tools, answer_without_native
from councilos.models.call import USUAL, Answer, Patience, Spent, ToolsRefused, call
from councilos.models.catalogue import Catalogue, ModelRef
from councilos.models.exchange import Request
from councilos.tools.catalogue import tools_of
from councilos.tools.ports import Tool, Toolbox

CONSTRAINED = frozenset({"builtin", "ollama"})
"""Providers whose local models are asked for JSON: it is enforced there, and small models need it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a node asks its model; `schema` is set when the answer should be JSON of that shape.

    `tools` says whether the node's tools may be used for it.
    """

    messages: Sequence[Message]
    schema: dict[str, Any] | None = None
    tools: bool = True


class NodeContext(Protocol):
    """Nodes emit events and ask models through this, and through nothing else."""

    def emit(self, event: Event) -> None:
        """Send an event; must not block."""
        ...

    async def structured(self, node: AgentNode) -> bool:
        """Say whether the node's model is to answer decisions as JSON."""
        ...

    async def ask(self, node: AgentNode, question: Question, listener: Listener) -> str:
        """Ask the node's model, with its tools; return the last, whole text of the answer.

        Raises what `models.call.call` raises, and BudgetReached when no further call is allowed.
        """
        ...


Price = Callable[[str, str, int, int], float | None]
"""Provider, model, input tokens, output tokens → US dollars, None when unknown."""


def _unknown_price(_provider: str, _model: str, _input_tokens: int, _output_tokens: int) -> None:
    return None


@dataclass
class ModelContext:
    """The context of a real run: events go to `sink`, questions to the models of the catalogue.

    `toolbox` holds the tools that nodes can have, `noticed` what people were told already: node
    and code.
    """

    catalogue: Catalogue
    sink: Callable[[Event], None]
    price: Price = _unknown_price
    toolbox: Toolbox = field(default_factory=dict[str, Tool])
    patience: Patience = USUAL
    noticed: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def emit(self, event: Event) -> None:
        """Send an event."""
        self.sink(event)

    def notice(self, code: str, message: str, node: str) -> None:
        """Tell people something that ends nothing, once per node and code."""
        if (node, code) not in self.noticed:
            self.noticed.add((node, code))
            self.emit(Notice(node=node, code=code, message=message))

    @asynccontextmanager
    async def allowed(self, _node: AgentNode, _request: Request) -> AsyncGenerator[None]:
        """Hold the block for as long as the request must not be sent; here it always may."""
        yield

    async def structured(self, node: AgentNode) -> bool:
        """Ask local models for JSON, hosted ones for prose that people can watch growing.

        Constrained to JSON a model cannot call tools.
        """
        ref = await self.catalogue.resolve(node.model)
        native = self.catalogue.calls_tools(ref) and bool(tools_of(node, self.toolbox))
        return ref.provider in CONSTRAINED and not native

    async def ask(self, node: AgentNode, question: Question, listener: Listener) -> str:
        """Call the model, with tools as often as it likes within limits."""
        ref = await self.catalogue.resolve(node.model)
        ask = _Asker(self, node, ref, listener)
        messages = [dict(message) for message in question.messages]
        bound = Bound(tools_of(node, self.toolbox) if question.tools else (), listener)
        if not bound.tools:
            return (await ask(messages, schema=question.schema)).text
        try:
            return (await answer_with_tools(ask, messages, bound)).text
        except ToolsRefused:
            self.notice("no_native_tools", _NO_TOOLS.format(model=ref.model, tools=bound.names), node.id)
        return (await answer_without_native(ask, messages, bound, question.schema)).text

    def cost(self, ref: ModelRef, input_tokens: int, output_tokens: int) -> Usage:
        """Return the tokens with their price."""
        price = self.price(ref.provider, ref.model, input_tokens, output_tokens)
        return Usage(input_tokens=input_tokens, output_tokens=output_tokens, cost_usd=price)

    def count(self, _node: AgentNode, ref: ModelRef, used: Usage) -> None:
        """Hear what a request has used."""


_NO_TOOLS = (
    "The model {model} cannot call tools by itself. It is asked once beforehand what to look up ({tools}); "
    "for a real search choose a model with tools."
)


@dataclass(frozen=True, slots=True)
class _Asker:
    """Asks one node's model once, as `graph.tool_loop.Ask`."""

    context: ModelContext
    node: AgentNode
    ref: ModelRef
    listener: Listener

    async def __call__(
        self,
        messages: Sequence[dict[str, Any]],
        *,
        tools: Sequence[dict[str, Any]] = (),
        schema: dict[str, Any] | None = None,
        shown: bool = True,
    ) -> Answer:
        context, node = self.context, self.node
        answer = await call(
            context.catalogue,
            self.ref,
            messages,
            on_text=self.listener.text if shown else _ignore,
            on_discard=self.listener.discard if shown else _ignore,
            schema=schema,
            tools=tools,
            temperature=node.temperature,
            max_tokens=node.max_tokens,
            patience=context.patience,
            gate=self._gate,
        )
        if answer.notice:
            context.notice("prompt_cut", answer.notice, node.id)
        return answer

    @asynccontextmanager
    async def _gate(self, request: Request) -> AsyncGenerator[Spent]:
        async with self.context.allowed(self.node, request):
            yield self._spent

    def _spent(self, input_tokens: int, output_tokens: int) -> None:
        used = self.context.cost(self.ref, input_tokens, output_tokens)
        self.listener.spent(used, str(self.ref))
        self.context.count(self.node, self.ref, used)


def _ignore(_text: str) -> None:
    """Take text that nobody is to see."""
