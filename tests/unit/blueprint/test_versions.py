"""Older blueprints are upgraded when they are loaded."""

from __future__ import annotations

from typing import Any

import pytest

from councilos.blueprint.check import check, load

OLD: dict[str, Any] = {
    "version": 1,
    "name": "Alt",
    "viewport": {"x": 0, "y": 0, "zoom": 1},
    "nodes": [
        {
            "id": "1",
            "type": "agentNode",
            "label": "Autor",
            "systemPrompt": "Schreibe {x}.",
            "model": "gpt-4o",
            "tools": {"webSearch": True, "pdfReader": False},
            "position": {"x": 10, "y": 20.5},
            "selected": True,
        },
        {
            "id": "2",
            "type": "custom",
            "data": {"label": "Kritik", "systemPrompt": "Prüfe.", "tools": {"pdfReader": True}},
            "position": {"x": 0, "y": 0},
        },
    ],
    "edges": [
        {"source": "1", "target": "2", "type": "smoothstep", "animated": True},
        {"id": "edge-1", "source": "2", "target": "1", "label": "rework", "sourceHandle": "a"},
        {"id": "e", "source": "2", "target": "2", "type": "smoothstep", "data": {"condition": "approve"}},
    ],
}

NEW: dict[str, Any] = {
    "version": "1.0",
    "name": "Alt",
    "nodes": [
        {
            "id": "1",
            "type": "agent",
            "name": "Autor",
            "system_prompt": "Schreibe {x}.",
            "model": "gpt-4o",
            "tools": {"web_search": True, "pdf_reader": False},
            "position": {"x": 10, "y": 20.5},
        },
        {
            "id": "2",
            "type": "agent",
            "name": "Kritik",
            "system_prompt": "Prüfe.",
            "tools": {"pdf_reader": True},
            "position": {"x": 0, "y": 0},
        },
    ],
    "edges": [
        {"id": "edge-2", "source": "1", "target": "2", "type": "linear"},
        {"id": "edge-1", "source": "2", "target": "1", "type": "conditional", "condition": "rework"},
        {"id": "e", "source": "2", "target": "2", "type": "conditional", "condition": "approve"},
    ],
}


@pytest.mark.parametrize("version", [1, 1.0, "1"])
def test_bp_10_older_shape_is_upgraded(version: object) -> None:
    """BP-10: `label`, `systemPrompt`, `tools.webSearch`, `tools.pdfReader` become today's fields."""
    report = check({**OLD, "version": version})
    assert report.upgraded
    assert report.blueprint is not None
    assert report.blueprint.to_json() == NEW
    assert [w.code for w in report.warnings if w.code == "unknown_field"] == []


def test_bp_10_upgrade_leaves_the_input_alone() -> None:
    """BP-10: upgrading twice gives the same; the input is not changed."""
    assert load(OLD) == load(OLD)
    assert OLD["version"] == 1


def test_bp_11_problems_of_older_shapes_point_into_the_input() -> None:
    """BP-11: paths name the fields as they stand in the input, not as they are called today."""
    raw = {
        "version": 1,
        "nodes": [
            {"id": "1", "label": 5, "tools": {"webSearch": "yes"}},
            {"id": "2", "data": {"systemPrompt": 1, "tools": {"pdfReader": 0}}},
        ],
        "edges": [{"id": "e", "source": "1", "target": "9", "label": "x"}],
    }
    assert {p.path for p in check(raw).errors} == {
        "/nodes/0/label",
        "/nodes/0/tools/webSearch",
        "/nodes/1/data/systemPrompt",
        "/nodes/1/data/tools/pdfReader",
        "/edges/0/target",
    }


@pytest.mark.parametrize(
    "part", [{"nodes": 5}, {"nodes": [1]}, {"edges": "x"}, {"nodes": [{"tools": 1}]}, {}]
)
def test_bp_10_broken_older_shapes(part: dict[str, Any]) -> None:
    """BP-10, BP-11: a broken older blueprint is answered with problems."""
    assert check({"version": 1, **part}).errors
