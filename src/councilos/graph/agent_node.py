"""The function behind every node of a council: asks `council.turn` what to do, a model, and tells the world.

All events of a step stand between its NodeRunning and its NodeCompleted (or NodeFailed).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import NAMESPACE_OID, UUID, uuid5

from langgraph.runtime import Runtime

from councilos import faults
from councilos.council.plan import CouncilPlan, NodePlan
from councilos.council.state import CouncilState
from councilos.council.turn import Forced, Outcome, Repair, after_repair, begin, read
from councilos.council.view import State
from councilos.errors import BudgetReached, Fenced
from councilos.events.parts import Usage
from councilos.events.types import (
    DraftWritten,
    FeedbackGiven,
    LoopLimitReached,
    NodeCompleted,
    NodeFailed,
    NodeRunning,
    RouteTaken,
)
from councilos.graph.context import NodeContext, Question
from councilos.graph.failure import StepFailed, error_info
from councilos.graph.speech import Speech

_log = logging.getLogger(__name__)


class NodeFunction(Protocol):
    """What LangGraph runs for a node; `runtime.context` is a `NodeContext`."""

    def __call__(self, state: CouncilState, *, runtime: Runtime[Any]) -> Awaitable[dict[str, Any]]:
        """Return the node's update of the state."""
        ...


def agent_node(plan: CouncilPlan, node_id: str) -> NodeFunction:
    """Return the LangGraph node for an agent of the council."""
    node = plan.nodes[node_id]

    async def run(state: CouncilState, *, runtime: Runtime[Any]) -> dict[str, Any]:
        context: NodeContext = runtime.context
        step = step_id(runtime)
        return await _Step(plan, node, state, context, step, Speech(context.emit, node_id, step)).run()

    return run


def step_id(runtime: Runtime[Any]) -> UUID:
    """Return the id of the running step: the same when the same task runs again after a crash."""
    info = runtime.execution_info
    if info is None or info.thread_id is None:
        raise RuntimeError("A council runs with a checkpointer and a thread id only.")
    return uuid5(uuid5(NAMESPACE_OID, info.thread_id), info.task_id)


@dataclass(slots=True)
class _Step:
    """One execution of one node."""

    plan: CouncilPlan
    node: NodePlan
    state: State
    context: NodeContext
    id: UUID
    speech: Speech
    started: float = field(default_factory=time.monotonic)

    async def run(self) -> dict[str, Any]:
        """Do the step and return its update of the state."""
        agent = self.node.node
        self.context.emit(
            NodeRunning(
                node=agent.id, name=agent.title, step_id=str(self.id), round=self._round, model=agent.model
            )
        )
        faults.point("in_node")
        try:
            outcome = await self._outcome()
        except (Fenced, BudgetReached):
            raise
        except Exception as error:  # edge: whatever ends a step must be told to people
            raise self._failed(error) from error
        finally:
            self.speech.close()
        self._tell(outcome)
        faults.point("between_branches")
        stale = self.node.id in (self.state.get("sends") or {})
        return {**outcome.update, "sends": {}} if stale else outcome.update

    async def _outcome(self) -> Outcome:
        structured = self.node.kind != "writer" and await self.context.structured(self.node.node)
        turn = begin(self.plan, self.node.id, self.state, structured=structured)
        if isinstance(turn, Forced):
            return turn.outcome
        answer = await self._ask(Question(turn.messages, turn.schema), shown=turn.schema is None)
        faults.point("after_model_call")
        outcome = read(self.plan, self.node.id, self.state, answer)
        if isinstance(outcome, Repair):
            repaired = await self._ask(Question(outcome.messages, outcome.schema, tools=False), shown=False)
            outcome = after_repair(self.plan, self.node.id, self.state, answer, repaired)
        if turn.schema is not None:
            # Text that was not streamed: the prose of an answer that came as JSON.
            self.speech.complete(outcome.route["reason"])
        return outcome

    async def _ask(self, question: Question, *, shown: bool) -> str:
        """Ask the model; `shown` says whether people see the text as it is written."""
        self.speech.shown = shown
        text = await self.context.ask(self.node.node, question, self.speech)
        self.speech.complete(text)
        self.speech.shown = True
        return text

    def _tell(self, outcome: Outcome) -> None:
        emit, agent, step = self.context.emit, self.node.node, str(self.id)
        route = outcome.route
        if outcome.limit_edges:
            limit = max(self.node.limits[edge] for edge in outcome.limit_edges)
            emit(LoopLimitReached(node=agent.id, edges=outcome.limit_edges, limit=limit))
        emit(RouteTaken(**route, threshold=self.node.threshold if self.node.kind == "critic" else None))
        if outcome.feedback:
            emit(FeedbackGiven(node=agent.id, text=outcome.feedback))
        if outcome.draft:
            draft_id = str(uuid5(self.id, "draft"))
            emit(
                DraftWritten(
                    draft_id=draft_id, node=agent.id, name=agent.title, round=self._round, text=outcome.draft,
                    author=agent.title,
                )
            )  # fmt: skip
        emit(
            NodeCompleted(
                node=agent.id, name=agent.title, step_id=step, round=self._round, seconds=self._seconds,
                usage=self.speech.usage or Usage(), model=self.speech.model or agent.model,
                called_model=self.speech.usage is not None,
            )
        )  # fmt: skip

    def _failed(self, error: Exception) -> StepFailed:
        agent = self.node.node
        info = error_info(error, agent.id, agent.title)
        if info.code == "internal":
            _log.error("The step of node %s failed.", agent.id, exc_info=error)
        self.context.emit(
            NodeFailed(
                node=agent.id, name=agent.title, step_id=str(self.id), error=info, seconds=self._seconds,
                usage=self.speech.usage or Usage(),
            )
        )  # fmt: skip
        return StepFailed(info)

    @property
    def _round(self) -> int:
        return int(self.state.get("iteration_count") or 0)

    @property
    def _seconds(self) -> float:
        return round(time.monotonic() - self.started, 3)
