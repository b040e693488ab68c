"""Named points at which fault tests kill the process; nothing happens unless a test asks for it.

`COUNCILOS_FAULT=name` or `name:n` (the n-th time) kills this process with SIGKILL at `point(name)`,
`COUNCILOS_FAULT=stop:name` freezes it with SIGSTOP. Tests list the names with `POINTS`.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from typing import Final

POINTS: Final = (
    "claimed",
    "before_resume",
    "after_update_state",
    "in_node",
    "after_model_call",
    "between_branches",
    "graph_paused",
    "pause_committed",
    "decision_committed",
    "graph_ended",
)
"""Every named point, in the order a run passes them."""

_passed: Counter[str] = Counter()


def point(name: str) -> None:
    """Die or freeze here if `COUNCILOS_FAULT` names this point."""
    wanted = os.environ.get("COUNCILOS_FAULT")
    if not wanted:
        return
    freeze = wanted.startswith("stop:")
    target, _, nth = wanted.removeprefix("stop:").partition(":")
    if target != name:
        return
    _passed[name] += 1
    if _passed[name] == int(nth or 1):
        os.kill(os.getpid(), signal.SIGSTOP if freeze else signal.SIGKILL)
