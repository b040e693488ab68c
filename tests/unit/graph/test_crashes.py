"""A worker may die at any write: nothing is lost, no decision is made twice (decision 5, RN-7, GM-9)."""

from __future__ import annotations

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from support.councils import Played, ScriptedContext, council
from support.crashes import APPROVE, CASES, LOOP, REWORK, Died, Mortal, dying, execute


class MortalMemory(Mortal, InMemorySaver):
    """Checkpoints in memory."""


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("case", CASES)
async def test_a_decision_survives_a_crash_at_every_write(case: str, after: bool) -> None:
    """GM-9: wherever the worker dies, the run ends at the same pause as without a crash."""
    _, expected = await dying(case, MortalMemory(), 0, after=after)
    at, died = 0, True
    while died:
        at += 1
        died, found = await dying(case, MortalMemory(), at, after=after)
        assert found == expected, at
    assert at > 2


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("god_mode", [False, True], ids=["auto", "god"])
async def test_a_start_survives_a_crash_at_every_write(god_mode: bool, after: bool) -> None:
    """RN-7, GM-1: also between the pause before the entry nodes and their run."""
    expected = ("k",) if god_mode else ()
    for at in range(1, 40):
        saver = MortalMemory()
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
