"""`councilos run`, `watch` and `continue`: one run, shown to its end."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from councilos.cli.documents import check_all, ready_all
from councilos.cli.engine import Engine, Wish, find_council, open_engine
from councilos.cli.exits import ExitCode
from councilos.cli.failures import about_run, print_problems, usage
from councilos.cli.inputs import Output, is_file, read_budget, read_council, read_topic
from councilos.cli.picture import Picture
from councilos.cli.plain import clean, clock, score
from councilos.cli.session import Ending, Manners, Session
from councilos.cli.terminal import Terminal
from councilos.cli.texts import number, status_word, t
from councilos.cli.views import LinesView, View
from councilos.cli.words import info_words
from councilos.errors import InvalidInput

if TYPE_CHECKING:
    from councilos.settings import Settings

_SETUP_CODES = ("missing_setting", "setup", "storage_unavailable")


@dataclass(frozen=True, slots=True)
class Show:
    """How a run is shown and where its result goes."""

    god: bool = False
    as_json: bool = False
    output: Path | None = None


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What `councilos run` was called with."""

    topic: str
    council: str | None = None
    budget: list[str] = field(default_factory=list[str])
    documents: list[str] = field(default_factory=list[str])
    show: Show = Show()


async def run(settings: Settings, options: RunOptions) -> ExitCode:
    """Run a topic through a council; everything that can be refused is refused before anything starts."""
    screen = _Screen(options.show)
    budget = read_budget(options.budget)
    blueprint = _from_file(options.council)
    documents = check_all(options.documents)
    topic = read_topic(options.topic) if options.topic or not documents else ""
    async with open_engine(settings, worker=True) as engine:
        saved = None
        if options.council is not None and blueprint is None:
            saved = await find_council(engine, options.council)
        known = blueprint or (saved.data if saved else await engine.default())
        ids = await ready_all(engine, documents, _say)
        wish = Wish(topic, saved.id if saved else None, blueprint, options.show.god, budget, ids)
        run_id = await engine.start(wish)
        return await screen.show(engine, run_id, known, cancels=True)


async def watch(settings: Settings, run_id: str, show: Show) -> ExitCode:
    """Show a run that is there already; without a server, the engine here carries it on."""
    screen = _Screen(show)
    async with open_engine(settings, worker=True) as engine:
        with about_run(run_id):
            blueprint = await engine.blueprint(run_id)
        return await screen.show(engine, run_id, blueprint, cancels=False)


async def resume(settings: Settings, run_id: str, budget: list[str], show: Show) -> ExitCode:
    """Go on after a failure or a reached budget, and show the run."""
    screen = _Screen(show)
    limits = read_budget(budget)
    async with open_engine(settings, worker=True) as engine:
        with about_run(run_id):
            blueprint = await engine.blueprint(run_id)
        try:
            await engine.resume(run_id, limits)
        except InvalidInput as refused:
            if any(problem.code == "budget_used_up" for problem in refused.problems):
                raise usage(_used_up(await engine.run(run_id))) from None
            raise
        return await screen.show(engine, run_id, blueprint, cancels=True)


def _used_up(run: dict[str, Any]) -> str:
    """Say that a budget leaves nothing of what the run has used."""
    used: dict[str, Any] = run["usage"].get("total") or {}
    return t(
        "budget.used_up",
        tokens=int(used.get("input_tokens", 0)) + int(used.get("output_tokens", 0)),
        cost=number(float(used.get("cost_usd") or 0), 4),
        minutes=number(float(run["usage"].get("seconds") or 0) / 60, 1),
    )


def _from_file(council: str | None) -> dict[str, Any] | None:
    """Return the checked blueprint when `--council` names a file; a usage error shows all its problems."""
    if council is None or not is_file(council):
        return None
    report = read_council(Path(council)).report
    if report.blueprint is None:
        print_problems(report.problems)
        raise usage(t("council.broken", path=council, errors=len(report.errors)))
    print_problems(report.warnings)
    return report.blueprint.to_json()


