"""How a run is shown: `View`, and the one that writes plain lines; `screen.py` draws the live one."""

from __future__ import annotations

import sys
from typing import Protocol, TextIO

from councilos.cli.picture import Picture
from councilos.cli.plain import clean, clock, one_line, score
from councilos.cli.texts import action_word, status_word, t
from councilos.cli.words import info_words, notice_words
from councilos.events.types import (
    DecisionMade,
    DraftWritten,
    Event,
    LoopLimitReached,
    MessageDiscarded,
    NodeCompleted,
    NodeFailed,
    NodeRunning,
    Notice,
    RouteTaken,
    RunDone,
    RunPaused,
    ToolCompleted,
    ToolStarted,
)

_WIDTH = 200


class View(Protocol):
    """Shows a run while it goes on."""

    def show(self, picture: Picture, event: Event) -> None:
        """Show what `event` changed; `picture` already contains it."""
        ...

    def say(self, text: str) -> None:
        """Say something about the command itself."""
        ...

    def suspend(self) -> None:
        """Leave the terminal to a question."""
        ...

    def resume(self, picture: Picture) -> None:
        """Go on after the question."""
        ...

    def close(self) -> None:
        """Stop showing."""
        ...


class LinesView:
    """One line per thing that happens; for logs, pipes and terminals that cannot do more."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Take where to write; default is stderr."""
        self._stream = stream or sys.stderr

    def show(self, picture: Picture, event: Event) -> None:
        """Write the event's line, if it has one."""
        line = event_line(picture, event)
        if line:
            self.say(line)

    def say(self, text: str) -> None:
        """Write the text at once."""
        print(clean(text), file=self._stream, flush=True)

    def suspend(self) -> None:
        """Change nothing: lines never stand in the way."""

    def resume(self, picture: Picture) -> None:
        """Change nothing: what happened meanwhile was written already."""

    def close(self) -> None:
        """Change nothing: every line was written at once."""


def event_line(picture: Picture, event: Event) -> str:
    """Return what happened in one line, "" for what is too small to be said."""
    match event:
        case NodeRunning():
            return t("line.running", name=event.name, model=event.model or "–", round=event.round + 1)
        case NodeCompleted():
            used = event.usage.input_tokens + event.usage.output_tokens
            return t("line.completed", name=event.name, seconds=clock(event.seconds), tokens=used)
        case NodeFailed():
            return t("line.failed", name=event.name, message=info_words(event.error.model_dump()))
        case DraftWritten():
            key = "line.draft_person" if event.by == "person" else "line.draft"
            return t(key, name=event.name, characters=len(event.text), author=event.author or "–")
        case RouteTaken():
            return route_line(picture, event)
        case LoopLimitReached():
            return t("line.limit", name=picture.names([event.node]), limit=event.limit)
        case Notice():
            name = picture.names([event.node] if event.node else [])
            return t("line.notice", message=notice_words(event.code, event.message, name))
        case _:
            return _other_line(picture, event)


def _other_line(picture: Picture, event: Event) -> str:
    match event:
        case ToolStarted():
            return t("line.tool", name=picture.names([event.node]), tool=event.tool)
        case ToolCompleted():
            if event.error:
                return t("line.tool_failed", tool=event.tool, message=one_line(event.result, _WIDTH))
        case MessageDiscarded():
            return t("line.discarded", name=picture.names([event.node]), reason=event.reason)
        case RunPaused():
            key = "line.paused_budget" if event.pause_reason == "budget" else "line.paused"
            return t(key, next=picture.names(event.next_nodes))
        case DecisionMade():
            return t("line.decision", action=action_word(event.action), by=event.decided_by)
        case RunDone():
            return t("line.done", status=status_word(event.run_status))
        case _:
            pass
    return ""


def route_line(picture: Picture, event: RouteTaken) -> str:
    """Return where a node sent the run and why; "" for a step that had no choice."""
    if not event.label:
        return ""
    targets = picture.names(event.targets) or t("route.end")
    line = t("line.route", name=picture.names([event.node]), label=event.label, targets=targets)
    if event.score is not None:
        line += t("line.score", score=score(event.score), threshold=score(event.threshold))
    return line + (f": {one_line(event.reason, _WIDTH)}" if event.reason else "")
