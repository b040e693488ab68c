"""A worker may die at any write: nothing is lost, no decision is made twice (decision 5, RN-7, GM-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from councilos.council.state import initial_state
from councilos.graph.decide import Choice, apply, standing
from councilos.graph.session import Go, Head, Start
from support.councils import Edge, Played, ScriptedContext, council

APPROVE = "good\nSCORE: 9"
REWORK = "weak\nSCORE: 3"


class Died(BaseException):
    """The process is gone."""


class MortalSaver(InMemorySaver):
    """A memory of checkpoints whose writer dies at write number `at`, before or after it is stored."""

    at = 0
    after = False
    count = 0

    def arm(self, at: int, *, after: bool) -> None:
        self.at, self.after, self.count = at, after, 0

    async def aput(self, *args: Any, **kwargs: Any) -> Any:
        self._die(before=True)
        result = await super().aput(*args, **kwargs)
        self._die(before=False)
        return result

    async def aput_writes(self, *args: Any, **kwargs: Any) -> None:
        self._die(before=True)
        await super().aput_writes(*args, **kwargs)
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


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("case", CASES)
async def test_a_decision_survives_a_crash_at_every_write(case: str, after: bool) -> None:
    """GM-9: however often the worker dies, the run ends at the same pause as without a crash."""
    nodes, edges, pauses, actions = CASES[case]
    expected: tuple[Any, ...] | None = None
    for at in range(20):
        lines = {
            "a": ["text"],
            "b": ["text b"],
            "c": ["text c"],
            "k": [REWORK],
            "j": ["joined"],
            "w": ["end"],
        }
        saver = MortalSaver()
        run = Played(council(nodes, edges), ScriptedContext(**lines), saver)
        head = await execute(run, "s0", None, [], god_mode=True)
        for number in range(1, pauses):
            passed = [Choice(node, "approve", {}) for node in head.next]
            head = await execute(run, f"before{number}", head.checkpoint_id, passed, god_mode=True)
        made = [Choice(node, *action) for node, action in zip(head.next, actions, strict=True)]
        saver.arm(at, after=after)
        died = False
        try:
            end = await execute(run, "s1", head.checkpoint_id, made, god_mode=True)
        except Died:
            died = True
            saver.arm(0, after=False)
            end = await execute(run, "s1", head.checkpoint_id, made, god_mode=True)
        if expected is None:
            expected = summary(end)
        assert summary(end) == expected, at
        if at and not died:
            return
    pytest.fail("the crashes never ended")


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("god_mode", [False, True], ids=["auto", "god"])
async def test_a_start_survives_a_crash_at_every_write(god_mode: bool, after: bool) -> None:
    """RN-7, GM-1: also between the pause before the entry nodes and their run."""
    expected = ("k",) if god_mode else ()
    for at in range(1, 40):
        saver = MortalSaver()
        run = Played(council("akw", LOOP), ScriptedContext(k=[REWORK, APPROVE], a=["a"], w=["w"]), saver)
        saver.arm(at, after=after)
        try:
            head = await execute(run, "s0", None, [], god_mode=god_mode)
        except Died:
            saver.arm(0, after=False)
            head = await execute(run, "s0", None, [], god_mode=god_mode)
            assert (head.next, "a" in head.values["drafts"]) == (expected, True)
            continue
        assert head.next == expected
        return
    pytest.fail("the crashes never ended")
