"""What each node of a council is."""

from __future__ import annotations

import pytest

from councilos.council.state import APPROVAL_THRESHOLD, MAX_ITERATIONS
from support.simulation import compiled


@pytest.mark.parametrize(
    ("edges", "kind"),
    [
        ("ab", "writer"),
        ("ab:rework", "critic"),
        ("ab:approve", "critic"),
        ("ab:APPROVE", "critic"),
        ("ab:x ac:Rework", "critic"),
        ("ab:reworked", "decider"),
        ("ab:x ac:y", "decider"),
        ("", "writer"),
    ],
)
def test_cs_4_labels_make_the_critic(edges: str, kind: str) -> None:
    """CS-4: a node with a label rework or approve is a critic, other labels make a decider."""
    assert compiled("abc", edges).nodes["a"].kind == kind


def test_cs_2_threshold_and_limits() -> None:
    """CS-2: node or edge before council before the constants."""
    usual = compiled("ab", "ab ba:rework").nodes["b"]
    assert (usual.threshold, usual.limits) == (APPROVAL_THRESHOLD, {"ba:rework": MAX_ITERATIONS})
    assert (APPROVAL_THRESHOLD, MAX_ITERATIONS) == (8.0, 5)
    ours = compiled("ab", "ab ba:rework", approval_threshold=6, max_iterations=2).nodes["b"]
    assert (ours.threshold, ours.limits) == (6, {"ba:rework": 2})
    own = compiled([{"id": "a"}, {"id": "b", "threshold": 0}], "ab ba:rework", approval_threshold=6)
    assert own.nodes["b"].threshold == 0


def test_bp_6_labels_as_first_spelled() -> None:
    """BP-6: labels are compared without case and blanks, and shown as first spelled."""
    node = compiled("abc", "ab:Links ac:LINKS aa:rechts").nodes["a"]
    assert node.labels == ("Links", "rechts")
    assert [edge.id for edge in node.conditional["links"]] == ["ab:Links", "ac:LINKS"]


def test_cs_3_who_writes() -> None:
    """CS-3: writers write, critics and deciders do not, unless told so or nobody else does."""
    usual = compiled("abc", "ab ba:rework bc:approve")
    assert [node.writes for node in usual.nodes.values()] == [True, False, True]
    told = compiled([{"id": "a", "writes": False}, {"id": "b", "writes": True}], "ab ba:rework")
    assert [node.writes for node in told.nodes.values()] == [False, True]
    assert [node.writes for node in compiled("ab", "ab:x ba:y").nodes.values()] == [True, True]
    assert compiled("a", "aa:again").nodes["a"].writes


def test_bp_6_joins() -> None:
    """BP-6: a node joins when several edges that close no loop come from different nodes."""
    council = compiled("abcd", "ab ac bd cd da")
    assert [node.id for node in council.nodes.values() if node.joins] == ["d"]
    assert council.nodes["d"].predecessors == ("b", "c")
    assert (council.nodes["a"].predecessors, council.nodes["a"].back_sources) == ((), ("d",))
    assert not compiled("ab", "ab:x ab:y").nodes["b"].joins


def test_bp_6_default_label() -> None:
    """BP-6: the declared default is known by its label."""
    assert compiled("ab", "ab:x").nodes["a"].default_label is None
