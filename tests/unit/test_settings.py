"""Settings come from the environment; empty counts as unset (SO-1, SO-5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from councilos.configuration import BadSetting, read_settings
from councilos.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_the_example_lists_every_setting() -> None:
    """SO-5: `.env.example` and the settings are the same list."""
    listed = set(re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))
    assert listed == {name.upper() for name in Settings.model_fields}


def test_empty_is_unset_and_secrets_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-1, SO-5: an empty variable is none; a key never shows in a representation."""
    monkeypatch.setenv("OPENAI_API_KEY", "")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-planted")
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert settings.openai_api_key is None
    assert "planted" not in repr(settings)
    assert "sk-ant-planted" in settings.secrets()


def test_keys_are_taken_without_the_blanks_around_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO-5: a line end that was pasted along is no part of a key; blanks alone are no key."""
    monkeypatch.setenv("OPENAI_API_KEY", " sk-planted\n")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "  ")
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-planted"
    assert settings.anthropic_api_key is None


@pytest.mark.parametrize("key", ["planted-schlüssel", "planted key", "planted\nkey"])
def test_what_no_key_can_hold_is_said_and_never_shown(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """SO-1, SO-5: which variable and why; the value stands in no error."""
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setenv("COUNCILOS_WORKER_CONCURRENCY", "0")
    with pytest.raises(BadSetting) as caught:
        read_settings()
    assert [sentence.split("”")[0] for sentence in caught.value.sentences] == [
        "“OPENAI_API_KEY",
        "“COUNCILOS_WORKER_CONCURRENCY",
    ]
    assert "at least 1" in caught.value.message
    assert "planted" not in caught.value.message
    with pytest.raises(ValidationError) as raw:
        Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert "planted" not in str(raw.value)


@pytest.mark.parametrize(
    "value", [" http://a.example , http://b.example/ ,, ", "http://a.example,http://b.example"]
)
def test_origins_are_split(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """SO-2: origins are separated by commas; blanks and final slashes don't matter."""
    monkeypatch.setenv("COUNCILOS_ALLOWED_ORIGINS", value)
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert settings.origins == ("http://a.example", "http://b.example")
