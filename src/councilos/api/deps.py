"""What the API needs from the composition root, and how routes get at it."""

from __future__ import annotations

from typing import Annotated, Protocol, cast

from fastapi import Depends
from fastapi.requests import HTTPConnection

from councilos.events.updates import Update
from councilos.runs.ports import Storage
from councilos.runs.streams import Live
from councilos.settings import Settings


class Mailbox(Protocol):
    """A list watcher's mailbox."""

    async def next(self) -> Update | None:
        """Return the next update; None means «something may be missing, look again»."""
        ...

    def close(self) -> None:
        """Stop receiving."""
        ...


class Updates(Protocol):
    """Tells what changes in lists, in all processes."""

    def subscribe_updates(self) -> Mailbox:
        """Receive every update from now on."""
        ...


class Catalogue(Protocol):
    """Knows model names."""

    def known(self, name: str) -> bool:
        """Say whether the name can be resolved to a model."""
        ...


class Runtime(Protocol):
    """Everything that a running CouncilOS consists of; `councilos/runtime.py` builds the real one."""

    @property
    def settings(self) -> Settings:
        """What was set."""
        ...

    @property
    def storage(self) -> Storage:
        """Opens units of work."""
        ...

    @property
    def live(self) -> Live:
        """The events of running councils."""
        ...

    @property
    def updates(self) -> Updates:
        """The changes of lists."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """The models that can be named."""
        ...

    def is_outage(self, error: BaseException) -> bool:
        """Say whether this error means that the database cannot be reached at the moment."""
        ...


def runtime_of(connection: HTTPConnection) -> Runtime:
    """Return the runtime that serves this request or WebSocket."""
    return cast("Runtime", connection.app.state.runtime)


# Async although nothing is awaited: FastAPI runs plain functions in a thread.
async def _runtime(connection: HTTPConnection) -> Runtime:
    return runtime_of(connection)


async def _storage(connection: HTTPConnection) -> Storage:
    return runtime_of(connection).storage


RuntimeDep = Annotated[Runtime, Depends(_runtime)]
StorageDep = Annotated[Storage, Depends(_storage)]
