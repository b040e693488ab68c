"""Database and worker in a thread and an event loop of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from councilos.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Generator

    from councilos.runtime import Runtime

T = TypeVar("T")


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
        from councilos.configuration import read_settings
        from councilos.runtime import Runtime

        stop = asyncio.Event()
        try:
            async with Runtime.open(read_settings()) as runtime:
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


@contextmanager
def opened(engine: Engine | None) -> Generator[Engine]:
    """Give the engine, or one that is open as long as the block."""
    if engine is not None:
        yield engine
        return
    with Engine() as own:
        yield own


@asynccontextmanager
async def aopened(engine: Engine | None) -> AsyncGenerator[Engine]:
    """Do what `opened` does without blocking the caller's loop."""
    if engine is not None:
        yield engine
        return
    async with Engine() as own:
        yield own
