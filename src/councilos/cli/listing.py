"""`councilos runs` and `cancel`: what there is, without watching it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_args

from councilos.cli.engine import open_engine
from councilos.cli.exits import ExitCode
from councilos.cli.failures import usage
from councilos.cli.plain import one_line, score
from councilos.cli.texts import status_word, t

if TYPE_CHECKING:
    from councilos.settings import Settings


async def runs(settings: Settings, *, status: list[str], limit: int, as_json: bool) -> ExitCode:
    """List runs, newest first."""
    from councilos.events.types import RunStatus

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
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not found:
        console.print(Text(t("runs.none")))
        return
    table = Table(box=None, pad_edge=False)
    for key in ("id", "status", "score", "rounds", "created", "topic"):
        table.add_column(
            Text(t(f"runs.{key}")), no_wrap=True, overflow="ignore" if key == "id" else "ellipsis"
        )
    for run in found:
        row = (
            run["run_id"],
            status_word(run["status"]),
            score(run["critic_score"]),
            str(run["iteration_count"]),
            str(run["created_at"])[:16].replace("T", " "),
            one_line(run["input_topic"], 60),
        )
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)
    if total > len(found):
        console.print(Text(t("runs.more", shown=len(found), total=total)))


async def cancel(settings: Settings, run_id: str) -> ExitCode:
    """End a run as cancelled."""
    async with open_engine(settings, worker=False) as engine:
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
        print(f"{council.id}  {one_line(council.name, 100)}")
    if not saved:
        print(t("councils.none"))
    return ExitCode.OK
