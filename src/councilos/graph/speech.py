"""What an agent says and does while it works, on its way to the people who watch (WS-1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID, uuid5

from councilos.events.parts import Usage
from councilos.events.types import (
    Event,
    MessageCompleted,
    MessageDelta,
    MessageDiscarded,
    ToolCompleted,
    ToolStarted,
)

GATHER_SECONDS = 0.03
"""How long text waits for more, so that a fast model does not send a frame for every token."""
LONGEST_RESULT = 4_000
"""Characters of a tool's result that people are shown; the model gets all of it."""


class Listener(Protocol):
    """Hears a model's answer as it comes into being."""

    def text(self, text: str) -> None:
        """A piece of text."""
        ...

    def discard(self, reason: str) -> None:
        """Everything since the last whole message is void; the text starts anew."""
        ...

    def complete(self, text: str) -> None:
        """The message is whole; what follows is a new one."""
        ...

    def spent(self, usage: Usage, model: str) -> None:
        """One call of a model was answered and used this much."""
        ...

    def tool_started(self, tool: str, arguments: dict[str, Any]) -> str:
        """A tool is called; returns a name for this call."""
        ...

    def tool_completed(self, call_id: str, tool: str, result: str, *, error: bool) -> None:
        """The tool answered, or `error` says that it could not."""
        ...


class Speech:
    """Turns what is heard in one step into events; with `shown` off the texts stay unseen."""

    def __init__(self, emit: Callable[[Event], None], node: str, step_id: UUID) -> None:
        """Take the way out and the step that everything belongs to."""
        self._emit = emit
        self._node = node
        self._step_id = step_id
        self._step = str(step_id)
        self._messages = 0
        self._offset = 0
        self._gathered: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self._message_id = ""
        self._tools = 0
        self.shown = True
        self.usage: Usage | None = None
        self.model = ""

    def text(self, text: str) -> None:
        """Pass a piece on: the first one of a message at once, what follows in larger pieces."""
        if not self.shown:
            return
        self._gathered.append(text)
        if self._timer is None and self._offset == 0:
            self._pass_on()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._pass_on)

    def _pass_on(self) -> None:
        self._timer = None
        text = "".join(self._gathered)
        self._gathered.clear()
        if text:
            self._emit(
                MessageDelta(
                    node=self._node, step_id=self._step, message_id=self._message,
                    offset=self._offset, text=text,
                )
            )  # fmt: skip
            self._offset += len(text)

    def discard(self, reason: str) -> None:
        """Call back what was passed on; the next try starts a new message."""
        if not self.shown:
            return
        self._emit(
            MessageDiscarded(node=self._node, step_id=self._step, message_id=self._message, reason=reason)
        )
        self._next()

    def complete(self, text: str) -> None:
        """Say that the message is whole."""
        if not self.shown or not text.strip():
            return
        self._emit(MessageCompleted(node=self._node, step_id=self._step, message_id=self._message, text=text))
        self._next()

    def close(self) -> None:
        """Pass nothing more on of the current message."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._gathered.clear()

    def spent(self, usage: Usage, model: str) -> None:
        """Add up what the step used."""
        self.usage = add_usage(self.usage, usage)
        self.model = model

    def tool_started(self, tool: str, arguments: dict[str, Any]) -> str:
        """Show the call of a tool."""
        self._tools += 1
        call_id = self._id_of("tool", self._tools)
        self._emit(
            ToolStarted(node=self._node, step_id=self._step, call_id=call_id, tool=tool, arguments=arguments)
        )
        return call_id

    def tool_completed(self, call_id: str, tool: str, result: str, *, error: bool) -> None:
        """Show the beginning of what the tool answered."""
        shown = result if len(result) <= LONGEST_RESULT else result[:LONGEST_RESULT] + "…"
        self._emit(
            ToolCompleted(
                node=self._node, step_id=self._step, call_id=call_id, tool=tool, result=shown,
                error=error,
            )
        )  # fmt: skip

    @property
    def _message(self) -> str:
        if not self._message_id:
            self._message_id = self._id_of("message", self._messages)
        return self._message_id

    def _id_of(self, kind: str, number: int) -> str:
        return str(uuid5(self._step_id, f"{kind} {number}"))

    def _next(self) -> None:
        """Begin a new message; what was not passed on of the old one is in its end, or void."""
        self.close()
        self._messages += 1
        self._offset = 0
        self._message_id = ""


def add_usage(one: Usage | None, other: Usage) -> Usage:
    """Add up; the cost is unknown only if both parts' are, for what is known must count (RN-8)."""
    if one is None:
        return other
    known = one.cost_usd is not None or other.cost_usd is not None
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        cost_usd=(one.cost_usd or 0.0) + (other.cost_usd or 0.0) if known else None,
    )
