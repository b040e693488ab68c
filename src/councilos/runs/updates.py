"""What lists are told when a run changes."""

from __future__ import annotations

from councilos.events.parts import RunStatus
from councilos.events.updates import ThreadChanged
from councilos.runs.model import Run

TOPIC_IN_LISTS = 200
"""Characters of the topic that lists show."""


def thread_changed(run: Run, status: RunStatus) -> ThreadChanged:
    """Return the update that shows the run with its new status; a paused run wants attention."""
    return ThreadChanged(
        thread_id=str(run.id),
        run_status=status,
        name=run.name,
        topic=run.topic[:TOPIC_IN_LISTS],
        attention=status == "paused",
    )
