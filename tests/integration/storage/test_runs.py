from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import insert, select

from councilos.errors import Fenced, NotFound
from councilos.events.types import Notice
from councilos.runs.model import StoredBlueprint, TopicSection
from councilos.storage.engine import Database
from councilos.storage.tables import drafts, metadata, steps, threads
from councilos.storage.unit_of_work import PostgresStorage
from integration.storage.conftest import a_pause, a_run, a_segment


async def test_a_run_comes_back_as_it_was_stored(storage: PostgresStorage) -> None:
    """RN-6, RN-8: every field of a run survives."""
    run = a_run(
        god_mode=True,
        started_at=datetime.now(UTC),
        final_draft="Ende\nmit Zeilen",
        critic_score=8.5,
        iteration_count=3,
        loop_limit_reached=True,
        error={"code": "provider", "message": "…"},
        rejected=True,
        usage={"total": {"input_tokens": 1}},
        budget={"tokens": 5},
        documents=("d1", "d2"),
    )
    async with storage.begin() as unit:
        await unit.runs.add(run)
    async with storage.begin() as unit:
        assert await unit.runs.get(run.id) == run
        assert await unit.runs.get(uuid4()) is None
        assert await unit.runs.lock(uuid4()) is None


async def test_a_council_deleted_while_its_run_is_started(storage: PostgresStorage) -> None:
    """RN-3: whoever starts a council that somebody else just deleted hears that it is gone."""
    run = a_run(blueprint_id=uuid4())
    with pytest.raises(NotFound, match=str(run.blueprint_id)):
        async with storage.begin() as unit:
            await unit.runs.add(run)
    async with storage.begin() as unit:
        assert await unit.runs.lock(run.id) is None


async def test_the_status_moves_with_its_times(database: Database, storage: PostgresStorage) -> None:
    """RN-6: `completed_at` stands for completed, failed and cancelled, and goes when the run goes on."""
    run = a_run()
    async with storage.begin() as unit:
        await unit.runs.add(run)
        for status in ("completed", "failed", "cancelled"):
            await unit.runs.update(run.id, status=status)
            ended = await unit.runs.get(run.id)
            assert ended is not None
            assert ended.completed_at is not None
            assert ended.status == status
    async with storage.begin() as unit:
        await unit.runs.update(run.id, status="running", topic="anders", documents=("x",), error=None)
        again = await unit.runs.get(run.id)
    assert again is not None
    assert (again.completed_at, again.topic, again.documents, again.error) == (None, "anders", ("x",), None)
    assert again.updated_at > run.updated_at
    async with database.engine.connect() as connection:
        assert (await connection.execute(select(threads.c.status))).scalars().all() == ["running"]
    async with storage.begin() as unit:
        with pytest.raises(TypeError, match="epoch"):
            await unit.runs.update(run.id, epoch=7)


