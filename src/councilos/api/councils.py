"""`/api/councils`: save, read, change, delete and check councils (BP-11, BP-12)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any, cast

from fastapi import APIRouter, Body, Response
from starlette.convertors import Convertor, register_url_convertor

from councilos.api import answers, docs
from councilos.api.bodies import BlueprintRoute
from councilos.api.deps import RuntimeDep, StorageDep
from councilos.api.errors import sendable
from councilos.api.paging import TOTAL_HEADER, Limit, Offset
from councilos.api.shapes.base import Json
from councilos.api.shapes.councils import MAX_NAME, CheckAnswer, Council
from councilos.api.shapes.problems import ProblemItem
from councilos.blueprint.check import check, is_heavy
from councilos.errors import InvalidBlueprint, InvalidInput
from councilos.runs import councils
from councilos.runs.text import is_text


class _CouncilId(Convertor[str]):
    """Any path segment but the names of our own commands (section 3)."""

    regex = "(?!(?:run|check|import|upload-pdf)(?:/|$))[^/]+"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("council", _CouncilId())

router = APIRouter(prefix="/api/councils", tags=["councils"], route_class=BlueprintRoute)

AnyBody = Annotated[Any, Body()]
Wrapped = docs.blueprint_body(wrapped=True)


def unwrap(body: Any) -> tuple[Json, str | None, str]:
    """Return blueprint, own name and where the blueprint stands in the body.

    Clients send either the blueprint itself or `{"name": …, "data": blueprint}`.
    """
    data, prefix = _blueprint_in(body)
    if not isinstance(data, dict):
        raise InvalidInput.at(prefix, "wrong_type", "The blueprint must be a JSON object.")
    name = _name(body.get("name")) if prefix else None
    return cast("Json", data), name, prefix


def _blueprint_in(body: Any) -> tuple[Any, str]:
    if isinstance(body, dict) and "data" in body and "nodes" not in body:
        return body["data"], "/data"  # pyright: ignore[reportUnknownVariableType]
    return body, ""  # pyright: ignore[reportUnknownVariableType]


def _name(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise InvalidInput.at("/name", "wrong_type", "name must be a text.")
    if len(value) > MAX_NAME:
        raise InvalidInput.at(
            "/name", "too_long", f"name has {len(value)} characters; {MAX_NAME} are allowed."
        )
    if not is_text(value):
        raise InvalidInput.at("/name", "no_text", "name holds a character that is no text.")
    return value


def moved(error: InvalidBlueprint, prefix: str) -> InvalidBlueprint:
    """Return the error with paths that lead into the body as it was sent."""
    found = [replace(problem, path=prefix + problem.path) for problem in error.problems]
    return InvalidBlueprint(error.message, found, **error.details)


@router.get("/", responses=docs.problems(422))
@router.get("", include_in_schema=False)
async def list_councils(
    storage: StorageDep,
    response: Response,
    limit: Limit = 100,
    offset: Offset = 0,
) -> list[Council]:
    """List saved councils, last changed first; the header `X-Total-Count` says how many there are."""
    found, total = await councils.page(storage, limit=limit, offset=offset)
    response.headers[TOTAL_HEADER] = str(total)
    return [answers.council(stored) for stored in found]


@router.post(
    "/",
    status_code=201,
    responses=docs.problems(413, 422),
    openapi_extra=Wrapped,
)
@router.post("", status_code=201, include_in_schema=False)
async def create_council(storage: StorageDep, body: AnyBody) -> Council:
    """Save a council."""
    data, name, prefix = unwrap(body)
    try:
        return answers.council(await councils.create(storage, data, name))
    except InvalidBlueprint as error:
        raise moved(error, prefix) from None


@router.post(
    "/check",
    responses=docs.problems(413, 422),
    openapi_extra=docs.blueprint_body(wrapped=False),
)
async def check_council(runtime: RuntimeDep, body: AnyBody = None) -> CheckAnswer:
    """Say everything that is wrong with a blueprint; answers 200 for any well-formed JSON."""
    data, prefix = _blueprint_in(body)
    knows = runtime.catalogue.known
    heavy = is_heavy(data)
    report = (
        await asyncio.to_thread(check, data, knows_model=knows) if heavy else check(data, knows_model=knows)
    )
    return CheckAnswer(
        valid=not report.errors,
        problems=[
            ProblemItem.model_validate(sendable(replace(problem, path=prefix + problem.path)))
            for problem in report.problems
        ],
    )


@router.get("/{council_id:council}", responses=docs.problems(404))
async def get_council(storage: StorageDep, council_id: str) -> Council:
    """Read one council."""
    return answers.council(await councils.get(storage, councils.as_blueprint_id(council_id)))


@router.put(
    "/{council_id:council}",
    responses=docs.problems(404, 413, 422),
    openapi_extra=Wrapped,
)
async def update_council(storage: StorageDep, council_id: str, body: AnyBody) -> Council:
    """Replace a council; runs that use it keep their copy."""
    blueprint_id = councils.as_blueprint_id(council_id)
    data, name, prefix = unwrap(body)
    try:
        return answers.council(await councils.update(storage, blueprint_id, data, name))
    except InvalidBlueprint as error:
        raise moved(error, prefix) from None


@router.delete("/{council_id:council}", status_code=204, responses=docs.problems(404))
async def delete_council(storage: StorageDep, council_id: str) -> None:
    """Delete a council; its runs stay."""
    await councils.delete(storage, councils.as_blueprint_id(council_id))
