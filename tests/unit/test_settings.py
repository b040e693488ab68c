"""Settings come from the environment; empty counts as unset (SO-1, SO-5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    "value", [" http://a.example , http://b.example/ ,, ", "http://a.example,http://b.example"]
)
def test_origins_are_split(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """SO-2: origins are separated by commas; blanks and final slashes don't matter."""
    monkeypatch.setenv("COUNCILOS_ALLOWED_ORIGINS", value)
    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert settings.origins == ("http://a.example", "http://b.example")
