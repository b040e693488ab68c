"""Where decisions lead, and what a person changes about it."""

from __future__ import annotations

from typing import Any

import pytest

from councilos.council.plan import CouncilPlan
from councilos.council.routing import forced_label, open_labels, reroute, route_targets, taken
from support.simulation import Played, compiled, fresh


def after(council: CouncilPlan, node_id: str, text: str, **state: Any) -> Played:
    """Return the run after one step of a node."""
    run = fresh(council, **state)
    run.apply(run.step(node_id, lambda _: text).update)
    return run


def test_bp_6_linear_edges_always_fire() -> None:
    """BP-6: linear edges fire with every decision, conditional ones in addition when theirs is made."""
    node = compiled("abcd", "ab ac:Yes ad:no").nodes["a"]
    assert taken(node, " yes ", {}).targets == ["b", "c"]
    assert taken(node, "no", {}).targets == ["b", "d"]
    assert taken(node, "yes and no", {}).targets == ["b"]
    assert taken(node, "", {}).targets == ["b"]


def test_bp_6_decision_without_an_edge_ends_the_branch() -> None:
    """BP-6, CS-4: a verdict without an edge leads nowhere."""
    council = compiled("ab", "ab ba:rework")
    run = after(council, "b", "SCORE: 9", drafts={}, current_draft="text")
    assert run.state["route_decision"] == "approve"
    assert route_targets(council, "b", run.state) == []


def test_bp_6_router_reads_route_decision() -> None:
    """BP-6: the router's input is `route_decision`, "rework" when there is none; records only explain."""
    council = compiled("abc", "ab ba:rework bc:approve")
    assert route_targets(council, "b", {"route_decision": "approve"}) == ["c"]
    assert route_targets(council, "b", {}) == ["a"]
    run = after(council, "b", "SCORE: 2")
    assert route_targets(council, "b", run.state) == ["a"]
    assert route_targets(council, "b", {**run.state, "route_decision": "approve"}) == ["c"]


def test_cs_5_a_used_up_back_edge_is_not_taken() -> None:
    """CS-5: the limit counts per back edge, and the router agrees with the count of the turn."""
    council = compiled("abc", "ab bc cb ca", max_iterations=1)
    node = council.nodes["c"]
    first = taken(node, "", {})
    assert (first.targets, first.loops) == (["b", "a"], {"cb": 1, "ca": 1})
    second = taken(node, "", {"cb": 1, "ca": 0})
    assert (second.targets, second.exhausted) == (["a"], ("cb",))
    run = after(council, "c", "text")
    assert run.state["loops"] == {"cb": 1, "ca": 1}
    assert route_targets(council, "c", run.state) == ["b", "a"]
    run.apply(run.step("c", lambda _: "text").update)
    assert route_targets(council, "c", run.state) == []
    assert run.state["loop_limit_reached"] is True


def test_cs_5_forced_exit() -> None:
    """CS-5: a critic approves, a decider takes its default or first open label, once loops are used up."""
    critic = compiled("abc", "ab ba:rework bc:approve").nodes["b"]
    assert forced_label(critic, {"ba:rework": 4}) is None
    assert forced_label(critic, {"ba:rework": 5}) == "approve"
    decider = compiled("abc", "ab ba:again bb:more bc:done").nodes["b"]
    assert forced_label(decider, {"ba:again": 5}) is None
    assert open_labels(decider, {"ba:again": 5}) == ("more", "done")
    assert forced_label(decider, {"ba:again": 5, "bb:more": 5}) == "done"
    assert forced_label(compiled("a", "aa:again").nodes["a"], {"aa:again": 5}) == ""


def test_gm_4_modified_decision() -> None:
    """GM-4: a changed decision corrects edges, loop counts and iterations, and saves the feedback."""
    council = compiled("abc", "ab ba:rework bc:approve")
    run = after(council, "b", "Too long.\nSCORE: 9")
    run.apply(reroute(council, run.state, "b", label="Rework "))
    assert route_targets(council, "b", run.state) == ["a"]
    assert (run.state["route_decision"], run.state["loops"]) == ("rework", {"ba:rework": 1})
    assert (run.state["iteration_count"], run.state["feedback_history"]) == (1, ["Too long."])
    assert run.state["routes"]["b"]["rule"] == "person"
    assert run.state["routes"]["b"]["score"] == 9
    run.apply(reroute(council, run.state, "b", label="approve"))
    assert route_targets(council, "b", run.state) == ["c"]
    assert (run.state["loops"], run.state["iteration_count"]) == ({"ba:rework": 0}, 0)
    assert run.state["feedback_history"] == ["Too long."]


def test_gm_4_feedback_is_not_added_twice() -> None:
    """GM-4: what a rework already put into the history stays there once."""
    council = compiled("abc", "ab ba:rework bc:approve")
    run = after(council, "b", "Too long.\nSCORE: 3")
    for label in ("approve", "rework"):
        run.apply(reroute(council, run.state, "b", label=label))
    assert run.state["feedback_history"] == ["Too long."]
    assert run.state["iteration_count"] == 1


def test_gm_10_send_elsewhere() -> None:
    """GM-10: a person may name any node, also one that no edge leads to, and exceed a loop limit."""
    council = compiled("abcd", "ab ba:rework bc:approve cd", max_iterations=1)
    run = after(council, "b", "SCORE: 9", loops={"ba:rework": 1}, iteration_count=1)
    run.apply(reroute(council, run.state, "b", target="d"))
    assert route_targets(council, "b", run.state) == ["d"]
    assert run.state["routes"]["b"]["edges"] == []
    run.apply(reroute(council, run.state, "b", target="a"))
    assert route_targets(council, "b", run.state) == ["a"]
    assert (run.state["loops"], run.state["iteration_count"]) == ({"ba:rework": 2}, 2)
    with pytest.raises(KeyError):
        reroute(council, run.state, "b", target="nobody")


@pytest.mark.parametrize("wish", [{}, {"label": "approve", "target": "a"}])
def test_gm_10_either_label_or_target(wish: dict[str, str]) -> None:
    """GM-10: a wish names a decision or a node, not both."""
    council = compiled("ab", "ab ba:rework")
    with pytest.raises(ValueError, match="either"):
        reroute(council, {}, "b", **wish)


def test_gm_10_the_next_turn_decides_for_itself_again() -> None:
    """GM-10: a person's route holds once."""
    council = compiled("abc", "ab ba:rework bc:approve")
    run = after(council, "b", "SCORE: 9")
    run.apply(reroute(council, run.state, "b", target="a"))
    run.apply(run.step("b", lambda _: "SCORE: 9").update)
    assert route_targets(council, "b", run.state) == ["c"]
