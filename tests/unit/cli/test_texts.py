"""The three catalogues say the same things (UI-7)."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from councilos.cli import texts

SOURCE = Path(texts.__file__).parent
USED = re.compile(r"""\bt\(\s*["']([a-z_.]+)["']""")
CHOSEN = re.compile(r"""\bkey = ["']([a-z_.]+)["'] if .* else ["']([a-z_.]+)["']""")
DYNAMIC = ("status.", "action.", "check.", "doctor.database_", "runs.", "doctor.", "session.left", "number.")


def _placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_every_language_has_every_text_with_the_same_values() -> None:
    """UI-7: nothing is missing in any language, and no value is forgotten."""
    english = texts.catalogue("en")
    for language in texts.LANGUAGES:
        found = texts.catalogue(language)
        assert found.keys() == english.keys(), language
        for key, text in found.items():
            assert text.strip(), (language, key)
            assert _placeholders(text) == _placeholders(english[key]), (language, key)


def test_every_text_that_the_code_names_exists_and_none_is_left_over() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    used = set(USED.findall(source)) | {key for pair in CHOSEN.findall(source) for key in pair}
    known = set(texts.catalogue("en"))
    assert used <= known
    assert {key for key in known - used if not key.startswith(DYNAMIC)} == set()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "de_DE.UTF-8"}, "zh"),
        ({"LC_MESSAGES": "de", "LANG": "en_US"}, "de"),
        ({"LC_ALL": "", "LANG": "de_AT"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminal_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], expected: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert texts.language() == expected


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 error, 0 warnings", "2 errors, 1 warning"),
        ("de", "1 Fehler, 0 Warnungen", "2 Fehler, 1 Warnung"),
        ("zh", "1 个错误，0 个警告", "2 个错误，1 个警告"),
    ],
)
def test_numbers_have_the_right_noun(
    monkeypatch: pytest.MonkeyPatch, language: str, one: str, two: str
) -> None:
    """UI-7: one error, two errors."""
    monkeypatch.setenv("LC_ALL", language)
    assert texts.t("check.summary", errors=1, warnings=0) == one
    assert texts.t("check.summary", errors=2, warnings=1) == two


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "1,234,567.50"), ("de", "1.234.567,50"), ("zh", "1,234,567.50")]
)
def test_numbers_are_written_as_the_language_does(
    monkeypatch: pytest.MonkeyPatch, language: str, expected: str
) -> None:
    """UI-7: points and commas, in texts too."""
    monkeypatch.setenv("LC_ALL", language)
    assert texts.number(1_234_567.5, 2) == expected
    assert texts.number(1_234_567.5, 2)[:-3] in texts.t("screen.tokens", tokens=1_234_567)


def test_german_says_du() -> None:
    """UI-7: the command line speaks to people as the web app does."""
    for text in texts.catalogue("de").values():
        assert not re.search(r"\b(Sie|Ihr|Ihre|Ihnen)\b", text), text


def test_a_status_without_a_word_is_shown_as_it_is() -> None:
    assert texts.status_word("something new") == "something new"
