"""Watching a run and deciding its pauses, with an engine that plays recorded events."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from councilos.cli.engine import Json, SavedCouncil, Wish
from councilos.cli.godmode import GodMode
from councilos.cli.picture import Picture
from councilos.cli.session import Manners, Session
from councilos.cli.terminal import Terminal
from councilos.cli.views import LinesView
from councilos.errors import AlreadyDecided, NotFound
from councilos.events.types import Event, RunPaused
from councilos.runs.choices import Choice
from support.run_events import BLUEPRINT, RUN_ID, decision, done, pause, snapshot, writer

PATIENCE = 10.0


class PlayedEngine:
    """An engine whose events are given by the test and whose decisions are kept."""

    def __init__(self, url: str | None = None) -> None:
        self.url = url
        self.events: asyncio.Queue[Event | None] = asyncio.Queue()
        self.decided: list[tuple[str, Choice]] = []
        self.cancelled = 0
        self.open: str | None = None
        self.on_decide: Callable[[Choice], Sequence[Event]] = lambda _choice: ()

    def play(self, *events: Event) -> None:
        for event in events:
            if isinstance(event, RunPaused):
                self.open = event.pause_id
            self.events.put_nowait(event)

    def end(self, *events: Event) -> None:
        self.open = None
        self.play(*events)
        self.events.put_nowait(None)

    async def follow(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
        while (event := await self.events.get()) is not None:
            yield event

    async def run(self, run_id: str) -> Json:
        return {"run_id": run_id, "pause_id": self.open}

    async def decide(self, run_id: str, pause_id: str, choice: Choice) -> None:
        told = self.on_decide(choice)
        self.decided.append((pause_id, choice))
        self.play(*told)

    async def cancel(self, run_id: str) -> None:
        self.cancelled += 1
        self.end(done("cancelled"))

    async def start(self, wish: Wish) -> str:
        raise NotImplementedError

    async def blueprint(self, run_id: str) -> Json:
        raise NotImplementedError

    async def runs(self, *, status: Sequence[str], limit: int, offset: int) -> tuple[list[Json], int]:
        raise NotImplementedError

    async def resume(self, run_id: str, budget: Json | None) -> None:
        raise NotImplementedError

    async def councils(self) -> list[SavedCouncil]:
        raise NotImplementedError

    async def save(self, blueprint: Json) -> SavedCouncil:
        raise NotImplementedError

    async def default(self) -> Json:
        raise NotImplementedError


class Seat:
    """A person at a terminal: what they see and what they type."""

    def __init__(self, master: int, slave: int, editor: str = "") -> None:
        self._master = master
        self._seen = 0
        self._out = io.StringIO()
        self.console = Console(file=self._out, width=200)
        self.terminal = Terminal(slave, {"EDITOR": editor})
        self.view = LinesView(self._out)

    @property
    def text(self) -> str:
        return self._out.getvalue()

    async def sees(self, wanted: str) -> None:
        """Wait until the text stands there, behind what was seen before."""
        async with asyncio.timeout(PATIENCE):
            while (found := self.text.find(wanted, self._seen)) < 0:
                await asyncio.sleep(0.01)
        self._seen = found + len(wanted)

    def types(self, text: str) -> None:
        os.write(self._master, text.encode())

    async def answers(self, question: str, answer: str) -> None:
        await self.sees(question)
        self.types(answer + "\n")


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


@pytest.fixture
def seat(terminal: tuple[int, int]) -> Seat:
    return Seat(*terminal)


def watching(
    engine: PlayedEngine, seat: Seat, *, god: bool = True, cancels: bool = True
) -> asyncio.Task[Any]:
    picture = Picture()
    picture.know(BLUEPRINT)
    asks = GodMode(engine, seat.terminal, seat.console) if god else None
    session = Session(engine, seat.view, picture, Manners(asks, seat.terminal, cancels))
    return asyncio.create_task(session.watch(RUN_ID))


async def ending(task: asyncio.Task[Any]) -> Any:
    async with asyncio.timeout(PATIENCE):
        return await task


def script(tmp_path: Path, code: str) -> str:
    """An editor that runs this Python over the file's `text`."""
    path = tmp_path / "editor.py"
    path.write_text(
        "import sys\nfrom pathlib import Path\nfile = Path(sys.argv[1])\ntext = file.read_text()\n" + code
    )
    return f"{sys.executable} {path}"


def take(name: str) -> str:
    """Return what stands in the file, and delete it."""
    path = Path(name)
    text = path.read_text()
    path.unlink()
    return text


PROMPT = "(s)top ?"


