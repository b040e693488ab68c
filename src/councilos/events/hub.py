"""The in-process hub: delivers events to live readers, never waits for one of them (WS-3, WS-4).

A mailbox holds a bounded number of events; when a reader is too slow the mailbox is emptied and
the reader is told to read the log instead. So no reader can slow a run down or fill the memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar
from uuid import UUID

from councilos.events.types import (
    Event,
    MessageCompleted,
    MessageDelta,
    MessageDiscarded,
    NodeFailed,
    RunDone,
    RunStarted,
)
from councilos.events.updates import ThreadDeleted, Update

MAILBOX = 2_000
"""Events a slow reader may lag behind before it has to read the log."""

T = TypeVar("T")


class Mailbox(Generic[T]):
    """What one live reader has yet to see; None means «something may be missing»."""

    def __init__(self, on_close: Callable[[Mailbox[T]], None]) -> None:
        """Take the function that unsubscribes this mailbox."""
        self._items: deque[T | None] = deque()
        self._filled = asyncio.Event()
        self._on_close = on_close

    def put(self, item: T | None) -> None:
        """Add an item; an overfull mailbox is emptied and holds None."""
        if len(self._items) >= MAILBOX:
            self._items.clear()
            item = None
        self._items.append(item)
        self._filled.set()

    async def next(self) -> T | None:
        """Wait for the next item."""
        while not self._items:
            self._filled.clear()
            await self._filled.wait()
        return self._items.popleft()

    def close(self) -> None:
        """Stop receiving."""
        self._on_close(self)


class Hub:
    """Who listens to which run of this process's clients."""

    def __init__(self) -> None:
        """Start with no listener."""
        self._runs: dict[UUID, set[Mailbox[Event]]] = {}
        self._lists: set[Mailbox[Update]] = set()
        self._partial: dict[UUID, dict[str, MessageDelta]] = {}

    def subscribe(self, run_id: UUID) -> Mailbox[Event]:
        """Receive the events of one run from now on."""

        def close(mailbox: Mailbox[Event]) -> None:
            mailboxes = self._runs.get(run_id, set())
            mailboxes.discard(mailbox)
            if not mailboxes:
                self._runs.pop(run_id, None)

        mailbox: Mailbox[Event] = Mailbox(close)
        self._runs.setdefault(run_id, set()).add(mailbox)
        return mailbox

    def subscribe_updates(self) -> Mailbox[Update]:
        """Receive what lists show, of all runs, councils and documents."""
        mailbox: Mailbox[Update] = Mailbox(self._lists.discard)
        self._lists.add(mailbox)
        return mailbox

    def partial(self, run_id: UUID) -> list[MessageDelta]:
        """Return what is known of the messages that are being written right now."""
        return list(self._partial.get(run_id, {}).values())

    def publish(self, run_id: UUID, events: Sequence[Event]) -> None:
        """Hand events of one run to its readers."""
        for event in events:
            self._remember(run_id, event)
        for mailbox in self._runs.get(run_id, ()):
            for event in events:
                mailbox.put(event)

    def publish_update(self, update: Update) -> None:
        """Hand an update to all lists; the readers of a deleted run look and find it gone."""
        for mailbox in self._lists:
            mailbox.put(update)
        if isinstance(update, ThreadDeleted):
            self.wake(UUID(update.thread_id))

    def wake(self, run_id: UUID) -> None:
        """Tell the readers of a run to read the log."""
        for mailbox in self._runs.get(run_id, ()):
            mailbox.put(None)

    def wake_all(self) -> None:
        """Tell every reader to read the log: the connection to the database was lost."""
        self._partial.clear()
        for run_id in self._runs:
            self.wake(run_id)
        for mailbox in self._lists:
            mailbox.put(None)

    def has_readers(self, run_id: UUID) -> bool:
        """Say whether anybody in this process watches the run."""
        return run_id in self._runs

    def _remember(self, run_id: UUID, event: Event) -> None:
        """Keep the text of unfinished messages, for readers that come in the middle."""
        match event:
            case MessageDelta():
                known = self._partial.setdefault(run_id, {})
                before = known.get(event.message_id)
                if before is None or event.offset == 0:
                    known[event.message_id] = event
                elif before.offset + len(before.text) == event.offset:
                    text = before.text + event.text
                    known[event.message_id] = before.model_copy(update={"text": text})
            case MessageCompleted() | MessageDiscarded():
                self._partial.get(run_id, {}).pop(event.message_id, None)
            case NodeFailed():
                known = self._partial.get(run_id, {})
                for message_id in [key for key, part in known.items() if part.step_id == event.step_id]:
                    known.pop(message_id)
            case RunDone() | RunStarted():
                self._partial.pop(run_id, None)
            case _:
                pass
