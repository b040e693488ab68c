"""The client side of the engine: what the server answers becomes the same errors as in one process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from councilos.cli.engine import Wish, open_engine
from councilos.cli.home import live_server
from councilos.cli.remote import RemoteEngine
from councilos.errors import AlreadyDecided, InvalidBlueprint, InvalidInput, NotFound, WrongState
from councilos.events.types import Event, RunPaused
from councilos.runs.choices import Choice
from support.blueprints import writer_critic_editor
from support.commands import Started
from support.model_server import ModelServer
from support.settings import settings_with

NOBODY = "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11"


@pytest_asyncio.fixture
async def remote(server: Started, env: dict[str, str]) -> AsyncGenerator[RemoteEngine]:
    settings = settings_with(councilos_home=Path(env["COUNCILOS_HOME"]))
    async with open_engine(settings, worker=True) as engine:
        assert isinstance(engine, RemoteEngine)
        yield engine


async def paused(engine: RemoteEngine, run_id: str) -> RunPaused:
    async for event in engine.follow(run_id):
        if isinstance(event, RunPaused):
            return event
    raise AssertionError("the run never paused")


async def test_the_second_decision_learns_who_was_first(remote: RemoteEngine, models: ModelServer) -> None:
    """RN-9, GM-8: 409 carries who decided what and when."""
    run_id = await remote.start(Wish("x", blueprint=writer_critic_editor(), god_mode=True))
    pause = await paused(remote, run_id)
    await remote.decide(run_id, pause.pause_id, Choice("modify", "critic", {"current_draft": "Mine."}))
    with pytest.raises(AlreadyDecided) as lost:
        await remote.decide(run_id, pause.pause_id, Choice("approve", "critic"))
    assert (lost.value.winner["action"], lost.value.winner["decided_by"]) == ("modify", "cli")
    with pytest.raises(NotFound):
        await remote.decide(NOBODY, pause.pause_id, Choice("approve", "critic"))
    await remote.cancel(run_id)
    with pytest.raises(WrongState):
        await remote.resume(run_id, None)


async def test_errors_keep_their_kind_and_their_problems(remote: RemoteEngine) -> None:
    """BP-11, RN-3: problems with their paths, and sentences instead of statuses."""
    data: dict[str, Any] = writer_critic_editor()
    data["edges"][0]["target"] = "nobody"
    with pytest.raises(InvalidBlueprint) as broken:
        await remote.save(data)
    assert broken.value.problems[0].path == "/edges/0/target"
    with pytest.raises(InvalidInput):
        await remote.start(Wish("", blueprint=writer_critic_editor()))
    assert await remote.councils() == []
    with pytest.raises(NotFound):
        await remote.run("nonsense")
    with pytest.raises(NotFound, match=NOBODY):
        await anext(aiter(remote.follow(NOBODY)))


async def test_a_reader_comes_back_where_it_left(remote: RemoteEngine, models: ModelServer) -> None:
    """WS-4: `after` replays exactly what is missing."""
    run_id = await remote.start(Wish("x", blueprint=writer_critic_editor()))
    everything: list[Event] = [event async for event in remote.follow(run_id)]
    numbers = [event.seq for event in everything[1:] if event.seq is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    later = [event.seq async for event in remote.follow(run_id, after=numbers[-3])]
    assert later == [numbers[-3], *numbers[-2:]]


async def test_a_server_of_another_folder_is_none_of_ours(
    server: Started, env: dict[str, str], tmp_path: Path
) -> None:
    """Decision 16: `server.json` belongs to its data folder."""
    assert await live_server(Path(env["COUNCILOS_HOME"])) is not None
    assert await live_server(tmp_path / "other") is None
    file = Path(env["COUNCILOS_HOME"]) / "server.json"
    data = json.loads(await asyncio.to_thread(file.read_text))
    assert data["pid"] == server.process.pid
