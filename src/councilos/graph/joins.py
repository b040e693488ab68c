"""The trigger of a node where several branches meet: it waits until nothing else can still reach it.

LangGraph's `defer=True` makes a node wait until the run would end. Two things about it don't fit
a council, measured on 1.2.24: all waiting nodes are released together, so of two joins in a row
the second runs too early and then once more; and a state update at a pause (a person sends the
run elsewhere) clears waiting ordinary nodes, but not released deferred ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from threading import local
from typing import Any

from langgraph.channels.last_value import LastValueAfterFinish

_pass = local()
"""`waiting`: the joins met so far in one pass over all channels; a pass is never interrupted."""


def trigger(node_id: str) -> str:
    """Return the name of the channel that starts a node."""
    return f"branch:to:{node_id}"


class JoinTrigger(LastValueAfterFinish[Any]):
    """Waits like a deferred node's trigger, and also for the joins that lead here."""

    __slots__ = ("before", "first", "node_id")

    def __init__(self, node_id: str, before: frozenset[str], first: bool) -> None:
        """Take the join, the joins that lead to it without closing a loop, and whether it opens each pass."""
        super().__init__(Any, trigger(node_id))
        self.node_id = node_id
        self.before = before
        self.first = first

    def copy(self) -> JoinTrigger:
        """Return an independent copy."""
        return self.from_checkpoint(self.checkpoint())

    def from_checkpoint(self, checkpoint: Any) -> JoinTrigger:
        """Return a new trigger that holds what was saved."""
        fresh = JoinTrigger(self.node_id, self.before, self.first)
        if isinstance(checkpoint, tuple | list):
            fresh.value, fresh.finished = checkpoint
        return fresh

    def update(self, values: Sequence[Any]) -> bool:
        """Take an arrival.

        The graph's own steps run everything that is released, so a released join is updated only
        when a person changes the route: sent to again it stays released, passed over it is no
        longer next.
        """
        if not self.finished:
            return super().update(values)
        if not values:
            return self.consume()
        self.value = values[-1]
        return True

    def finish(self) -> bool:
        """Release the join, unless a join that leads here waits too; asked in the order of `install`."""
        if self.first:
            _pass.waiting = set[str]()
        if self.finished or not isinstance(self.checkpoint(), tuple):
            return False
        waiting: set[str] = _pass.waiting
        free = self.before.isdisjoint(waiting)
        waiting.add(self.node_id)
        return free and super().finish()


def install(channels: dict[str, Any], leading: Mapping[str, Iterable[str]]) -> None:
    """Replace the triggers of deferred nodes; `leading` says for each which others lead to it.

    "Leads to" must be transitive and free of cycles. Raises TypeError when LangGraph's own
    trigger is not what this module replaces.
    """
    for place, (node_id, before) in enumerate(sorted(leading.items(), key=lambda item: len(set(item[1])))):
        old = channels.pop(trigger(node_id), None)
        if type(old) is not LastValueAfterFinish:
            raise TypeError(f"LangGraph starts the deferred node {node_id!r} in an unknown way.")
        channels[trigger(node_id)] = JoinTrigger(node_id, frozenset(before), place == 0)
