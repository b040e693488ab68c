"""What a running node may reach outside the graph: LangGraph's runtime context, fresh per segment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from councilos.blueprint.model import AgentNode
from councilos.council.prompts import Message
from councilos.events.types import Event, Notice, Usage
from councilos.models.call import call
from councilos.models.catalogue import Catalogue

CONSTRAINED = frozenset({"builtin", "ollama"})
"""Providers whose local models are asked for JSON: it is enforced there, and small models need it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer with what it used."""

    text: str
    usage: Usage
    model: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a node asks its model; `schema` is set when the answer should be JSON of that shape."""

    messages: Sequence[Message]
    schema: dict[str, Any] | None = None


class NodeContext(Protocol):
    """Nodes emit events and ask models through this, and through nothing else."""

    def emit(self, event: Event) -> None:
        """Send an event; must not block."""
        ...

    async def before_call(self, node: AgentNode) -> None:
        """Hook before each model call; raising ends the step."""
        ...

    async def structured(self, node: AgentNode) -> bool:
        """Say whether the node's model is to answer decisions as JSON."""
        ...

    async def ask(
        self,
        node: AgentNode,
        question: Question,
        on_text: Callable[[str], None],
        on_discard: Callable[[str], None],
    ) -> Reply:
        """Ask the node's model; text arrives piece by piece, `on_discard(reason)` voids all so far.

        Raises what `models.call.call` raises.
        """
        ...


Price = Callable[[str, str, int, int], float | None]
"""Provider, model, input tokens, output tokens → US dollars, None when unknown."""


def _unknown_price(_provider: str, _model: str, _input_tokens: int, _output_tokens: int) -> None:
    return None


@dataclass
class ModelContext:
    """The context of a real run: events go to `sink`, questions to the models of the catalogue.

    `usage` adds up what was used per node id; failed tries are not in it.
    """

    catalogue: Catalogue
    sink: Callable[[Event], None]
    price: Price = _unknown_price
    usage: dict[str, Usage] = field(default_factory=dict[str, Usage])

    def emit(self, event: Event) -> None:
        """Send an event."""
        self.sink(event)

    def notice(self, code: str, message: str, node: str | None = None) -> None:
        """Tell people something that ends nothing."""
        self.emit(Notice(node=node, code=code, message=message))

    async def before_call(self, node: AgentNode) -> None:
        """Let every call happen."""

    async def structured(self, node: AgentNode) -> bool:
        """Ask local models for JSON, hosted ones for prose that people can watch growing."""
        return (await self.catalogue.resolve(node.model)).provider in CONSTRAINED

    async def ask(
        self,
        node: AgentNode,
        question: Question,
        on_text: Callable[[str], None],
        on_discard: Callable[[str], None],
    ) -> Reply:
        """Call the model and count what it used."""
        answer = await call(
            self.catalogue,
            node.model,
            [dict(message) for message in question.messages],
            on_text=on_text,
            on_discard=on_discard,
            schema=question.schema,
            temperature=node.temperature,
            max_tokens=node.max_tokens,
        )
        cost = self.price(answer.provider, answer.model, answer.input_tokens, answer.output_tokens)
        used = Usage(input_tokens=answer.input_tokens, output_tokens=answer.output_tokens, cost_usd=cost)
        self.usage[node.id] = add_usage(self.usage.get(node.id), used)
        return Reply(answer.text, used, f"{answer.provider}:{answer.model}")


def add_usage(one: Usage | None, other: Usage) -> Usage:
    """Add up; the cost is unknown as soon as one part's is."""
    if one is None:
        return other
    known = one.cost_usd is not None and other.cost_usd is not None
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost_usd=(one.cost_usd or 0.0) + (other.cost_usd or 0.0) if known else None,
    )
