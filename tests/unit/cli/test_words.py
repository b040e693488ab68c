"""What the server says, in the language of the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from councilos import errors
from councilos.blueprint.problems import CODES
from councilos.cli import failures, texts, words
from councilos.errors import (
    CouncilError,
    InvalidBlueprint,
    InvalidInput,
    NotFound,
    Problem,
    ProviderError,
    SetupError,
    WrongState,
)

SOURCES = Path(words.__file__).parents[1]
NOTICE = re.compile(r'\bnotice\("(\w+)"|\bNotice\([^()]*code="(\w+)"')
WEB = Path(__file__).parents[3] / "frontend/src/i18n/messages"
TRANSLATED = [language for language in texts.LANGUAGES if language != "en"]


def _codes(cls: type[CouncilError]) -> set[str]:
    own = {sub.code for sub in cls.__subclasses__() if sub.__module__ == errors.__name__}
    return own.union(*(_codes(sub) for sub in cls.__subclasses__()))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_code_has_words(language: str) -> None:
    """UI-7, BP-11: whatever class of error and whatever problem of a council."""
    found = words.faults(language)
    assert _codes(CouncilError) | {"internal"} <= found["errors"].keys()
    assert CODES.keys() <= found["problems"].keys()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_notice_has_words(language: str) -> None:
    """UI-7: the code names every notice that people may get; none is left over."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    told = {first or second for first, second in NOTICE.findall(source)}
    assert len(told) > 3
    assert words.faults(language)["notices"].keys() == told


@pytest.mark.parametrize("language", TRANSLATED)
def test_web_app_and_command_line_use_the_same_words(language: str) -> None:
    """UI-7: one fault, one sentence."""
    web: dict[str, Any] = json.loads((WEB / f"{language}.json").read_text(encoding="utf-8"))
    found = words.faults(language)
    assert found["causes"] == web["run"]["cause"]
    assert found["unreadable"] == web["run"]["unreadable"]
    assert found["notices"] == web["run"]["notice"]
    assert web["problems"].items() <= found["problems"].items()


@pytest.mark.parametrize(
    ("error", "german"),
    [
        (NotFound("There is no run 'x'."), "Das gibt es nicht oder nicht mehr."),
        (WrongState("x", status="completed"), "Das geht gerade nicht: Der Lauf ist abgeschlossen."),
        (WrongState("x"), "Das geht gerade nicht: Der Stand hat sich inzwischen geändert."),
        (
            SetupError("The disk is full."),
            "Die Installation ist unvollständig oder falsch eingestellt. The disk",
        ),
        (errors.MissingSetting("x", "OPENAI_API_KEY"), "Die Einstellung OPENAI_API_KEY fehlt."),
        (errors.TooLarge("x", limit_bytes=5 * 1024 * 1024), "Das ist zu groß: höchstens 5 MB sind erlaubt."),
        (
            ProviderError("x", retryable=False, cause="auth", model="gpt-4o", remedy="Check it."),
            "Der Zugang zu gpt-4o wurde verweigert.",
        ),
        (errors.UnreadableDocument("x", "no_text"), "Die Datei enthält nur Bilder"),
        (errors.UnreadableDocument("Odd thing.", "new"), "Diese Datei lässt sich nicht lesen. Odd thing."),
        (failures.usage("Das Thema ist leer."), "Das Thema ist leer."),
        (CouncilError("Odd thing."), "Etwas Unvorhergesehenes ist passiert. Odd thing."),
    ],
)
def test_errors(monkeypatch: pytest.MonkeyPatch, error: CouncilError, german: str) -> None:
    """UI-7: German for Germans; what only the server knows follows; English stays as it is."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert words.error_words(error).startswith(german)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert words.error_words(error) == error.message


def test_report_in_german(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """UI-7, BP-11: every problem with its place and what to do; nothing is said twice."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    problem = Problem("/nodes", "no_nodes", "error", "The council has no agents.", "Add at least one agent.")
    assert failures.report(InvalidBlueprint("The council has no agents.", [problem]), debug=False) == 2
    said = capsys.readouterr().err
    assert "Fehler   /nodes: Der Rat hat noch keine Agenten.\n    Füge mindestens einen hinzu." in said
    odd = Problem("/input_topic", "new_code", "error", "It is odd.", "Mend it.")
    failures.report(InvalidInput("It is odd.", [odd]), debug=False)
    assert capsys.readouterr().err == "Eine Angabe stimmt nicht. It is odd.\n"


def test_what_ended_a_run_names_the_agent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7: the agent stands before the words in every line that shows them."""
    details = {"agent": "Writer", "cause": "empty", "model": "gpt-4o"}
    info = {"code": "provider", "message": "Writer: OpenAI sent an empty answer.", "details": details}
    monkeypatch.setenv("LC_ALL", "C")
    assert words.info_words(info) == "OpenAI sent an empty answer."
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert words.info_words(info) == "gpt-4o 没有返回内容。"


def test_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7: a known notice in the person's language, another one as the server says it."""
    monkeypatch.setenv("LC_ALL", "de")
    assert words.notice_words("prompt_cut", "x", "Schreiber").startswith("Schreiber: Auftrag und Text sind")
    assert words.notice_words("new", "Something new.", "Schreiber") == "Something new."


def test_a_run_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7, RN-3: `watch`, `continue` and `cancel` name the id that was typed."""
    monkeypatch.setenv("LC_ALL", "de")
    with pytest.raises(NotFound, match="Es gibt keinen Lauf 'abc'"), failures.about_run("abc"):
        raise NotFound("There is no run 'abc'.")


@pytest.mark.parametrize("value", [0, 201])
def test_options_out_of_range(monkeypatch: pytest.MonkeyPatch, value: int) -> None:
    """UI-7: in the person's language, with what is possible."""
    monkeypatch.setenv("LC_ALL", "de")
    with pytest.raises(InvalidInput, match="--limit muss eine Zahl von 1 bis 200 sein"):
        failures.check_range("--limit", value, 1, 200)
    failures.check_range("--limit", 200, 1, 200)
