"""Whole runs without a model: whatever is drawn and answered, they end by themselves."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from councilos.blueprint.check import load
from councilos.blueprint.templates import default_council
from councilos.council.plan import plan
from councilos.council.work import final_draft
from support.simulation import compiled, play


def test_cs_7_default_council_runs_to_its_end() -> None:
    """CS-7, CS-4: rework once, then approve, then the writer has the last word."""
    answers = iter(["one", "longer\nSCORE: 5", "two", "SCORE: 8", "done"])
    run = play(plan(default_council()), lambda _: next(answers))
    assert run.ran == ["master_agent", "critic_agent", "master_agent", "critic_agent", "writer_agent"]
    assert run.state["critic_score"] == 8
    assert run.state["iteration_count"] == 1
    assert final_draft(run.council, run.state) == "done"


def test_cs_5_a_critic_that_never_approves() -> None:
    """CS-5: five rework loops, then an approval without a model call; the score stays the last real one."""
    run = play(plan(default_council()), lambda node: "SCORE: 2" if node.kind == "critic" else "text")
    assert run.ran.count("master_agent") == 6
    assert sum(node == "critic_agent" for node, _ in run.asked) == 5
    assert run.ran[-2:] == ["critic_agent", "writer_agent"]
    assert (run.state["iteration_count"], run.state["critic_score"]) == (5, 2)
    assert run.state["loop_limit_reached"] is True


def test_bp_2_pure_and_nested_cycles_end() -> None:
    """BP-2, CS-5: cycles without an exit end at their limits, counted per back edge."""
    pure = play(compiled("ab", "ab ba", max_iterations=2), lambda _: "text")
    assert pure.ran == ["a", "b"] * 3
    nested = play(compiled("abc", "ab bc cb ca", max_iterations=1), lambda _: "text")
    assert nested.state["loops"] == {"cb": 1, "ca": 1}
    assert nested.state["iteration_count"] == 2


def test_bp_9_further_starts_run_at_once() -> None:
    """BP-9: nodes marked as starts begin together with the entry."""
    council = compiled([{"id": "a"}, {"id": "b", "start": True}, {"id": "c"}], "ac bc")
    run = play(council, lambda node: f"text of {node.id}")
    assert run.ran == ["a", "b", "c"]


NAMES = "abcdef"
LABELS = st.sampled_from([None, None, "rework", "approve", "x", "Y "])
ARROWS = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), LABELS, st.integers(0, 3) | st.none()),
    max_size=9,
)
ANSWERS = st.lists(
    st.sampled_from(["SCORE: 9", "SCORE: 3", "ROUTE: x", "y", "", "text", '{"score": 8}', '{"route": "Y"}']),
    min_size=1,
    max_size=12,
)


@settings(max_examples=300, deadline=None)
@given(ARROWS, ANSWERS, st.integers(0, 3), st.sets(st.sampled_from(NAMES), max_size=2))
def test_cs_5_every_run_ends_within_its_recursion_limit(
    arrows: list[tuple[str, str, str | None, int | None]], answers: list[str], limit: int, starts: set[str]
) -> None:
    """CS-5, BP-2: random councils with random answers end before the framework's limit would end them."""
    nodes = sorted({name for source, target, _, _ in arrows for name in (source, target)}) or ["a"]
    edges: list[dict[str, Any]] = [
        {
            "id": f"e{number}",
            "source": source,
            "target": target,
            "type": "conditional" if label else "linear",
            **({"condition": label} if label else {}),
            **({} if own is None else {"max_iterations": own}),
        }
        for number, (source, target, label, own) in enumerate(arrows)
    ]
    raw = {
        "version": "1.0",
        "nodes": [{"id": name, "start": name in starts} for name in nodes],
        "edges": edges,
        "settings": {"max_iterations": limit},
    }
    council = plan(load(raw))
    said = iter(range(10**9))
    run = play(council, lambda _: answers[next(said) % len(answers)])
    counts = {edge: limit for node in council.nodes.values() for edge, limit in node.limits.items()}
    assert all(count <= counts[edge] for edge, count in run.state["loops"].items())
    assert run.state["iteration_count"] == sum(run.state["loops"].values())
    assert set(run.ran) >= set(council.entries)
