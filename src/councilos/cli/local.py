"""The engine in this process: the same use cases that the server calls, over the same database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from councilos.blueprint.check import load
from councilos.blueprint.model import Budget
from councilos.blueprint.templates import default_council
from councilos.cli.engine import Json, SavedCouncil, Wish
from councilos.cli.texts import language
from councilos.documents.files import Files
from councilos.documents.model import MAX_FILE
from councilos.errors import TooLarge
from councilos.runs import cancel, councils, decide, documents, history, start, watch
from councilos.runs.choices import Choice, Submission
from councilos.runs.view import run_view

if TYPE_CHECKING:
    from councilos.events.types import Event
    from councilos.runs.model import StoredDocument
    from councilos.runs.ports import Storage
    from councilos.runs.streams import Live
    from councilos.settings import Settings

DECIDED_BY = "cli"
"""Who decided, as the log and other clients show it."""
_PAGE = 500


@asynccontextmanager
async def open_local(settings: Settings, *, worker: bool) -> AsyncGenerator[LocalEngine]:
    """Start database, migrations and (if wanted) a worker here; stop them when the block ends."""
    from councilos.runtime import Runtime

    async with Runtime.open(settings, worker=worker) as runtime:
        yield LocalEngine(runtime.storage, runtime.live, Files(settings.documents_folder))


class LocalEngine:
    """Implements `Engine` with use cases."""

    url: str | None = None

    def __init__(self, storage: Storage, live: Live, files: Files) -> None:
        """Take what `councilos.runtime` built, and where documents are."""
        self._storage = storage
        self._live = live
        self._files = files

    async def start(self, wish: Wish) -> str:
        """Start a run and return its id."""
        stored = None
        if wish.council_id is not None:
            stored = await councils.get(self._storage, councils.as_blueprint_id(wish.council_id))
        data = stored.data if stored else wish.blueprint or await self.default()
        blueprint = await asyncio.to_thread(load, data)
        order = start.Order(
            blueprint=blueprint.model_copy(update={"name": stored.name}) if stored else blueprint,
            topic=wish.topic,
            blueprint_id=stored.id if stored else None,
            god_mode=wish.god_mode,
            budget=_budget(wish.budget),
            documents=wish.documents,
        )
        return str((await start.start(self._storage, order)).id)

    async def run(self, run_id: str) -> Json:
        """Return the run as REST shows it."""
        return run_view(*await history.get(self._storage, history.as_run_id(run_id)))

    async def blueprint(self, run_id: str) -> Json:
        """Return the copy of the council that the run executes."""
        run, _ = await history.get(self._storage, history.as_run_id(run_id))
        return run.blueprint

    async def runs(self, *, status: Sequence[str], limit: int, offset: int) -> tuple[list[Json], int]:
        """Return one page of runs, newest first, and how many match."""
        found, total = await history.page(self._storage, limit=limit, offset=offset, status=status)
        return [run_view(run, None) for run in found], total

    def follow(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
        """Yield a snapshot, then everything after `after`."""
        return watch.follow(self._storage, self._live, history.as_run_id(run_id), after)

    async def decide(self, run_id: str, pause_id: str, choice: Choice) -> None:
        """Decide one pause item."""
        submission = Submission([choice], pause_id, DECIDED_BY)
        await decide.decide(self._storage, history.as_run_id(run_id), submission)

    async def cancel(self, run_id: str) -> None:
        """End the run as cancelled."""
        await cancel.cancel(self._storage, history.as_run_id(run_id))

    async def resume(self, run_id: str, budget: Json | None) -> None:
        """Go on after a failure or a reached budget."""
        await cancel.resume(self._storage, history.as_run_id(run_id), _budget(budget))

    async def councils(self) -> list[SavedCouncil]:
        """Return all saved councils, last changed first."""
        found: list[SavedCouncil] = []
        while True:
            page, total = await councils.page(self._storage, limit=_PAGE, offset=len(found))
            found += [SavedCouncil(str(item.id), item.name, item.data) for item in page]
            if not page or len(found) >= total:
                return found

    async def save(self, blueprint: Json) -> SavedCouncil:
        """Check and save a council."""
        stored = (await councils.create(self._storage, blueprint)).stored
        return SavedCouncil(str(stored.id), stored.name, stored.data)

    async def documents(self) -> list[Json]:
        """Return all documents, newest first."""
        found: list[Json] = []
        while True:
            page, total = await documents.page(self._storage, limit=_PAGE, offset=len(found))
            found += [_document(item) for item in page]
            if not page or len(found) >= total:
                return found

    async def document(self, document_id: str) -> Json:
        """Return one document."""
        return _document(await documents.get(self._storage, documents.as_document_id(document_id)))

    async def add_document(self, path: Path, password: str | None) -> Json:
        """Take in a file; it is read in the background."""
        if (await asyncio.to_thread(path.stat)).st_size > MAX_FILE:
            raise TooLarge(f"{path.name} is larger than {MAX_FILE // 1024 // 1024} MB. Split it.")
        with await asyncio.to_thread(path.open, "rb") as file:
            receiving = self._files.receive(file)
            received = await asyncio.to_thread(receiving.__enter__)
            try:
                taken = await documents.take_in(
                    self._storage, self._files, received, path.name, password=password
                )
            finally:
                await asyncio.to_thread(receiving.__exit__, None, None, None)
        return _document(taken)

    async def delete_document(self, document_id: str) -> None:
        """Delete a document with all its chunks."""
        await documents.delete(self._storage, self._files, documents.as_document_id(document_id))

    async def default(self) -> Json:
        """Return the blueprint of the default council."""
        return default_council(language()).to_json()


def _document(document: StoredDocument) -> Json:
    """Return the document as REST shows it."""
    shown = ("filename", "kind", "size", "status", "pages", "pages_done", "empty_pages", "chunks", "error")
    return {"id": str(document.id), **{name: getattr(document, name) for name in shown}}


def _budget(data: Json | None) -> Budget | None:
    return Budget.model_validate(data) if data else None
