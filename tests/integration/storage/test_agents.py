from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from councilos.runs.model import StoredAgent
from councilos.storage.unit_of_work import PostgresStorage

START = datetime(2026, 1, 1, tzinfo=UTC)


def _agent(name: str, minutes: int = 0) -> StoredAgent:
    moment = START + timedelta(minutes=minutes)
    return StoredAgent(
        uuid4(), name, {"system_prompt": "漢字 {x}", "tools": {"web_search": True}}, moment, moment
    )


async def test_agents_are_created_read_changed_and_deleted(storage: PostgresStorage) -> None:
    """BP-14: an agent is stored whole, beside the councils; a deleted one is gone."""
    first, second = _agent("Critic", 1), _agent("Writer", 2)
    async with storage.begin() as unit:
        await unit.agents.add(first)
        await unit.agents.add(second)
    async with storage.begin() as unit:
        assert await unit.agents.get(first.id) == first
        assert await unit.blueprints.get(first.id) is None
        assert await unit.agents.page(limit=1, offset=0) == ([second], 2)
        changed = await unit.agents.update(first.id, name="Judge", data={"model": "default"})
    assert changed is not None
    assert (changed.name, changed.data, changed.created_at) == (
        "Judge",
        {"model": "default"},
        START + timedelta(minutes=1),
    )
    async with storage.begin() as unit:
        assert await unit.agents.page(limit=9, offset=0) == ([changed, second], 2)
        assert await unit.agents.find("Judge") == changed
        assert await unit.agents.delete(first.id)
        assert not await unit.agents.delete(first.id)
        assert await unit.agents.update(first.id, name="x", data={}) is None
