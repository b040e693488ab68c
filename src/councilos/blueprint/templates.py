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


def default_council(language: str = "") -> Blueprint:
    """Return the council that `POST /api/councils/run` starts, written in a language (CS-7, UI-7).

    `language` is a tag such as `en-GB`; German for those we don't have. Whatever it is written in,
    the council answers in the language of the topic.
    """
    return load(_data("default", spoken(language) or LANGUAGES[0]))


def spoken(accepted: str) -> str:
    """Return the first of our languages in a language tag or an Accept-Language header, "" for none."""
    wishes: list[tuple[float, str]] = []
    for part in accepted.split(","):
        tag, _, weight = part.partition(";")
        code = tag.strip().replace("_", "-").split("-")[0].lower()
        if code in LANGUAGES:
            wishes.append((_weight(weight), code))
    best = max(wishes, key=lambda wish: wish[0], default=(0.0, ""))
    return best[1] if best[0] > 0 else ""


def _weight(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=")) if text.strip() else 1.0
    except ValueError:
        return 0.0


@cache
def _text(key: str, language: str) -> str:
    folder = resources.files(__package__ or "councilos.blueprint") / "templates"
    return (folder / f"{key}.{language}.json").read_text(encoding="utf-8")


def _data(key: str, language: str) -> Json:
    return json.loads(_text(key, language))
