"""What a person is told when a run fails: what failed, where, and whether trying again can help."""

from __future__ import annotations

from councilos.errors import CouncilError, InvalidBlueprint, MissingSetting, ProviderError
from councilos.events.types import ErrorInfo


def describe(error: BaseException, node: str | None = None) -> ErrorInfo:
    """Return the error as clients see it; unexpected ones show their kind, the log has the rest."""
    node = node or getattr(error, "node", None)
    cause = error.__cause__ if getattr(error, "node", None) and error.__cause__ else error
    if isinstance(cause, ProviderError):
        return ErrorInfo(
            code=cause.code,
            message=cause.message,
            node=node,
            retryable=cause.retryable,
            details=dict(cause.details),
        )
    if isinstance(cause, CouncilError):
        return ErrorInfo(
            code=cause.code,
            message=cause.message,
            node=node,
            retryable=isinstance(cause, MissingSetting),
            details=_details(cause),
        )
    return ErrorInfo(
        code="internal",
        message=f"An unexpected error ended the run ({type(cause).__name__}). The server's log has more.",
        node=node,
        retryable=True,
    )


def _details(error: CouncilError) -> dict[str, object]:
    details: dict[str, object] = dict(error.details)
    if isinstance(error, InvalidBlueprint):
        details["problems"] = [problem.as_dict() for problem in error.problems]
    return details
