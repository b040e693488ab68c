"""Entries, loops and reachability."""

from __future__ import annotations

import pytest

from councilos.blueprint.check import load
from councilos.blueprint.topology import Topology, analyse


def topology(nodes: str, arrows: str, *, starts: str = "") -> Topology:
    """Return the topology of one-letter nodes and arrows like `ab bc`; an edge's id is its arrow."""
    return analyse(
        load(
            {
                "version": "1.0",
                "nodes": [{"id": node, "start": node in starts} for node in nodes],
                "edges": [{"id": arrow, "source": arrow[0], "target": arrow[1]} for arrow in arrows.split()],
            }
        )
    )


@pytest.mark.parametrize(
    ("nodes", "arrows", "starts", "entries"),
    [
        ("ab", "ba", "", "b"),
        ("ab", "ab ba", "", "a"),
        ("ba", "ab ba", "", "b"),
        ("abc", "ac bc", "", "a"),
        ("abc", "ac bc", "b", "ab"),
        ("abc", "ab bc", "ca", "ac"),
        ("ab", "aa ab", "", "a"),
        ("abc", "aa bc", "", "b"),
        ("a", "", "", "a"),
    ],
)
def test_bp_9_entries(nodes: str, arrows: str, starts: str, entries: str) -> None:
    """BP-9: the first node that no edge points to, else the first; then those marked as starts."""
    assert topology(nodes, arrows, starts=starts).entries == tuple(entries)


@pytest.mark.parametrize(
    ("nodes", "arrows", "back"),
    [
        ("ab", "ab ba", "ba"),
        ("a", "aa", "aa"),
        ("abc", "ab bc ca", "ca"),
        ("abc", "ab bc cb ca", "cb ca"),
        ("abcd", "ab ac bd cd", ""),
        ("abcd", "ab cd dc", "dc"),
    ],
)
def test_bp_2_back_edges(nodes: str, arrows: str, back: str) -> None:
    """BP-2: exactly the edges that close a loop are found, self-loops and unreached loops too."""
    assert topology(nodes, arrows).back_edges == frozenset(back.split())


def test_bp_2_loops_and_exits() -> None:
    """BP-2: groups of nodes that reach each other, nodes that nothing leaves, nodes reached."""
    found = topology("abcdefg", "ab bc cb cd de ee fg")
    assert found.loops == (("b", "c"), ("e",))
    assert found.exits == ("g",)
    assert found.reachable == frozenset("abcde")


def test_bp_11_long_chains_and_dense_loops() -> None:
    """BP-11: 1,000 nodes in one chain, and 1,000 that all go back, need no recursion."""
    nodes = [{"id": f"n{i}"} for i in range(1000)]
    chain = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(999)]
    back = [{"id": f"b{i}", "source": f"n{i}", "target": "n0"} for i in range(1000)]
    found = analyse(load({"version": "1.0", "nodes": nodes, "edges": [*chain, *back]}))
    assert found.back_edges == {f"b{i}" for i in range(1000)}
    assert len(found.loops) == 1
