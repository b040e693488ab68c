"""A run as a fold over its events."""

from __future__ import annotations

import io
from collections.abc import Iterable

from rich.console import Console

from councilos.cli.picture import Picture
from councilos.cli.screen import render
from councilos.cli.views import LinesView, event_line
from councilos.events.parts import ErrorInfo
from councilos.events.types import (
    Event,
    LoopLimitReached,
    MessageCompleted,
    MessageDelta,
    MessageDiscarded,
    NodeFailed,
    NodeRunning,
    Notice,
    RunStarted,
    ToolCompleted,
    ToolStarted,
)
from support.run_events import BLUEPRINT, NOW, decision, done, pause, route, snapshot, writer


def drawn(picture: Picture, width: int = 100, height: int = 24) -> str:
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=False)
    with console.capture() as capture:
        console.print(render(picture, NOW, console))
    return capture.get()


def after(events: Iterable[Event]) -> Picture:
    picture = Picture()
    picture.know(BLUEPRINT)
    for event in events:
        picture.apply(event)
    return picture


def delta(text: str, offset: int, message_id: str = "m") -> MessageDelta:
    return MessageDelta(node="w", step_id="1", message_id=message_id, offset=offset, text=text)


def test_agents_numbers_and_versions_are_known() -> None:
    """WS-1: what a viewer needs is in the events."""
    picture = after([snapshot(), *writer(), route(), pause(), decision()])
    assert [(agent.name, agent.state) for agent in picture.agents.values()] == [
        ("Master KI", "completed"),
        ("Kritiker KI", "waiting"),
        ("e", "waiting"),
    ]
    assert (picture.usage.input_tokens, picture.score, picture.threshold, picture.rounds) == (10, 6.0, 8.0, 1)
    assert [version.text for version in picture.versions] == ["Erster Entwurf"]
    assert picture.status == "running"


def test_text_is_put_together_by_offset() -> None:
    """WS-4: repeated and discarded text never doubles."""
    start = NodeRunning(node="w", name="Master KI", step_id="1")
    picture = after([start, delta("Hal", 0), delta("lo", 3), delta("lo", 3)])
    assert picture.agents["w"].text == "Hallo"
    picture.apply(MessageDiscarded(node="w", step_id="1", message_id="m", reason="again"))
    assert picture.agents["w"].text == ""
    picture.apply(delta("Neu", 0, "m2"))
    picture.apply(MessageCompleted(node="w", step_id="1", message_id="m2", text="Neuer Text"))
    assert picture.agents["w"].text == "Neuer Text"


def test_a_run_that_is_continued_lives_again() -> None:
    """RN-8: the log of a continued run holds an earlier end."""
    failed = done("failed", error=ErrorInfo(code="provider", message="Timeout"))
    picture = after([snapshot("failed"), *writer(), failed])
    assert picture.error is not None
    picture.apply(RunStarted(segment_id="s2", kind="continue"))
    assert (picture.status, picture.error, picture.ended_at) == ("running", None, None)


def test_the_drawing_shows_state_score_time_and_the_end_of_the_text() -> None:
    """UX: always visible what the agents are doing."""
    picture = after([snapshot(), *writer(), route()])
    picture.apply(NodeRunning(node="c", name="Kritiker KI", step_id="2", model="gpt-4o"))
    picture.apply(
        MessageDelta(node="c", step_id="2", message_id="n", offset=0, text="\x1b[31mDas ist\nzu kurz")
    )
    image = drawn(picture)
    for wanted in ("Rat", "15 tokens", "score 6/8", "round 1", "Kritiker KI", "working", "zu kurz", "gpt-4o"):
        assert wanted in image
    assert "\x1b[31m" not in image


def test_the_drawing_fits_a_small_terminal() -> None:
    nodes = [{"id": f"n{number}", "name": f"Agent {number}"} for number in range(60)]
    picture = Picture()
    picture.know({"nodes": nodes})
    picture.apply(NodeRunning(node="n59", name="Agent 59", step_id="1"))
    picture.apply(MessageDelta(node="n59", step_id="1", message_id="m", offset=0, text="word " * 2_000))
    image = drawn(picture, width=60, height=20)
    assert len(image.splitlines()) <= 20
    assert "Agent 59" in image


def test_lines_tell_the_whole_story_once() -> None:
    stream = io.StringIO()
    view, picture = LinesView(stream), after([])
    for event in [snapshot(), *writer(), route(), pause(), decision(), done()]:
        picture.apply(event)
        view.show(picture, event)
    assert stream.getvalue().splitlines() == [
        "● Master KI (round 1, gpt-4o)",
        "  Master KI wrote 14 characters",
        "✓ Master KI (1 s, 15 tokens)",
        "→ Kritiker KI: rework → Master KI (score 6, needs 8): zu kurz",
        "Paused; next: Kritiker KI",
        "Decision: approved (web)",
        "The run has ended: completed",
    ]


def test_every_thing_that_went_wrong_has_a_line() -> None:
    picture = after([snapshot(), *writer()])
    error = ErrorInfo(code="provider", message="Timeout")
    events: list[Event] = [
        NodeFailed(node="w", name="Master KI", step_id="1", error=error),
        LoopLimitReached(node="c", edges=["x"], limit=5),
        Notice(code="cut", message="The prompt was cut."),
        ToolStarted(node="w", step_id="1", call_id="1", tool="web_search"),
        ToolCompleted(node="w", step_id="1", call_id="1", tool="web_search", result="no\nkey", error=True),
        MessageDiscarded(node="w", step_id="1", message_id="m", reason="overloaded"),
        pause("p", "c", reason="budget"),
    ]
    assert [event_line(picture, event) for event in events] == [
        "✗ Master KI: Timeout",
        "Kritiker KI: the limit of 5 rework rounds is reached, the draft goes on as it is",
        "Note: The prompt was cut.",
        "  Master KI uses web_search",
        "  web_search could not help: no key",
        "Master KI starts the text again: overloaded",
        "Paused: the budget is reached; next: Kritiker KI",
    ]
