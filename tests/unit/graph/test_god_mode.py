"""Pauses, decisions and what they do to the graph (GM-1…GM-4, GM-7, GM-10)."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from councilos.blueprint.model import Blueprint
from councilos.council.state import initial_state
from councilos.graph.decide import Choice, apply
from councilos.graph.session import Head, Resume, Start
from support.councils import Edge, Played, ScriptedContext, council, random_council

APPROVE = "good\nSCORE: 9"
REWORK = "weak\nSCORE: 3"

LOOP: list[Edge] = [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]
FAN: list[Edge] = [("a", "b"), ("a", "c"), ("b", "j"), ("c", "j")]


def choices(head: Head, action: str = "approve", **payload: Any) -> list[Choice]:
    return [Choice(node, action, payload) for node in head.next]


async def decided(
    run: Played, head: Head, made: list[Choice], segment: str = "s1", *, god_mode: bool = True
) -> Head:
    how = await apply(run.session, head, made, segment)
    after = await run.go(how, god_mode=god_mode)
    assert after.values["segment_id"] == segment
    return after


async def paused(blueprint: Blueprint, *, at: int = 1, **lines: list[str]) -> tuple[Played, Head]:
    """Play in God Mode to the pause number `at`, approving the ones before."""
    run = Played(blueprint, ScriptedContext(**lines))
    head = await run.start(god_mode=True)
    for number in range(1, at):
        head = await decided(run, head, choices(head), f"before{number}")
    run.context.events.clear()
    return run, head


async def test_pauses_after_the_first_node_and_before_every_other() -> None:
    """GM-1, GM-2: never before the first node, never after the last."""
    run = Played(council("akw", LOOP), ScriptedContext(k=[REWORK, APPROVE]))
    head = await run.start(god_mode=True)
    seen = [(tuple(run.context.ran), head.next)]
    while head.next:
        head = await decided(run, head, choices(head), f"s{len(seen)}")
        seen.append((tuple(run.context.ran), head.next))
    order = ("a", "k", "a", "k", "w")
    assert seen == [(order[:count], order[count : count + 1]) for count in range(1, 6)]


async def test_one_node_council_never_pauses() -> None:
    """GM-1."""
    run = Played(council("a", []))
    head = await run.start(god_mode=True)
    assert (head.next, run.context.ran) == ((), ["a"])


async def test_all_entries_run_before_the_first_pause() -> None:
    """GM-1, BP-9."""
    run = Played(council(["a", {"id": "b", "start": True}, "c"], [("a", "c"), ("b", "c")]))
    head = await run.start(god_mode=True)
    assert (sorted(run.context.ran), head.next) == (["a", "b"], ("c",))


@pytest.mark.parametrize("seed", range(25))
async def test_god_mode_runs_the_same_steps_as_auto_pilot(seed: int) -> None:
    """GM-1, GM-2: approving every pause changes nothing, and every pause names what runs next."""
    names, edges, labels = random_council(random.Random(seed))
    blueprint = council(names, edges, max_iterations=2)
    said = {name: [APPROVE if x == "approve" else REWORK for x in row] for name, row in labels.items()}
    auto = Played(blueprint, ScriptedContext(**said))
    await auto.start()
    god = Played(blueprint, ScriptedContext(**said))
    head = await god.start(god_mode=True)
    while head.next:
        proposers = await god.session.proposers(head)
        assert all(proposers[node] for node in head.next)
        before = len(god.context.ran)
        expected = sorted(head.next)
        head = await decided(god, head, choices(head), f"s{before}")
        assert sorted(god.context.ran[before:]) == expected
    assert god.context.ran == auto.context.ran


async def test_proposers_of_a_join_are_all_branches() -> None:
    """GM-6, GM-10: also the branch that finished a step earlier."""
    edges: list[Edge] = [("a", "b"), ("a", "c"), ("c", "d"), ("b", "j"), ("d", "j")]
    run, head = await paused(council("abcdj", edges), at=3)
    assert head.next == ("j",)
    assert await run.session.proposers(head) == {"j": ("b", "d")}


async def test_modify_draft_replaces_it_for_the_next_node() -> None:
    """GM-4: the person's text is the draft, under the agent's name, once."""
    run, head = await paused(council("ab", [("a", "b")]))
    made = choices(head, "modify", modified_state={"current_draft": "mine"})
    head = await decided(run, head, made)
    asked = run.context.questions[-1][1]
    assert ("mine" in asked, "a 1" in asked) == (True, False)
    assert head.values["drafts"]["a"] == {"node": "a", "author": "a", "text": "mine", "by": "person"}


async def test_modified_draft_reaches_a_join_once() -> None:
    """GM-4, BP-6."""
    run, head = await paused(council("abcj", FAN), at=2)
    assert head.next == ("j",)
    text = head.values["current_draft"]
    await decided(run, head, choices(head, "modify", modified_state={"current_draft": "mine"}))
    asked = run.context.questions[-1][1]
    other = {"b 1": "c 1", "c 1": "b 1"}[text]
    assert (asked.count("mine"), asked.count(text), asked.count(other)) == (1, 0, 1)


async def test_modified_feedback_is_appended_once() -> None:
    """GM-4, CS-1: the client posts the whole list back; two branches, one bare action."""
    run, head = await paused(council("abcj", FAN))
    posted = [*head.values["feedback_history"], "shorter"]
    head = await decided(run, head, choices(head, "modify", modified_state={"feedback_history": posted}))
    assert head.values["feedback_history"] == ["shorter"]
    assert all("shorter" in asked for node, asked in run.context.questions if node in "bc")


async def test_modified_route_decision_changes_the_way() -> None:
    """GM-4, BP-6: the critic approved, the person wants rework; loops are counted."""
    run, head = await paused(council("akw", LOOP), at=2, k=[APPROVE])
    assert head.next == ("w",)
    head = await decided(run, head, choices(head, "modify", modified_state={"route_decision": "rework"}))
    assert (run.context.ran, head.next) == (["a"], ("k",))
    assert (head.values["iteration_count"], head.values["loops"]) == (1, {"e1": 1})
    assert head.values["feedback_history"] == ["good"]


async def test_unchanged_posted_state_is_an_approval() -> None:
    """GM-4: posting everything back changes nothing."""
    run, head = await paused(council("akw", LOOP), at=2, k=[REWORK])
    same = {key: head.values[key] for key in ("current_draft", "feedback_history", "route_decision")}
    head = await decided(run, head, choices(head, "modify", modified_state=same))
    assert (run.context.ran, head.next) == (["a"], ("k",))
    assert head.values["feedback_history"] == ["weak"]


async def test_decision_without_an_edge_ends_the_run() -> None:
    """GM-4, BP-6: approve where only rework has an edge."""
    run, head = await paused(council("ak", [("a", "k"), ("k", "a", "rework")]), at=2, k=[REWORK])
    head = await decided(run, head, choices(head, "modify", modified_state={"route_decision": "approve"}))
    assert (run.context.ran, head.next) == ([], ())
    assert head.values["iteration_count"] == 0


async def test_route_to_a_node_without_an_edge() -> None:
    """GM-10: the chosen node runs at once, then the run pauses again where its edges lead."""
    run, head = await paused(council("abcd", [("a", "b"), ("b", "c"), ("c", "d")]))
    head = await decided(run, head, choices(head, "route", target="c"))
    assert (run.context.ran, head.next) == (["c"], ("d",))
    assert "a 1" in run.context.questions[-1][1]


async def test_route_to_a_join_and_back_to_the_start() -> None:
    """GM-10: waiting nodes can be sent to directly; the entry too."""
    run, head = await paused(council("abcj", FAN))
    assert head.next == ("b", "c")
    head = await decided(run, head, choices(head, "route", target="j"))
    assert (run.context.ran, head.next) == (["j"], ())
    run, head = await paused(council("abcj", FAN), at=2)
    head = await decided(run, head, choices(head, "route", target="a"))
    assert (run.context.ran, head.next) == (["a"], ("b", "c"))


async def test_route_away_from_a_join() -> None:
    """GM-10: a released join that a person passes over does not run."""
    blueprint = council("abcjx", [*FAN, ("j", "x")])
    run, head = await paused(blueprint, at=2)
    assert head.next == ("j",)
    head = await decided(run, head, choices(head, "route", target="x"))
    assert (run.context.ran, head.next) == (["x"], ())
    asked = run.context.questions[-1][1]
    assert [text in asked for text in ("b 1", "c 1")] == [True, True]


async def test_each_branch_can_be_decided_differently() -> None:
    """GM-10: approve one, route the other; nothing is lost and nothing runs twice."""
    blueprint = council("abcdxj", [("a", "b"), ("a", "c"), ("a", "d"), ("b", "j"), ("x", "j"), ("d", "j")])
    run, head = await paused(blueprint)
    assert head.next == ("b", "c", "d")
    made = [
        Choice("b", "approve", {}),
        Choice("c", "route", {"target": "x"}),
        Choice("d", "modify", {"modified_state": {"feedback_history": ["be brief"]}}),
    ]
    head = await decided(run, head, made)
    assert (sorted(run.context.ran), head.next) == (["b", "d", "x"], ("j",))
    assert await run.session.proposers(head) == {"j": ("b", "d", "x")}
    head = await decided(run, head, choices(head), "s2")
    assert (head.next, head.values["feedback_history"]) == ((), ["be brief"])


async def test_parallel_critics_keep_their_own_decisions_when_one_is_changed() -> None:
    """BP-6, GM-10: changing k's decision leaves m's."""
    edges: list[Edge] = [
        ("a", "k"), ("a", "m"), ("k", "x", "approve"), ("k", "y", "rework"),
        ("m", "v", "approve"), ("m", "z", "rework"),
    ]  # fmt: skip
    run, head = await paused(council("akmxyvz", edges), at=2, k=[APPROVE], m=[REWORK])
    assert head.next == ("x", "z")
    made = [
        Choice("x", "modify", {"modified_state": {"route_decision": "rework"}}),
        Choice("z", "approve", {}),
    ]
    head = await decided(run, head, made)
    assert (sorted(run.context.ran), head.next) == (["y", "z"], ())


async def test_kept_join_does_not_restart_branches_that_ran_before() -> None:
    """GM-10: the node that proposed a join long ago is not followed again."""
    edges: list[Edge] = [("a", "j"), ("a", "i"), ("a", "b"), ("b", "j"), ("b", "i"), ("j", "w"), ("i", "w")]
    run, head = await paused(council("abjiwx", edges), at=2)
    assert head.next == ("j", "i")
    head = await decided(run, head, [Choice("j", "approve", {}), Choice("i", "route", {"target": "x"})])
    assert (sorted(run.context.ran), head.next) == (["j", "x"], ("w",))


async def test_redo_repeats_the_agent_with_the_note() -> None:
    """GM-10: the agent that just finished does its step again; the next node still waits afterwards."""
    run, head = await paused(council("ab", [("a", "b")]))
    head = await decided(run, head, choices(head, "redo", note="in verse"))
    assert (run.context.ran, head.next) == (["a"], ("b",))
    assert "in verse" in run.context.questions[-1][1]
    assert head.values["redo_notes"] == {"a": ""}
    head = await decided(run, head, choices(head), "s2")
    assert (run.context.ran, head.next) == (["a", "b"], ())
    assert "in verse" not in run.context.questions[-1][1]


async def test_redo_of_a_critic_takes_its_loop_back() -> None:
    """GM-10, CS-5: the count of the undone rework goes down again."""
    run, head = await paused(council("akw", LOOP), at=2, k=[REWORK, APPROVE])
    assert head.values["iteration_count"] == 1
    head = await decided(run, head, choices(head, "redo"))
    assert (run.context.ran, head.next) == (["k"], ("w",))
    assert (head.values["iteration_count"], head.values["loops"]) == (0, {"e1": 0})


async def test_redo_of_a_fan_out_runs_each_branch_once() -> None:
    """GM-10: one branch asks for it, the other is approved: both wait for the new text."""
    run, head = await paused(council("abcj", FAN))
    head = await decided(run, head, [Choice("b", "redo", {"note": "again"}), Choice("c", "approve", {})])
    assert (run.context.ran, head.next) == (["a"], ("b", "c"))


async def test_route_then_the_same_node_decides_again() -> None:
    """GM-10: what a person once chose for a node does not stick to its next step."""
    run, head = await paused(council("akw", LOOP), at=2, k=[REWORK, APPROVE])
    head = await decided(run, head, choices(head, "route", target="w"))
    assert (run.context.ran, head.next) == (["w"], ())
    run, head = await paused(council("ab", [("a", "b")]))
    head = await decided(run, head, choices(head, "route", target="a"), "s1")
    assert head.next == ("b",)
    head = await decided(run, head, choices(head), "s2")
    assert (run.context.ran, head.next) == (["a", "b"], ())


async def test_autopilot_stops_pausing() -> None:
    """GM-10."""
    run, head = await paused(council("abcd", [("a", "b"), ("b", "c"), ("c", "d")]))
    head = await decided(run, head, choices(head, "autopilot"), god_mode=False)
    assert (run.context.ran, head.next) == (["b", "c", "d"], ())


async def test_god_mode_switched_on_while_a_node_runs() -> None:
    """GM-10, decision 10: the list that LangGraph was given takes effect when it is filled."""
    run = Played(council("abc", [("a", "b"), ("b", "c")]))
    pauses = run.pauses(False)
    run.context.on_ask = lambda node: pauses.on() if node == "a" else None
    head = await run.session.run(Start(initial_state(run.thread_id, "tea", "s0")), pauses)
    assert (run.context.ran, head.next) == (["a"], ("b",))
    run.context.on_ask = lambda _node: pauses.off()
    head = await run.session.run(Resume({"segment_id": "s1"}), pauses)
    assert (run.context.ran, head.next) == (["a", "b", "c"], ())


async def test_parallel_runs_of_one_council_stay_apart() -> None:
    """GM-7: same compiled council, different decisions."""
    first, head = await paused(council("akw", LOOP), at=2, k=[REWORK])
    second = Played(first.compiled, ScriptedContext(k=[APPROVE]), first.saver)
    other = await second.start(god_mode=True)
    other = await decided(second, other, choices(other))
    results = await asyncio.gather(
        decided(first, head, choices(head, "modify", modified_state={"current_draft": "one"}), "s3"),
        decided(second, other, choices(other, "modify", modified_state={"current_draft": "two"}), "s3"),
    )
    assert [found.values["run_id"] for found in results] == [first.thread_id, second.thread_id]
    assert ("two" in str(results[0].values), "one" in str(results[1].values["drafts"])) == (False, False)
    assert (results[0].next, results[1].next) == (("k",), ())
