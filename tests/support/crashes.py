"""Workers that die at a chosen write, for any checkpointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from councilos.council.state import initial_state
from councilos.graph.decide import Choice, apply, standing
from councilos.graph.session import Go, Head, Start
from support.councils import Edge, Played, ScriptedContext, council

APPROVE = "good\nSCORE: 9"
REWORK = "weak\nSCORE: 3"


class Died(BaseException):
    """The process is gone."""


class Mortal:
    """Goes in front of a saver: its writer dies at write number `at`, before or after it is stored."""

    at = 0
    after = False
    count = 0

    def arm(self, at: int, *, after: bool) -> None:
        self.at, self.after, self.count = at, after, 0

    async def aput(self, *args: Any, **kwargs: Any) -> Any:
        self._die(before=True)
        saver: Any = super()
        result: Any = await saver.aput(*args, **kwargs)
        self._die(before=False)
        return result

    async def aput_writes(self, *args: Any, **kwargs: Any) -> None:
        self._die(before=True)
        saver: Any = super()
        await saver.aput_writes(*args, **kwargs)
        self._die(before=False)

    def _die(self, *, before: bool) -> None:
        if before:
            self.count += 1
        if self.at and (self.count > self.at or (self.count == self.at and before != self.after)):
            raise Died


async def execute(
    run: Played, segment: str, base: str | None, decisions: Sequence[Choice], *, god_mode: bool
) -> Head:
    """Do what a worker does with a segment, for the first time or after a crash."""
    worker = run.again()
    head = await worker.session.head()
    left = standing(head, segment, base)
    if left == "moved" and god_mode:
        return head
    how: Any = Go()
    if left == "apply":
        how = Start(initial_state(run.thread_id, "tea", segment))
        if head.checkpoint_id is not None:
            how = await apply(worker.session, head, decisions, segment)
    return await worker.session.run(how, run.pauses(god_mode))


FAN: list[Edge] = [("a", "b"), ("a", "c"), ("b", "j"), ("c", "j")]
LOOP: list[Edge] = [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]
MODIFY = {"modified_state": {"current_draft": "mine", "feedback_history": ["shorter"]}}
CASES: dict[str, tuple[Sequence[str], list[Edge], int, list[tuple[str, dict[str, Any]]]]] = {
    "approve": ("akw", LOOP, 1, [("approve", {})]),
    "modify": ("akw", LOOP, 1, [("modify", MODIFY)]),
    "change the decision": ("akw", LOOP, 2, [("modify", {"modified_state": {"route_decision": "approve"}})]),
    "route": ("akw", LOOP, 1, [("route", {"target": "w"})]),
    "redo": ("akw", LOOP, 2, [("redo", {"note": "again"})]),
    "modify branches": ("abcj", FAN, 1, [("modify", MODIFY), ("modify", MODIFY)]),
    "mixed branches": ("abcj", FAN, 1, [("route", {"target": "j"}), ("modify", MODIFY)]),
    "join": ("abcj", FAN, 2, [("modify", MODIFY)]),
}


def summary(head: Head) -> tuple[Any, ...]:
    values = head.values
    keys = ("current_draft", "feedback_history", "route_decision", "iteration_count", "loops")
    return (head.next, *(values[key] for key in keys), sorted(values["drafts"]))


async def dying(case: str, saver: Any, at: int, *, after: bool) -> tuple[bool, tuple[Any, ...]]:
    """Play a case whose worker dies at write `at` (0: never) of the decision's segment.

    Returns whether it died, and how the run stands after the next worker has carried on.
    """
    nodes, edges, pauses, actions = CASES[case]
    said = {node: [f"text of {node}"] for node in nodes} | {"k": [REWORK]}
    run = Played(council(nodes, edges), ScriptedContext(**said), saver)
    head = await execute(run, "s0", None, [], god_mode=True)
    for number in range(1, pauses):
        passed = [Choice(node, "approve", {}) for node in head.next]
        head = await execute(run, f"before{number}", head.checkpoint_id, passed, god_mode=True)
    made = [Choice(node, *action) for node, action in zip(head.next, actions, strict=True)]
    saver.arm(at, after=after)
    try:
        return False, summary(await execute(run, "s1", head.checkpoint_id, made, god_mode=True))
    except Died:
        saver.arm(0, after=False)
        return True, summary(await execute(run, "s1", head.checkpoint_id, made, god_mode=True))
