"""What the server says, in the language of the terminal (UI-7).

The core speaks English and gives every error, problem and notice a stable code. For German and
Chinese `messages/faults.{de,zh}.json` has words by these codes, mostly the web app's. What has no
words of its own, and sentences that name facts which ours cannot know, stand as they were said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, cast

from councilos.cli.texts import language, status_word
from councilos.errors import CouncilError, InvalidInput, Problem

Words = Mapping[str, Any]

_TELLING: Final = frozenset(
    {"invalid_input", "invalid_blueprint", "setup", "storage_unavailable", "internal", "bad_request"}
)
"""Codes whose English sentence names a fact, such as a path or a number, that our words cannot know."""


@cache
def faults(code: str) -> Words:
    """Return the words of one language by kind and code; nothing for English."""
    if code == "en":
        return {}
    path = resources.files("councilos.cli").joinpath("messages", f"faults.{code}.json")
    return json.loads(path.read_text(encoding="utf-8"))


def error_words(error: CouncilError) -> str:
    """Return what went wrong as one sentence or two.

    The command line marks its own errors, which are in the person's language, by the detail `spoken`.
    """
    if error.details.get("spoken"):
        return error.message
    if isinstance(error, InvalidInput) and error.problems:
        known = all(_found("problems", problem.code) for problem in error.problems)
        return _words(error.code, "" if known else error.message, error.details) or error.message
    return _words(error.code, error.message, error.details)


def info_words(info: Mapping[str, Any]) -> str:
    """Return what ended a run or a step, without the agent's name before it (`ErrorInfo` as JSON)."""
    details: Mapping[str, Any] = info.get("details") or {}
    message = str(info["message"]).removeprefix(f"{details.get('agent')}: ")
    return _words(str(info["code"]), message, details)


def problem_words(problem: Problem) -> tuple[str, str]:
    """Return what is wrong and how to mend it."""
    found = _found("problems", problem.code)
    if not isinstance(found, dict):
        return problem.message, problem.hint
    words = cast("dict[str, str]", found)
    return words["message"], words["hint"]


def cause_words(cause: str, title: str, message: str) -> str:
    """Return why a provider cannot be used; `title` names it, `message` is the server's sentence."""
    found = _found("causes", cause)
    return f"{found.format(model=title)} {message}" if isinstance(found, str) else message


def document_words(error: Mapping[str, Any]) -> str:
    """Return why a document could not be read (`{code, message}`)."""
    return _words("unreadable_document", str(error["message"]), {"reason": error["code"]})


def notice_words(code: str, message: str, name: str) -> str:
    """Return what people should know; `name` is the agent it is about."""
    found = _found("notices", code)
    return found.format(name=name) if isinstance(found, str) else message


def _words(code: str, message: str, details: Mapping[str, Any]) -> str:
    cause, reason = str(details.get("cause")), str(details.get("reason"))
    status = details.get("status") or details.get("run_status")
    known = code != "unreadable_document" or _found("unreadable", reason) is not None
    found = _found("unreadable", reason) if code == "unreadable_document" else None
    found = found or (_found("causes", cause) if code == "provider" else None)
    found = found or (_found("errors", f"{code}_status") if status else None) or _found("errors", code)
    if not isinstance(found, str):
        return message
    words = found.format(
        model=details.get("model") or "–",
        variable=details.get("variable") or "–",
        size=f"{int(details.get('limit_bytes') or 0) // 1024 // 1024} MB",
        status=status_word(str(status)),
        reason=reason,
    )
    return words if known and code not in _TELLING else f"{words} {message}".rstrip()


def _found(kind: str, code: str) -> Any:
    return cast("dict[str, Any]", faults(language()).get(kind, {})).get(code)
