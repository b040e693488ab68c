"""Every shape of council runs every node when it should (BP-1, BP-2, BP-6, BP-9, CS-5, CS-7)."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from councilos.council.plan import CouncilPlan
from councilos.graph.compile import build, leading_joins
from councilos.graph.session import Go, Resume
from support.councils import Edge, Played, ScriptedContext, council, random_council

APPROVE = "good\nSCORE: 9"
REWORK = "weak\nSCORE: 3"


async def played(nodes: str, edges: list[Edge], **lines: list[str]) -> Played:
    run = Played(council(nodes, edges), ScriptedContext(**lines))
    head = await run.start()
    assert head.next == ()
    return run


async def test_linear_council_runs_in_order() -> None:
    """BP-1: a chain of linear edges."""
    run = await played("abc", [("a", "b"), ("b", "c")])
    assert run.context.ran == ["a", "b", "c"]


async def test_one_node_is_a_council() -> None:
    """BP-5: one node alone is valid."""
    run = await played("a", [])
    assert run.context.ran == ["a"]


async def test_rework_until_approved() -> None:
    """BP-2, CS-4: a cycle is walked until the score is high enough."""
    edges: list[Edge] = [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]
    run = await played("akw", edges, k=[REWORK, REWORK, APPROVE])
    assert run.context.ran == ["a", "k", "a", "k", "a", "k", "w"]
    head = await run.session.head()
    assert (head.values["iteration_count"], head.values["critic_score"]) == (2, 9.0)
    assert head.values["feedback_history"] == ["weak", "weak"]


async def test_critic_that_never_approves_is_overruled_without_a_call() -> None:
    """CS-5: five reworks, then approval without a model call; the last real score stays."""
    edges: list[Edge] = [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]
    run = await played("akw", edges, k=["meh\nSCORE: 5"])
    assert run.context.ran == ["a", "k"] * 6 + ["w"]
    assert [node for node, _ in run.context.questions].count("k") == 5
    head = await run.session.head()
    assert (head.values["iteration_count"], head.values["critic_score"]) == (5, 5.0)
    assert head.values["loop_limit_reached"] is True
    last = [event for event in run.context.of("node.completed") if event.node == "k"][-1]
    assert (last.called_model, last.usage.input_tokens) == (False, 0)
    assert [(event.edges, event.limit) for event in run.context.of("loop.limit")] == [(["e1"], 5)]


async def test_self_loop() -> None:
    """BP-2: an edge from a node to itself."""
    run = await played("kw", [("k", "k", "rework"), ("k", "w", "approve")], k=[REWORK, APPROVE])
    assert run.context.ran == ["k", "k", "w"]


async def test_pure_cycle_starts_at_the_first_node_and_ends_at_its_limit() -> None:
    """BP-2, BP-9, CS-5: no node without predecessor; the loop ends by its limit, not by LangGraph's."""
    run = await played("ab", [("a", "b"), ("b", "a")])
    assert run.context.ran == ["a", "b"] * 6


async def test_nested_cycles() -> None:
    """BP-2: an inner and an outer loop, each with a count of its own."""
    edges: list[Edge] = [
        ("a", "b"), ("b", "i"), ("i", "b", "rework"), ("i", "o", "approve"),
        ("o", "a", "rework"), ("o", "w", "approve"),
    ]  # fmt: skip
    run = await played("abiow", edges, i=[REWORK, APPROVE, REWORK, APPROVE], o=[REWORK, APPROVE])
    once = ["a", "b", "i", "b", "i", "o"]
    assert run.context.ran == [*once, *once, "w"]


async def test_two_loops_share_a_node() -> None:
    """BP-2: two critics in a row send the same writer back."""
    edges: list[Edge] = [
        ("a", "k"), ("k", "a", "rework"), ("k", "m", "approve"), ("m", "a", "rework"), ("m", "w", "approve"),
    ]  # fmt: skip
    run = await played("akmw", edges, k=[APPROVE], m=[REWORK, APPROVE])
    assert run.context.ran == ["a", "k", "m", "a", "k", "m", "w"]


async def test_linear_edges_fire_beside_the_decision() -> None:
    """BP-6: the linear edge always, the conditional one when its label is the decision."""
    edges: list[Edge] = [("k", "log"), ("k", "b", "left"), ("k", "c", "right")]
    run = Played(council(["k", "log", "b", "c"], edges), ScriptedContext(k=["hm\nROUTE: right"]))
    await run.start()
    assert sorted(run.context.ran) == ["c", "k", "log"]


async def test_decision_without_an_edge_ends_the_branch() -> None:
    """BP-6, CS-4: approve without an approve edge ends."""
    run = await played("ak", [("a", "k"), ("k", "a", "rework")], k=[APPROVE])
    assert run.context.ran == ["a", "k"]


