"""`councilos check`, `export` and `import`: councils as files (BP-11, BP-13)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from councilos.cli.engine import find_council, open_engine
from councilos.cli.exits import ExitCode
from councilos.cli.failures import print_problems, problem_text, usage
from councilos.cli.inputs import Output, read_council
from councilos.cli.texts import t

if TYPE_CHECKING:
    from councilos.settings import Settings


def check(path: Path, *, as_json: bool) -> ExitCode:
    """Print every problem of a council file; only errors make it fail."""
    report = read_council(path).report
    if as_json:
        problems = [problem.as_dict() for problem in report.problems]
        print(json.dumps({"valid": not report.errors, "problems": problems}, ensure_ascii=False, indent=2))
    else:
        for problem in report.problems:
            print(problem_text(problem))
        print(t("check.summary", errors=len(report.errors), warnings=len(report.warnings)))
    return ExitCode.USAGE if report.errors else ExitCode.OK


async def export(settings: Settings, name_or_id: str, path: Path | None) -> ExitCode:
    """Write a saved council as the file that `import` takes, to stdout without a path."""
    from councilos.blueprint.codec import export as to_bytes

    output = Output(path) if path is not None else None
    async with open_engine(settings, worker=False) as engine:
        council = await find_council(engine, name_or_id)
    text = to_bytes(council.data).decode("utf-8")
    if output is None:
        sys.stdout.write(text)
    else:
        output.write(text)
        print(t("output.written", path=output.path), file=sys.stderr)
    return ExitCode.OK


async def import_(settings: Settings, path: Path) -> ExitCode:
    """Save a council from a file."""
    report = read_council(path).report
    print_problems(report.problems)
    if report.blueprint is None:
        raise usage(t("council.broken", path=path, errors=len(report.errors)))
    async with open_engine(settings, worker=False) as engine:
        saved = await engine.save(report.blueprint.to_json())
    print(t("import.done", name=saved.name or t("council.unnamed"), id=saved.id))
    return ExitCode.OK
