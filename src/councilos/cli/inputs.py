"""What a person hands to a command (topic, council file, budget, output): checked before a run starts."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from councilos.cli.failures import read_settings, usage
from councilos.cli.texts import t

if TYPE_CHECKING:
    from councilos.blueprint.check import Report

Json = dict[str, Any]

STDIN: Final = "-"
_BUDGET_KEYS: Final = {"tokens": "tokens", "cost": "cost_usd", "cost_usd": "cost_usd", "minutes": "minutes"}


def read_topic(argument: str) -> str:
    """Return the topic, read from stdin for `-`; a usage error when it cannot be used (RN-1)."""
    topic = argument
    if argument == STDIN:
        try:
            topic = sys.stdin.buffer.read().decode("utf-8").strip()
        except UnicodeDecodeError:
            raise usage(t("topic.encoding")) from None
    if problem := _topic_problem(topic):
        raise usage(problem)
    return topic


def _topic_problem(topic: str) -> str:
    from councilos.runs.start import MAX_TOPIC

    if not topic.strip():
        return t("topic.empty")
    if len(topic) > MAX_TOPIC:
        return t("topic.long", characters=len(topic), limit=MAX_TOPIC)
    if "\x00" in topic or any("\ud800" <= char <= "\udfff" for char in topic):
        return t("topic.no_text")
    return ""


@dataclass(frozen=True, slots=True)
class CouncilFile:
    """A council file as it was read and what the check said."""

    path: Path
    report: Report


def read_council(path: Path) -> CouncilFile:
    """Read and check a council file; a usage error when it cannot be read, never for its content (BP-11).

    Models are judged by the settings of this installation.
    """
    from councilos.blueprint.check import Report, check
    from councilos.blueprint.codec import parse
    from councilos.errors import InvalidInput
    from councilos.models.catalogue import Catalogue

    try:
        source = path.read_bytes()
    except OSError as error:
        raise usage(t("file.unreadable", path=path, reason=error.strerror or error)) from None
    try:
        return CouncilFile(path, check(parse(source), knows_model=Catalogue(read_settings()).known))
    except InvalidInput as broken:
        return CouncilFile(path, Report(None, broken.problems))


def is_file(council: str) -> bool:
    """Say whether `--council` means a file and not the name of a saved council."""
    return council.endswith(".json") or os.sep in council or Path(council).is_file()


def read_budget(parts: list[str]) -> Json | None:
    """Turn `tokens=20000,minutes=5` into a budget; a usage error that names what is wrong (RN-8).

    Decimal commas are understood as well as points: `cost=0,50,minutes=5`.
    """
    from councilos.blueprint.shape import read_budget as checked

    budget: Json = {}
    for part in _BETWEEN.split(",".join(parts)):
        if not part.strip():
            continue
        key, separator, value = part.partition("=")
        name = _BUDGET_KEYS.get(key.strip())
        try:
            if name is None or not separator:
                raise ValueError
            budget[name] = int(value) if name == "tokens" else _decimal(value)
            checked(budget)
        except ValueError:
            raise usage(t("budget.wrong", part=part.strip())) from None
    return budget or None


_BETWEEN: Final = re.compile(r",(?=\s*(?:[A-Za-z_]|,|$))")
"""A comma between two limits; one between digits belongs to its number."""


def _decimal(text: str) -> float:
    """Read a number with a decimal point or comma; ValueError for `1,000`, which may mean a thousand."""
    if re.fullmatch(r"\s*\d+,\d{3}\s*", text):
        raise ValueError
    return float(text.replace(",", "."))


class Output:
    """The file for the final document: checked before the run, written whole or not at all."""

    def __init__(self, path: Path) -> None:
        """Take the path; a usage error when nothing can be written there."""
        self.path = path.expanduser().absolute()
        if self.path.is_dir():
            raise usage(t("output.folder", path=path))
        try:
            os.unlink(self._draft(b""))
            if self.path.exists():
                with self.path.open("ab"):
                    pass
        except OSError as error:
            raise usage(t("output.unwritable", path=path, reason=error.strerror or error)) from None

    def write(self, text: str) -> None:
        """Put the text into place."""
        data = text if text.endswith("\n") else text + "\n"
        draft = self._draft(data.encode("utf-8", "replace"))
        mode = self.path.stat().st_mode & 0o777 if self.path.exists() else 0o666 & ~_umask()
        os.chmod(draft, mode)
        os.replace(draft, self.path)

    def _draft(self, data: bytes) -> str:
        handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return name


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
