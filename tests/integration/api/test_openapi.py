"""The OpenAPI document: complete, stable, and true."""

# schemathesis leaves much of itself untyped.
# pyright: reportUnknownVariableType=false, reportUntypedFunctionDecorator=false
# pyright: reportUnknownParameterType=false, reportMissingTypeArgument=false

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi.routing import APIWebSocketRoute
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from councilos.api import live
from councilos.api.app import create_app
from councilos.events.types import RUN_EVENTS
from councilos.events.updates import UPDATES
from support.api_runtime import MemoryRuntime

Json = dict[str, Any]
APP = create_app(MemoryRuntime())
DOCUMENT: Json = APP.openapi()
REFERENCE = Path(__file__).parents[3] / "docs/reference/rest.md"
OPERATIONS = [
    (method.upper(), path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]
schema = schemathesis.openapi.from_asgi("/api/openapi.json", APP, headers={"Host": "localhost"})


def test_reference_lists_every_route() -> None:
    """Section 3: document and routes say the same."""
    rows = re.findall(r"^\| (GET|POST|PUT|DELETE|WS) \| `([^`]+)` \|", REFERENCE.read_text(), re.MULTILINE)
    sockets = {("WS", path) for path in _socket_paths()}
    assert set(rows) == {(method, path) for method, path, _ in OPERATIONS} | sockets
    assert len(rows) == len(set(rows))


def _socket_paths() -> list[str]:
    return [route.path for route in live.router.routes if isinstance(route, APIWebSocketRoute)]


def test_operations_are_named_and_documented() -> None:
    """Stable names for generated clients; every operation says what it does and how it fails."""
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(names) == len(set(names))
    for method, path, operation in OPERATIONS:
        assert operation.get("description"), (method, path)
        success = [status for status in operation["responses"] if status.startswith("2")]
        assert len(success) == 1
        if path == "/api/health":
            continue
        for status in ("401", "403", "503"):
            content = operation["responses"][status]["content"]
            assert content["application/problem+json"]["example"]["code"]


def test_bodies_have_examples() -> None:
    """Every request body shows how it may look."""
    for method, path, operation in OPERATIONS:
        if "requestBody" not in operation:
            continue
        [content] = operation["requestBody"]["content"].values()
        shown = content.get("examples") or _resolved(content["schema"]).get("examples")
        assert shown, (method, path)


def _resolved(part: Json) -> Json:
    options: list[Json] = part.get("anyOf", [part])
    reference = next((option["$ref"] for option in options if "$ref" in option), None)
    return DOCUMENT["components"]["schemas"][reference.rsplit("/", 1)[1]] if reference else part


def test_references_lead_somewhere() -> None:
    """A generator can read the document."""
    known = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert set(re.findall(r"'\$ref': '([^']+)'", str(DOCUMENT))) <= known


def test_live_frames_are_schemas() -> None:
    """WS-1: every frame of both sockets is in the document, for the TypeScript types."""
    schemas: Json = DOCUMENT["components"]["schemas"]
    assert set(schemas["Frame"]["properties"]) == {"run", "update"}
    for adapter in (RUN_EVENTS, UPDATES):
        assert set(adapter.json_schema()["$defs"]) <= set(schemas)


async def test_document_is_served(client: httpx.AsyncClient) -> None:
    """The document is where the reference says."""
    answer = await client.get("/api/openapi.json")
    assert answer.json()["info"]["title"] == "CouncilOS"


@pytest.mark.timeout(120)
@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_whatever_is_sent(case: schemathesis.Case) -> None:
    """RN-3, SO-3: no generated request gets a 500, and every answer is as documented."""
    case.call_and_validate(
        timeout=60,
        headers={"Host": "localhost"},
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )
