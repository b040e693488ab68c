"""Every error as one sentence with what to do; nobody sees a traceback without `--debug`."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from councilos.cli.exits import ExitCode
from councilos.cli.plain import clean
from councilos.cli.texts import t
from councilos.cli.words import error_words, problem_words
from councilos.errors import (
    CouncilError,
    InvalidInput,
    NotFound,
    Problem,
    Refused,
    SetupError,
    UserError,
)

if TYPE_CHECKING:
    from councilos.settings import Settings


def report(error: Exception, *, debug: bool) -> ExitCode:
    """Write the error to stderr and return the exit code that says whose turn it is."""
    if debug:
        traceback.print_exception(error)
    if not isinstance(error, CouncilError):
        _say(t("error.unexpected", kind=type(error).__name__, message=str(error) or "-"))
        return ExitCode.FAILED
    said = error_words(error)
    _say(said)
    if isinstance(error, InvalidInput):
        print_problems([found for found in error.problems if not said.endswith(found.message)])
    remedy = error.details.get("remedy")
    if said == error.message and isinstance(remedy, str) and remedy not in said:
        _say(remedy)
    return exit_code(error)


def exit_code(error: CouncilError) -> ExitCode:
    """Return who has to act: whoever typed the command (2), installed CouncilOS (3), or anybody (1)."""
    if isinstance(error, SetupError | Refused):
        return ExitCode.SETUP
    if isinstance(error, InvalidInput):
        return ExitCode.USAGE
    return ExitCode.FAILED


def print_problems(problems: Sequence[Problem]) -> None:
    """Write every problem to stderr: where, what, how to mend it (BP-11)."""
    for problem in problems:
        _say(problem_text(problem))


def problem_text(problem: Problem) -> str:
    """Return one problem as a line, its hint on the next."""
    message, hint = problem_words(problem)
    line = t(f"check.{problem.severity}", path=problem.path or "/", message=message)
    return f"{line}\n    {hint}" if hint else line


@contextmanager
def about_run(run_id: str) -> Generator[None]:
    """Name the run in the error when there is none."""
    try:
        yield
    except NotFound:
        raise NotFound(t("error.no_run", id=run_id), spoken=True) from None


def check_range(option: str, value: int, low: int, high: int) -> None:
    """Raise a usage error when the option's value is out of its range."""
    if not low <= value <= high:
        raise usage(t("option.range", option=option, low=str(low), high=str(high)))


def usage(message: str) -> UserError:
    """Return the error for a command that cannot be carried out as it was typed (exit code 2).

    `message` is in the person's language.
    """
    return InvalidInput(message, spoken=True)


def read_settings() -> Settings:
    """Return the settings; BadSetting names every variable whose value cannot be used."""
    from councilos.configuration import BadSetting
    from councilos.configuration import read_settings as read

    try:
        return read()
    except BadSetting as bad:
        said = [t("setting.wrong", message=sentence) for sentence in bad.sentences]
        raise BadSetting(said, spoken=True) from None


def _say(text: str) -> None:
    print(clean(text), file=sys.stderr)
