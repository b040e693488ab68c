"""Random input: the check answers everything, and what it accepts survives a round trip."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from councilos.blueprint.check import check, load
from councilos.blueprint.codec import export, parse
from councilos.errors import InvalidBlueprint

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANY = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
IDS = st.sampled_from(["a", "b", "c", "d", "e:f", "__start__", "", "漢"])
LABELS = st.sampled_from(["rework", "approve", "Rework ", "x", "", None, 5])


def sometimes(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects that hold some of the fields, each with a value of its own or any other."""
    return st.fixed_dictionaries({}, optional={name: value | ANY for name, value in fields.items()})


NODE = sometimes(
    id=IDS,
    label=st.text(),
    system_prompt=st.text(),
    tools=sometimes(web_search=st.booleans(), webSearch=st.booleans()),
    position=sometimes(x=st.floats(), y=st.integers()),
    data=ANY,
)
EDGE = sometimes(
    id=IDS, source=IDS, target=IDS, type=st.sampled_from(["linear", "conditional"]), condition=LABELS
)
ALMOST = st.fixed_dictionaries(
    {"version": st.sampled_from(["1.0", 1, "2"])},
    optional={
        "nodes": st.lists(NODE | ANY, max_size=5) | ANY,
        "edges": st.lists(EDGE | ANY, max_size=5) | ANY,
        "settings": sometimes(max_iterations=st.integers(), language=st.text()),
    },
)


@settings(max_examples=150, deadline=None)
@given(ALMOST | ANY)
def test_bp_11_any_value_is_answered(raw: Any) -> None:
    """BP-11: whatever comes in, there is a report or InvalidBlueprint, and every path leads somewhere."""
    report = check(raw)
    assert (report.blueprint is None) == bool(report.errors)
    if report.blueprint is None:
        with pytest.raises(InvalidBlueprint) as caught:
            load(raw)
        assert caught.value.problems == report.problems
        return
    blueprint = load(raw)
    first = export(blueprint)
    assert export(load(parse(first))) == first
    assert load(parse(first)) == blueprint


@settings(max_examples=100, deadline=None)
@given(st.text() | st.binary() | ALMOST.map(json.dumps))
def test_bp_11_any_file_is_answered(source: str | bytes) -> None:
    """BP-11: any file parses, or is refused with problems."""
    try:
        raw = parse(source)
    except InvalidBlueprint as error:
        raw = error
    report = check(raw)
    assert (report.blueprint is None) == bool(report.errors)
