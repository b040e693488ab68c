"""Lists in terminals of any width."""

from __future__ import annotations

import time
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from rich.console import Console

from councilos.cli.listing import runs_table


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def run(status: str, topic: str) -> dict[str, Any]:
    return {
        "run_id": str(uuid4()),
        "status": status,
        "critic_score": 8.5,
        "iteration_count": 3,
        "created_at": "2026-01-01T10:00:00Z",
        "input_topic": topic,
    }


def shown(runs: list[dict[str, Any]], width: int) -> list[str]:
    out = StringIO()
    Console(file=out, width=width).print(runs_table(runs, width))
    return out.getvalue().splitlines()


@pytest.mark.parametrize("language", ["de", "en", "zh"])
@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_a_run_can_be_named_from_the_list(width: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7: ids and statuses stand whole at every width, as `watch` and `cancel` need them."""
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    runs = [run(status, "Heat pumps " * 20) for status in ("completed", "cancelled", "paused")]
    lines = shown(runs, width)
    assert len(lines) == 1 + len(runs)
    for row, line in zip(runs, lines[1:], strict=True):
        assert line.startswith(f"{row['run_id']} ")
        assert "Heat" in line
        assert ("2026-01-01 11:00" in line) == (width >= 80)


def test_a_run_on_documents_alone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7: no run stands in the list without a name."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert shown([run("completed", "")], 100)[1].endswith("(from documents)")
