"""Text for terminals."""

from __future__ import annotations

import pytest

from councilos.cli.plain import clean, clock, one_line, score


def test_what_a_model_says_cannot_steer_the_terminal() -> None:
    """SO-3: escape sequences, bells and direction marks are dropped; lines and tabs stay."""
    assert clean("a\x1b[2Jb\x07c\u202ed\x9be\r\nf\tg") == "a[2Jbcde\nf\tg"


def test_one_line_is_one_line() -> None:
    assert one_line("a\nb   c", 20) == "a b c"
    assert one_line("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (59.9, "59 s"), (65, "1:05"), (3_723, "1:02:03")]
)
def test_durations(seconds: float, text: str) -> None:
    assert clock(seconds) == text


@pytest.mark.parametrize(("value", "text"), [(None, "–"), (8.0, "8"), (7.25, "7.2"), (10.0, "10")])
def test_scores(monkeypatch: pytest.MonkeyPatch, value: float | None, text: str) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert score(value) == text


def test_scores_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7: with a decimal comma."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert [score(8.0), score(8.5), score(0.0)] == ["8", "8,5", "0"]
