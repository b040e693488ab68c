"""Councils for tests: short to write down, played without a model by a script."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from councilos.blueprint.model import AgentNode, Blueprint
from councilos.council.state import initial_state
from councilos.events.parts import Usage
from councilos.events.types import Event, NodeRunning
from councilos.graph.compile import CompiledCouncil, build
from councilos.graph.context import Question
from councilos.graph.session import Go, Head, PauseSwitch, Resume, Session, Start
from councilos.graph.speech import Listener

Edge = tuple[str, str] | tuple[str, str, str]
Line = str | BaseException


def council(
    nodes: str | Sequence[str | Mapping[str, Any]], edges: Sequence[Edge], **settings: Any
) -> Blueprint:
    """Return a blueprint: `edges` are (source, target) or (source, target, label), ids e0, e1, …"""
    specs = [{"id": node} if isinstance(node, str) else dict(node) for node in nodes]
    arrows: list[dict[str, Any]] = []
    for number, (source, target, *label) in enumerate(edges):
        arrow = {"id": f"e{number}", "source": source, "target": target}
        arrows.append(arrow | ({"type": "conditional", "condition": label[0]} if label else {}))
    return Blueprint.model_validate({"version": "1.0", "nodes": specs, "edges": arrows, "settings": settings})


def random_council(dice: random.Random) -> tuple[list[str], list[Edge], dict[str, list[str]]]:
    """Return node ids, edges with loops and joins, and each node's decisions in order."""
    names = [f"n{number}" for number in range(dice.randint(2, 9))]
    edges: list[Edge] = []
    for number, name in enumerate(names[:-1]):
        later = names[number + 1 :]
        chosen = dice.sample(later, k=min(dice.choice([1, 1, 2]), len(later)))
        edges += [(name, to, "approve") if dice.random() < 0.3 else (name, to) for to in chosen]
    for _ in range(dice.randint(0, 3)):
        source = dice.randrange(len(names))
        edges.append((names[source], names[dice.randint(0, source)], "rework"))
    labels = {name: dice.choices(["approve", "rework"], k=12) for name in names}
    return names, list(dict.fromkeys(edges)), labels


class ScriptedContext:
    """Answers for the models: each node's lines in order, the last one again and again.

    A node without lines says "<id> <n>" the n-th time. An exception as a line is raised. Events
    and questions are kept.
    """

    def __init__(self, **lines: Sequence[Line]) -> None:
        self.lines = {node: list(said) for node, said in lines.items()}
        self.events: list[Event] = []
        self.questions: list[tuple[str, str]] = []
        self.turns: defaultdict[str, int] = defaultdict(int)
        self.gates: dict[str, asyncio.Event] = {}
        self.on_ask: Callable[[str], None] = lambda _node: None

    def emit(self, event: Event) -> None:
        self.events.append(event)

    async def structured(self, node: AgentNode) -> bool:
        return False

    async def ask(self, node: AgentNode, question: Question, listener: Listener) -> str:
        self.on_ask(node.id)
        self.turns[node.id] += 1
        self.questions.append((node.id, "\n".join(message["content"] for message in question.messages)))
        if node.id in self.gates:
            await self.gates[node.id].wait()
        lines = self.lines.get(node.id)
        line: Line = f"{node.id} {self.turns[node.id]}"
        if lines:
            line = lines.pop(0) if len(lines) > 1 else lines[0]
        if isinstance(line, BaseException):
            raise line
        listener.text(line[:3])
        listener.text(line[3:])
        listener.spent(Usage(input_tokens=10, output_tokens=2), "script:model")
        return line

    @property
    def ran(self) -> list[str]:
        """The nodes that started, in order."""
        return [event.node for event in self.events if isinstance(event, NodeRunning)]

    def of(self, *types: str) -> list[Any]:
        """The events of these types."""
        return [event for event in self.events if getattr(event, "type", "") in types]


class Played:
    """One run of a council in memory; `again` is the same run in the hands of another worker."""

    def __init__(
        self,
        blueprint: Blueprint | CompiledCouncil,
        context: ScriptedContext | None = None,
        saver: BaseCheckpointSaver[Any] | None = None,
        thread_id: str = "",
    ) -> None:
        self.compiled = blueprint if isinstance(blueprint, CompiledCouncil) else build(blueprint)
        self.context = context or ScriptedContext()
        self.saver: BaseCheckpointSaver[Any] = saver or InMemorySaver()
        self.thread_id = thread_id or str(uuid4())
        self.session = Session(self.compiled, self.saver, self.thread_id, self.context)

    def again(self, context: ScriptedContext | None = None) -> Played:
        return Played(self.compiled, context or self.context, self.saver, self.thread_id)

    def pauses(self, god_mode: bool) -> PauseSwitch:
        return PauseSwitch(list(self.compiled.plan.nodes), on=god_mode)

    async def start(self, *, god_mode: bool = False, segment: str = "s0", topic: str = "tea") -> Head:
        state = initial_state(self.thread_id, topic, segment)
        return await self.session.run(Start(state), self.pauses(god_mode))

    async def go(self, how: Resume | Go, *, god_mode: bool = True) -> Head:
        return await self.session.run(how, self.pauses(god_mode))