async def test_several_ends() -> None:
    """BP-6: each branch ends by itself."""
    run = await played("abcd", [("a", "b"), ("a", "c"), ("c", "d")])
    assert sorted(run.context.ran) == ["a", "b", "c", "d"]


async def test_join_of_unequal_branches_runs_once_and_sees_all() -> None:
    """BP-6: every branch's draft with its author's name, each once."""
    run = await played("abcde", [("a", "b"), ("a", "c"), ("c", "d"), ("b", "e"), ("d", "e")])
    assert run.context.ran.count("e") == 1
    asked = run.context.questions[-1]
    assert asked[0] == "e"
    assert [asked[1].count(text) for text in ("b 1", "d 1", "(by b)", "(by d)")] == [1, 1, 1, 1]


async def test_joins_in_a_row_wait_for_each_other() -> None:
    """BP-6: a join behind a join waits, though LangGraph would release both at once."""
    run = await played("abcde", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("c", "e"), ("d", "e")])
    assert [*run.context.ran[:1], *sorted(run.context.ran[1:3]), *run.context.ran[3:]] == list("abcde")


async def test_join_inside_a_loop_runs_once_per_round() -> None:
    """BP-2, BP-6: fan-out, unequal branches, join and critic, three rounds."""
    edges: list[Edge] = [
        ("a", "b"), ("a", "c"), ("c", "d"), ("b", "j"), ("d", "j"), ("j", "k"),
        ("k", "a", "rework"), ("k", "w", "approve"),
    ]  # fmt: skip
    run = await played("abcdjkw", edges, k=[REWORK, REWORK, APPROVE])
    assert [run.context.ran.count(node) for node in "abcdjkw"] == [3, 3, 3, 3, 3, 3, 1]
    joined = [text for node, text in run.context.questions if node == "j"]
    assert [("b 3" in text, "d 3" in text, "b 2" in text) for text in joined[-1:]] == [(True, True, False)]


async def test_parallel_critics_decide_each_for_itself() -> None:
    """BP-6: one approves, the other sends back; `routes` keeps both decisions."""
    edges: list[Edge] = [
        ("a", "k"), ("a", "m"), ("k", "a", "rework"), ("k", "w", "approve"),
        ("m", "a", "rework"), ("m", "w", "approve"),
    ]  # fmt: skip
    run = Played(council("akmw", edges), ScriptedContext(k=[APPROVE], m=[REWORK, APPROVE]))
    head = await run.start()
    assert run.context.ran.count("w") == 1
    assert run.context.ran.count("a") == 2
    assert [(head.values["routes"][node]["label"]) for node in "km"] == ["approve", "approve"]
    first = [(event.node, event.label) for event in run.context.of("route") if event.node in "km"][:2]
    assert sorted(first) == [("k", "approve"), ("m", "rework")]


async def test_both_parallel_critics_send_back_and_the_writer_runs_once() -> None:
    """BP-6, CS-5: two back edges into one node, branches of unequal length."""
    edges: list[Edge] = [
        ("a", "k"), ("a", "x"), ("x", "m"), ("k", "a", "rework"), ("m", "a", "rework"),
        ("k", "w", "approve"), ("m", "w", "approve"),
    ]  # fmt: skip
    run = await played("akxmw", edges, k=[REWORK, APPROVE], m=[REWORK, APPROVE])
    assert [run.context.ran.count(node) for node in "akxmw"] == [2, 2, 2, 2, 1]


async def test_a_loop_beside_another_branch_does_not_wait_for_it() -> None:
    """BP-6: one edge in and one back is no join; both branches start in the same step."""
    edges: list[Edge] = [
        ("a", "k"),
        ("a", "b"),
        ("k", "k", "rework"),
        ("b", "c"),
        ("k", "j", "approve"),
        ("c", "j"),
    ]
    run = await played("akbcj", edges, k=[REWORK, APPROVE])
    assert set(run.context.ran[1:3]) == {"k", "b"}
    assert set(run.context.ran[3:5]) == {"k", "c"}
    assert run.context.ran[5:] == ["j"]


