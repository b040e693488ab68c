"""Put the API together: routes, errors, guards and the web app."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware

from councilos import __version__
from councilos.api import (
    agents,
    councils,
    docs,
    documents,
    errors,
    files,
    headers,
    history,
    live,
    runs,
    system,
)
from councilos.api.deps import Runtime
from councilos.api.origins import Door
from councilos.api.security import HostGuard, LastResort, SafeHeaders, TokenGuard
from councilos.api.static import WebApp

OPENAPI_PATH: Final = "/api/openapi.json"
LOCAL_HOST: Final = "127.0.0.1"


def create_app(runtime: Runtime, web_dir: Path | None = None, *, host: str = LOCAL_HOST) -> FastAPI:
    """Return the app on a runtime that is already open; `host` is what the server is bound to.

    Raises SetupError when COUNCILOS_ALLOWED_ORIGINS cannot be understood.
    """
    app = routes()
    app.state.runtime = runtime
    app.router.default = WebApp(web_dir)
    _guard(app, runtime, host)
    return app


def routes() -> FastAPI:
    """Return the routes alone, which is all that the OpenAPI document is made of."""
    app = FastAPI(
        title="CouncilOS",
        version=__version__,
        description=docs.DESCRIPTION,
        openapi_url=OPENAPI_PATH,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=docs.operation_id,
    )
    errors.install(app)
    for part in (documents, councils, files, agents, runs, history, system, live):
        app.include_router(part.router)
    docs.install(app)
    return app


def _guard(app: FastAPI, runtime: Runtime, host: str) -> None:
    """Wrap the app; the last one added is the first to see a request."""
    settings = runtime.settings
    token = settings.councilos_api_token
    app.add_middleware(LastResort, is_outage=runtime.is_outage)
    app.add_middleware(GZipMiddleware, minimum_size=1_024, compresslevel=5)
    app.add_middleware(TokenGuard, token=token.get_secret_value() if token else None)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=("GET", "POST", "PUT", "DELETE"),
        allow_headers=("Authorization", "Content-Type", "Idempotency-Key"),
        expose_headers=(headers.TOTAL, headers.WARNINGS, headers.WARNING_COUNT, "Retry-After"),
    )
    app.add_middleware(HostGuard, door=Door.of(settings.origins, host))
    app.add_middleware(SafeHeaders)
