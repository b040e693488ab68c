"""What the OpenAPI document says beyond the routes themselves: errors, examples and live frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from councilos.api.errors import MEDIA_TYPE
from councilos.api.shapes.councils import CouncilDraft
from councilos.api.shapes.problems import ProblemDetails
from councilos.blueprint.model import Blueprint
from councilos.events.types import RunEvent
from councilos.events.updates import Update

DESCRIPTION: Final = """\
Draw a council of AI agents, run a topic through it, and stay in charge of every step.

Errors are `application/problem+json` with a stable `code`. Live events come over two WebSockets:
`/ws/council/{run_id}?after=seq` sends the frames in `RunEvent`, `/ws/updates?after=cursor` those in `Update`
(both under `Frame` in the schemas).
"""

BLUEPRINT_EXAMPLE: Final[Mapping[str, Any]] = {
    "version": "1.0",
    "name": "Writer and critic",
    "nodes": [
        {"id": "writer", "type": "agent", "name": "Writer", "system_prompt": "Write a short text."},
        {"id": "critic", "type": "agent", "name": "Critic", "system_prompt": "Judge the text."},
    ],
    "edges": [
        {"id": "e1", "source": "writer", "target": "critic", "type": "linear"},
        {
            "id": "e2",
            "source": "critic",
            "target": "writer",
            "type": "conditional",
            "condition": "rework",
        },
    ],
}

_TEXTS: Final[Mapping[int, str]] = {
    400: "Not possible in the present state",
    401: "The API token is missing or wrong",
    403: "Host or Origin is not allowed",
    404: "No such thing",
    409: "Somebody else was first",
    413: "The body or file is too large",
    422: "A value is wrong; `errors` names each",
    503: "The database cannot be reached at the moment",
}

_CODES: Final[Mapping[int, str]] = {
    400: "wrong_state",
    401: "unauthorized",
    403: "refused",
    404: "not_found",
    409: "already_decided",
    413: "too_large",
    422: "invalid_input",
    503: "storage_unavailable",
}


class Frame(BaseModel):
    """Carries both unions into the OpenAPI document, from which TypeScript types are generated."""

    run: RunEvent
    update: Update


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that can answer with these errors, and those any route has."""
    return {status: _problem(status) for status in sorted({401, 403, 503, *statuses})}


def _problem(status: int) -> dict[str, Any]:
    example: dict[str, Any] = {
        "type": f"urn:councilos:error:{_CODES[status]}",
        "title": _TEXTS[status],
        "status": status,
        "detail": "A sentence that says what is wrong and what to do.",
        "code": _CODES[status],
        "errors": [],
    }
    schema = {"$ref": "#/components/schemas/ProblemDetails"}
    return {"description": _TEXTS[status], "content": {MEDIA_TYPE: {"schema": schema, "example": example}}}


def blueprint_body(*, wrapped: bool) -> dict[str, Any]:
    """Describe a body that is a blueprint, or (if `wrapped`) one under `data` beside a `name`."""
    bare: dict[str, Any] = {"$ref": "#/components/schemas/Blueprint"}
    under_data: dict[str, Any] = {"$ref": "#/components/schemas/CouncilDraft"}
    examples: dict[str, Any] = {"blueprint": {"value": dict(BLUEPRINT_EXAMPLE)}}
    if wrapped:
        examples["named"] = {"value": {"name": "My council", "data": dict(BLUEPRINT_EXAMPLE)}}
    schema: dict[str, Any] = {"anyOf": [under_data, bare]} if wrapped else {}
    content = {"application/json": {"schema": schema, "examples": examples}}
    return {"requestBody": {"required": True, "content": content}}


def operation_id(route: APIRoute) -> str:
    """Name an operation after its function: stable names for generated clients."""
    return route.name


def install(app: FastAPI) -> None:
    """Make `app.openapi()` complete: problem documents, blueprints and live frames are schemas in it."""

    def build() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = get_openapi(
                title=app.title, version=app.version, description=app.description, routes=app.routes
            )
            _, extra = models_json_schema(
                [
                    (ProblemDetails, "serialization"),
                    (Frame, "serialization"),
                    (Blueprint, "validation"),
                    (CouncilDraft, "validation"),
                ],
                ref_template="#/components/schemas/{model}",
            )
            schemas: dict[str, Any] = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in extra["$defs"].items():
                schemas.setdefault(name, schema)
            document["components"]["securitySchemes"] = {
                "token": {"type": "http", "scheme": "bearer", "description": "Only when a token is set."}
            }
            document["security"] = [{}, {"token": []}]
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = build
