"""Councils from Python: scripts and notebooks.

    from councilos import Council

    result = Council.load("rat.json").run("Thema")
    print(result.draft, result.score, result.cost)

Runs are real ones: they stand in the history and can be looked at in the web app. The engine works
in a thread and an event loop of its own, so that it disturbs nobody's loop and `run` also works
where one is running, as in a notebook.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Coroutine, Sequence
from concurrent.futures import Future
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from councilos.blueprint import codec
from councilos.blueprint.check import load as checked
from councilos.blueprint.model import Blueprint
from councilos.blueprint.shape import read_budget
from councilos.blueprint.templates import templates
from councilos.errors import InvalidInput, SetupError, UserError
from councilos.events.types import Event, RunDone, RunPaused

if TYPE_CHECKING:
    from collections.abc import Generator

    from councilos.runs.model import DraftVersion, Run
    from councilos.runtime import Runtime

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """How a run ended.

    `status` is completed, failed, cancelled, or paused when it reached its budget. `draft` is the
    result, `drafts` every version of it, oldest first. `score` is the critic's last one, `cost` US
    dollars (None when the price is unknown), `usage` tokens in total and by agent. `error` says
    what went wrong, None when nothing did.
    """

    run_id: str
    name: str
    topic: str
    status: str
    draft: str
    drafts: Sequence[DraftVersion]
    score: float | None
    cost: float | None
    usage: Json = field(repr=False)
    error: str | None

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows: the draft below one line of figures."""
        facts = [f"**{self.name or 'Council'}**", self.status]
        facts += [f"score {self.score:g}"] if self.score is not None else []
        facts += [f"US$ {self.cost:.4f}"] if self.cost is not None else []
        parts = [" · ".join(facts)]
        parts += [f"> {self.error}"] if self.error else []
        return "\n\n".join([*parts, self.draft]).rstrip()


class Engine:
    """Database and worker, open as long as the `with` block; for several runs in a row.

    Without one every run opens and closes its own, which takes a second or two.
    """

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._opened: Future[tuple[Runtime, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
        self._thread = threading.Thread(target=self._main, name="councilos-engine", daemon=True)

    def __enter__(self) -> Self:
        """Start and wait until it works; raises SetupError when it cannot."""
        if self._thread.ident is not None:
            raise SetupError("This engine was opened before. Make a new one: `with Engine() as engine:`.")
        self._thread.start()
        self._opened.result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop; a run that is still going is handed on to whoever opens the database next."""
        _, loop, stop = self._opened.result()
        loop.call_soon_threadsafe(stop.set)
        self._thread.join()

    async def __aenter__(self) -> Self:
        """Start without blocking the caller's loop."""
        opening = asyncio.ensure_future(asyncio.to_thread(self.__enter__))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            await opening
            await self.__aexit__(None, None, None)
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop without blocking the caller's loop."""
        await asyncio.shield(asyncio.to_thread(self.__exit__, kind, error, trace))

    def _main(self) -> None:
        asyncio.run(self._work())

    async def _work(self) -> None:
        from councilos.runtime import Runtime
        from councilos.settings import Settings

        stop = asyncio.Event()
        try:
            async with Runtime.open(Settings()) as runtime:
                self._opened.set_result((runtime, asyncio.get_running_loop(), stop))
                await stop.wait()
        except BaseException as error:  # edge: whoever waits for the engine has to hear of it
            if self._opened.done():
                raise
            self._opened.set_exception(error)

    @property
    def runtime(self) -> Runtime:
        """What the engine's own loop works with."""
        return self._open()[0]

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Start a coroutine in the engine's loop; SetupError outside the `with` block."""
        try:
            loop = self._open()[1]
        except SetupError:
            work.close()
            raise
        return asyncio.run_coroutine_threadsafe(work, loop)

    def _open(self) -> tuple[Runtime, asyncio.AbstractEventLoop, asyncio.Event]:
        if not self._thread.is_alive():
            raise SetupError("This engine is not open. Use it inside `with Engine() as engine:`.")
        return self._opened.result()


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
        with _given(engine) as open_engine:
            run_id = open_engine.submit(self._start(open_engine, topic, budget)).result()
            try:
                return open_engine.submit(_ended(open_engine, run_id)).result()
            except BaseException:  # edge: who is interrupted must not leave a run behind
                open_engine.submit(_cancelled(open_engine, run_id)).result()
                raise

    async def arun(self, topic: str, *, budget: Json | None = None, engine: Engine | None = None) -> Result:
        """Do what `run` does from a coroutine; cancelling it cancels the run."""
        async with _agiven(engine) as open_engine:
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
        async with _agiven(engine) as open_engine:
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


@contextmanager
def _given(engine: Engine | None) -> Generator[Engine]:
    if engine is not None:
        yield engine
        return
    with Engine() as own:
        yield own


@asynccontextmanager
async def _agiven(engine: Engine | None) -> AsyncGenerator[Engine]:
    if engine is not None:
        yield engine
        return
    async with Engine() as own:
        yield own


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
