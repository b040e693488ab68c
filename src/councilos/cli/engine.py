"""What the commands need of CouncilOS, wherever it runs: in a live server or in this process."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from councilos.events.types import Event
    from councilos.runs.choices import Choice
    from councilos.settings import Settings

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to be run: a saved council, a council from a file, or the default one."""

    topic: str
    council_id: str | None = None
    blueprint: Json | None = None
    god_mode: bool = False
    budget: Json | None = None
    documents: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SavedCouncil:
    """A council as it is stored."""

    id: str
    name: str
    data: Json = field(default_factory=dict[str, Any])


class Engine(Protocol):
    """One way to reach CouncilOS; every method raises `CouncilError`s and nothing else on purpose."""

    @property
    def url(self) -> str | None:
        """The server that is used; None when engine and worker run in this process."""
        ...

    async def start(self, wish: Wish) -> str:
        """Start a run and return its id."""
        ...

    async def run(self, run_id: str) -> Json:
        """Return the run as REST shows it (`runs.view.run_view`)."""
        ...

    async def blueprint(self, run_id: str) -> Json:
        """Return the copy of the council that the run executes."""
        ...

    async def runs(self, *, status: Sequence[str], limit: int, offset: int) -> tuple[list[Json], int]:
        """Return one page of runs, newest first, and how many match."""
        ...

    def follow(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
        """Yield a snapshot, then everything after `after`, until the run has ended (WS-4)."""
        ...

    async def decide(self, run_id: str, pause_id: str, choice: Choice) -> None:
        """Decide one pause item; AlreadyDecided when somebody else was first (RN-9)."""
        ...

    async def cancel(self, run_id: str) -> None:
        """End the run as cancelled."""
        ...

    async def resume(self, run_id: str, budget: Json | None) -> None:
        """Go on after a failure or a reached budget."""
        ...

    async def councils(self) -> list[SavedCouncil]:
        """Return all saved councils, last changed first."""
        ...

    async def save(self, blueprint: Json) -> SavedCouncil:
        """Check and save a council."""
        ...

    async def default(self) -> Json:
        """Return the blueprint of the default council (CS-7)."""
        ...


class Shelf(Protocol):
    """The documents (TL-2); errors as for `Engine`."""

    async def documents(self) -> list[Json]:
        """Return all documents as REST shows them, newest first."""
        ...

    async def document(self, document_id: str) -> Json:
        """Return one document."""
        ...

    async def add_document(self, path: Path, password: str | None) -> Json:
        """Take in a file; it is read in the background."""
        ...

    async def delete_document(self, document_id: str) -> None:
        """Delete a document with all its chunks."""
        ...


class Councilos(Engine, Shelf, Protocol):
    """All of it."""


@asynccontextmanager
async def open_engine(settings: Settings, *, worker: bool) -> AsyncGenerator[Councilos]:
    """Use the live server of this COUNCILOS_HOME, else start the engine here (decision 16).

    `worker` says whether runs are to be executed; only then a worker starts in this process.
    """
    from councilos.cli.home import live_server

    server = await live_server(settings.councilos_home)
    if server is not None:
        from councilos.cli.remote import open_remote

        async with open_remote(server.url, settings) as remote:
            yield remote
    else:
        from councilos.cli.local import open_local

        async with open_local(settings, worker=worker) as local:
            yield local


async def find_council(engine: Engine, name_or_id: str) -> SavedCouncil:
    """Return the saved council with this id or exactly this name, the newest; a usage error lists all."""
    from councilos.cli.failures import usage
    from councilos.cli.texts import t

    saved = await engine.councils()
    for council in saved:
        if name_or_id and name_or_id in (council.id, council.name):
            return council
    names = list(dict.fromkeys(council.name for council in saved if council.name))
    known = ", ".join(f"«{name}»" for name in names[:10]) or t("council.none")
    raise usage(t("council.unknown", name=name_or_id, known=known))
