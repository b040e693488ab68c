"""Live frames over real WebSockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from councilos.blueprint.templates import default_council
from councilos.events.parts import ErrorInfo
from councilos.events.types import MessageDelta, RunDone
from councilos.runs import cancel, start
from support.api_runtime import AnyRuntime, append, finish, memory_only, pause, step

Frame = dict[str, Any]
Make = Callable[..., Awaitable[UUID]]


@pytest.fixture
def runtime(either: AnyRuntime) -> AnyRuntime:
    return either


@pytest.fixture
def make_run(runtime: AnyRuntime) -> Make:
    async def make(topic: str = "Cats") -> UUID:
        run = await start.start(runtime.storage, start.Order(default_council(), topic, god_mode=True))
        await append(runtime.storage, run.id, status="running")
        return run.id

    return make


def watch(url: str, path: str, **options: Any) -> connect:
    return connect(url.replace("http", "ws", 1) + path, proxy=None, **options)


async def frame(socket: ClientConnection) -> Frame:
    return json.loads(await socket.recv())


async def rest(socket: ClientConnection) -> list[Frame]:
    """Return all frames up to the close, which must be a normal one."""
    frames = [json.loads(text) async for text in socket]
    assert socket.close_code == 1000
    return frames


async def closing_code(url: str, path: str, **options: Any) -> int | None:
    async with watch(url, path, **options) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        return socket.close_code


async def test_from_start_to_done(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-1: running, completed, paused and exactly one done at the top level, in order, then 1000."""
    run_id = await make_run()
    async with watch(url, f"/ws/council/{run_id}") as socket:
        first = await frame(socket)
        assert (first["type"], first["run_status"], first["run"]["input_topic"]) == (
            "snapshot",
            "running",
            "Cats",
        )
        await append(runtime.storage, run_id, *step("master_agent", "One"))
        await pause(runtime.storage, run_id, ["critic_agent"])
        await finish(runtime.storage, run_id)
        frames = await rest(socket)
    assert [(item.get("node"), item["status"]) for item in frames if "status" in item] == [
        ("master_agent", "running"),
        ("master_agent", "completed"),
        ("critic_agent", "paused"),
        (None, "done"),
    ]
    assert [item["seq"] for item in frames] == [1, 2, 3, 4, 5]
    assert frames[-1]["run_status"] == "completed"
    assert all(item["type"] and item["run_id"] == str(run_id) for item in frames)


