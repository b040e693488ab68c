"""What is known of a run while it is watched: a pure fold over its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from councilos.events.parts import ErrorInfo, RunStatus, Usage
from councilos.events.types import (
    DecisionMade,
    DraftWritten,
    Event,
    LoopLimitReached,
    MessageCompleted,
    MessageDelta,
    MessageDiscarded,
    NodeCompleted,
    NodeFailed,
    NodeRunning,
    RouteTaken,
    RunDone,
    RunPaused,
    RunStarted,
    Snapshot,
    ToolCompleted,
    ToolStarted,
    UsageUpdated,
)

AgentState = Literal["waiting", "running", "completed", "failed"]


@dataclass(slots=True)
class Agent:
    """One agent as the viewer sees it; `text` is the message it is writing or wrote last."""

    node: str
    name: str
    state: AgentState = "waiting"
    round: int = 0
    model: str = ""
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    tool: str = ""
    message_id: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the document and who wrote it."""

    text: str
    name: str
    by: Literal["agent", "person"]


@dataclass(slots=True)
class Picture:
    """The run as it is now; `apply` brings it forward by one event."""

    run_id: str = ""
    name: str = ""
    topic: str = ""
    status: RunStatus = "pending"
    agents: dict[str, Agent] = field(default_factory=dict[str, Agent])
    versions: list[Version] = field(default_factory=list[Version])
    feedback: dict[str, str] = field(default_factory=dict[str, str])
    score: float | None = None
    threshold: float | None = None
    rounds: int = 0
    limit_reached: bool = False
    started_at: datetime | None = None
    ended_at: datetime | None = None
    usage: Usage = field(default_factory=Usage)
    error: ErrorInfo | None = None
    speaking: str = ""

    def know(self, blueprint: Mapping[str, Any]) -> None:
        """Take name and agents from the council, so that those who still wait are shown too."""
        self.name = self.name or str(blueprint.get("name") or "")
        for node in blueprint.get("nodes") or ():
            self.agent(str(node["id"]), str(node.get("name") or node["id"]))

    def agent(self, node: str, name: str = "") -> Agent:
        """Return the agent of a node; one that was unknown so far begins to wait."""
        known = self.agents.get(node)
        if known is None:
            known = self.agents[node] = Agent(node, name or node)
        return known

    def names(self, nodes: Sequence[str]) -> str:
        """Return the agents' names, never ids if a name is known."""
        return ", ".join(self.agents[node].name if node in self.agents else node for node in nodes)

    def apply(self, event: Event) -> None:
        """Bring the picture forward by one event; events that it does not show change nothing."""
        match event:
            case Snapshot():
                self._snapshot(event)
            case RunStarted():
                self.status, self.ended_at, self.error = "running", None, None
                self.started_at = self.started_at or event.at
            case RunPaused():
                self.status = "paused"
            case RunDone():
                self._done(event)
            case DecisionMade():
                self.status = "running"
            case UsageUpdated():
                self.usage = event.total
            case _:
                self._step(event)

    def _step(self, event: Event) -> None:
        match event:
            case NodeRunning():
                agent = self.agent(event.node, event.name)
                agent.name, agent.state, agent.round = event.name, "running", event.round
                agent.model, agent.text, agent.tool = event.model, "", ""
                self.speaking = event.node
            case NodeCompleted() | NodeFailed():
                agent = self.agent(event.node, event.name)
                agent.state = "completed" if isinstance(event, NodeCompleted) else "failed"
                agent.seconds, agent.usage, agent.tool = event.seconds, event.usage, ""
            case RouteTaken():
                self._route(event)
            case DraftWritten():
                self.versions.append(Version(event.text, event.name, event.by))
            case LoopLimitReached():
                self.limit_reached = True
            case _:
                self._speech(event)

    def _speech(self, event: Event) -> None:
        match event:
            case MessageDelta():
                self._delta(event)
            case MessageCompleted():
                agent = self.agent(event.node)
                agent.message_id, agent.text = event.message_id, event.text
                self.speaking = event.node
            case MessageDiscarded():
                agent = self.agent(event.node)
                if agent.message_id == event.message_id:
                    agent.text = ""
            case ToolStarted():
                self.agent(event.node).tool = event.tool
            case ToolCompleted():
                self.agent(event.node).tool = ""
            case _:
                pass

    def _delta(self, event: MessageDelta) -> None:
        """Append text at its offset; what a lost connection swallowed shows as a gap until it is complete."""
        agent = self.agent(event.node)
        if event.message_id != agent.message_id:
            agent.message_id, agent.text = event.message_id, ""
        agent.text = agent.text[: event.offset] + event.text
        self.speaking = event.node

    def _route(self, event: RouteTaken) -> None:
        if event.score is not None:
            self.score, self.threshold = event.score, event.threshold
        if event.label == "rework":
            self.rounds += 1

    def _snapshot(self, event: Snapshot) -> None:
        run = event.run
        self.run_id = event.run_id
        self.name = self.name or str(run.get("name") or "")
        self.topic = str(run.get("input_topic") or "")
        self.status = event.run_status
        started = run.get("started_at")
        self.started_at = datetime.fromisoformat(started) if started else None
        for delta in event.partial:
            self._delta(delta)

    def _done(self, event: RunDone) -> None:
        self.status, self.error, self.ended_at = event.run_status, event.error, event.at
        self.score = self.score if event.critic_score is None else event.critic_score
        self.rounds = event.iteration_count
        self.limit_reached = event.loop_limit_reached
        for agent in self.agents.values():
            if agent.state == "running":
                agent.state = "waiting"