async def test_the_history_is_paged_filtered_and_searched(storage: PostgresStorage) -> None:
    """RN-5: newest first, by status, council and text; list rows carry the blueprint's settings only."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    council = StoredBlueprint(uuid4(), "Rat", {}, start, start)
    runs = [
        a_run(
            topic=f"Thema {number} 100%_sicher" if number == 3 else f"ÄPFEL {number}",
            name=f"Rat {number}",
            status="failed" if number % 2 else "completed",
            blueprint_id=council.id if number < 2 else None,
            created_at=start + timedelta(minutes=number),
        )
        for number in range(5)
    ]
    async with storage.begin() as unit:
        await unit.blueprints.add(council)
        for run in runs:
            await unit.runs.add(run)

    async def found(limit: int = 10, offset: int = 0, **what: object) -> tuple[list[int], int]:
        async with storage.begin() as unit:
            page, total = await unit.runs.page(limit=limit, offset=offset, **what)  # pyright: ignore[reportArgumentType]
        assert all(set(run.blueprint) == {"settings"} for run in page)
        return [int(run.name.removeprefix("Rat ")) for run in page], total

    assert await found() == ([4, 3, 2, 1, 0], 5)
    assert await found(limit=2, offset=1) == ([3, 2], 5)
    assert await found(status=["failed"]) == ([3, 1], 2)
    assert await found(status=["failed", "completed"], blueprint_id=council.id) == ([1, 0], 2)
    assert await found(text="äpfel") == ([4, 2, 1, 0], 4)
    assert await found(text="rat 2") == ([2], 1)
    assert await found(text="100%_s") == ([3], 1)
    assert await found(text="%") == ([3], 1)
    assert await found(text="\\") == ([], 0)
    async with storage.begin() as unit:
        assert await unit.runs.counts() == {"failed": 2, "completed": 3}
        assert await unit.runs.counts(blueprint_id=council.id, text="100") == {}


async def test_only_the_newest_epoch_passes_the_fence(storage: PostgresStorage) -> None:
    """RN-7: a worker that was overtaken, and one whose run is gone, gets Fenced."""
    run = a_run()
    async with storage.begin() as unit:
        await unit.runs.add(run)
        assert (await unit.runs.fence(run.id, 0)).id == run.id
        assert await unit.runs.bump_epoch(run.id, "w1") == 1
        assert (await unit.runs.fence(run.id, 1)).epoch == 1
    for run_id, epoch in ((run.id, 0), (run.id, 2), (uuid4(), 0)):
        async with storage.begin() as unit:
            with pytest.raises(Fenced):
                await unit.runs.fence(run_id, epoch)
    async with storage.begin() as unit:
        with pytest.raises(Fenced):
            await unit.runs.bump_epoch(uuid4(), None)


async def test_who_waited_for_the_lock_sees_what_its_holder_wrote(storage: PostgresStorage) -> None:
    """RN-4: the run that `lock` returns is never older than the lock."""
    run = a_run()
    async with storage.begin() as unit:
        await unit.runs.add(run)

    async def count_up() -> None:
        async with storage.begin() as unit:
            locked = await unit.runs.lock(run.id)
            assert locked is not None
            await unit.runs.update(run.id, iteration_count=locked.iteration_count + 1)

    await asyncio.gather(*(count_up() for _ in range(20)))
    async with storage.begin() as unit:
        counted = await unit.runs.get(run.id)
    assert counted is not None
    assert counted.iteration_count == 20


async def test_segments_end_and_are_claimed_with_everything(storage: PostgresStorage) -> None:
    """RN-7: a claim brings segment, run, pause and decisions together."""
    run = a_run()
    first = a_segment(run)
    pause = a_pause(run, first)
    second = a_segment(run, kind="decision", pause_id=pause.id, base_checkpoint="1f0")
    async with storage.begin() as unit:
        await unit.runs.add(run)
        await unit.runs.add_segment(first)
        await unit.runs.add_pause(pause)
        await unit.runs.add_segment(second)
    async with storage.begin() as unit:
        claim = await unit.runs.claim_rows(second.id)
        assert claim is not None
        assert (claim.segment, claim.run, claim.pause, claim.decisions) == (second, run, pause, ())
        assert await unit.runs.claim_rows(uuid4()) is None
        await unit.runs.update_segment(first.id, status="running", attempt=2, base_checkpoint="1f1")
        assert await unit.runs.segment(first.id) == replace(
            first, status="running", attempt=2, base_checkpoint="1f1"
        )
        await unit.runs.update_segment(second.id, status="completed", error={"code": "x"})
        await unit.runs.update_segment(second.id)
        await unit.runs.end_open_segments(run.id, "cancelled")
        ends = [await unit.runs.segment(segment_id) for segment_id in (first.id, second.id)]
    assert [segment and segment.status for segment in ends] == ["cancelled", "completed"]


async def test_steps_and_drafts_come_in_the_order_they_were_written(
    database: Database, storage: PostgresStorage
) -> None:
    """RN-8: rows written in one transaction keep their order."""
    run = a_run()
    segment = a_segment(run)
    async with storage.begin() as unit:
        await unit.runs.add(run)
        await unit.runs.add_segment(segment)
    async with database.engine.begin() as connection:
        for node in ("z", "m", "a"):
            await connection.execute(
                insert(steps).values(
                    id=uuid4(), thread_id=run.id, segment_id=segment.id, node=node, status="running"
                )
            )
            await connection.execute(
                insert(drafts).values(id=uuid4(), thread_id=run.id, node=node, text=node, by="agent")
            )
    async with storage.begin() as unit:
        assert [step.node for step in await unit.runs.steps(run.id)] == ["z", "m", "a"]
        written = await unit.runs.drafts(run.id)
    assert [(draft.text, draft.by, draft.author) for draft in written] == [
        ("z", "agent", ""),
        ("m", "agent", ""),
        ("a", "agent", ""),
    ]


async def test_deleting_a_run_leaves_no_row(database: Database, storage: PostgresStorage) -> None:
    """RN-8: DELETE removes the run with segments, pauses, decisions and events; others stay.

    A summary that is made again adds to what was used, known prices beside unknown ones.
    """
    kept, gone = a_run(name="bleibt"), a_run()
    for run in (kept, gone):
        segment = a_segment(run)
        async with storage.begin() as unit:
            await unit.runs.add(run)
            await unit.runs.add_segment(segment)
            await unit.runs.add_pause(a_pause(run, segment))
            await unit.events.append(run.id, segment.id, [Notice(code="x", message="y")])
            section = TopicSection(1, "digest", "a", "openai:gpt-4", "Summary.", 5, 2, None)
            await unit.runs.add_section(run.id, section)
            await unit.runs.add_section(run.id, replace(section, text="Better.", cost_usd=0.5))
    async with storage.begin() as unit:
        [summary] = await unit.runs.sections(kept.id)
        assert (summary.text, summary.input_tokens, summary.output_tokens) == ("Better.", 10, 4)
        assert summary.cost_usd == 0.5
        await unit.runs.delete(gone.id)
        await unit.runs.delete(uuid4())
    async with database.engine.connect() as connection:
        for table in metadata.tables.values():
            if "thread_id" in table.columns and table.name not in ("steps", "drafts"):
                rows = await connection.execute(select(table.c.thread_id))
                assert set(rows.scalars()) == {kept.id}, table.name
