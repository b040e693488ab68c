"""Which saved council a word on the command line means."""

from __future__ import annotations

from typing import cast

import pytest

from councilos.cli.engine import Engine, SavedCouncil, find_council
from councilos.errors import InvalidInput


class Shelf:
    """Holds councils as an engine does, last changed first."""

    def __init__(self, *names: str) -> None:
        self._names = names

    async def councils(self) -> list[SavedCouncil]:
        return [SavedCouncil(f"id-{number}", name) for number, name in enumerate(self._names)]


def engine(*names: str) -> Engine:
    return cast("Engine", Shelf(*names))


async def test_by_id_or_exactly_by_name() -> None:
    """BP-12: the newest of those with the same name."""
    shelf = engine("Mine", "Other", "Mine")
    assert (await find_council(shelf, "Mine")).id == "id-0"
    assert (await find_council(shelf, "id-2")).name == "Mine"


async def test_an_empty_word_is_no_council(monkeypatch: pytest.MonkeyPatch) -> None:
    """BP-12: a variable that is not set in a script must not run whichever council has no name."""
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(InvalidInput):
        await find_council(engine("", "Mine"), "")


async def test_known_names_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI-7: without blanks for those that have none."""
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(InvalidInput, match=r"Saved councils: «Mine», «Other»\.$"):
        await find_council(engine("", "Mine", "Other", "Mine"), "Yours")
