from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from councilos.runs.model import StoredBlueprint
from councilos.storage.unit_of_work import PostgresStorage
from integration.storage.conftest import a_run

START = datetime(2026, 1, 1, tzinfo=UTC)


def _council(name: str, minutes: int = 0) -> StoredBlueprint:
    moment = START + timedelta(minutes=minutes)
    return StoredBlueprint(uuid4(), name, {"version": "1.0", "nodes": ["ä", 1.5, None]}, moment, moment)


async def test_councils_are_created_read_changed_and_deleted(storage: PostgresStorage) -> None:
    """BP-12: a council is stored whole; a deleted one is gone."""
    council = _council("Rat")
    async with storage.begin() as unit:
        await unit.blueprints.add(council)
    async with storage.begin() as unit:
        assert await unit.blueprints.get(council.id) == council
        changed = await unit.blueprints.update(council.id, name="Neu", data={"version": "1.0"})
    assert changed is not None
    assert (changed.name, changed.data, changed.created_at) == ("Neu", {"version": "1.0"}, council.created_at)
    assert changed.updated_at > council.updated_at
    async with storage.begin() as unit:
        assert await unit.blueprints.delete(council.id)
        assert await unit.blueprints.get(council.id) is None
        assert not await unit.blueprints.delete(council.id)
        assert await unit.blueprints.update(council.id, name="x", data={}) is None


async def test_the_list_begins_with_what_was_changed_last(storage: PostgresStorage) -> None:
    """BP-12: pages, last changed first, and the number of all; by name the newest."""
    councils = [_council("Rat", 1), _council("Rat", 3), _council("Ältestenrat", 2)]
    async with storage.begin() as unit:
        for council in councils:
            await unit.blueprints.add(council)
    async with storage.begin() as unit:
        assert await unit.blueprints.page(limit=2, offset=0) == ([councils[1], councils[2]], 3)
        assert await unit.blueprints.page(limit=2, offset=2) == ([councils[0]], 3)
        assert await unit.blueprints.find("Rat") == councils[1]
        assert await unit.blueprints.find("rat") is None


async def test_runs_outlive_their_council(storage: PostgresStorage) -> None:
    """RN-6: deleting a council keeps its runs, without their link to it."""
    council = _council("Rat")
    run = a_run(blueprint_id=council.id)
    async with storage.begin() as unit:
        await unit.blueprints.add(council)
        await unit.runs.add(run)
    async with storage.begin() as unit:
        await unit.blueprints.delete(council.id)
        left = await unit.runs.get(run.id)
    assert left is not None
    assert left.blueprint_id is None
    assert left.blueprint == run.blueprint
