"""The port `Storage` in memory: a full twin of the real one, for tests of what stands above it.

One transaction at a time; a block that raises leaves everything as it was; live readers hear of
it only after the commit.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from councilos.errors import Fenced
from councilos.events.hub import Hub
from councilos.events.types import DraftWritten, Event, NodeCompleted, NodeFailed, NodeRunning, UsageUpdated
from councilos.events.updates import Update
from councilos.runs.model import (
    ENDED,
    Claim,
    Decision,
    DraftVersion,
    Json,
    Pause,
    PauseItem,
    Run,
    Segment,
    SegmentStatus,
    Step,
    StoredAgent,
    StoredBlueprint,
    StoredDocument,
    StoredEvent,
    TopicSection,
)


@dataclass
class Tables:
    """All rows; a transaction works on a copy."""

    runs: dict[UUID, Run] = field(default_factory=dict[UUID, Run])
    segments: dict[UUID, Segment] = field(default_factory=dict[UUID, Segment])
    pauses: dict[UUID, Pause] = field(default_factory=dict[UUID, Pause])
    decisions: dict[UUID, Decision] = field(default_factory=dict[UUID, Decision])
    steps: dict[UUID, Step] = field(default_factory=dict[UUID, Step])
    drafts: dict[UUID, DraftVersion] = field(default_factory=dict[UUID, DraftVersion])
    events: list[StoredEvent] = field(default_factory=list[StoredEvent])
    blueprints: dict[UUID, StoredBlueprint] = field(default_factory=dict[UUID, StoredBlueprint])
    agents: dict[UUID, StoredAgent] = field(default_factory=dict[UUID, StoredAgent])
    documents: dict[UUID, StoredDocument] = field(default_factory=dict[UUID, StoredDocument])
    pages: dict[UUID, list[tuple[int, str]]] = field(default_factory=dict[UUID, list[tuple[int, str]]])
    jobs: list[UUID] = field(default_factory=list[UUID])
    sections: dict[tuple[UUID, int], TopicSection] = field(
        default_factory=dict[tuple[UUID, int], TopicSection]
    )

    def copy(self) -> Tables:
        """Return a copy whose rows can be replaced without changing these."""
        return Tables(
            dict(self.runs),
            dict(self.segments),
            dict(self.pauses),
            dict(self.decisions),
            dict(self.steps),
            dict(self.drafts),
            list(self.events),
            dict(self.blueprints),
            dict(self.agents),
            dict(self.documents),
            {key: list(pages) for key, pages in self.pages.items()},
            list(self.jobs),
            dict(self.sections),
        )


def add_cost(one: float | None, other: float | None) -> float | None:
    return one if other is None else (one or 0.0) + other


def _now() -> datetime:
    return datetime.now(UTC)


class MemoryRuns:
    """Runs, segments, pauses and decisions."""

    def __init__(self, tables: Tables) -> None:
        self._t = tables

    async def add(self, run: Run) -> None:
        self._t.runs[run.id] = run

    async def get(self, run_id: UUID) -> Run | None:
        return self._t.runs.get(run_id)

    async def lock(self, run_id: UUID) -> Run | None:
        return self._t.runs.get(run_id)

    async def fence(self, run_id: UUID, epoch: int) -> Run:
        run = self._t.runs.get(run_id)
        if run is None or run.epoch != epoch:
            raise Fenced("Another worker has taken this run over.")
        return run

    async def bump_epoch(self, run_id: UUID, worker: str | None) -> int:
        run = self._t.runs.get(run_id)
        if run is None:
            raise Fenced("The run has been deleted.")
        self._t.runs[run_id] = replace(run, epoch=run.epoch + 1)
        return run.epoch + 1

    async def update(self, run_id: UUID, **changes: Any) -> None:
        run = self._t.runs.get(run_id)
        if run is None:
            return
        if "status" in changes:
            changes.setdefault("completed_at", _now() if changes["status"] in ENDED else None)
        self._t.runs[run_id] = replace(run, updated_at=_now(), **changes)

    async def delete(self, run_id: UUID) -> None:
        items = {item.id for pause in self._t.pauses.values() for item in pause.items}
        for pause in [pause for pause in self._t.pauses.values() if pause.thread_id == run_id]:
            items -= {item.id for item in pause.items}
            del self._t.pauses[pause.id]
        self._t.decisions = {key: made for key, made in self._t.decisions.items() if key in items}
        self._t.segments = {k: row for k, row in self._t.segments.items() if row.thread_id != run_id}
        self._t.steps = {k: row for k, row in self._t.steps.items() if row.thread_id != run_id}
        self._t.drafts = {k: row for k, row in self._t.drafts.items() if row.thread_id != run_id}
        self._t.events = [row for row in self._t.events if row.thread_id != run_id]
        self._t.runs.pop(run_id, None)

    async def page(
        self,
        *,
        limit: int,
        offset: int,
        status: Sequence[str] = (),
        blueprint_id: UUID | None = None,
        text: str = "",
    ) -> tuple[list[Run], int]:
        found = [run for run in self._matching(blueprint_id, text) if not status or run.status in status]
        found.sort(key=lambda run: run.created_at, reverse=True)
        return found[offset : offset + limit], len(found)

    async def counts(self, *, blueprint_id: UUID | None = None, text: str = "") -> dict[str, int]:
        return dict(Counter(run.status for run in self._matching(blueprint_id, text)))

    def _matching(self, blueprint_id: UUID | None, text: str) -> list[Run]:
        wanted = text.strip().lower()
        return [
            run
            for run in self._t.runs.values()
            if (blueprint_id is None or run.blueprint_id == blueprint_id)
            and (wanted in run.name.lower() or wanted in run.topic.lower())
        ]

    async def changed_after(self, moment: datetime, limit: int) -> list[Run]:
        found = [run for run in self._t.runs.values() if run.updated_at > moment]
        return sorted(found, key=lambda run: run.updated_at, reverse=True)[:limit]

    async def waiting(self) -> list[UUID]:
        pauses = sorted(self._t.pauses.values(), key=lambda pause: pause.created_at)
        return [
            pause.thread_id
            for pause in pauses
            if pause.resolved_at is None and self._t.runs[pause.thread_id].status == "paused"
        ]

    async def add_segment(self, segment: Segment) -> None:
        self._t.segments[segment.id] = segment

    async def segment(self, segment_id: UUID) -> Segment | None:
        return self._t.segments.get(segment_id)

    async def update_segment(
        self,
        segment_id: UUID,
        *,
        status: SegmentStatus | None = None,
        base_checkpoint: str | None = None,
        attempt: int | None = None,
        error: Json | None = None,
    ) -> None:
        segment = self._t.segments[segment_id]
        self._t.segments[segment_id] = replace(
            segment,
            status=status or segment.status,
            base_checkpoint=base_checkpoint or segment.base_checkpoint,
            attempt=segment.attempt if attempt is None else attempt,
        )

    async def end_open_segments(self, run_id: UUID, status: SegmentStatus) -> None:
        for segment in [row for row in self._t.segments.values() if row.thread_id == run_id]:
            if segment.status in ("pending", "running"):
                self._t.segments[segment.id] = replace(segment, status=status)

    async def add_pause(self, pause: Pause) -> None:
        self._t.pauses[pause.id] = pause

    async def open_pause(self, run_id: UUID) -> Pause | None:
        found = (row for row in self._t.pauses.values() if row.thread_id == run_id and not row.resolved_at)
        return next(found, None)

    async def pause(self, pause_id: UUID) -> Pause | None:
        return self._t.pauses.get(pause_id)

    async def resolve_pause(self, pause_id: UUID) -> None:
        pause = self._t.pauses[pause_id]
        self._t.pauses[pause_id] = replace(pause, resolved_at=pause.resolved_at or _now())

    async def decide(self, item: PauseItem, decision: Decision) -> bool:
        if item.id in self._t.decisions:
            return False
        self._t.decisions[item.id] = decision
        return True

    async def decisions(self, pause_id: UUID) -> list[Decision]:
        items = self._t.pauses[pause_id].items
        return [self._t.decisions[item.id] for item in items if item.id in self._t.decisions]

    async def decided_with(self, run_id: UUID, idempotency_key: str) -> dict[str, Decision]:
        keys = {
            item.id: item.key
            for pause in self._t.pauses.values()
            if pause.thread_id == run_id
            for item in pause.items
        }
        return {
            keys[made.item_id]: made
            for made in self._t.decisions.values()
            if made.idempotency_key == idempotency_key and made.item_id in keys
        }

    async def steps(self, run_id: UUID) -> list[Step]:
        return [row for row in self._t.steps.values() if row.thread_id == run_id]

    async def add_section(self, run_id: UUID, section: TopicSection) -> None:
        kept = self._t.sections.get((run_id, section.number))
        if kept is not None:
            known = kept.cost_usd is not None or section.cost_usd is not None
            section = replace(
                section,
                input_tokens=kept.input_tokens + section.input_tokens,
                output_tokens=kept.output_tokens + section.output_tokens,
                cost_usd=(kept.cost_usd or 0.0) + (section.cost_usd or 0.0) if known else None,
            )
        self._t.sections[run_id, section.number] = section

    async def sections(self, run_id: UUID) -> list[TopicSection]:
        return [section for (run, _), section in sorted(self._t.sections.items()) if run == run_id]

    async def drafts(self, run_id: UUID) -> list[DraftVersion]:
        return [row for row in self._t.drafts.values() if row.thread_id == run_id]

    async def claim_rows(self, segment_id: UUID) -> Claim | None:
        segment = self._t.segments.get(segment_id)
        if segment is None:
            return None
        run = self._t.runs[segment.thread_id]
        pause = self._t.pauses[segment.pause_id] if segment.pause_id else None
        made = tuple(await self.decisions(pause.id)) if pause else ()
        return Claim(run, segment, run.epoch, pause, made)

    async def begin_execution(self, claim: Claim, worker: str) -> int:
        epoch = await self.bump_epoch(claim.run.id, worker)
        await self.update_segment(claim.segment.id, status="running", attempt=claim.segment.attempt + 1)
        started = claim.run.started_at or _now()
        await self.update(claim.run.id, status="running", started_at=started)
        return epoch


T = TypeVar("T", StoredBlueprint, StoredAgent)


class MemorySaved(Generic[T]):
    """Saved councils or agents."""

    def __init__(self, rows: dict[UUID, T]) -> None:
        self._rows = rows

    async def add(self, saved: T) -> None:
        self._rows[saved.id] = saved

    async def get(self, saved_id: UUID) -> T | None:
        return self._rows.get(saved_id)

    async def find(self, name: str) -> T | None:
        return next((row for row in self._newest() if row.name == name), None)

    async def page(self, *, limit: int, offset: int) -> tuple[list[T], int]:
        return self._newest()[offset : offset + limit], len(self._rows)

    async def update(self, saved_id: UUID, *, name: str, data: Json) -> T | None:
        old = self._rows.get(saved_id)
        if old is None:
            return None
        self._rows[saved_id] = replace(old, name=name, data=data, updated_at=_now())
        return self._rows[saved_id]

    async def delete(self, saved_id: UUID) -> bool:
        return self._rows.pop(saved_id, None) is not None

    def _newest(self) -> list[T]:
        return sorted(self._rows.values(), key=lambda row: row.updated_at, reverse=True)


class MemoryDocuments:
    """Documents and the text of their pages."""

    def __init__(self, tables: Tables) -> None:
        self._t = tables

    async def add(self, document: StoredDocument) -> bool:
        if await self.with_content(document.sha256) is not None:
            return False
        self._t.documents[document.id] = document
        return True

    async def get(self, document_id: UUID) -> StoredDocument | None:
        return self._t.documents.get(document_id)

    async def lock(self, document_id: UUID) -> StoredDocument | None:
        return self._t.documents.get(document_id)

    async def with_content(self, sha256: str) -> StoredDocument | None:
        return next((row for row in self._t.documents.values() if row.sha256 == sha256), None)

    async def page(self, *, limit: int, offset: int) -> tuple[list[StoredDocument], int]:
        found = sorted(self._t.documents.values(), key=lambda row: row.created_at, reverse=True)
        return found[offset : offset + limit], len(found)

    async def outdated(self, model: str) -> list[UUID]:
        return [row.id for row in self._t.documents.values() if row.status == "ready" and row.model != model]

    async def update(self, document_id: UUID, **changes: Any) -> bool:
        row = self._t.documents.get(document_id)
        if row is None:
            return False
        self._t.documents[document_id] = replace(row, updated_at=_now(), **changes)
        return True

    async def delete(self, document_id: UUID) -> bool:
        self._t.pages.pop(document_id, None)
        return self._t.documents.pop(document_id, None) is not None

    async def add_pages(self, document_id: UUID, pages: Sequence[tuple[int, str]]) -> None:
        self._t.pages.setdefault(document_id, []).extend(pages)

    async def clear_pages(self, document_id: UUID) -> None:
        self._t.pages.pop(document_id, None)

    async def pages(
        self, document_id: UUID, *, after: int = 0, limit: int = 1_000_000
    ) -> list[tuple[int, str]]:
        found = sorted(self._t.pages.get(document_id, []))
        return [page for page in found if page[0] > after][:limit]


class MemoryLog:
    """The event log with its steps and drafts."""

    def __init__(self, tables: Tables) -> None:
        self._t = tables
        self.appended: list[tuple[UUID, list[Event]]] = []

    async def append(self, run_id: UUID, segment_id: UUID | None, events: Sequence[Event]) -> None:
        written: list[Event] = []
        for event in events:
            run = self._t.runs[run_id]
            self._t.runs[run_id] = replace(run, seq=run.seq + 1)
            numbered = event.model_copy(update={"seq": run.seq + 1, "run_id": str(run_id), "at": _now()})
            payload = numbered.model_dump(mode="json", exclude={"seq", "run_id", "at", "type"})
            kind = str(getattr(event, "type", ""))
            self._t.events.append(StoredEvent(run_id, run.seq + 1, kind, payload, numbered.at or _now()))
            self._project(run_id, segment_id, numbered)
            written.append(numbered)
        self.appended.append((run_id, written))

    async def after(self, run_id: UUID, seq: int, limit: int = 1_000) -> list[StoredEvent]:
        return [row for row in self._t.events if row.thread_id == run_id and row.seq > seq][:limit]

    async def notices(self, run_id: UUID) -> frozenset[tuple[str, str]]:
        told = [row.payload for row in self._t.events if row.thread_id == run_id and row.type == "notice"]
        return frozenset((payload["node"] or "", payload["code"]) for payload in told)

    def _project(self, run_id: UUID, segment_id: UUID | None, event: Event) -> None:
        at = event.at or _now()
        match event:
            case NodeRunning():
                step_id = UUID(event.step_id)
                assert segment_id is not None
                before = self._t.steps.get(step_id)
                self._t.steps[step_id] = Step(
                    id=step_id,
                    thread_id=run_id,
                    segment_id=segment_id,
                    node=event.node,
                    name=event.name,
                    round=event.round,
                    status="running",
                    model=event.model,
                    called_model=before.called_model if before else False,
                    started_at=at,
                    ended_at=None,
                    seconds=None,
                    input_tokens=before.input_tokens if before else 0,
                    output_tokens=before.output_tokens if before else 0,
                    cost_usd=before.cost_usd if before else None,
                    error=None,
                )
            case NodeCompleted() | NodeFailed():
                failed = isinstance(event, NodeFailed)
                step = self._t.steps[UUID(event.step_id)]
                self._t.steps[step.id] = replace(
                    step,
                    status="failed" if failed else "completed",
                    model=step.model if failed else event.model,
                    called_model=False if failed else event.called_model,
                    ended_at=at,
                    seconds=event.seconds,
                    error=event.error.model_dump(mode="json") if failed else None,
                )
            case UsageUpdated():
                step, used = self._t.steps[UUID(event.step_id)], event.used
                self._t.steps[step.id] = replace(
                    step,
                    model=event.model,
                    called_model=True,
                    input_tokens=step.input_tokens + used.input_tokens,
                    output_tokens=step.output_tokens + used.output_tokens,
                    cost_usd=add_cost(step.cost_usd, used.cost_usd),
                )
            case DraftWritten():
                draft_id = UUID(event.draft_id)
                self._t.drafts[draft_id] = DraftVersion(
                    id=draft_id,
                    thread_id=run_id,
                    node=event.node,
                    name=event.name,
                    round=event.round,
                    text=event.text,
                    by=event.by,
                    author=event.author,
                    created_at=at,
                )
            case _:
                pass


class MemoryJobs:
    """Remembers which segments were to be executed and which documents to be read."""

    def __init__(self, tables: Tables) -> None:
        self._t = tables

    async def execute(self, segment: Segment) -> None:
        self._t.jobs.append(segment.id)

    async def ingest(self, document_id: UUID) -> None:
        self._t.jobs.append(document_id)


class MemoryUnitOfWork:
    """One transaction."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.runs = MemoryRuns(tables)
        self.blueprints = MemorySaved(tables.blueprints)
        self.agents = MemorySaved(tables.agents)
        self.documents = MemoryDocuments(tables)
        self.events = MemoryLog(tables)
        self.jobs = MemoryJobs(tables)
        self.controls: list[tuple[UUID, str]] = []
        self.updates: list[Update] = []

    @asynccontextmanager
    async def closing(self) -> AsyncGenerator[None]:
        yield

    def control(self, run_id: UUID, command: str) -> None:
        self.controls.append((run_id, command))

    def publish(self, update: Update) -> None:
        self.updates.append(update)


class MemoryStorage:
    """Opens units of work on rows in memory; `broken` makes every one raise it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tables = Tables()
        self.controls: list[tuple[UUID, str]] = []
        self.broken: Exception | None = None
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[MemoryUnitOfWork]:
        """Start a transaction; commits when the block ends, keeps nothing when it raises."""
        if self.broken is not None:
            raise self.broken
        async with self._alone:
            uow = MemoryUnitOfWork(self.tables.copy())
            yield uow
            self.tables = uow.tables
            self.controls += uow.controls
        for run_id, events in uow.events.appended:
            self.hub.publish(run_id, events)
        for update in uow.updates:
            self.hub.publish_update(update)
