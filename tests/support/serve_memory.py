"""A server process without database: `python -m support.serve_memory PORT`; says when it has stopped."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from councilos.errors import SetupError
from support import serving
from support.api_runtime import MemoryRuntime


@asynccontextmanager
async def open_runtime() -> AsyncGenerator[MemoryRuntime]:
    try:
        yield MemoryRuntime()
    finally:
        print("stopped", flush=True)  # noqa: T201 - the test reads it


def say(url: str) -> None:
    print(url, flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    try:
        serving.run(open_runtime, int(sys.argv[1]), say)
    except SetupError as error:
        sys.exit(error.message)
