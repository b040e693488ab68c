"""Reading the settings, with a sentence for each that cannot be used (SO-5)."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from councilos.errors import SetupError
from councilos.settings import Settings
from councilos.wording import problem_of


class BadSetting(SetupError):
    """An environment variable has a value that cannot be used; `sentences` has one for each."""

    code = "bad_setting"

    def __init__(self, sentences: Sequence[str], **details: object) -> None:
        """Take what is wrong; never a value, which may be a secret (SO-1)."""
        super().__init__("\n".join(sentences), **details)
        self.sentences = tuple(sentences)


def read_settings() -> Settings:
    """Return the settings; BadSetting names every variable whose value cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        found = error.errors(include_input=False, include_url=False)
    problems = [problem_of({**item, "loc": ("setting", str(item["loc"][0]).upper())}) for item in found]
    raise BadSetting([f"{problem.message} {problem.hint}".strip() for problem in problems])