class _Screen:
    """What the terminal allows, decided before anything starts."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._output = Output(show.output) if show.output is not None else None
        self._stream = sys.stdout if _draws(sys.stdout) and not show.as_json else sys.stderr
        if show.god and not (sys.stdin.isatty() and self._stream.isatty()):
            raise usage(t("god.no_terminal"))

    async def show(
        self, engine: Engine, run_id: str, blueprint: dict[str, Any], *, cancels: bool
    ) -> ExitCode:
        picture = Picture()
        picture.know(blueprint)
        view, manners = self._view(engine, cancels)
        try:
            if engine.url is not None:
                view.say(t("run.client", url=engine.url))
            ending = await Session(engine, view, picture, manners).watch(run_id)
        finally:
            view.close()
        return self._end(ending, await engine.run(run_id), picture, own=engine.url is None)

    def _view(self, engine: Engine, cancels: bool) -> tuple[View, Manners]:
        terminal = Terminal() if sys.stdin.isatty() and self._stream.isatty() else None
        if terminal is None and not _draws(self._stream):
            return LinesView(self._stream), Manners(cancels=cancels)
        from rich.console import Console

        from councilos.cli.godmode import GodMode
        from councilos.cli.screen import ScreenView

        console = Console(file=self._stream)
        view = ScreenView(console) if _draws(self._stream) else LinesView(self._stream)
        god = GodMode(engine, terminal, console) if terminal is not None and self._show.god else None
        return view, Manners(god, terminal, cancels)

    def _end(self, ending: Ending, run: dict[str, Any], picture: Picture, *, own: bool) -> ExitCode:
        """Print the result where it was asked for; say how to go on."""
        if ending == "left":
            _say(t("session.left_own" if own else "session.left", id=run["run_id"]))
        elif ending == "budget":
            _say(t("session.budget", id=run["run_id"]))
        else:
            self._document(run)
            _say(_summary(run, picture))
            _explain(run)
        if self._show.as_json:
            print(json.dumps(run, ensure_ascii=False, indent=2))
        return _code(ending, run)

    def _document(self, run: dict[str, Any]) -> None:
        text = run.get("final_draft")
        if run["status"] != "completed" or not text:
            return
        if self._output is not None:
            self._output.write(text)
            _say(t("output.written", path=self._output.path))
        elif not self._show.as_json:
            _print_document(text)


def _draws(stream: Any) -> bool:
    """Say whether a live view can be drawn there."""
    return bool(stream.isatty()) and os.environ.get("TERM", "") not in ("", "dumb")


def _print_document(text: str) -> None:
    if not _draws(sys.stdout):
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.rule import Rule

    console = Console()
    console.print(Rule(style="green"), Markdown(clean(text)), Rule(style="green"))


def _summary(run: dict[str, Any], picture: Picture) -> str:
    seconds = 0.0
    if picture.started_at and picture.ended_at:
        seconds = (picture.ended_at - picture.started_at).total_seconds()
    return t(
        "run.summary",
        status=status_word(run["status"]),
        seconds=clock(seconds),
        rounds=run["iteration_count"],
        score=score(run["critic_score"]),
        tokens=picture.usage.input_tokens + picture.usage.output_tokens,
        id=run["run_id"],
    ) + (f"\n{t('run.limit')}" if run.get("loop_limit_reached") else "")


def _explain(run: dict[str, Any]) -> None:
    """Say why a run failed and whether trying again can help."""
    error: dict[str, Any] | None = run.get("error_info")
    if run["status"] != "failed" or not error:
        return
    details: dict[str, Any] = error.get("details") or {}
    who = details.get("agent")
    words = info_words(error)
    _say(f"{who}: {words}" if who else words)
    if error.get("code") != "rejected":
        _say(t("run.continue", id=run["run_id"]))


def _code(ending: Ending, run: dict[str, Any]) -> ExitCode:
    if ending == "left" or run["status"] == "cancelled":
        return ExitCode.CANCELLED
    if run["status"] == "completed":
        return ExitCode.OK
    error: dict[str, Any] = run.get("error_info") or {}
    return ExitCode.SETUP if error.get("code") in _SETUP_CODES else ExitCode.FAILED


def _say(text: str) -> None:
    print(clean(text), file=sys.stderr)
