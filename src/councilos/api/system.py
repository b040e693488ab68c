"""`/api/health`: whether the server works; open always."""

from __future__ import annotations

from fastapi import APIRouter

from councilos import __version__
from councilos.api.deps import RuntimeDep
from councilos.api.shapes import Health

router = APIRouter(prefix="/api", tags=["system"])


@router.get("/health")
async def get_health(runtime: RuntimeDep) -> Health:
    """Answer 200 as long as the server answers; `status` is `degraded` while a part does not work."""
    checks = dict(runtime.ready())
    working = all(value is not False for value in checks.values())
    return Health(status="ok" if working else "degraded", version=__version__, checks=checks)
