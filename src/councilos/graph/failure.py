"""How a failed step leaves the graph: with the node's id and words that a person can use."""

from __future__ import annotations

from councilos.errors import CouncilError, ProviderError
from councilos.events.parts import ErrorInfo


class StepFailed(Exception):
    """A node's step failed; `info` says where, why and whether `continue` can help (RN-8)."""

    def __init__(self, info: ErrorInfo) -> None:
        """Take what is known; the original exception is `__cause__`."""
        super().__init__(info.message)
        self.info = info


def error_info(error: BaseException, node_id: str | None = None, agent: str = "") -> ErrorInfo:
    """Describe any exception, naming the agent whose step it ended.

    Unforeseen ones show their type only, their text may hold secrets.
    """
    whose = f"{agent}: " if agent else ""
    if isinstance(error, StepFailed):
        return error.info
    if isinstance(error, CouncilError):
        retryable = error.retryable if isinstance(error, ProviderError) else False
        details = {key: value for key, value in error.details.items() if key != "retryable"}
        if agent:
            details["agent"] = agent
        return ErrorInfo(
            code=error.code,
            message=whose + error.message,
            node=node_id,
            retryable=retryable,
            details=details,
        )
    message = (
        f"{whose}Something unforeseen went wrong ({type(error).__name__}); the server's log has the details."
    )
    return ErrorInfo(code="internal", message=message, node=node_id, retryable=True)
