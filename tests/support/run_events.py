"""Recorded events for tests of the command line."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from councilos.events.parts import Proposal, Usage
from councilos.events.types import (
    DecisionMade,
    DraftWritten,
    Event,
    NodeCompleted,
    NodeRunning,
    RouteTaken,
    RunDone,
    RunPaused,
    RunStarted,
    Snapshot,
    UsageUpdated,
)

RUN_ID = "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11"
NOW = datetime(2026, 1, 2, 14, 3, tzinfo=UTC)
BLUEPRINT: dict[str, Any] = {
    "name": "Rat",
    "nodes": [{"id": "w", "name": "Master KI"}, {"id": "c", "name": "Kritiker KI"}, {"id": "e"}],
}


def snapshot(status: Any = "running", **run: Any) -> Snapshot:
    """The first frame."""
    return Snapshot(run_id=RUN_ID, seq=0, run_status=status, run={"name": "Rat", "input_topic": "Tee", **run})


def writer(text: str = "Erster Entwurf") -> list[Event]:
    """The writer's whole step."""
    return [
        RunStarted(segment_id="s", kind="start", at=NOW),
        NodeRunning(node="w", name="Master KI", step_id="1", model="gpt-4o"),
        DraftWritten(draft_id="d", node="w", name="Master KI", text=text, author="Master KI"),
        NodeCompleted(
            node="w",
            name="Master KI",
            step_id="1",
            seconds=1.5,
            usage=Usage(input_tokens=10, output_tokens=5),
        ),
        UsageUpdated(
            total=Usage(input_tokens=10, output_tokens=5),
            node="w",
            step_id="1",
            model="gpt-4o",
            used=Usage(input_tokens=10, output_tokens=5),
        ),
    ]


def route(score: float = 6.0, label: str = "rework", target: str = "w") -> RouteTaken:
    """The critic's word."""
    return RouteTaken(node="c", label=label, reason="zu kurz", score=score, threshold=8.0, targets=[target])


def pause(pause_id: str = "p1", *nodes: str, reason: Any = "approval") -> RunPaused:
    """A pause before these nodes."""
    waiting = list(nodes or ("c",))
    proposals = [
        Proposal(
            item_id=f"i-{node}",
            node=node,
            name={"c": "Kritiker KI"}.get(node, node),
            proposers=["w"],
            routes=[{"label": "rework", "score": 6.0, "reason": "zu kurz"}],
        )
        for node in waiting
    ]
    return RunPaused(
        node=waiting[0],
        pause_id=pause_id,
        pause_reason=reason,
        next_nodes=waiting,
        proposals=proposals,
        current_draft="Erster Entwurf",
    )


def decision(pause_id: str = "p1", node: str = "c", action: str = "approve", by: str = "web") -> DecisionMade:
    """Somebody's decision."""
    return DecisionMade(pause_id=pause_id, action=action, node=node, decided_by=by, decided_at=NOW)


def done(status: Any = "completed", **more: Any) -> RunDone:
    """The last frame."""
    return RunDone(run_status=status, at=NOW, **more)
