"""Text on its way to the people who watch (WS-1)."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from councilos.events.types import Event, MessageCompleted, MessageDelta, Usage
from councilos.graph.speech import Speech, add_usage


async def test_text_is_gathered_after_the_first_piece() -> None:
    """WS-1: the first piece goes out at once, what follows within a moment in one piece, nothing missing."""
    events: list[Event] = []
    passed_on = asyncio.Event()

    def emit(event: Event) -> None:
        events.append(event)
        if len(events) == 2:
            passed_on.set()

    speech = Speech(emit, "a", uuid4())
    for piece in ("Grü", "ße 🙂", " an", " alle"):
        speech.text(piece)
    assert len(events) == 1
    await passed_on.wait()
    deltas = [event for event in events if isinstance(event, MessageDelta)]
    assert [(delta.offset, delta.text) for delta in deltas] == [(0, "Grü"), (3, "ße 🙂 an alle")]


async def test_a_whole_message_overtakes_what_is_gathered() -> None:
    """WS-1: after its end no piece of a message comes any more, nor after its call was given up."""
    events: list[Event] = []
    speech = Speech(events.append, "a", uuid4())
    speech.text("one")
    speech.text(" two")
    speech.complete("one two")
    speech.text("three")
    speech.text(" four")
    speech.close()
    await asyncio.sleep(0.1)
    assert [type(event) for event in events] == [MessageDelta, MessageCompleted, MessageDelta]
    first, whole, second = events
    assert isinstance(first, MessageDelta)
    assert isinstance(whole, MessageCompleted)
    assert isinstance(second, MessageDelta)
    assert (first.message_id, second.offset) == (whole.message_id, 0)
    assert second.message_id != whole.message_id


def test_known_costs_count_beside_unknown_ones() -> None:
    """RN-8: a part whose price nobody knows does not hide what the others cost."""
    known, unknown = Usage(input_tokens=5, cost_usd=0.25), Usage(output_tokens=7)
    assert add_usage(known, unknown) == add_usage(unknown, known)
    assert add_usage(known, unknown) == Usage(input_tokens=5, output_tokens=7, cost_usd=0.25)
    assert add_usage(unknown, unknown).cost_usd is None
    assert add_usage(None, known) == known
