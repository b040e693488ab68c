"""A council that can be run from Python."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from councilos.blueprint import codec
from councilos.blueprint.check import load as checked
from councilos.blueprint.model import Blueprint
from councilos.blueprint.shape import read_budget
from councilos.blueprint.templates import templates
from councilos.errors import InvalidInput, UserError
from councilos.events.types import Event, RunDone, RunPaused
from councilos.library.engine import Engine, aopened, opened
from councilos.library.result import Result

if TYPE_CHECKING:
    from councilos.runs.model import Run

Json = dict[str, Any]


class Council:
    """A council that can be run."""

    def __init__(self, blueprint: Json | Blueprint) -> None:
        """Take a blueprint; raises InvalidBlueprint, a ValueError, with every problem."""
        self.blueprint = blueprint if isinstance(blueprint, Blueprint) else checked(blueprint)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a council's file, as the web app and `councilos export` write it."""
        return cls(checked(codec.parse(Path(path).read_bytes())))

    @classmethod
    def template(cls, key: str = "default", language: str = "en") -> Self:
        """Return a council that ships with the product: default, content, programming or analysis."""
        found = [item for item in templates(language) if item.key == key]
        if not found:
            known = ", ".join(f"{item.key} ({item.language})" for item in templates())
            raise InvalidInput(f"There is no template {key!r} in {language!r}. There are: {known}.")
        return cls(found[0].data)

    @property
    def name(self) -> str:
        """The council's name."""
        return self.blueprint.name

    def save(self, path: str | Path) -> None:
        """Write the council's file in its canonical form (BP-13)."""
        Path(path).write_bytes(codec.export(self.blueprint))

    def __repr__(self) -> str:
        """Return name and size."""
        return f"<Council {self.name!r}: {len(self.blueprint.nodes)} agents>"

    def run(self, topic: str, *, budget: Json | None = None, engine: Engine | None = None) -> Result:
        """Run the council on a topic and wait for its end.

        `budget` holds tokens, cost_usd or minutes. A failed run is no exception: see
        `Result.error`. Interrupting cancels the run. Raises InvalidInput and SetupError.
        """
        with opened(engine) as open_engine:
            run_id = open_engine.submit(self._start(open_engine, topic, budget)).result()
            try:
                return open_engine.submit(_ended(open_engine, run_id)).result()
            except BaseException:  # edge: who is interrupted must not leave a run behind
                open_engine.submit(_cancelled(open_engine, run_id)).result()
                raise

    async def arun(self, topic: str, *, budget: Json | None = None, engine: Engine | None = None) -> Result:
        """Do what `run` does from a coroutine; cancelling it cancels the run."""
        async with aopened(engine) as open_engine:
            run_id = await asyncio.wrap_future(open_engine.submit(self._start(open_engine, topic, budget)))
            try:
                return await asyncio.wrap_future(open_engine.submit(_ended(open_engine, run_id)))
            except BaseException:  # edge: who is interrupted must not leave a run behind
                await asyncio.wrap_future(open_engine.submit(_cancelled(open_engine, run_id)))
                raise

    async def stream(
        self, topic: str, *, budget: Json | None = None, engine: Engine | None = None
    ) -> AsyncGenerator[Event]:
        """Run the council and yield its events as they happen (WS-1), the last one is `run.done`.

        A run that reaches its budget ends with `run.paused`. Leaving the loop early cancels the run.
        """
        async with aopened(engine) as open_engine:
            run_id = await asyncio.wrap_future(open_engine.submit(self._start(open_engine, topic, budget)))
            events: asyncio.Queue[Event | None] = asyncio.Queue()
            loop = asyncio.get_running_loop()

            async def pump() -> None:
                try:
                    async with aclosing(_events(open_engine, run_id)) as happening:
                        async for event in happening:
                            loop.call_soon_threadsafe(events.put_nowait, event)
                finally:
                    loop.call_soon_threadsafe(events.put_nowait, None)

            pumping = open_engine.submit(pump())
            ended = False
            try:
                while (event := await events.get()) is not None:
                    ended = isinstance(event, RunDone | RunPaused)
                    yield event
                await asyncio.wrap_future(pumping)
            finally:
                pumping.cancel()
                if not ended:
                    await asyncio.wrap_future(open_engine.submit(_cancelled(open_engine, run_id)))

    async def _start(self, engine: Engine, topic: str, budget: Json | None) -> UUID:
        from councilos.runs.start import Order, start

        limits = read_budget(budget) if budget else None
        return (await start(engine.runtime.storage, Order(self.blueprint, topic, budget=limits))).id


async def _events(engine: Engine, run_id: UUID) -> AsyncGenerator[Event]:
    """Yield the run's events until it ends or waits for somebody."""
    from councilos.runs.watch import follow

    async with aclosing(follow(engine.runtime.storage, engine.runtime.live, run_id)) as following:
        async for event in following:
            yield event
            if isinstance(event, RunPaused):
                return


async def _ended(engine: Engine, run_id: UUID) -> Result:
    from councilos.runs import history

    async with aclosing(_events(engine, run_id)) as events:
        async for _ in events:
            pass
    run, pause, _, drafts = await history.details(engine.runtime.storage, run_id)
    draft = run.final_draft or (pause.state.get("current_draft") if pause else None)
    return Result(
        run_id=str(run.id),
        name=run.name,
        topic=run.topic,
        status=run.status,
        draft=draft or "",
        drafts=tuple(drafts),
        score=run.critic_score,
        cost=run.usage["total"]["cost_usd"] if "total" in run.usage else None,
        usage=run.usage,
        error=_error(run),
    )


def _error(run: Run) -> str | None:
    if run.status == "paused":
        return f"The run reached its budget. Go on with a higher one: councilos continue {run.id} --budget …"
    return str(run.error["message"]) if run.error else None


async def _cancelled(engine: Engine, run_id: UUID) -> None:
    from councilos.runs import cancel

    with contextlib.suppress(UserError):  # it has ended by itself, or is gone
        await cancel.cancel(engine.runtime.storage, run_id)