async def test_parallel_branches_write_in_blueprint_order() -> None:
    """BP-6, decision 9: the last in `nodes` wins, the alphabet has no say; feedback keeps the order."""
    edges: list[Edge] = [
        ("a", "z"),
        ("a", "b"),
        ("z", "m"),
        ("b", "c"),
        ("m", "a", "rework"),
        ("c", "a", "rework"),
    ]
    nodes = ["a", "z", "b", {"id": "m", "writes": False}, {"id": "c", "writes": False}]
    run = Played(
        council(nodes, edges),
        ScriptedContext(m=["from m\nSCORE: 1", APPROVE], c=["from c\nSCORE: 2", APPROVE]),
    )
    head = await run.start(god_mode=True)
    head = await run.go(Resume({"segment_id": "s1"}))
    assert (head.next, head.values["current_draft"]) == (("m", "c"), "b 1")
    head = await run.go(Resume({"segment_id": "s2"}))
    assert head.values["feedback_history"] == ["from m", "from c"]
    assert (head.values["active_node"], head.values["critic_score"]) == ("c", 2.0)


async def test_several_starts() -> None:
    """BP-9: `start: true` opens further entries; they join."""
    nodes = ["a", {"id": "b", "start": True}, "c"]
    run = Played(council(nodes, [("a", "c"), ("b", "c")]))
    await run.start()
    assert (sorted(run.context.ran[:2]), run.context.ran[2:]) == (["a", "b"], ["c"])


async def test_thousand_nodes_in_a_row() -> None:
    """BP-1: a chain of 1,000 nodes compiles; its first nodes run."""
    names = [f"n{number}" for number in range(1_000)]
    compiled = build(council(names, [*pairwise(names)]))
    assert len(compiled.graph.nodes) == 1_001
    assert compiled.plan.recursion_limit > 1_000


def test_the_drawing_shows_the_blueprint() -> None:
    """BP-1, BP-2: node ids and edges, cycles included, are those of the blueprint; no helper nodes."""
    compiled = build(council("akw", [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]))
    drawn = compiled.graph.get_graph()
    assert set(drawn.nodes) == {"a", "k", "w", "__start__", "__end__"}
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert {
        ("__start__", "a"),
        ("a", "k"),
        ("k", "a"),
        ("k", "w"),
        ("k", "__end__"),
        ("w", "__end__"),
    } == edges


def _simulated(plan: CouncilPlan, labels: dict[str, list[str]]) -> list[list[str]]:
    """Play the council without LangGraph: rounds of nodes that run together, joins when nothing else can."""
    leading = leading_joins(plan)
    left = {node: list(said) for node, said in labels.items()}
    loops: dict[str, int] = {}
    now, waiting, rounds = list(plan.entries), set[str](), list[list[str]]()
    waiting |= {node for node in now if node in leading}
    now = [node for node in now if node not in leading]
    while now or waiting:
        if not now:
            now = [join for join in waiting if not leading[join] & waiting]
            waiting -= set(now)
        rounds.append(sorted(now))
        reached: set[str] = set()
        for name in now:
            reached |= _targets(plan, name, left, loops)
        waiting |= {node for node in reached if node in leading}
        now = [node for node in reached if node not in leading]
    return rounds


def _targets(plan: CouncilPlan, name: str, left: dict[str, list[str]], loops: dict[str, int]) -> set[str]:
    node = plan.nodes[name]
    back = [edge for edge in node.edges if edge.id in node.limits]
    reworks = [edge for edge in back if edge.condition == "rework"]
    label = ""
    if node.kind == "critic":
        forced = bool(reworks) and all(loops.get(e.id, 0) >= node.limits[e.id] for e in reworks)
        label = "approve" if forced else left[name].pop(0) if left[name] else "approve"
    found: set[str] = set()
    for edge in node.edges:
        if edge.type == "conditional" and edge.condition != label:
            continue
        if edge.id in node.limits:
            if loops.get(edge.id, 0) >= node.limits[edge.id]:
                continue
            loops[edge.id] = loops.get(edge.id, 0) + 1
        found.add(edge.target)
    return found


@pytest.mark.parametrize("seed", range(60))
async def test_random_councils_run_like_the_simulation(seed: int) -> None:
    """BP-2, BP-6, CS-5: who runs together and how often, for random graphs with loops and joins."""
    names, edges, labels = random_council(random.Random(seed))
    blueprint = council(names, edges, max_iterations=2)
    said = {
        name: [APPROVE if label == "approve" else REWORK for label in row] + [APPROVE]
        for name, row in labels.items()
    }
    run = Played(blueprint, ScriptedContext(**said))
    expected = _simulated(run.compiled.plan, labels)
    head = await run.start()
    assert head.next == ()
    ran = run.context.ran
    rounds: list[list[str]] = []
    for together in expected:
        rounds.append(sorted(ran[: len(together)]))
        ran = ran[len(together) :]
    assert (rounds, ran) == (expected, [])


async def test_a_finished_run_stays_finished() -> None:
    """RN-8: going on after the end runs nothing."""
    run = await played("ab", [("a", "b")])
    head = await run.go(Go())
    assert (head.next, run.context.ran) == ((), ["a", "b"])
