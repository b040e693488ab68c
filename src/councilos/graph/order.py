"""What parallel branches write in one step arrives in blueprint order (decision 9).

LangGraph applies the writes of a step in the alphabetical order of the node ids, so "the last
one" would depend on how a canvas names its nodes. Nodes therefore say where they stand, and the
state's channels sort by it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from langgraph.channels.binop import BinaryOperatorAggregate

ORDERED: Final = frozenset(
    {"active_node", "critic_score", "current_draft", "feedback_history", "messages", "route_decision"}
)
"""The keys of the state in which the order of writes shows."""
_PLACE: Final = "councilos:place"


def placed(update: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return a node's update that says where in the blueprint the node stands."""
    return {
        key: {_PLACE: place, "value": value} if key in ORDERED else value for key, value in update.items()
    }


class InOrder(BinaryOperatorAggregate[Any]):
    """A reduced key whose writes are sorted first; writes without a place (a person's) come last."""

    def update(self, values: Sequence[Any]) -> bool:
        """Apply the writes of one step."""
        return super().update([_value(write) for write in sorted(values, key=_place)])


def _place(write: Any) -> float:
    return write[_PLACE] if _is_placed(write) else math.inf


def _value(write: Any) -> Any:
    return write["value"] if _is_placed(write) else write


def _is_placed(write: Any) -> bool:
    return isinstance(write, dict) and _PLACE in write


def install(channels: dict[str, Any]) -> None:
    """Replace the channels of `ORDERED`. Raises TypeError when LangGraph reduces in another way."""
    for key in ORDERED:
        if type(channels[key]) is not BinaryOperatorAggregate:
            raise TypeError(f"LangGraph keeps the key {key!r} in an unknown way.")
        old = channels[key]
        channels[key] = InOrder(old.typ, old.operator)
        channels[key].key = key
