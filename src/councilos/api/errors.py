"""The one mapping from errors to `application/problem+json` (RFC 9457).

`docs/reference/errors.md` lists every `code`; a test compares. Nothing that the client sent is
echoed, and nothing internal leaves: an unexpected error becomes an `id` that stands in the log.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from councilos import errors
from councilos.errors import CouncilError, InvalidInput, Problem
from councilos.wording import problem_of

log = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 2

STATUS: Final[Mapping[type[CouncilError], int]] = {
    errors.InvalidInput: 422,
    errors.NotFound: 404,
    errors.WrongState: 400,
    errors.Conflict: 409,
    errors.TooLarge: 413,
    errors.Refused: 403,
    errors.UserError: 400,
    errors.SetupError: 503,
    errors.ProviderError: 502,
    errors.BudgetReached: 409,
    errors.Fenced: 409,
    errors.CouncilError: 500,
}
"""Status by class; a subclass that is not listed has its parent's."""

HTTP_CODES: Final[Mapping[int, str]] = {
    400: "bad_request",
    401: "unauthorized",
    403: "refused",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    422: "invalid_input",
    500: "internal",
    503: "storage_unavailable",
}
"""The code of an error that the HTTP layer itself finds."""

_DETAILS: Final[Mapping[int, str]] = {
    404: "There is nothing at this address.",
    405: "This address does not know that method; the header Allow lists those it knows.",
    413: "The request is larger than this address allows.",
}

_MEMBER: Final[Mapping[str, str]] = {"status": "run_status"}
"""Details whose name is taken by a standard member."""


def sendable(problem: Problem) -> dict[str, str]:
    """Return the problem as JSON; half surrogate pairs, which no answer can hold, are written as escapes."""
    return {name: text.encode(errors="backslashreplace").decode() for name, text in problem.as_dict().items()}


def problem_response(
    status: int,
    code: str,
    detail: str,
    *,
    problems: Sequence[Problem] = (),
    headers: Mapping[str, str] | None = None,
    extra: Mapping[str, Any] | None = None,
) -> JSONResponse:
    """Return the answer for one error; `extra` members stand beside the standard ones."""
    content: dict[str, Any] = {
        **(extra or {}),
        "type": f"urn:councilos:error:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": [sendable(problem) for problem in problems],
    }
    return JSONResponse(content, status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def status_of(error: CouncilError) -> int:
    """Return the HTTP status of one of our own errors."""
    return next(STATUS[cls] for cls in type(error).__mro__ if cls in STATUS)


def council_problem(error: CouncilError) -> JSONResponse:
    """Turn one of our own errors into an answer; its `details` stand beside the standard members."""
    status = status_of(error)
    problems = error.problems if isinstance(error, InvalidInput) else ()
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)} if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    extra = {_MEMBER.get(name, name): value for name, value in error.details.items()}
    return problem_response(
        status, error.code, error.message, problems=problems, headers=headers, extra=extra
    )


def outage_problem() -> JSONResponse:
    """Say that the database cannot be reached at the moment and that trying again can help."""
    return problem_response(
        503,
        HTTP_CODES[503],
        "The database cannot be reached at the moment. Try again in a few seconds.",
        headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
    )


def unexpected_problem(error: Exception) -> JSONResponse:
    """Log an error nobody foresaw under an id, and answer with that id and nothing else."""
    error_id = uuid4().hex[:12]
    log.error("Unexpected error %s", error_id, exc_info=error)
    return problem_response(
        500,
        HTTP_CODES[500],
        f"Something went wrong inside CouncilOS. The server's log has the reason under the id {error_id}.",
        extra={"id": error_id},
    )


def http_problem(error: HTTPException) -> JSONResponse:
    """Turn an error of the HTTP layer (unknown path, method, size) into an answer."""
    code = HTTP_CODES.get(error.status_code, "bad_request" if error.status_code < 500 else "internal")
    detail = _DETAILS.get(error.status_code, str(error.detail))
    return problem_response(error.status_code, code, detail, headers=error.headers)


def validation_problem(found: RequestValidationError) -> JSONResponse:
    """Name every value that is wrong and say what to do about the first (RN-3)."""
    problems = [problem_of(item) for item in found.errors()]
    first = problems[0]
    more = {0: "", 1: "Another problem stands in «errors»."}
    rest = more.get(len(problems) - 1, f"{len(problems) - 1} more problems stand in «errors».")
    detail = " ".join(part for part in (first.message, first.hint, rest) if part)
    return problem_response(422, HTTP_CODES[422], detail, problems=problems)


async def _on_council_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CouncilError)
    if status_of(error) >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.warning("%s: %s", error.code, error.message)
    return council_problem(error)


async def _on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return http_problem(error)


async def _on_validation_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return validation_problem(error)


def install(app: FastAPI) -> None:
    """Answer every error that the app knows as a problem document."""
    app.add_exception_handler(CouncilError, _on_council_error)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(RequestValidationError, _on_validation_error)
