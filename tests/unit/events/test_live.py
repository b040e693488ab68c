"""The hub and the pieces that other processes hear (WS-3, WS-4)."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from councilos.events.hub import MAILBOX, Hub
from councilos.events.log import MAX_NOTIFY, join_deltas
from councilos.events.types import MessageCompleted, MessageDelta, NodeRunning, RunDone


def delta(text: str, offset: int, message: str = "m") -> MessageDelta:
    return MessageDelta(node="n", step_id="s", message_id=message, offset=offset, text=text)


async def test_runs_are_isolated() -> None:
    """WS-3: nothing crosses over."""
    hub, one, two = Hub(), uuid4(), uuid4()
    mine, other = hub.subscribe(one), hub.subscribe(two)
    hub.publish(one, [RunDone(seq=1, run_status="completed")])
    assert await mine.next() is not None
    hub.publish(two, [RunDone(seq=7, run_status="failed")])
    event = await other.next()
    assert event is not None
    assert event.seq == 7


async def test_a_slow_reader_is_told_to_read_the_log() -> None:
    """WS-4: a full mailbox is emptied; neither memory nor the run suffers."""
    hub, run = Hub(), uuid4()
    mailbox = hub.subscribe(run)
    for number in range(MAILBOX + 1):
        hub.publish(run, [NodeRunning(seq=number, node="n", name="N", step_id="s")])
    assert await mailbox.next() is None
    mailbox.close()
    assert not hub.has_readers(run)


async def test_a_late_reader_gets_what_is_being_written() -> None:
    """WS-4: deltas so far are joined; the completed message ends them."""
    hub, run = Hub(), uuid4()
    hub.publish(run, [delta("Hel", 0), delta("lo", 3)])
    assert [part.text for part in hub.partial(run)] == ["Hello"]
    hub.publish(run, [MessageCompleted(seq=1, node="n", step_id="s", message_id="m", text="Hello")])
    assert hub.partial(run) == []


async def test_a_closed_mailbox_receives_nothing() -> None:
    """WS-4: a client that drops leaves nothing behind."""
    hub, run = Hub(), uuid4()
    mailbox = hub.subscribe(run)
    waiting = asyncio.create_task(mailbox.next())
    await asyncio.sleep(0)
    mailbox.close()
    hub.publish(run, [RunDone(seq=1, run_status="completed")])
    done, _ = await asyncio.wait([waiting], timeout=0.05)
    assert not done
    waiting.cancel()


def test_pieces_fit_into_a_notification() -> None:
    """Decision 7: neighbours are joined, long text is cut, nothing is lost, every piece fits."""
    text = "漢字🙂\x01" * 2_000
    pieces = join_deltas([delta("ab", 0), delta("cd", 2), delta(text, 4), delta("x", 0, "other")])
    mine = [piece for piece in pieces if piece.message_id == "m"]
    assert "".join(piece.text for piece in mine) == "abcd" + text
    assert [piece.offset for piece in mine] == [
        sum(len(earlier.text) for earlier in mine[:index]) for index in range(len(mine))
    ]
    assert all(len(piece.model_dump_json().encode()) < MAX_NOTIFY for piece in pieces)
