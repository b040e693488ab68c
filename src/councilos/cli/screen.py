"""The live view of a run in a terminal, drawn with rich."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from councilos.cli.picture import Agent, Picture
from councilos.cli.plain import clean, clock, one_line, score
from councilos.cli.texts import number, status_word, t
from councilos.cli.views import event_line
from councilos.events.types import (
    DecisionMade,
    Event,
    LoopLimitReached,
    MessageDiscarded,
    NodeFailed,
    Notice,
    RouteTaken,
    ToolCompleted,
)

REFRESH_SECONDS: Final = 0.125
TAIL_LINES: Final = 8
_SAID: Final = (
    DecisionMade,
    LoopLimitReached,
    MessageDiscarded,
    NodeFailed,
    Notice,
    RouteTaken,
    ToolCompleted,
)
"""Events that leave a line above the live part, so that the reasons can be read later."""
_STYLES: Final = {
    "waiting": ("·", "dim"),
    "running": ("●", "yellow"),
    "completed": ("✓", "green"),
    "failed": ("✗", "red"),
}


class ScreenView:
    """Redraws agents, scores and the text being written, a few times per second."""

    def __init__(self, console: Console) -> None:
        """Take the terminal to draw on; call inside a running event loop."""
        self._console = console
        self._live: Live | None = None
        self._picture: Picture | None = None
        self._ticker = asyncio.get_running_loop().create_task(self._tick())

    def show(self, picture: Picture, event: Event) -> None:
        """Remember the picture; what must stay readable is written above it."""
        self._picture = picture
        if isinstance(event, _SAID) and (line := event_line(picture, event)):
            self.say(line)

    def say(self, text: str) -> None:
        """Write above the live part."""
        self._console.print(Text(clean(text)))

    def suspend(self) -> None:
        """Take the live part away."""
        self._stop(leave=False)

    def resume(self, picture: Picture) -> None:
        """Draw again."""
        self._picture = picture

    def close(self) -> None:
        """Leave the last picture standing."""
        self._ticker.cancel()
        self._stop(leave=True)

    def _stop(self, *, leave: bool) -> None:
        if self._live is not None:
            self._draw()
            self._live.transient = not leave
            self._live.stop()
            self._live = None
        self._picture = None

    async def _tick(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                self._draw()
                await asyncio.sleep(REFRESH_SECONDS)

    def _draw(self) -> None:
        if self._picture is None:
            return
        image = render(self._picture, datetime.now(UTC), self._console)
        if self._live is None:
            self._live = Live(image, console=self._console, auto_refresh=False)
            self._live.start(refresh=True)
        else:
            self._live.update(image, refresh=True)


def render(picture: Picture, now: datetime, console: Console) -> Group:
    """Return the whole picture: headline, agents, totals, tail of the text being written."""
    room = max(console.height - 6, 3)
    parts: list[Table | Text | Panel] = [_headline(picture, now), _agents(picture, room)]
    speaker = None if picture.ended_at else picture.agents.get(picture.speaking)
    left = min(room - len(picture.agents) - 2, TAIL_LINES)
    if speaker is not None and speaker.text and left >= 1:
        parts.append(_tail(speaker, left, console))
    return Group(*parts)


def _headline(picture: Picture, now: datetime) -> Text:
    colour = {"completed": "green", "failed": "red", "cancelled": "red", "paused": "yellow"}
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(one_line(picture.name or t("council.default"), 60), "bold")
    line.append(f"  {status_word(picture.status)}", colour.get(picture.status, "cyan"))
    if picture.started_at is not None:
        line.append(f"  {clock(((picture.ended_at or now) - picture.started_at).total_seconds())}")
    used = picture.usage.input_tokens + picture.usage.output_tokens
    if used:
        line.append("  " + t("screen.tokens", tokens=used))
    if picture.usage.cost_usd:
        line.append("  " + t("screen.cost", cost=number(picture.usage.cost_usd, 4)))
    if picture.rounds:
        line.append("  " + t("screen.rounds", rounds=picture.rounds))
    if picture.score is not None:
        reached = picture.threshold is not None and picture.score >= picture.threshold
        text = t("screen.score", score=score(picture.score), threshold=score(picture.threshold))
        line.append(f"  {text}", "green" if reached else "yellow")
    return line


def _agents(picture: Picture, room: int) -> Table:
    """Return one row per agent; those that wait go first when there is not room for all."""
    table = Table.grid(padding=(0, 2))
    agents = list(picture.agents.values())
    if len(agents) > room:
        agents.sort(key=lambda agent: ("running", "failed", "completed", "waiting").index(agent.state))
    for agent in agents[:room]:
        mark, style = _STYLES[agent.state]
        table.add_row(Text(mark, style), Text(one_line(agent.name, 40), style), *_details(agent))
    return table


def _details(agent: Agent) -> tuple[Text, Text, Text]:
    used = agent.usage.input_tokens + agent.usage.output_tokens
    doing = t("screen.tool", tool=agent.tool) if agent.tool else status_word(f"agent.{agent.state}")
    numbers = f"{clock(agent.seconds)} · {t('screen.tokens', tokens=used)}" if agent.seconds else ""
    return Text(doing, "dim"), Text(one_line(agent.model, 40), "dim"), Text(numbers, "dim")


def _tail(agent: Agent, lines: int, console: Console) -> Panel:
    """Return the last lines, as this terminal breaks them, of what the agent is writing."""
    width = max(console.width - 4, 10)
    end = Text(clean(agent.text[-lines * width :]).strip()).wrap(console, width)[-lines:]
    return Panel(Text("\n").join(end), title=Text(one_line(agent.name, 40)), title_align="left")
