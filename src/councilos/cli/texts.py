"""Every text of the command line, in the language of the terminal (`messages/{de,en,zh}.json`)."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from importlib import resources
from typing import Any, Final

LANGUAGES: Final = ("de", "en", "zh")
FALLBACK: Final = "en"


def language() -> str:
    """Return the language that LC_ALL, LC_MESSAGES or LANG names, English when it is none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            code = re.split(r"[_.@-]", value.lower())[0]
            return code if code in LANGUAGES else FALLBACK
    return FALLBACK


@cache
def catalogue(code: str) -> dict[str, str]:
    """Return all texts of one language."""
    path = resources.files("councilos.cli").joinpath("messages", f"{code}.json")
    return json.loads(path.read_text(encoding="utf-8"))


class _Count(int):
    """A number as the language writes it, with its noun: `{errors:error|errors}` becomes "1 error"."""

    def __format__(self, spec: str) -> str:
        one, several, many = spec.partition("|")
        shown = number(int(self))
        return f"{shown} {one if self == 1 else many}" if several else shown


def number(value: float, places: int = 0) -> str:
    """Return the number with as many decimal places, as the language writes it: 1.234,50 in German."""
    words = catalogue(language())
    whole, _, fraction = f"{value:,.{places}f}".partition(".")
    whole = whole.replace(",", words["number.thousands"])
    return f"{whole}{words['number.decimal']}{fraction}" if fraction else whole


def t(key: str, **values: Any) -> str:
    """Return the text with its values filled in; KeyError for a key that no catalogue has."""
    counted = {name: _Count(value) if type(value) is int else value for name, value in values.items()}
    return catalogue(language())[key].format(**counted)


def status_word(status: str) -> str:
    """Return a run's or an agent's status as people call it."""
    return catalogue(language()).get(f"status.{status}", status)


def action_word(action: str) -> str:
    """Return what was decided, as people call it."""
    return catalogue(language()).get(f"action.{action}", action)