@memory_only
async def test_deltas_come_live_without_seq(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-1: deltas have no seq and no status; a client that comes in the middle gets what was written."""
    run_id = await make_run()
    delta = MessageDelta(run_id=str(run_id), node="a", step_id="s", message_id="m", offset=0, text="Hel")
    async with watch(url, f"/ws/council/{run_id}") as socket:
        await frame(socket)
        runtime.live.publish(run_id, [delta])
        seen = await frame(socket)
        assert (seen["type"], seen["seq"], seen["text"]) == ("message.delta", None, "Hel")
        assert "status" not in seen
    async with watch(url, f"/ws/council/{run_id}") as socket:
        assert [part["text"] for part in (await frame(socket))["partial"]] == ["Hel"]


async def test_come_back_with_after(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-4: a client that dropped misses nothing and gets nothing twice; the run never notices."""
    run_id = await make_run()
    await append(runtime.storage, run_id, *step("master_agent", "One"))
    async with watch(url, f"/ws/council/{run_id}") as socket:
        assert [(await frame(socket))["type"] for _ in range(3)] == ["snapshot", "node.running", "draft"]
    await append(runtime.storage, run_id, *step("critic_agent", "Two"))
    await finish(runtime.storage, run_id)
    async with watch(url, f"/ws/council/{run_id}?after=2") as socket:
        frames = await rest(socket)
    assert [item["seq"] for item in frames[1:]] == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("after", [4, 99])
async def test_ended_run_says_done_again(url: str, runtime: AnyRuntime, make_run: Make, after: int) -> None:
    """WS-1: the last frame is always done, also for a client that has seen everything."""
    run_id = await make_run()
    await append(runtime.storage, run_id, *step("master_agent", "One"))
    await finish(runtime.storage, run_id)
    async with watch(url, f"/ws/council/{run_id}?after={after}") as socket:
        frames = await rest(socket)
    assert [item["type"] for item in frames] == ["snapshot", "run.done"]


async def test_continued_run_goes_on(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """RN-8, WS-4: whoever comes between `continue` and its first event sees the old end and the new one."""
    run_id = await make_run()
    error = ErrorInfo(code="provider", message="The key is wrong")
    await append(runtime.storage, run_id, RunDone(run_status="failed", error=error), status="failed")
    await cancel.resume(runtime.storage, run_id, None)
    async with watch(url, f"/ws/council/{run_id}") as socket:
        assert (await frame(socket))["run_status"] not in ("failed", "completed")
        assert (await frame(socket))["run_status"] == "failed"
        await append(runtime.storage, run_id, *step("master_agent", "One"))
        await finish(runtime.storage, run_id)
        frames = await rest(socket)
    assert frames[-1]["run_status"] == "completed"


async def test_after_from_the_future_misses_nothing(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-4: a number the run has not reached is read as «now»."""
    run_id = await make_run()
    async with watch(url, f"/ws/council/{run_id}?after=1000") as socket:
        await frame(socket)
        await append(runtime.storage, run_id, *step("master_agent", "One"))
        assert [(await frame(socket))["seq"] for _ in range(3)] == [1, 2, 3]


@memory_only
@pytest.mark.parametrize("run_id", ["abc", "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11", "%00"])
async def test_unknown_run(url: str, run_id: str) -> None:
    """WS-5: 4404, also for what is no UUID."""
    assert await closing_code(url, f"/ws/council/{run_id}") == 4404


@memory_only
@pytest.mark.parametrize(
    "path", ["/ws/council/{}?after=x", "/ws/council/{}?after=-1", "/ws/updates?after=1e3"]
)
async def test_bad_cursor(url: str, make_run: Make, path: str) -> None:
    """SO-3: 4400."""
    assert await closing_code(url, path.format(await make_run())) == 4400


async def test_runs_do_not_mix(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-3, GM-7: each stream holds its own run only, in order."""
    runs = [await make_run(f"Topic {number}") for number in range(5)]

    async def follow(run_id: UUID) -> list[Frame]:
        async with watch(url, f"/ws/council/{run_id}") as socket:
            return await rest(socket)

    watching = [asyncio.create_task(follow(run_id)) for run_id in runs for _ in range(2)]
    for node in ("master_agent", "critic_agent"):
        for run_id in runs:
            await append(runtime.storage, run_id, *step(node, str(run_id)))
    for run_id in runs:
        await finish(runtime.storage, run_id, str(run_id))
    for number, frames in enumerate(await asyncio.gather(*watching)):
        run_id = str(runs[number // 2])
        assert {item["run_id"] for item in frames} == {run_id}
        assert [item["seq"] for item in frames[1:]] == list(range(1, 8))
        assert frames[-1]["final_draft"] == run_id


async def test_a_client_that_drops_harms_nobody(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-4: cut connections leave run, other clients and the hub as they were."""
    run_id = await make_run()
    async with watch(url, f"/ws/council/{run_id}") as staying:
        await frame(staying)
        for _ in range(5):
            socket = await watch(url, f"/ws/council/{run_id}")
            await frame(socket)
            socket.transport.abort()
        await append(runtime.storage, run_id, *step("master_agent", "One"))
        await finish(runtime.storage, run_id)
        assert [item["seq"] for item in await rest(staying)] == [1, 2, 3, 4]
    await until(lambda: not runtime.live.has_readers(run_id))


@memory_only
async def test_what_clients_say_is_ignored(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """SO-3: text and bytes from a client change nothing."""
    run_id = await make_run()
    async with watch(url, f"/ws/council/{run_id}") as socket:
        await frame(socket)
        await socket.send("{}")
        await socket.send(b"\x00")
        await finish(runtime.storage, run_id)
        assert [item["type"] for item in await rest(socket)] == ["run.done"]


async def test_deleted_run_ends_its_streams(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """RN-8: nobody waits for a run that is gone."""
    run_id = await make_run()
    async with watch(url, f"/ws/council/{run_id}") as socket:
        await frame(socket)
        await cancel.delete(runtime.storage, run_id)
        await rest(socket)


async def test_slow_reader_reads_the_log(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """WS-4: more events than a mailbox holds arrive complete and in order."""
    run_id = await make_run()
    async with watch(url, f"/ws/council/{run_id}") as socket:
        await frame(socket)
        for _ in range(8):
            events = [event for number in range(100) for event in step("master_agent", f"{number}")]
            await append(runtime.storage, run_id, *events)
        await finish(runtime.storage, run_id)
        assert [item["seq"] for item in await rest(socket)] == list(range(1, 2402))


async def test_updates(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """UI-8: first what waits, then every change; a client that comes back gets what it missed."""
    run_id = await make_run()
    await pause(runtime.storage, run_id, ["critic_agent"])
    async with watch(url, "/ws/updates") as socket:
        first = await frame(socket)
        assert (first["type"], first["threads"]) == ("attention", [str(run_id)])
        other = await make_run("Dogs")
        news = await frame(socket)
        assert (news["type"], news["thread_id"], news["topic"]) == ("thread.changed", str(other), "Dogs")
        assert news["cursor"] >= first["cursor"] > 0
    await cancel.cancel(runtime.storage, run_id)
    async with watch(url, f"/ws/updates?after={news['cursor']}") as socket:
        assert (await frame(socket))["threads"] == []
        missed = {item["thread_id"]: item["run_status"] for item in [await frame(socket) for _ in range(2)]}
    assert missed == {str(run_id): "cancelled", str(other): "running"}


async def test_updates_after_a_gap(url: str, runtime: AnyRuntime, make_run: Make) -> None:
    """UI-8: when messages may have been lost the state is sent again."""
    run_id = await make_run()
    async with watch(url, "/ws/updates") as socket:
        await frame(socket)
        runtime.live.wake_all()
        assert [(await frame(socket))["type"] for _ in range(2)] == ["attention", "thread.changed"]
        assert runtime.live.has_readers(run_id) is False


@memory_only
async def test_unknown_socket(url: str) -> None:
    """Section 3: there is no other WebSocket."""
    with pytest.raises(Exception, match="403"):
        async with watch(url, "/ws/nothing"):
            pass


async def until(true: Callable[[], bool]) -> None:
    """Wait for what happens in another task."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.01)
