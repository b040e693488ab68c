from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy.exc import IntegrityError

from councilos.runs.model import Decision, Pause, Run
from councilos.storage.unit_of_work import PostgresStorage
from integration.storage.conftest import a_pause, a_run, a_segment


async def _paused(storage: PostgresStorage, minutes: int = 0) -> tuple[Run, Pause]:
    run = a_run(status="paused")
    segment = a_segment(run)
    pause = a_pause(run, segment, created_at=datetime.now(UTC) - timedelta(minutes=minutes))
    async with storage.begin() as unit:
        await unit.runs.add(run)
        await unit.runs.add_segment(segment)
        await unit.runs.add_pause(pause)
    return run, pause


def _decision(pause: Pause, item: int = 0, action: str = "approve", by: str = "Ada") -> Decision:
    return Decision(pause.items[item].id, action, {"n": item}, by, datetime.now(UTC), idempotency_key="k")


async def test_a_pause_comes_back_until_it_is_resolved(storage: PostgresStorage) -> None:
    """GM-5, GM-9: pause and proposals survive whole and in order."""
    run, pause = await _paused(storage)
    async with storage.begin() as unit:
        assert await unit.runs.open_pause(run.id) == pause
        await unit.runs.resolve_pause(pause.id)
        assert await unit.runs.open_pause(run.id) is None
        resolved = await unit.runs.pause(pause.id)
        assert resolved is not None
        assert resolved.resolved_at is not None
        assert replace(resolved, resolved_at=None) == pause
        assert await unit.runs.pause(uuid4()) is None


async def test_a_run_waits_at_one_pause_only(storage: PostgresStorage) -> None:
    """GM-8: the database itself refuses a second open pause of a run."""
    run, pause = await _paused(storage)
    with pytest.raises(IntegrityError):
        async with storage.begin() as unit:
            await unit.runs.add_pause(replace(pause, id=uuid4(), items=()))
    async with storage.begin() as unit:
        assert await unit.runs.open_pause(run.id) == pause


async def test_only_the_first_of_many_decisions_counts(storage: PostgresStorage) -> None:
    """RN-9, GM-8: of twenty simultaneous decisions on one item exactly one is stored."""
    _, pause = await _paused(storage)

    async def decide(number: int) -> bool:
        async with storage.begin() as unit:
            return await unit.runs.decide(pause.items[0], _decision(pause, by=f"person {number}"))

    won = await asyncio.gather(*(decide(number) for number in range(20)))
    assert won.count(True) == 1
    async with storage.begin() as unit:
        stored = await unit.runs.decisions(pause.id)
    assert [decision.decided_by for decision in stored] == [f"person {won.index(True)}"]


async def test_the_decisions_of_a_pause_come_oldest_first(storage: PostgresStorage) -> None:
    """GM-10: one decision for each proposal, complete."""
    _, pause = await _paused(storage)
    given = [_decision(pause, 1, "modify"), _decision(pause, 0, "approve")]
    async with storage.begin() as unit:
        for decision, item in zip(given, (pause.items[1], pause.items[0]), strict=True):
            assert await unit.runs.decide(item, decision)
    async with storage.begin() as unit:
        assert await unit.runs.decisions(pause.id) == given
        assert await unit.runs.decisions(uuid4()) == []
        under = await unit.runs.decided_with(pause.thread_id, "k")
        keys = {item.id: item.key for item in pause.items}
        assert under == {keys[made.item_id]: made for made in given if made.idempotency_key == "k"} != {}
        assert not await unit.runs.decided_with(pause.thread_id, "other")
        assert not await unit.runs.decided_with(uuid4(), "k")


async def test_what_waits_longest_comes_first(storage: PostgresStorage) -> None:
    """RM-12, GM-9: runs that wait for a person, oldest pause first; decided ones are not among them."""
    young, _ = await _paused(storage, minutes=1)
    old, _ = await _paused(storage, minutes=60)
    decided, pause = await _paused(storage, minutes=90)
    async with storage.begin() as unit:
        await unit.runs.resolve_pause(pause.id)
        await unit.runs.update(decided.id, status="running")
    async with storage.begin() as unit:
        assert await unit.runs.waiting() == [old.id, young.id]
