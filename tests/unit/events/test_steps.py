"""What the events of one batch change in a step."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from councilos.events.parts import ErrorInfo, Usage
from councilos.events.steps import StepChanges
from councilos.events.types import Event, NodeCompleted, NodeFailed, NodeRunning, UsageUpdated

RUN, SEGMENT = uuid4(), uuid4()
AT = datetime(2026, 1, 2, tzinfo=UTC)


def _rows(*events: Event, epoch: int | None = 1) -> list[dict[str, Any]]:
    changes = StepChanges()
    for event in events:
        changes.note(RUN, epoch, SEGMENT, event.model_copy(update={"at": AT}))
    return changes.rows()


def _begun(step: str = "s") -> NodeRunning:
    return NodeRunning(node="a", name="A", step_id=step, round=2, model="default")


def _used(cost: float | None, step: str | None = "s") -> UsageUpdated:
    used = Usage(input_tokens=3, output_tokens=2, cost_usd=cost)
    return UsageUpdated(total=used, node="a", step_id=step, model="openai:gpt-4o", used=used)


def test_a_whole_step_is_one_row() -> None:
    """RN-8: what its calls used is added up; a call of unknown price adds none."""
    done = NodeCompleted(node="a", name="A", step_id="s", seconds=1.5, model="openai:gpt-4o")
    (row,) = _rows(_begun(), _used(0.5), _used(None), _used(0.25), done)
    assert (row["status"], row["started_at"], row["ended_at"]) == (
        "completed",
        AT.isoformat(),
        AT.isoformat(),
    )
    assert (row["input_tokens"], row["output_tokens"], row["cost_usd"]) == (9, 6, 0.75)
    assert (row["node"], row["round"], row["model"], row["called_model"]) == ("a", 2, "openai:gpt-4o", True)
    assert (row["thread_id"], row["segment_id"], row["epoch"]) == (str(RUN), str(SEGMENT), 1)


def test_a_later_part_of_a_step_says_nothing_of_its_beginning() -> None:
    (row,) = _rows(_used(0.5))
    assert (row["started_at"], row["status"], row["ended_at"]) == (None, None, None)


def test_a_step_that_is_executed_again_forgets_how_it_ended_and_keeps_what_it_used() -> None:
    """RN-7, RN-8: the first attempt's tokens were paid for."""
    failed = NodeFailed(node="a", name="A", step_id="s", error=ErrorInfo(code="x", message="y"), seconds=2)
    (row,) = _rows(_begun(), _used(0.5), failed)
    assert (row["status"], row["error"]["code"], row["called_model"]) == ("failed", "x", True)
    (row,) = _rows(_begun(), _used(0.5), failed, _begun())
    assert (row["status"], row["error"], row["seconds"], row["input_tokens"]) == ("running", None, None, 3)


def test_steps_keep_their_order_and_their_owners_apart() -> None:
    changes = StepChanges()
    for epoch, step in ((1, "b"), (1, "a"), (2, "b")):
        changes.note(RUN, epoch, SEGMENT, _begun(step))
    assert [(row["id"], row["epoch"]) for row in changes.rows()] == [("b", 1), ("a", 1), ("b", 2)]


def test_what_belongs_to_no_step_changes_none() -> None:
    """RN-8: the summary of a document is written before the first step."""
    assert _rows(_used(0.5, step=None)) == []