async def test_a_pause_shows_everything_and_an_approval_goes_out_once(seat: Seat) -> None:
    """GM-6: who finished, who is next, what is proposed and why, the draft; GM-2: approve."""
    engine = PlayedEngine()
    engine.on_decide = lambda choice: [decision(by="cli")]
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "a")
    await seat.sees("→ approved")
    engine.end(done())
    assert await ending(task) == "ended"
    assert engine.decided == [("p1", Choice("approve", "c"))]
    for wanted in ("Master KI has finished; Kritiker KI would be next", "rework (score 6)", "zu kurz"):
        assert wanted in seat.text
    assert "Already decided" not in seat.text


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        (["p"], Choice("autopilot", "c")),
        (["approve"], Choice("approve", "c")),
        (["r", "too weak"], Choice("reject", "c", reason="too weak")),
        (["d", "shorter"], Choice("redo", "c", note="shorter")),
        (["t", "3"], Choice("route", "c", target="e")),
        (["t", "master ki"], Choice("route", "c", target="w")),
        (["t", "nobody", "", "what?", "a"], Choice("approve", "c")),
    ],
)
async def test_every_decision_can_be_typed(seat: Seat, typed: list[str], choice: Choice) -> None:
    """GM-2, GM-3, GM-10: approve, reject, route, redo, autopilot; nonsense asks again."""
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    for line in typed:
        await seat.answers("?", line)
    async with asyncio.timeout(PATIENCE):
        while not engine.decided:
            await asyncio.sleep(0.01)
    engine.end(done())
    assert await ending(task) == "ended"
    assert engine.decided == [("p1", choice)]


async def test_modify_sends_what_the_editor_left(terminal: tuple[int, int], tmp_path: Path) -> None:
    """GM-4: the draft is edited in the person's editor; the file is gone afterwards."""
    log = tmp_path / "edited"
    code = f"file.write_text(text.replace('Erster', 'Mein'))\nPath({str(log)!r}).write_text(str(file))"
    seat = Seat(*terminal, editor=script(tmp_path, code))
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "m")
    await seat.sees("→ changed")
    engine.end(done())
    await ending(task)
    modified = {"current_draft": "Mein Entwurf"}
    assert engine.decided == [("p1", Choice("modify", "c", modified_state=modified))]
    with pytest.raises(FileNotFoundError):
        take(take(str(log)))


async def test_an_unchanged_draft_is_an_approval(terminal: tuple[int, int], tmp_path: Path) -> None:
    """GM-4: editors add a line end; that is no change."""
    seat = Seat(*terminal, editor=script(tmp_path, "file.write_text(text + '\\n')"))
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "m")
    await seat.sees("→ approved")
    engine.end(done())
    await ending(task)
    assert engine.decided == [("p1", Choice("approve", "c"))]


@pytest.mark.parametrize("editor", ["", "/nowhere/editor", f"{sys.executable} -c 'raise SystemExit(3)'"])
async def test_without_a_working_editor_the_question_stays(terminal: tuple[int, int], editor: str) -> None:
    seat = Seat(*terminal, editor=editor)
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "m")
    await seat.sees("EDITOR")
    await seat.answers(PROMPT, "a")
    await seat.sees("→ approved")
    engine.end(done())
    await ending(task)


async def test_stop_cancels_the_run(seat: Seat) -> None:
    """RN-8: the person may end the run instead of deciding."""
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "s")
    assert await ending(task) == "ended"
    assert (engine.cancelled, engine.decided) == (1, [])


async def test_every_proposal_is_decided_on_its_own(seat: Seat) -> None:
    """GM-10: parallel branches ask once each."""
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause("p1", "c", "e"))
    await seat.answers(PROMPT, "a")
    await seat.answers(PROMPT, "d")
    await seat.answers("?", "again")
    await seat.sees("redone")
    engine.end(done())
    await ending(task)
    assert [choice for _, choice in engine.decided] == [
        Choice("approve", "c"),
        Choice("redo", "e", note="again"),
    ]


async def test_autopilot_answers_for_all_that_waits(seat: Seat) -> None:
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause("p1", "c", "e"))
    await seat.answers(PROMPT, "p")
    await seat.sees("no further pauses")
    await seat.sees("no further pauses")
    engine.end(done())
    await ending(task)
    assert [choice.action for _, choice in engine.decided] == ["autopilot", "autopilot"]


async def test_a_decision_made_elsewhere_takes_the_question_back(seat: Seat) -> None:
    """RN-9: the terminal says who decided what, and when, and the view goes on."""
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.sees(PROMPT)
    engine.play(decision())
    await seat.sees("Already decided: approved, ")
    await seat.sees("web")
    engine.play(pause("p2", "e"))
    await seat.answers(PROMPT, "a")
    await seat.sees("→ approved")
    engine.end(done())
    assert await ending(task) == "ended"
    assert engine.decided == [("p2", Choice("approve", "e"))]


async def test_the_other_proposals_are_asked_again_when_one_was_decided_elsewhere(seat: Seat) -> None:
    """GM-10, RN-9: only what is still open is asked."""
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause("p1", "c", "e"))
    await seat.sees(PROMPT)
    engine.play(decision(node="c"))
    await seat.sees("Already decided")
    await seat.answers(PROMPT, "a")
    await seat.sees("→ approved")
    engine.end(done())
    await ending(task)
    assert engine.decided == [("p1", Choice("approve", "e"))]


