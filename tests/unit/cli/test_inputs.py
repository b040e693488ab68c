"""What is refused before anything starts."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from councilos.cli.inputs import Output, is_file, read_budget, read_council, read_topic
from councilos.errors import InvalidInput
from support.blueprints import writer_critic_editor


def test_budgets_are_read() -> None:
    """RN-8: tokens, money and minutes; several parts and several options."""
    assert read_budget(["tokens=20000,cost=0.5", "minutes=5"]) == {
        "tokens": 20000,
        "cost_usd": 0.5,
        "minutes": 5.0,
    }
    assert read_budget([]) is None


@pytest.mark.parametrize(
    ("typed", "budget"),
    [
        ("tokens=20000,cost=0,50,minutes=5", {"tokens": 20000, "cost_usd": 0.5, "minutes": 5.0}),
        ("cost=0,5", {"cost_usd": 0.5}),
        ("minutes=1,5,tokens=7", {"minutes": 1.5, "tokens": 7}),
        (" tokens = 7 ,, cost=1.25,", {"tokens": 7, "cost_usd": 1.25}),
    ],
)
def test_budgets_with_decimal_commas(typed: str, budget: dict[str, float]) -> None:
    """RN-8, UI-7: a German comma is no new limit."""
    assert read_budget([typed]) == budget


@pytest.mark.parametrize(
    "part",
    [
        *("tokens", "tokens=0", "tokens=1.5", "tokens=20,000", "tokens=1,5", "cost=-1", "cost=inf"),
        *("cost=1,000", "euros=3", "minutes=nan", "5", "cost=0,5,7"),
    ],
)
def test_bad_budgets_are_refused_by_name(part: str) -> None:
    with pytest.raises(InvalidInput, match=part):
        read_budget([part])


def test_the_topic_comes_from_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    """RN-1: `-` reads the topic; what is no text is refused."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("Wärme\npumpen\n".encode())))
    assert read_topic("-") == "Wärme\npumpen"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe")))
    with pytest.raises(InvalidInput, match="UTF-8"):
        read_topic("-")
    with pytest.raises(InvalidInput):
        read_topic("   ")
    with pytest.raises(InvalidInput):
        read_topic("x" * 10_001)


def test_a_council_is_a_file_or_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text("{}")
    assert is_file("mine")
    assert is_file("missing.json")
    assert is_file("folder/missing")
    assert not is_file("My council")


def test_models_that_nobody_has_are_doubted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """BP-11: `check`, `import` and `run` know what this installation can reach, as the web app does."""
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    path = tmp_path / "council.json"
    data = writer_critic_editor()
    data["nodes"][0]["model"] = "no such model"
    path.write_text(json.dumps(data))
    doubted = [found.path for found in read_council(path).report.warnings if found.code == "unknown_model"]
    assert doubted == ["/nodes/0/model"]


def test_every_problem_of_a_file_is_found(tmp_path: Path) -> None:
    """BP-11: broken JSON and a broken council are reports, an unreadable file is refused."""
    path = tmp_path / "council.json"
    path.write_text(json.dumps(writer_critic_editor()))
    assert read_council(path).report.errors == ()
    data = writer_critic_editor()
    data["edges"][0]["target"] = "nobody"
    data["edges"][1]["source"] = "nowhere"
    path.write_text(json.dumps(data))
    assert [problem.code for problem in read_council(path).report.errors] == ["unknown_node", "unknown_node"]
    path.write_text("{ not json")
    assert [problem.code for problem in read_council(path).report.errors] == ["invalid_json"]
    with pytest.raises(InvalidInput, match="missing"):
        read_council(tmp_path / "missing.json")


def test_output_is_written_whole_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out.md"
    path.write_text("old")
    path.chmod(0o640)
    output = Output(path)
    assert path.read_text() == "old"
    output.write("new ü")
    assert path.read_text(encoding="utf-8") == "new ü\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.md"]


def test_an_unusable_output_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="folder"):
        Output(tmp_path)
    with pytest.raises(InvalidInput, match="cannot be written"):
        Output(tmp_path / "missing" / "out.md")


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write everywhere")
def test_a_folder_without_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidInput, match="cannot be written"):
        Output(tmp_path / "out.md")
