"""Councils as files (BP-13) and the councils that ship with the product."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response

from councilos.api import answers, docs, headers
from councilos.api.bodies import BLUEPRINT_BODY, read
from councilos.api.councils import moved, unwrap
from councilos.api.deps import RuntimeDep, StorageDep
from councilos.api.shapes.councils import Council, TemplateItem
from councilos.blueprint import codec, templates
from councilos.errors import InvalidBlueprint
from councilos.runs import councils

router = APIRouter(prefix="/api", tags=["councils"])

_BAD_IN_NAMES: Final = re.compile(r'[\x00-\x1f\x7f"\\/:*?<>|%]+')
_LONGEST_NAME: Final = 100
_FILE: Final[dict[str, Any]] = {
    "description": "The canonical file",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Blueprint"}}},
    "headers": {"Content-Disposition": {"schema": {"type": "string"}}},
}


@router.get(
    "/councils/{council_id:council}/export",
    response_class=Response,
    responses={200: _FILE, **docs.problems(404, 422)},
)
async def export_council(storage: StorageDep, council_id: str) -> Response:
    """Answer a saved council as the file that import takes; the same council has the same bytes (BP-13)."""
    stored = await councils.get(storage, councils.as_blueprint_id(council_id))
    content = await asyncio.to_thread(codec.export, stored.data)
    named = {"Content-Disposition": attachment(stored.name)}
    return Response(content, media_type="application/json", headers=named)


@router.post(
    "/councils/import",
    status_code=201,
    responses={201: {"headers": headers.DOCUMENTED}, **docs.problems(413, 422)},
    openapi_extra=docs.blueprint_body(wrapped=True),
)
async def import_council(runtime: RuntimeDep, request: Request, response: Response) -> Council:
    """Save a council from a file, whatever content type it is sent as; every problem is named (BP-13)."""
    content = await read(request, BLUEPRINT_BODY)
    data, name, prefix = unwrap(await asyncio.to_thread(codec.parse, content))
    try:
        knows = runtime.catalogue.known
        saved = await councils.create(runtime.storage, data, name, knows)
    except InvalidBlueprint as error:
        raise moved(error, prefix) from None
    headers.warn(response, saved.warnings, prefix)
    return answers.council(saved.stored)


@router.get("/templates/", responses=docs.problems(422))
@router.get("/templates", include_in_schema=False)
async def list_templates(language: Annotated[str | None, Query(max_length=35)] = None) -> list[TemplateItem]:
    """List the councils to start from: all, or those in one language (de, en, zh)."""
    found = templates.templates(language.partition("-")[0].lower() if language else None)
    return [
        TemplateItem(key=item.key, language=item.language, name=item.name, data=item.data) for item in found
    ]


def attachment(name: str) -> str:
    """Return the header that names the file after the council: exactly for new clients, in ASCII for old."""
    clean = _BAD_IN_NAMES.sub(" ", name).strip(" .")[:_LONGEST_NAME].strip(" .") or "council"
    plain = re.sub(r"\s+", " ", clean.encode("ascii", "ignore").decode()).strip(" .") or "council"
    return f"attachment; filename=\"{plain}.json\"; filename*=UTF-8''{quote(clean, safe='')}.json"
