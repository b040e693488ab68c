"""What flows beside the transactions: what an execution says, and what live readers hear."""

from __future__ import annotations

from typing import Any, Protocol
from uuid import UUID

from councilos.events.types import Event, MessageDelta


class EventSink(Protocol):
    """Where an executing segment's events go."""

    def emit(self, event: Event) -> None:
        """Take an event: deltas go out at once, all others are written in order and go out after commit."""
        ...

    async def flushed(self) -> None:
        """Return when everything emitted so far is durable; raise Fenced when this executor lost the run."""
        ...


class Sinks(Protocol):
    """Opens event sinks for executors."""

    def open(self, run_id: UUID, segment_id: UUID, epoch: int) -> EventSink:
        """Return a sink that writes under `epoch`."""
        ...


class Savers(Protocol):
    """Makes the checkpointer of one execution; LangGraph's type, known to `graph` only."""

    def __call__(self, sink: Any, *, fresh: bool) -> Any:
        """Return a saver that writes through the execution's sink; nothing ran before in a `fresh` run."""
        ...

    def prune(self, run_id: UUID) -> None:
        """Keep only the newest checkpoint of a run that has ended (decision 8); happens in the background."""
        ...


class Subscription(Protocol):
    """A live reader's mailbox: bounded, lossy for slow readers, who then read the log."""

    async def next(self) -> Event | None:
        """Return the next live event; None means «read the log, something may be missing»."""
        ...

    def close(self) -> None:
        """Stop receiving."""
        ...


class Live(Protocol):
    """The in-process hub that live readers subscribe to (WS-3, WS-4)."""

    def subscribe(self, run_id: UUID) -> Subscription:
        """Receive the events of one run from now on."""
        ...

    def partial(self, run_id: UUID) -> list[MessageDelta]:
        """Return the text of messages that are being written right now."""
        ...
