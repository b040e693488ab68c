"""The one error hierarchy of CouncilOS.

    CouncilError
    ├── UserError            the person (or client) that made the request can fix it
    │   ├── InvalidInput         a value is wrong; `problems` says which and why
    │   │   └── InvalidBlueprint     the council cannot run as drawn (BP-3, BP-4, BP-5, BP-10)
    │   ├── NotFound             there is no such thing
    │   ├── WrongState           the thing exists, but this cannot be done to it now
    │   ├── Conflict             somebody else was first
    │   │   └── AlreadyDecided       the pause has a decision; `winner` is that decision
    │   ├── TooLarge             the input is over a limit
    │   ├── UnreadableDocument   the file holds nothing that can be read; `reason` names why
    │   └── Refused              Host, Origin or token do not allow it
    ├── SetupError           the person who installed CouncilOS can fix it
    │   ├── MissingSetting       an environment variable is missing; named in `variable`
    │   └── StorageUnavailable   the database cannot be used
    ├── ProviderError        the model provider (or the account there) must be looked at
    ├── BudgetReached        the person who set the run's budget may raise it
    └── Fenced               nobody has to act: another worker has taken this run over

Every class has a stable `code`; `api/errors.py` alone maps classes to HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input, in words that a layperson understands (BP-11).

    `path` is a JSON Pointer into the input ("" is the whole input), `code` is stable,
    `hint` says how to mend it.
    """

    path: str
    code: str
    severity: Literal["error", "warning"]
    message: str
    hint: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return the JSON form that REST, CLI and canvas show."""
        return {
            "path": self.path,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
        }


class CouncilError(Exception):
    """Base of everything that CouncilOS raises on purpose."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str, **details: Any) -> None:
        """Take a sentence that says what is wrong and what to do; `details` go to the client as they are."""
        super().__init__(message)
        self.message = message
        self.details: Mapping[str, Any] = details


class UserError(CouncilError):
    """The person or client that made the request can fix it."""

    code = "bad_request"


class InvalidInput(UserError, ValueError):
    """A value is wrong; `problems` says which and why."""

    code = "invalid_input"

    def __init__(self, message: str, problems: Sequence[Problem] = (), **details: Any) -> None:
        """Take the summary sentence and every problem found, errors and warnings."""
        super().__init__(message, **details)
        self.problems: tuple[Problem, ...] = tuple(problems)

    @classmethod
    def at(cls, path: str, code: str, message: str) -> Self:
        """Return the error for one wrong value; `path` is a JSON Pointer into the input."""
        return cls(message, [Problem(path, code, "error", message)])


class InvalidBlueprint(InvalidInput):
    """The council cannot run as drawn (BP-3, BP-4, BP-5, BP-10)."""

    code = "invalid_blueprint"


class NotFound(UserError):
    """There is no such thing (RN-3)."""

    code = "not_found"


class WrongState(UserError):
    """The thing exists, but this cannot be done to it now (GM-8)."""

    code = "wrong_state"


class Conflict(UserError):
    """Somebody else was first."""

    code = "conflict"


class AlreadyDecided(Conflict):
    """The pause already has a decision: `winner` says who, what and when (RN-9)."""

    code = "already_decided"

    def __init__(self, message: str, winner: Mapping[str, Any]) -> None:
        """Take the winning decision as JSON: `action`, `decided_by`, `decided_at`."""
        super().__init__(message, winner=dict(winner))
        self.winner = dict(winner)


class TooLarge(UserError):
    """The input is over a limit; the message names the limit."""

    code = "too_large"


class UnreadableDocument(UserError):
    """The file holds nothing that can be read as a source; `reason` is stable (TL-2)."""

    code = "unreadable_document"

    def __init__(self, message: str, reason: str) -> None:
        """Take the sentence for people and the name of the failure (`documents.model.FAILURES`)."""
        super().__init__(message, reason=reason)
        self.reason = reason


class Refused(UserError):
    """Host, Origin or token do not allow the request."""

    code = "refused"


class SetupError(CouncilError):
    """The person who installed CouncilOS can fix it."""

    code = "setup"


class MissingSetting(SetupError):
    """An environment variable is missing; it is named in `variable` (BP-14)."""

    code = "missing_setting"

    def __init__(self, message: str, variable: str) -> None:
        """Take the sentence and the exact name of the variable to set."""
        super().__init__(message, variable=variable)
        self.variable = variable


class StorageUnavailable(SetupError):
    """The database cannot be used; the message says why and what to do."""

    code = "storage_unavailable"


class ProviderError(CouncilError):
    """A model provider failed; `retryable` says whether trying again can help.

    `details` hold `provider`, `model`, `cause` (rate_limit, auth, not_found, timeout, connection,
    empty, bad_request, server) and `remedy`; never a key.
    """

    code = "provider"

    def __init__(self, message: str, *, retryable: bool, **details: Any) -> None:
        """Take the sentence, whether a retry can help, and the details named above."""
        super().__init__(message, retryable=retryable, **details)
        self.retryable = retryable


class BudgetReached(CouncilError):
    """The run's budget allows no further model call; a person may raise it and continue (RN-8)."""

    code = "budget"


class Fenced(CouncilError):
    """Another worker has taken this run over; this one must stop without writing."""

    code = "fenced"
