"""What works here: `/api/health` (open always), `/api/providers` (models) and `/api/system` (tools, data)."""

from __future__ import annotations

import asyncio
from typing import Final
from uuid import UUID

from fastapi import APIRouter

from councilos import __version__
from councilos.api import docs
from councilos.api.deps import Runtime, RuntimeDep
from councilos.api.disk import data_use
from councilos.api.shapes.system import Health, Provider, System, Tool
from councilos.errors import StorageUnavailable
from councilos.models.doctor import providers
from councilos.runs import councils, history
from councilos.tools.doctor import tools

NOBODY: Final = UUID(int=0)
PATIENCE_SECONDS: Final = 2.0

router = APIRouter(prefix="/api", tags=["system"])


@router.head("/health", include_in_schema=False)
@router.get("/health")
async def get_health(runtime: RuntimeDep) -> Health:
    """Answer 200 as long as the server answers; `status` is `degraded` while the database is away."""
    database = await _database_answers(runtime)
    status = "ok" if database else "degraded"
    return Health(status=status, version=__version__, checks={"database": database})


@router.get("/providers", responses=docs.problems())
async def list_providers(runtime: RuntimeDep) -> list[Provider]:
    """Ask every model provider whether it can be used now, and say what to set where it cannot (BP-14)."""
    return [Provider.model_validate(report.as_dict()) for report in await providers(runtime.settings)]


@router.get("/system", responses=docs.problems())
async def get_system(runtime: RuntimeDep) -> System:
    """Return version, tools, and where the data lies and how large it is."""
    _, runs = await history.page(runtime.storage, limit=1, offset=0)
    _, saved = await councils.page(runtime.storage, limit=1, offset=0)
    found = await asyncio.to_thread(tools, runtime.settings)
    return System(
        version=__version__,
        tools=[
            Tool(
                tool=report.tool,
                ready=report.ready,
                set=list(report.set),
                problem=report.problem,
                uses=report.uses,
            )
            for report in found
        ],
        data=await asyncio.to_thread(data_use, runtime.settings),
        runs=runs,
        councils=saved,
    )


async def _database_answers(runtime: Runtime) -> bool:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), runtime.storage.begin() as uow:
            await uow.runs.get(NOBODY)
    except Exception as error:  # edge: health says what is wrong instead of failing
        if not isinstance(error, StorageUnavailable | TimeoutError) and not runtime.is_outage(error):
            raise
        return False
    return True
