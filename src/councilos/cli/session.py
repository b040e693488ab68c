"""Watches one run to its end: shows it, asks at pauses, and knows what Ctrl-C means."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from councilos.cli.engine import Engine
from councilos.cli.godmode import GodMode
from councilos.cli.picture import Picture
from councilos.cli.terminal import NoMoreInput, Terminal
from councilos.cli.texts import t
from councilos.cli.views import View
from councilos.errors import WrongState
from councilos.events.types import DecisionMade, Event, RunDone, RunPaused

Ending = Literal["ended", "left", "budget"]
"""The run ended; the person left it running; it waits for a higher budget."""


@dataclass(frozen=True, slots=True)
class Manners:
    """What the session may do: who asks at pauses, whom Ctrl-C asks, and whether it cancels.

    Without `terminal` Ctrl-C asks nobody: it cancels when `cancels`, else it leaves.
    """

    god: GodMode | None = None
    terminal: Terminal | None = None
    cancels: bool = True


class Session:
    """One run, one viewer."""

    def __init__(self, engine: Engine, view: View, picture: Picture, manners: Manners) -> None:
        """Take where the run is, how it is shown, what is known of it, and what may be asked."""
        self._engine = engine
        self._view = view
        self._picture = picture
        self._manners = manners
        self._run_id = ""
        self._pause: RunPaused | None = None
        self._asking = False
        self._deciding: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()

    async def watch(self, run_id: str) -> Ending:
        """Follow the run until it ends, is left, or waits for a budget; errors of any part are raised."""
        self._run_id = run_id
        with self._signals():
            self._spawn(self._pump())
            try:
                return await self._ending
            finally:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pump(self) -> None:
        async for event in self._engine.follow(self._run_id):
            self._picture.apply(event)
            self._view.show(self._picture, event)
            await self._react(event)
        self._end("ended")

    async def _react(self, event: Event) -> None:
        match event:
            case RunPaused():
                await self._drop_question()
                self._pause = event
                self._deciding = self._spawn(self._on_pause(event))
            case DecisionMade():
                await self._decided_elsewhere(event)
            case RunDone():
                await self._drop_question()
                self._view.resume(self._picture)
            case _:
                pass

    async def _on_pause(self, pause: RunPaused) -> None:
        """Ask, if the run still waits here: a replay also tells of pauses that are long decided."""
        run = await self._engine.run(self._run_id)
        if run["pause_id"] != pause.pause_id:
            return
        if pause.pause_reason == "budget":
            self._end("budget")
        elif self._manners.god is None:
            self._view.say(t("session.waits", id=self._run_id))
        else:
            await self._ask(self._manners.god, pause)

    async def _ask(self, god: GodMode, pause: RunPaused) -> None:
        self._view.suspend()
        self._asking = True
        try:
            await god.ask(self._picture, self._run_id, pause)
        except NoMoreInput:
            self._end("left")
            return
        finally:
            self._asking = False
        self._view.resume(self._picture)

    async def _decided_elsewhere(self, event: DecisionMade) -> None:
        """Take the question back when somebody else decided the pause it is about."""
        god, pause = self._manners.god, self._pause
        if god is None or pause is None or not self._asking or event.pause_id != pause.pause_id:
            return
        if event.node in god.mine or not god.idle.is_set():
            return
        await self._drop_question()
        god.show_winner(event.model_dump(mode="json"))
        left = [item for item in pause.proposals if item.node not in {event.node, *god.mine}]
        if left and event.action != "reject":
            self._pause = pause.model_copy(update={"proposals": left})
            self._deciding = self._spawn(self._on_pause(self._pause))
        else:
            self._view.resume(self._picture)

    async def _drop_question(self) -> None:
        task, self._deciding = self._deciding, None
        if self._manners.god is not None:
            await self._manners.god.idle.wait()
        if task is not None and not task.done():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _interrupted(self, *, may_ask: bool) -> None:
        """Ctrl-C: the first is handled with care, the second one leaves at once."""
        terminal = self._manners.terminal
        if terminal is not None and terminal.editing:
            return
        if self._stopping is not None and not self._stopping.done():
            self._end("left")
            return
        asks = terminal if may_ask and self._engine.url is not None and self._manners.cancels else None
        self._stopping = self._spawn(self._stop(asks))

    async def _stop(self, terminal: Terminal | None) -> None:
        if terminal is None:
            await (self._cancel() if self._manners.cancels else self._leave())
            return
        asked = self._deciding is not None and not self._deciding.done()
        await self._drop_question()
        self._view.suspend()
        self._view.say(t("session.interrupt"))
        try:
            answer = (await terminal.line()).strip().casefold()
        except NoMoreInput:
            answer = "l"
        if answer in ("c", "cancel"):
            await self._cancel()
        elif answer in ("l", "leave"):
            await self._leave()
        else:
            self._view.resume(self._picture)
            if asked and self._pause is not None:
                self._deciding = self._spawn(self._on_pause(self._pause))

    async def _cancel(self) -> None:
        await self._drop_question()
        self._view.say(t("session.cancelling"))
        with contextlib.suppress(WrongState):
            await self._engine.cancel(self._run_id)
        self._view.resume(self._picture)

    async def _leave(self) -> None:
        await self._drop_question()
        self._end("left")

    def _end(self, ending: Ending) -> None:
        if not self._ending.done():
            self._ending.set_result(ending)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None or self._ending.done():
            return
        error = task.exception()
        assert error is not None
        self._ending.set_exception(error)

    @contextmanager
    def _signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, lambda: self._interrupted(may_ask=True))
        for name in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(name, lambda: self._interrupted(may_ask=False))
        try:
            yield
        finally:
            for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                loop.remove_signal_handler(name)
