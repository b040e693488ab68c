"""Files: what is read and what is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from councilos.blueprint.check import load
from councilos.blueprint.codec import export, parse
from councilos.errors import InvalidBlueprint

RAW: dict[str, Any] = {
    "edges": [{"target": "b", "id": "e", "source": "a", "x-style": {"z": 1, "a": 2}}],
    "nodes": [{"name": "Ö 漢 🙂", "id": "a", "position": {"y": 1.0, "x": 2.5}}, {"id": "b"}],
    "version": "1.0",
}


def reason(source: str | bytes) -> tuple[str, str, str]:
    """Return code, path and message of the one problem that the parser raises."""
    with pytest.raises(InvalidBlueprint) as caught:
        parse(source)
    (problem,) = caught.value.problems
    return problem.code, problem.path, problem.message


def test_bp_13_round_trip_is_byte_stable() -> None:
    """BP-13: export → import → export gives the same bytes; nothing is added."""
    first = export(load(RAW))
    again = export(load(parse(first)))
    assert first == again
    assert json.loads(first) == RAW
    assert "Ö 漢 🙂".encode() in first
    assert first.endswith(b"}\n")


def test_bp_13_order_and_number_form_do_not_matter() -> None:
    """BP-13: what a database does to key order and to 1.0 changes no byte."""
    stored = json.loads(json.dumps(RAW, sort_keys=True).replace("1.0,", "1,"))
    stored["version"] = "1.0"
    assert export(stored) == export(RAW) == export(load(RAW))
    assert list(json.loads(export(RAW))) == ["version", "nodes", "edges"]


def test_bp_13_a_change_of_content_changes_the_file() -> None:
    """BP-13: different councils have different files."""
    changed = json.loads(json.dumps(RAW))
    changed["nodes"][1]["system_prompt"] = "x"
    assert export(load(changed)) != export(load(RAW))


def test_so_1_export_refuses_secrets() -> None:
    """SO-1: no export holds what looks like a key."""
    with pytest.raises(InvalidBlueprint, match="secret"):
        export({**RAW, "x-key": "AKIA" + "ABCD" * 4})


def test_bp_13_byte_order_mark() -> None:
    """BP-13: a BOM, which some editors write, does not matter."""
    text = json.dumps(RAW)
    assert parse(b"\xef\xbb\xbf" + text.encode()) == parse("\ufeff" + text) == RAW


def test_bp_11_broken_files() -> None:
    """BP-11: what is no JSON is refused with its place."""
    code, _, message = reason('{"version": "1.0",\n "nodes": [}')
    assert (code, "line 2" in message) == ("invalid_json", True)
    assert reason("") == reason(" \n") == ("invalid_json", "", "The file is empty.")
    assert reason(b'{"a": "\xff"}')[0] == "invalid_encoding"
    assert reason('{"a": ' + "9" * 5_000 + "}")[0] == "not_a_number"
    assert reason("[" * 200_000)[0] == "too_deep"
    assert reason(b" " * (5 * 1024 * 1024 + 1))[0] == "too_large"


def test_bp_11_duplicate_keys() -> None:
    """BP-11: a field that stands twice is refused with its place."""
    text = '{"version": "1.0", "nodes": [{"id": "a"}, {"id": "b", "name": "x", "name": "y"}]}'
    assert reason(text)[:2] == ("duplicate_key", "/nodes/1/name")


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_bp_11_numbers_that_are_none(number: str) -> None:
    """BP-11: NaN and Infinity, which Python's parser takes, are refused with their place."""
    raw = parse('{"version": "1.0", "nodes": [{"id": "a", "temperature": ' + number + "}]}")
    with pytest.raises(InvalidBlueprint) as caught:
        load(raw)
    assert ("not_a_number", "/nodes/0/temperature") in [(p.code, p.path) for p in caught.value.problems]
