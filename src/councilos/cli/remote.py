"""The engine in a live server: REST for commands, the WebSocket for events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

from councilos.cli.engine import Json, SavedCouncil, Wish
from councilos.cli.texts import language, t
from councilos.errors import (
    AlreadyDecided,
    BudgetReached,
    Conflict,
    CouncilError,
    Fenced,
    InvalidBlueprint,
    InvalidInput,
    MissingSetting,
    NotFound,
    Problem,
    ProviderError,
    Refused,
    SetupError,
    StorageUnavailable,
    TooLarge,
    UnreadableDocument,
    UserError,
    WrongState,
)

if TYPE_CHECKING:
    from councilos.events.types import Event
    from councilos.runs.choices import Choice
    from councilos.settings import Settings

DECIDED_BY: Final = "cli"
"""Who decided, as the log and other clients show it."""
UNKNOWN_RUN: Final = 4404
NO_TOKEN: Final = 4401
"""The close codes for a run that is not there (WS-5) and for a missing or wrong token."""
RETRIES: Final = 120
RETRY_SECONDS: Final = 0.5
"""How often, and after which pause, a lost connection is opened again (WS-4)."""
_PAGE: Final = 500
_TIMEOUT: Final = httpx.Timeout(30.0)


@asynccontextmanager
async def open_remote(url: str, settings: Settings) -> AsyncGenerator[RemoteEngine]:
    """Talk to the server at `url`, with COUNCILOS_API_TOKEN when it is set."""
    token = settings.councilos_api_token
    headers = {"Authorization": f"Bearer {token.get_secret_value()}"} if token else {}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=_TIMEOUT, trust_env=False) as client:
        yield RemoteEngine(url, client, headers)


class RemoteEngine:
    """Implements `Engine` as a client."""

    def __init__(self, url: str, client: httpx.AsyncClient, headers: Mapping[str, str]) -> None:
        """Take the address, a client for it, and the headers that identify us."""
        self.url: str | None = url
        self._client = client
        self._headers = dict(headers)
        self._socket = "ws" + url.removeprefix("http")

    async def start(self, wish: Wish) -> str:
        """Start a run and return its id; a council from a file is stored only until the run has its copy."""
        body: Json = {"god_mode": wish.god_mode, "documents": list(wish.documents)}
        if wish.topic:
            body["input_topic"] = wish.topic
        if wish.budget:
            body["budget"] = wish.budget
        if wish.council_id is not None:
            return await self._start(f"/api/councils/{wish.council_id}/run", body)
        if wish.blueprint is None:
            return await self._start("/api/councils/run", {**body, "language": language()})
        stored = await self.save(wish.blueprint)
        try:
            return await self._start(f"/api/councils/{stored.id}/run", body)
        finally:
            await self._ask("DELETE", f"/api/councils/{stored.id}")

    async def _start(self, path: str, body: Json) -> str:
        return str((await self._ask("POST", path, json=body))["run_id"])

    async def run(self, run_id: str) -> Json:
        """Return the run as REST shows it."""
        return await self._ask("GET", f"/api/councils/run/{run_id}")

    async def blueprint(self, run_id: str) -> Json:
        """Return the copy of the council that the run executes."""
        return (await self._ask("GET", f"/api/runs/{run_id}"))["blueprint"]

    async def runs(self, *, status: Sequence[str], limit: int, offset: int) -> tuple[list[Json], int]:
        """Return one page of runs, newest first, and how many match."""
        query: dict[str, Any] = {"limit": limit, "offset": offset, "status": list(status)}
        page = await self._ask("GET", "/api/runs/", params=query)
        return page["items"], page["total"]

    async def decide(self, run_id: str, pause_id: str, choice: Choice) -> None:
        """Decide one pause item."""
        item: Json = {"action": choice.action, "node": choice.node, **choice.payload()}
        body = {"pause_id": pause_id, "decisions": [item], "decided_by": DECIDED_BY}
        await self._ask("POST", f"/api/councils/run/{run_id}/approve", json=body)

    async def cancel(self, run_id: str) -> None:
        """End the run as cancelled."""
        await self._ask("POST", f"/api/councils/run/{run_id}/cancel")

    async def resume(self, run_id: str, budget: Json | None) -> None:
        """Go on after a failure or a reached budget."""
        body = {"budget": budget} if budget else {}
        await self._ask("POST", f"/api/councils/run/{run_id}/continue", json=body)

    async def councils(self) -> list[SavedCouncil]:
        """Return all saved councils, last changed first."""
        found: list[SavedCouncil] = []
        while True:
            query = {"limit": _PAGE, "offset": len(found)}
            page = await self._ask("GET", "/api/councils/", params=query)
            found += [SavedCouncil(str(item["id"]), item["name"], item["data"]) for item in page]
            if len(page) < _PAGE:
                return found

    async def save(self, blueprint: Json) -> SavedCouncil:
        """Check and save a council."""
        stored = await self._ask("POST", "/api/councils/", json=blueprint)
        return SavedCouncil(str(stored["id"]), stored["name"], stored["data"])

    async def documents(self) -> list[Json]:
        """Return all documents, newest first."""
        found: list[Json] = []
        while True:
            query = {"limit": _PAGE, "offset": len(found)}
            page = await self._ask("GET", "/api/documents/", params=query)
            found += page["items"]
            if len(page["items"]) < _PAGE:
                return found

    async def document(self, document_id: str) -> Json:
        """Return one document."""
        return await self._ask("GET", f"/api/documents/{document_id}")

    async def add_document(self, path: Path, password: str | None) -> Json:
        """Take in a file; it is read in the background."""
        with await asyncio.to_thread(path.open, "rb") as file:
            data = {"password": password} if password else {}
            return await self._ask("POST", "/api/documents/", files={"file": (path.name, file)}, data=data)

    async def delete_document(self, document_id: str) -> None:
        """Delete a document with all its chunks."""
        await self._ask("DELETE", f"/api/documents/{document_id}")

    async def default(self) -> Json:
        """Return the blueprint of the default council."""
        from councilos.blueprint.templates import default_council

        return default_council(language()).to_json()

    async def follow(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
        """Yield what the server sends; a lost connection is opened again where it broke off (WS-4)."""
        from councilos.events.types import RunDone

        ended = False
        failures = 0
        while True:
            try:
                async for event in self._connection(run_id, after):
                    failures = 0
                    after = max(after, event.seq or 0)
                    if event.seq is not None:
                        ended = isinstance(event, RunDone)
                    yield event
            except (OSError, TimeoutError, _Lost) as lost:
                failures += 1
                if not ended and failures > RETRIES:
                    raise SetupError(t("error.server_lost", url=self.url), spoken=True) from lost
            if ended:
                return
            await asyncio.sleep(RETRY_SECONDS)

    async def _connection(self, run_id: str, after: int) -> AsyncIterator[Event]:
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake

        from councilos.events.types import RUN_EVENTS

        address = f"{self._socket}/ws/council/{run_id}?after={after}"
        try:
            async with connect(
                address, additional_headers=self._headers, max_size=None, proxy=None
            ) as connection:
                async for frame in connection:
                    yield RUN_EVENTS.validate_json(frame)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else None
            if code == UNKNOWN_RUN:
                raise NotFound(t("error.no_run", id=run_id), spoken=True) from None
            if code == NO_TOKEN:
                raise Refused(t("error.token", url=self.url), spoken=True) from None
            raise _Lost from closed
        except InvalidHandshake as failed:
            raise _Lost from failed

    async def _ask(self, method: str, path: str, **options: Any) -> Any:
        try:
            answer = await self._client.request(method, path, **options)
        except httpx.TransportError as lost:
            raise SetupError(t("error.server_lost", url=self.url), spoken=True) from lost
        if answer.is_success:
            return answer.json() if answer.content else None
        raise self._error(answer)

    def _error(self, answer: httpx.Response) -> CouncilError:
        try:
            data: Json = answer.json()
        except ValueError:
            data = {}
        message = str(data.get("detail") or t("error.server_status", status=answer.status_code))
        if answer.status_code == 401:
            return Refused(t("error.token", url=self.url), spoken=True)
        if "winner" in data:
            return AlreadyDecided(message, data["winner"])
        if answer.status_code == 422:
            problems = [Problem(**item) for item in data.get("errors", [])]
            kind = InvalidBlueprint if data.get("code") == InvalidBlueprint.code else InvalidInput
            return kind(message, problems)
        return _told(str(data.get("code")), message, data)


def _told(code: str, message: str, data: Mapping[str, Any]) -> CouncilError:
    """Return the error that the server raised: by its code, for one status has several."""
    if code == UnreadableDocument.code:
        return UnreadableDocument(message, str(data.get("reason")))
    if code == MissingSetting.code:
        return MissingSetting(message, str(data.get("variable")))
    details = {name: data[name] for name in _DETAILS if name in data}
    if code == ProviderError.code:
        return ProviderError(message, retryable=bool(data.get("retryable")), **details)
    kind = next((kind for kind in _KINDS if kind.code == code), CouncilError)
    return kind(message, **details)


class _Lost(Exception):
    """The connection ended before the run did."""


_DETAILS: Final = ("run_status", "cause", "model", "limit_bytes")
"""Members beside the standard ones that say more."""
_KINDS: Final[Sequence[type[CouncilError]]] = (
    WrongState,
    Refused,
    NotFound,
    TooLarge,
    Conflict,
    StorageUnavailable,
    SetupError,
    BudgetReached,
    Fenced,
    UserError,
)
