"""Start a run: one transaction writes run, segment and job (RN-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from councilos.blueprint.model import Blueprint, Budget
from councilos.errors import InvalidInput
from councilos.runs.budget import merged
from councilos.runs.documents import check_usable
from councilos.runs.model import Run, Segment, SegmentKind
from councilos.runs.ports import Storage, UnitOfWork
from councilos.runs.text import NO_TEXT, is_text
from councilos.runs.updates import thread_changed

MAX_TOPIC = 10_000
"""Characters that a typed topic may have (RN-1)."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asks for: a checked council and a topic.

    Limits in `budget` replace the council's own ones of the same name, null lifts one. The topic may
    be empty when there are documents: then their text is the topic (RN-1).
    """

    blueprint: Blueprint
    topic: str
    blueprint_id: UUID | None = None
    god_mode: bool = False
    budget: Budget | None = None
    documents: Sequence[str] = ()


def check_topic(topic: str) -> None:
    """Raise InvalidInput unless the topic has 1 to 10,000 characters and can be stored."""
    message = ""
    if not topic.strip():
        message = "The topic is empty. Write what the council should work on."
    elif len(topic) > MAX_TOPIC:
        message = f"The topic has {len(topic):,} characters; at most {MAX_TOPIC:,} are allowed."
    elif not is_text(topic):
        message = f"The topic holds {NO_TEXT}."
    if message:
        raise InvalidInput.at("/input_topic", "topic", message)


async def start(storage: Storage, order: Order) -> Run:
    """Create the run with its first segment and its job, and return it as `pending`."""
    async with storage.begin() as uow:
        return await start_in(uow, order)


async def start_in(uow: UnitOfWork, order: Order) -> Run:
    """Do `start` as the last thing in the caller's transaction, and commit it."""
    if order.topic or not order.documents:
        check_topic(order.topic)
    now = datetime.now(UTC)
    own = order.blueprint.settings.budget
    budget = merged(own.model_dump(mode="json", exclude_none=True) if own else None, order.budget)
    run = Run(
        id=uuid4(),
        blueprint_id=order.blueprint_id,
        name=order.blueprint.name,
        blueprint=order.blueprint.to_json(),
        topic=order.topic,
        status="pending",
        god_mode=order.god_mode,
        created_at=now,
        updated_at=now,
        budget=budget,
        documents=tuple(dict.fromkeys(order.documents)),
    )
    await check_usable(uow, run.documents)
    await uow.runs.add(run)
    async with uow.closing():
        await enqueue(uow, run.id, "start", now)
        uow.publish(thread_changed(run, "pending"))
    return run


async def enqueue(
    uow: UnitOfWork, run_id: UUID, kind: SegmentKind, now: datetime, pause_id: UUID | None = None
) -> Segment:
    """Write a segment and the job that executes it into the open transaction."""
    segment = Segment(
        id=uuid4(), thread_id=run_id, kind=kind, status="pending", created_at=now, pause_id=pause_id
    )
    await uow.runs.add_segment(segment)
    await uow.jobs.execute(segment)
    return segment
