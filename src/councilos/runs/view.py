"""A run as clients see it: REST answers, snapshots and the command line share this shape (RN-4)."""

from __future__ import annotations

from typing import Any

from councilos.council.state import APPROVAL_THRESHOLD, MAX_ITERATIONS
from councilos.runs.model import Pause, Run


def run_view(run: Run, pause: Pause | None) -> dict[str, Any]:
    """Return the JSON form of a run; pause fields are null unless it is paused."""
    return {
        "run_id": str(run.id),
        "blueprint_id": str(run.blueprint_id) if run.blueprint_id else None,
        "name": run.name,
        "input_topic": run.topic,
        "status": run.status,
        "god_mode": run.god_mode,
        "final_draft": run.final_draft,
        "critic_score": run.critic_score,
        "iteration_count": run.iteration_count,
        "loop_limit_reached": run.loop_limit_reached,
        **limits_view(run),
        "error": run.error["message"] if run.error else None,
        "error_info": run.error,
        "usage": run.usage,
        "budget": run.budget,
        "documents": list(run.documents),
        "created_at": run.created_at.isoformat(),
        "started_at": run.started_at.isoformat() if run.started_at else None,
        "completed_at": run.completed_at.isoformat() if run.completed_at else None,
        **pause_view(pause),
    }


def limits_view(run: Run) -> dict[str, Any]:
    """Return what the council as a whole is set to; single agents and edges may have limits of their own."""
    own: dict[str, Any] = run.blueprint.get("settings") or {}
    threshold, loops = own.get("approval_threshold"), own.get("max_iterations")
    return {
        "approval_threshold": APPROVAL_THRESHOLD if threshold is None else threshold,
        "max_iterations": MAX_ITERATIONS if loops is None else loops,
    }


def pause_view(pause: Pause | None) -> dict[str, Any]:
    """Return `paused`, `next_nodes`, `current_draft`, `pause_id`, `pause_reason` and `proposals`."""
    if pause is None:
        return {
            "paused": False,
            "next_nodes": [],
            "current_draft": None,
            "pause_id": None,
            "pause_reason": None,
            "proposals": [],
        }
    return {
        "paused": True,
        "next_nodes": list(pause.next_nodes),
        "current_draft": pause.state.get("current_draft"),
        "pause_id": str(pause.id),
        "pause_reason": "approval" if pause.kind == "god_mode" else "budget",
        "proposals": [{**item.proposal, "item_id": str(item.id)} for item in pause.items],
    }
