"""The command `councilos`: what can be typed. Everything else is imported when a command runs.

`councilos --help` must not load the engine: a test looks at `sys.modules`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from councilos import __version__
from councilos.cli.exits import ExitCode
from councilos.cli.texts import t

if TYPE_CHECKING:
    from councilos.settings import Settings


class _Guarded(TyperGroup):
    """Turns every error of a command into a sentence and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; KeyboardInterrupt and usage errors go on to typer."""
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort, typer.TyperException, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001  # edge: only the person at the terminal is left to tell
            from councilos.cli.failures import report

            raise typer.Exit(report(error, debug=_options.debug)) from None


class _Options:
    """What was typed before the command."""

    debug = False


_options = _Options()

app = typer.Typer(
    cls=_Guarded,
    help=t("help.app"),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Council = Annotated[str | None, typer.Option("--council", "-c", help=t("help.council"))]
God = Annotated[bool, typer.Option("--god", help=t("help.god"))]
Json = Annotated[bool, typer.Option("--json", help=t("help.json"))]
Out = Annotated[Path | None, typer.Option("--output", "-o", help=t("help.output"))]
Budget = Annotated[list[str] | None, typer.Option("--budget", "-b", help=t("help.budget"))]
RunId = Annotated[str, typer.Argument(help=t("help.run_id"))]
File = Annotated[Path, typer.Argument(help=t("help.file"))]


def run() -> None:
    """Be the command `councilos`."""
    app(prog_name="councilos")


def _finish(command: Callable[[Settings], Coroutine[Any, Any, ExitCode]]) -> None:
    """Read the settings, run the command to its end, and leave with its exit code."""
    from councilos.cli.failures import read_settings
    from councilos.cli.logs import log_nowhere, log_to_stderr

    settings = read_settings()
    if _options.debug:
        log_to_stderr(settings, "DEBUG")
    else:
        log_nowhere()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        code = runner.run(command(settings))
    if code:
        raise typer.Exit(code)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _version(wanted: bool) -> None:
    if wanted:
        print(f"councilos {__version__}")
        raise typer.Exit


@app.callback()
def main(
    *,
    debug: Annotated[bool, typer.Option("--debug", help=t("help.debug"))] = False,
    version: Annotated[
        bool, typer.Option("--version", "-V", help=t("help.version"), callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that all commands share."""
    _options.debug = debug


@app.command("serve", help=t("help.serve"))
def serve_command(
    *,
    host: Annotated[str, typer.Option("--host", help=t("help.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", help=t("help.port"))] = 8000,
    no_worker: Annotated[bool, typer.Option("--no-worker", help=t("help.no_worker"))] = False,
    trusted: Annotated[bool, typer.Option("--trusted-network", help=t("help.trusted"))] = False,
) -> None:
    """Serve API and web app."""
    from councilos.cli.serving import serve

    _finish(lambda settings: serve(settings, host, port, worker=not no_worker, trusted=trusted))


@app.command("worker", help=t("help.worker"))
def worker_command() -> None:
    """Execute runs of other processes."""
    from councilos.cli.serving import worker

    _finish(worker)


@app.command("run", help=t("help.run"))
def run_command(
    topic: Annotated[str, typer.Argument(help=t("help.topic"))] = "",
    *,
    council: Council = None,
    documents: Annotated[
        list[str] | None, typer.Option("--documents", "-d", help=t("help.documents"))
    ] = None,
    god: God = False,
    as_json: Json = False,
    output: Out = None,
    budget: Budget = None,
) -> None:
    """Run a topic through a council."""
    from councilos.cli.running import RunOptions, Show, run

    show = Show(god, as_json, output)
    options = RunOptions(topic, council, budget or [], documents or [], show)
    _finish(lambda settings: run(settings, options))


@app.command("watch", help=t("help.watch"))
def watch_command(run_id: RunId, *, god: God = False, as_json: Json = False, output: Out = None) -> None:
    """Show a run that was started before."""
    from councilos.cli.running import Show, watch

    _finish(lambda settings: watch(settings, run_id, Show(god, as_json, output)))


@app.command("continue", help=t("help.continue"))
def continue_command(
    run_id: RunId, *, budget: Budget = None, god: God = False, as_json: Json = False, output: Out = None
) -> None:
    """Go on after a failure or a reached budget."""
    from councilos.cli.running import Show, resume

    _finish(lambda settings: resume(settings, run_id, budget or [], Show(god, as_json, output)))


@app.command("runs", help=t("help.runs"))
def runs_command(
    *,
    status: Annotated[list[str] | None, typer.Option("--status", "-s", help=t("help.status"))] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help=t("help.limit"))] = 20,
    as_json: Json = False,
) -> None:
    """List runs."""
    from councilos.cli.listing import runs

    _finish(lambda settings: runs(settings, status=status or [], limit=limit, as_json=as_json))


@app.command("cancel", help=t("help.cancel"))
def cancel_command(run_id: RunId) -> None:
    """End a run as cancelled."""
    from councilos.cli.listing import cancel

    _finish(lambda settings: cancel(settings, run_id))


@app.command("check", help=t("help.check"))
def check_command(file: File, *, as_json: Json = False) -> None:
    """Print every problem of a council file."""
    from councilos.cli.files import check

    if code := check(file, as_json=as_json):
        raise typer.Exit(code)


@app.command("councils", help=t("help.councils"))
def councils_command(*, as_json: Json = False) -> None:
    """List saved councils."""
    from councilos.cli.listing import councils

    _finish(lambda settings: councils(settings, as_json=as_json))


documents_app = typer.Typer(help=t("help.documents_app"), invoke_without_command=True)
app.add_typer(documents_app, name="documents")


@documents_app.callback()
def documents_command(context: typer.Context, *, as_json: Json = False) -> None:
    """List documents, unless something is to be done with them."""
    from councilos.cli.documents import show

    if context.invoked_subcommand is None:
        _finish(lambda settings: show(settings, as_json=as_json))


@documents_app.command("add", help=t("help.documents_add"))
def documents_add_command(
    files: Annotated[list[str], typer.Argument(help=t("help.documents_files"))], *, as_json: Json = False
) -> None:
    """Take in files."""
    from councilos.cli.documents import add

    _finish(lambda settings: add(settings, files, as_json=as_json))


@documents_app.command("delete", help=t("help.documents_delete"))
def documents_delete_command(
    document_id: Annotated[str, typer.Argument(help=t("help.documents_id"))],
) -> None:
    """Delete a document."""
    from councilos.cli.documents import delete

    _finish(lambda settings: delete(settings, document_id))


@app.command("export", help=t("help.export"))
def export_command(
    council: Annotated[str, typer.Argument(help=t("help.name"))],
    file: Annotated[Path | None, typer.Argument(help=t("help.export_file"))] = None,
) -> None:
    """Write a saved council as a file."""
    from councilos.cli.files import export

    _finish(lambda settings: export(settings, council, file))


@app.command("import", help=t("help.import"))
def import_command(file: File) -> None:
    """Save a council from a file."""
    from councilos.cli.files import import_

    _finish(lambda settings: import_(settings, file))


@app.command("doctor", help=t("help.doctor"))
def doctor_command(*, as_json: Json = False) -> None:
    """Say what is ready and what is missing."""
    from councilos.cli.doctor import doctor

    _finish(lambda settings: doctor(settings, as_json=as_json))
