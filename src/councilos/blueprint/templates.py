"""The councils that ship with the product: the default one (CS-7) and three to start from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from councilos.blueprint.check import load
from councilos.blueprint.model import Blueprint, Json

LANGUAGES = ("de", "en", "zh")
KEYS = ("default", "content", "programming", "analysis")


@dataclass(frozen=True, slots=True)
class Template:
    """One council in one language; `data` is its blueprint as JSON."""

    key: str
    language: str
    data: Json

    @property
    def name(self) -> str:
        """The council's name in its language."""
        return str(self.data["name"])


def templates(language: str | None = None) -> tuple[Template, ...]:
    """Return all templates, or those in one language."""
    return tuple(
        Template(key, tongue, _data(key, tongue))
        for tongue in LANGUAGES
        if language in (None, tongue)
        for key in KEYS
    )


def default_council(language: str = "de") -> Blueprint:
    """Return the council that `POST /api/councils/run` starts; German for unknown languages (CS-7)."""
    return load(_data("default", language if language in LANGUAGES else LANGUAGES[0]))


@cache
def _text(key: str, language: str) -> str:
    folder = resources.files(__package__ or "councilos.blueprint") / "templates"
    return (folder / f"{key}.{language}.json").read_text(encoding="utf-8")


def _data(key: str, language: str) -> Json:
    return json.loads(_text(key, language))
