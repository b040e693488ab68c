"""The check reports everything at once, in words, with its place."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from langgraph._internal._constants import RESERVED
from langgraph.graph import END, START

from councilos.blueprint.check import check, load
from councilos.blueprint.problems import CODES
from councilos.blueprint.structure import OVERWRITE, RESERVED_IDS
from councilos.errors import InvalidBlueprint

Json = dict[str, Any]

EXAMPLE: Json = {
    "version": "1.0",
    "name": "Mein Content-Rat",
    "nodes": [
        {
            "id": "node-1",
            "type": "agent",
            "name": "Master KI",
            "system_prompt": "…",
            "model": "claude-3-5-sonnet-20241022",
            "tools": {"web_search": False, "pdf_reader": False},
        },
        {
            "id": "node-2",
            "type": "agent",
            "name": "Kritiker KI",
            "system_prompt": "…",
            "model": "claude-3-5-sonnet-20241022",
            "tools": {"web_search": False, "pdf_reader": False},
        },
    ],
    "edges": [
        {"id": "edge-1", "source": "node-1", "target": "node-2", "type": "linear"},
        {
            "id": "edge-2",
            "source": "node-2",
            "target": "node-1",
            "type": "conditional",
            "condition": "rework",
        },
    ],
}


def council(nodes: str, *edges: Json, **more: Any) -> Json:
    """Return a blueprint with one-letter nodes; edges get ids e0, e1 …"""
    return {
        "version": "1.0",
        "name": "Council",
        "nodes": [{"id": node, "system_prompt": "Do it."} for node in nodes],
        "edges": [{"id": f"e{index}", **edge} for index, edge in enumerate(edges)],
        **more,
    }


def edge(ends: str, condition: str | None = None, **more: Any) -> Json:
    """Return an edge: `edge("ab", "rework")`."""
    label = {"type": "conditional", "condition": condition} if condition is not None else {}
    return {"source": ends[0], "target": ends[1], **label, **more}


def found(raw: object, code: str) -> list[str]:
    """Return the paths at which the check reports this code."""
    return [problem.path for problem in check(raw).problems if problem.code == code]


def test_the_example_is_valid() -> None:
    """The blueprint of the requirements validates; only its missing way on is doubtful."""
    report = check(EXAMPLE)
    assert report.errors == ()
    assert [warning.code for warning in report.warnings] == ["no_approve"]
    assert report.blueprint is not None
    assert report.blueprint.to_json() == EXAMPLE


@pytest.mark.parametrize(("field", "end"), [("source", "geist"), ("target", "geist")])
def test_bp_3_edge_to_unknown_node(field: str, end: str) -> None:
    """BP-3: a ValueError that names the edge and the missing id."""
    raw = copy.deepcopy(EXAMPLE)
    raw["edges"][1][field] = end
    with pytest.raises(ValueError, match=r"edge-2.*geist") as caught:
        load(raw)
    assert isinstance(caught.value, InvalidBlueprint)
    assert [(p.code, p.path) for p in caught.value.problems] == [("unknown_node", f"/edges/1/{field}")]


def test_bp_4_no_nodes() -> None:
    """BP-4: zero nodes are a ValueError."""
    with pytest.raises(ValueError, match="no agents"):
        load({"version": "1.0", "nodes": [], "edges": []})


def test_bp_5_nodes_without_edges() -> None:
    """BP-5: two nodes and no edge are a ValueError, one node alone is a council."""
    with pytest.raises(ValueError, match="no arrow"):
        load(council("ab"))
    assert load({"version": "1.0", "nodes": [{"id": "a"}]}).nodes[0].title == "a"


def test_bp_5_edges_may_be_absent() -> None:
    """BP-5: a missing list of edges counts like an empty one."""
    raw = council("ab")
    del raw["edges"]
    assert found(raw, "no_edges") == ["/edges"]


def test_bp_10_version() -> None:
    """BP-10: the version is mandatory and checked; what else is wrong is told as well."""
    assert found({"nodes": []}, "version_missing") == ["/version"]
    assert found({"nodes": []}, "no_nodes") == ["/nodes"]
    versions: list[object] = ["2.0", 2, None, True, [], "x" * 500]
    for version in versions:
        report = check({**EXAMPLE, "version": version})
        assert [(p.code, p.path) for p in report.errors] == [("version_unknown", "/version")]
        assert "1.0" in report.errors[0].message


def test_bp_11_everything_at_once() -> None:
    """BP-11: errors of every kind are reported together, each with path, code, severity and words."""
    raw: Json = {
        "version": "1.0",
        "nodes": [
            {"id": "a", "name": 7},
            {"id": "a", "model": "x\x00"},
            {"id": "b:c", "tools": {"web_search": "yes"}},
            {"name": "no id"},
        ],
        "edges": [{"id": "e", "source": "a", "target": "zz"}, {"id": "e", "source": "a", "target": "a"}],
        "settings": {"approval_threshold": 11},
    }
    report = check(raw)
    assert {(p.code, p.path) for p in report.errors} == {
        ("wrong_type", "/nodes/0/name"),
        ("duplicate_node_id", "/nodes/1/id"),
        ("nul_character", "/nodes/1/model"),
        ("reserved_id", "/nodes/2/id"),
        ("wrong_type", "/nodes/2/tools/web_search"),
        ("missing_field", "/nodes/3/id"),
        ("unknown_node", "/edges/0/target"),
        ("duplicate_edge_id", "/edges/1/id"),
        ("wrong_value", "/settings/approval_threshold"),
    }
    assert all(p.message and p.hint for p in report.errors)
    with pytest.raises(InvalidBlueprint) as caught:
        load(raw)
    assert caught.value.problems == report.problems


@pytest.mark.parametrize("raw", [None, [], "text", 1, True, {1: 2}, {"version": "1.0", "nodes": {1, 2}}])
def test_bp_11_wrong_shapes(raw: object) -> None:
    """BP-11: any value at all is answered with problems, never with another exception."""
    assert check(raw).errors
    with pytest.raises(InvalidBlueprint):
        load(raw)


def test_bp_11_pointer_escapes() -> None:
    """BP-11: paths are JSON Pointers."""
    raw = {**EXAMPLE, "x-a/b~": "\x00"}
    assert found(raw, "nul_character") == ["/x-a~1b~0"]


@pytest.mark.parametrize(
    "name", ["a:b", "a|b", "__start__", "__end__", "configurable", "__pregel_push", OVERWRITE]
)
def test_bp_11_ids_that_langgraph_refuses(name: str) -> None:
    """BP-11: an id is an error exactly when LangGraph refuses it, or would take it for an order."""
    raw = {"version": "1.0", "nodes": [{"id": name}]}
    assert found(raw, "reserved_id") == ["/nodes/0/id"]


def test_bp_11_an_arrow_that_langgraph_would_take_for_an_order() -> None:
    """BP-11: loops are counted under the ids of arrows, where this one would wipe out all counts."""
    raw = {
        "version": "1.0",
        "nodes": [{"id": "a"}],
        "edges": [{"id": OVERWRITE, "source": "a", "target": "a"}],
    }
    assert found(raw, "reserved_id") == ["/edges/0/id"]


def test_bp_11_all_reserved_names_are_known() -> None:
    """BP-11: our list of reserved ids equals that of the installed LangGraph."""
    names = {name for name in {*RESERVED, START, END} if ":" not in name and "|" not in name}
    assert {name for name in names if not name.startswith("__pregel_")} | {OVERWRITE} == RESERVED_IDS


@pytest.mark.parametrize("name", ["messages", "current_draft", "*", "a/b", "作者", "ü ö", "🙂"])
def test_bp_11_ids_that_langgraph_takes(name: str) -> None:
    """BP-11: unusual ids are no errors; state keys may be node ids."""
    assert check({"version": "1.0", "nodes": [{"id": name}]}).errors == ()


def test_bp_11_sizes() -> None:
    """BP-11: at most 1,000 agents, instructions of 100,000 characters, 5 MB."""
    chain = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(999)]
    nodes = [{"id": f"n{i}"} for i in range(1000)]
    assert check({"version": "1.0", "nodes": nodes, "edges": chain}).errors == ()
    assert found({"version": "1.0", "nodes": [*nodes, {"id": "n"}], "edges": chain}, "too_many_nodes")
    long = {"version": "1.0", "nodes": [{"id": "a", "system_prompt": "漢" * 100_001}]}
    assert found(long, "too_long") == ["/nodes/0/system_prompt"]
    assert found({**EXAMPLE, "x-big": "x" * 5 * 1024 * 1024}, "too_large") == [""]


def test_bp_11_deep_nesting() -> None:
    """BP-11: endless nesting is refused, not followed."""
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert [p.code for p in check({**EXAMPLE, "x-deep": deep}).errors] == ["too_deep"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 10**400])
def test_bp_11_numbers(number: float) -> None:
    """BP-11: numbers that JSON or the database cannot hold are refused with their place."""
    assert found({**EXAMPLE, "x-n": [number]}, "not_a_number") == ["/x-n/0"]


def test_bp_11_lone_surrogates() -> None:
    """BP-11: half characters are refused with their place, also in field names."""
    raw = json.loads(r'{"version": "1.0", "nodes": [{"id": "a", "name": "\ud800"}], "x-\udfff": 1}')
    assert found(raw, "broken_character") == ["", "/nodes/0/name"]


@pytest.mark.parametrize(
    "secret",
    [
        "sk-ant-api03-" + "a1B2" * 8,
        "sk-proj-" + "x9" * 20,
        "tvly-" + "dev1" * 6,
        "AKIA" + "ABCD" * 4,
        "ghp_" + "a1" * 18,
        "-----BEGIN " + "RSA PRIVATE KEY-----",
    ],
)
def test_so_1_secrets(secret: str) -> None:
    """SO-1: what looks like a key is refused with its place, and never repeated."""
    raw = copy.deepcopy(EXAMPLE)
    raw["nodes"][0]["system_prompt"] = f"Use this key: {secret} please."
    report = check(raw)
    assert [(p.code, p.path) for p in report.errors] == [("secret", "/nodes/0/system_prompt")]
    assert secret not in repr(report)


@pytest.mark.parametrize("text", ["risk-averse-investors-2026-and-on", "sk-", "ask-me-anything-about-12"])
def test_so_1_ordinary_words_are_no_secrets(text: str) -> None:
    """SO-1: words that merely look a little like keys pass."""
    assert check({**EXAMPLE, "description": text}).errors == ()


def test_bp_11_unknown_fields_are_kept() -> None:
    """BP-11, BP-13: an unknown field is a warning with a suggestion; `x-` fields are free."""
    raw = copy.deepcopy(EXAMPLE)
    raw["x-mine"] = {"any": ["thing"]}
    raw["nodes"][0]["systemprompt"] = "?"
    raw["nodes"][0]["tools"]["websearch"] = True
    report = check(raw)
    assert report.errors == ()
    assert [(w.path, w.hint) for w in report.warnings if w.code == "unknown_field"] == [
        ("/nodes/0/systemprompt", "Did you mean “system_prompt”?"),
        ("/nodes/0/tools/websearch", "Did you mean “web_search”?"),
    ]
    assert report.blueprint is not None
    assert report.blueprint.to_json() == raw


REWORK = edge("ba", "rework")
APPROVE = edge("bc", "approve")
DOUBTS = [
    ("never_runs", "/nodes/2", council("abc", edge("ab"))),
    ("unreachable", "/nodes/2", council("abcd", edge("ab"), edge("cd"), edge("dc"))),
    ("loop_without_exit", "/nodes/0", council("ab", edge("ab"), edge("ba"))),
    ("loop_without_exit", "/nodes/1", council("ab", edge("ab"), edge("bb", "again", default=True))),
    ("no_default", "/nodes/0", council("ab", edge("ab", "left"))),
    (
        "several_defaults",
        "/edges/1/default",
        council("abc", edge("ab", "l", default=True), edge("ac", "r", default=True)),
    ),
    ("default_ignored", "/edges/0/default", council("ab", edge("ab", default=True))),
    ("default_ignored", "/edges/1/default", council("ab", edge("ab"), {**REWORK, "default": True})),
    ("duplicate_label", "/edges/1/condition", council("abc", edge("ab", "x"), edge("ac", "x"))),
    ("similar_labels", "/edges/1/condition", council("abc", edge("ab", "Go"), edge("ac", " go"))),
    (
        "label_never_chosen",
        "/edges/3/condition",
        council("abc", edge("ab"), REWORK, APPROVE, edge("bc", "x")),
    ),
    ("no_approve", "/nodes/1", council("ab", edge("ab"), REWORK)),
    ("no_rework", "/nodes/1", council("abc", edge("ab"), APPROVE)),
    ("linear_and_conditional", "/edges/2", council("abc", edge("ab"), REWORK, edge("bc"))),
    ("condition_ignored", "/edges/0/condition", council("ab", edge("ab", "x", type="linear"))),
    ("limit_ignored", "/edges/0/max_iterations", council("ab", edge("ab", max_iterations=3))),
    (
        "threshold_ignored",
        "/nodes/0/threshold",
        {"version": "1.0", "nodes": [{"id": "a", "threshold": 5}]},
    ),
    ("duplicate_edge", "/edges/1", council("ab", edge("ab"), edge("ab"))),
    (
        "duplicate_name",
        "/nodes/1/name",
        {
            "version": "1.0",
            "nodes": [{"id": "a", "name": "Max"}, {"id": "b", "name": "max "}],
            "edges": [{"id": "e", "source": "a", "target": "b"}],
        },
    ),
    ("empty_prompt", "/nodes/0/system_prompt", {"version": "1.0", "nodes": [{"id": "a"}]}),
]


@pytest.mark.parametrize(("code", "path", "raw"), DOUBTS, ids=[f"{d[0]}-{d[1]}" for d in DOUBTS])
def test_bp_11_doubtful_is_a_warning(code: str, path: str, raw: Json) -> None:
    """BP-11: what is doubtful is a warning at its place, and the council can still be loaded."""
    assert path in found(raw, code)
    assert load(raw)


def test_bp_11_warnings_of_a_sound_council() -> None:
    """BP-11: a council with nothing doubtful gets no warning."""
    assert check(council("abc", edge("ab"), REWORK, APPROVE)).problems == ()


def test_bp_11_unknown_model() -> None:
    """BP-11: a model that cannot be resolved is a warning; without a catalogue names are not judged."""
    report = check(EXAMPLE, knows_model=lambda name: name == "gpt-4o")
    paths = [warning.path for warning in report.warnings if warning.code == "unknown_model"]
    assert paths == ["/nodes/0/model", "/nodes/1/model"]
    assert found(EXAMPLE, "unknown_model") == []


def test_bp_9_second_start() -> None:
    """BP-9: a further start without the mark never runs, with the mark it does."""
    raw = council("abc", edge("ac"), edge("bc"))
    assert found(raw, "never_runs") == ["/nodes/1"]
    raw["nodes"][1]["start"] = True
    assert found(raw, "never_runs") == []


@pytest.mark.parametrize("condition", [None, "", "  "])
def test_bp_6_conditional_edge_without_label(condition: str | None) -> None:
    """BP-6: a conditional edge needs the label at which it fires."""
    raw = council("ab", {**edge("ab"), "type": "conditional", "condition": condition})
    assert found(raw, "condition_missing") == ["/edges/0/condition"]


def test_bp_11_codes_are_documented() -> None:
    """BP-11: the reference lists exactly the codes that exist, with their severities."""
    text = (Path(__file__).parents[3] / "docs/reference/blueprint-problems.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \|", text, re.MULTILINE)
    assert dict(rows) == dict(CODES)
    assert len(rows) == len(CODES)
