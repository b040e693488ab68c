"""What the events of one batch change in the table of steps: one row for each step."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from councilos.events.types import Event, NodeCompleted, NodeFailed, NodeRunning, UsageUpdated

Json = dict[str, Any]


class StepChanges:
    """Folds events in their order; a row with `started_at` creates its step or begins it anew."""

    def __init__(self) -> None:
        """Begin with no change."""
        self._rows: dict[tuple[str, int | None], Json] = {}

    def rows(self) -> list[Json]:
        """Return the changes, oldest step first."""
        return [*self._rows.values()]

    def note(self, thread_id: UUID, epoch: int | None, segment_id: UUID | None, event: Event) -> None:
        """Take an event with its time, written under `epoch`."""
        match event:
            case NodeRunning():
                change = self._of(event.step_id, thread_id, epoch)
                change.update(
                    segment_id=None if segment_id is None else str(segment_id), status="running",
                    node=event.node, name=event.name, round=event.round, model=event.model,
                    started_at=_time(event), ended_at=None, seconds=None, error=None,
                )  # fmt: skip
            case UsageUpdated(step_id=str(step_id)):
                change = self._of(step_id, thread_id, epoch)
                change.update(model=event.model, called_model=True)
                change["input_tokens"] += event.used.input_tokens
                change["output_tokens"] += event.used.output_tokens
                if event.used.cost_usd is not None:
                    change["cost_usd"] = (change["cost_usd"] or 0.0) + event.used.cost_usd
            case NodeCompleted():
                change = self._of(event.step_id, thread_id, epoch)
                change.update(status="completed", ended_at=_time(event), seconds=event.seconds)
                change["model"] = event.model or change["model"]
                change["called_model"] |= event.called_model
            case NodeFailed():
                change = self._of(event.step_id, thread_id, epoch)
                change.update(status="failed", ended_at=_time(event), seconds=event.seconds)
                change["error"] = event.error.model_dump(mode="json")
            case _:
                return

    def _of(self, step_id: str, thread_id: UUID, epoch: int | None) -> Json:
        blank: Json = {
            "id": step_id, "thread_id": str(thread_id), "epoch": epoch, "started_at": None, "status": None,
            "model": "", "called_model": False, "ended_at": None, "seconds": None, "error": None,
            "input_tokens": 0, "output_tokens": 0, "cost_usd": None,
        }  # fmt: skip
        return self._rows.setdefault((step_id, epoch), blank)


def _time(event: Event) -> str | None:
    return None if event.at is None else event.at.isoformat()