async def test_an_edit_that_comes_too_late_is_kept(terminal: tuple[int, int], tmp_path: Path) -> None:
    """RN-9: 409 while the editor was open loses no work."""
    seat = Seat(*terminal, editor=script(tmp_path, "file.write_text('My work')"))
    engine = PlayedEngine()
    winner = {"action": "approve", "decided_by": "web", "decided_at": "2026-01-02T14:03:00+00:00"}

    def too_late(_choice: Choice) -> Sequence[Event]:
        engine.open = None
        raise AlreadyDecided("This pause was already decided.", winner)

    engine.on_decide = too_late
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "m")
    await seat.sees("Already decided: approved, ")
    await seat.sees("it is kept in ")
    engine.end(done())
    await ending(task)
    assert take(seat.text.partition("it is kept in ")[2].split()[0]) == "My work"


async def test_pauses_that_are_long_decided_are_not_asked_again(seat: Seat) -> None:
    """WS-4: a replay tells of old pauses."""
    engine = PlayedEngine()
    engine.play(snapshot("completed"), *writer(), pause("old"), decision("old"))
    engine.end(done())
    assert await ending(watching(engine, seat)) == "ended"
    assert PROMPT not in seat.text
    assert "Already decided" not in seat.text


async def test_what_was_typed_before_the_question_decides_nothing(seat: Seat) -> None:
    """Nobody approves what they have not seen."""
    engine = PlayedEngine()
    seat.types("a\n")
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.answers(PROMPT, "r")
    await seat.answers("Why?", "")
    await seat.sees("→ rejected")
    engine.end(done("failed"))
    await ending(task)
    assert [choice.action for _, choice in engine.decided] == ["reject"]


async def test_ctrl_d_leaves_the_run_waiting(seat: Seat) -> None:
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.sees(PROMPT)
    seat.types("\x04")
    assert await ending(task) == "left"
    assert engine.decided == []


async def test_a_viewer_without_god_mode_says_who_can_decide(seat: Seat) -> None:
    engine = PlayedEngine()
    task = watching(engine, seat, god=False)
    engine.play(snapshot(), *writer(), pause())
    await seat.sees(f"councilos watch {RUN_ID} --god")
    engine.end(decision(), done())
    assert await ending(task) == "ended"


async def test_a_used_up_budget_ends_the_watching(seat: Seat) -> None:
    """RN-8: a budget pause is left with continue, not with approve."""
    engine = PlayedEngine()
    engine.play(snapshot(), *writer(), pause("p1", "c", reason="budget"))
    assert await ending(watching(engine, seat)) == "budget"


async def test_ctrl_c_cancels_a_run_of_this_process(seat: Seat) -> None:
    """RN-8: without a server the run ends with the command."""
    engine = PlayedEngine()
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.sees(PROMPT)
    os.kill(os.getpid(), signal.SIGINT)
    assert await ending(task) == "ended"
    assert engine.cancelled == 1


@pytest.mark.parametrize(("answer", "expected", "cancelled"), [("c", "ended", 1), ("l", "left", 0)])
async def test_ctrl_c_asks_when_a_server_has_the_run(
    seat: Seat, answer: str, expected: str, cancelled: int
) -> None:
    """Decision 16: a run in a server can be left running."""
    engine = PlayedEngine("http://server")
    task = watching(engine, seat, god=False)
    engine.play(snapshot(), *writer())
    await seat.sees("Master KI wrote")
    os.kill(os.getpid(), signal.SIGINT)
    await seat.answers("go on watching?", answer)
    assert await ending(task) == expected
    assert engine.cancelled == cancelled


async def test_ctrl_c_and_going_on_asks_the_open_question_again(seat: Seat) -> None:
    engine = PlayedEngine("http://server")
    task = watching(engine, seat)
    engine.play(snapshot(), *writer(), pause())
    await seat.sees(PROMPT)
    os.kill(os.getpid(), signal.SIGINT)
    await seat.answers("go on watching?", "")
    await seat.answers(PROMPT, "a")
    await seat.sees("→ approved")
    engine.end(done())
    assert await ending(task) == "ended"


async def test_a_second_ctrl_c_leaves_at_once(seat: Seat) -> None:
    engine = PlayedEngine("http://server")
    task = watching(engine, seat, god=False)
    engine.play(snapshot())
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGINT)
    await seat.sees("go on watching?")
    os.kill(os.getpid(), signal.SIGINT)
    assert await ending(task) == "left"


async def test_a_watcher_leaves_the_run_alone(seat: Seat) -> None:
    engine = PlayedEngine("http://server")
    task = watching(engine, seat, god=False, cancels=False)
    engine.play(snapshot(), *writer())
    await seat.sees("Master KI wrote")
    os.kill(os.getpid(), signal.SIGINT)
    assert await ending(task) == "left"
    assert engine.cancelled == 0


async def test_an_error_of_the_engine_ends_the_session(seat: Seat) -> None:
    class Broken(PlayedEngine):
        async def follow(self, run_id: str, after: int = 0) -> AsyncIterator[Event]:
            raise NotFound("There is no such run.")
            yield

    with pytest.raises(NotFound):
        await ending(watching(Broken(), seat))
