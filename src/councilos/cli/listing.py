"""`councilos runs` and `cancel`: what there is, without watching it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, get_args

from councilos.cli.engine import open_engine
from councilos.cli.exits import ExitCode
from councilos.cli.failures import about_run, check_range, usage
from councilos.cli.plain import one_line, score
from councilos.cli.texts import status_word, t

if TYPE_CHECKING:
    from rich.table import Table

    from councilos.settings import Settings


def _local(moment: str) -> str:
    """Return a moment as the clock on the wall shows it."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


_CELLS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "id": lambda run: run["run_id"],
    "status": lambda run: status_word(run["status"]),
    "score": lambda run: score(run["critic_score"]),
    "rounds": lambda run: str(run["iteration_count"]),
    "created": lambda run: _local(run["created_at"]),
    "topic": lambda run: one_line(run["input_topic"], 60) or t("runs.no_topic"),
}
_DISPENSABLE: Final = ("rounds", "score", "created")
_LEAST_TOPIC: Final = 12
_UNLIMITED: Final = 1000


async def runs(settings: Settings, *, status: list[str], limit: int, as_json: bool) -> ExitCode:
    """List runs, newest first."""
    from councilos.events.parts import RunStatus

    check_range("--limit", limit, 1, 200)
    known: tuple[str, ...] = get_args(RunStatus)
    for word in status:
        if word not in known:
            raise usage(t("runs.wrong_status", status=word, known=", ".join(known)))
    async with open_engine(settings, worker=False) as engine:
        found, total = await engine.runs(status=status, limit=limit, offset=0)
    if as_json:
        print(json.dumps({"items": found, "total": total}, ensure_ascii=False, indent=2))
    else:
        _table(found, total)
    return ExitCode.OK


def _table(found: list[dict[str, Any]], total: int) -> None:
    from rich.console import Console
    from rich.text import Text

    # What is no terminal has no width: a file or a pipe gets every letter.
    console = Console() if sys.stdout.isatty() else Console(width=_UNLIMITED)
    if not found:
        console.print(Text(t("runs.none")))
        return
    console.print(runs_table(found, console.width))
    if total > len(found):
        console.print(Text(t("runs.more", shown=len(found), total=total)))


def runs_table(found: list[dict[str, Any]], width: int) -> Table:
    """Return these runs as a table for `width` columns; ids stay whole, other commands need them."""
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    columns = {key: (t(f"runs.{key}"), *map(cell, found)) for key, cell in _CELLS.items()}
    needed = {key: max(map(cell_len, texts)) for key, texts in columns.items() if key != "topic"}
    for key in _DISPENSABLE:
        if sum(needed.values()) + len(needed) + _LEAST_TOPIC <= width:
            break
        del needed[key], columns[key]
    table = Table(box=None, pad_edge=False)
    for key, (heading, *_) in columns.items():
        table.add_column(Text(heading), no_wrap=True, min_width=needed.get(key), overflow="ellipsis")
    for row in zip(*(texts[1:] for texts in columns.values()), strict=True):
        table.add_row(*map(Text, row))
    return table


async def cancel(settings: Settings, run_id: str) -> ExitCode:
    """End a run as cancelled."""
    async with open_engine(settings, worker=False) as engine:
        with about_run(run_id):
            await engine.cancel(run_id)
    print(t("cancel.done", id=run_id))
    return ExitCode.OK


async def councils(settings: Settings, *, as_json: bool) -> ExitCode:
    """List saved councils, last changed first."""
    async with open_engine(settings, worker=False) as engine:
        saved = await engine.councils()
    if as_json:
        items = [{"id": council.id, "name": council.name} for council in saved]
        print(json.dumps(items, ensure_ascii=False, indent=2))
        return ExitCode.OK
    for council in saved:
        print(f"{council.id}  {one_line(council.name, 100) or t('council.unnamed')}")
    if not saved:
        print(t("councils.none"))
    return ExitCode.OK
