"""Commands beside a live server are its clients (decision 16)."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from councilos.cli.home import FILE
from support.commands import Run, Started
from support.model_server import ModelServer


def server_file(env: dict[str, str]) -> Path:
    return Path(env["COUNCILOS_HOME"]) / FILE


def test_run_is_a_client_of_the_live_server(
    server: Started, councilos: Run, council: Path, models: ModelServer, env: dict[str, str]
) -> None:
    """Decision 16: the same command, the server's engine; the file's council is not left behind."""
    url = json.loads(server_file(env).read_text())["url"]
    done = councilos("run", "Heat pumps", "--council", str(council))
    assert (done.returncode, done.stdout) == (0, "The final document.\n")
    assert f"The run goes on in the server {url}" in done.stderr
    assert "→ Critic: rework → Writer (score 6, needs 8): Too short." in done.stderr
    assert json.loads(councilos("councils", "--json").stdout) == []


def test_every_command_works_through_the_server(
    server: Started, councilos: Run, council: Path, models: ModelServer, tmp_path: Path
) -> None:
    """BP-12, BP-13, RN-5: import, export, run by name, list, watch again."""
    assert councilos("import", str(council)).returncode == 0
    assert json.loads(councilos("export", "Test council").stdout) == json.loads(council.read_text())
    run = json.loads(councilos("run", "x", "--council", "Test council", "--json").stdout)
    assert run["blueprint_id"] == json.loads(councilos("councils", "--json").stdout)[0]["id"]
    listed = json.loads(councilos("runs", "--status", "completed", "--json").stdout)
    assert [item["run_id"] for item in listed["items"]] == [run["run_id"]]
    assert run["run_id"] in councilos("runs").stdout
    watched = councilos("watch", run["run_id"])
    assert (watched.returncode, watched.stdout) == (0, "The final document.\n")
    failed = councilos("cancel", run["run_id"])
    assert failed.returncode == 1
    assert "completed" in failed.stderr
    assert councilos("watch", "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11").returncode == 1


def test_a_broken_council_is_refused_before_the_server_is_asked(
    server: Started, councilos: Run, council: Path
) -> None:
    """BP-11: the client checks with the same code."""
    council.write_text(council.read_text().replace('"target": "critic"', '"target": "nobody"'))
    done = councilos("run", "x", "--council", str(council))
    assert done.returncode == 2
    assert "nobody" in done.stderr


def test_cancel_from_another_command_ends_the_watching_one(
    server: Started, start: Callable[..., Started], councilos: Run, council: Path, slow_editor: ModelServer
) -> None:
    """RN-8: whoever cancels, everybody sees it; exit code 130."""
    watching = start("run", "x", "--council", str(council), "--json")
    watching.errors_until("● Editor")
    run_id = json.loads(councilos("runs", "--json").stdout)["items"][0]["run_id"]
    assert councilos("cancel", run_id).returncode == 0
    code, out, _ = watching.ends()
    assert (code, json.loads(out)["status"]) == (130, "cancelled")


def test_a_restarted_server_is_found_again(
    server: Started,
    start: Callable[..., Started],
    council: Path,
    slow_editor: ModelServer,
    env: dict[str, str],
) -> None:
    """RN-7, WS-4: the view goes on where the connection broke off, with nothing missing or twice."""
    port = json.loads(server_file(env).read_text())["url"].rpartition(":")[2]
    watching = start("run", "x", "--council", str(council))
    watching.errors_until("● Editor")
    server.ends(signal.SIGTERM)
    slow_editor.reset()
    slow_editor.answer(lambda call: "The final document.")
    start("serve", "--port", port)
    code, out, err = watching.ends()
    assert (code, out) == (0, "The final document.\n")
    assert "● Writer" not in err
    assert err.count("Editor wrote") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_leaves_no_trace_when_it_is_stopped(
    server: Started, env: dict[str, str], number: signal.Signals
) -> None:
    """Decision 16: exit code 0, and server.json is gone."""
    assert server_file(env).exists()
    code, _, err = server.ends(number)
    assert code == 0
    assert "Traceback" not in err
    assert not server_file(env).exists()


def test_a_killed_server_is_not_waited_for(
    server: Started, councilos: Run, council: Path, models: ModelServer, env: dict[str, str]
) -> None:
    """Decision 16: a stale file is recognised; the command runs its own engine."""
    server.ends(signal.SIGKILL)
    assert server_file(env).exists()
    done = councilos("run", "x", "--council", str(council))
    assert (done.returncode, done.stdout) == (0, "The final document.\n")
    assert "The run goes on in the server" not in done.stderr


def test_a_token_is_used_and_its_absence_is_explained(
    start: Callable[..., Started], councilos: Run, env: dict[str, str]
) -> None:
    """SO-5: clients take COUNCILOS_API_TOKEN; it never stands in the file."""
    env["COUNCILOS_API_TOKEN"] = "a-very-secret-token"
    server = start("serve", "--port", "0")
    assert server.process.stdout is not None
    server.process.stdout.readline()
    assert councilos("councils").returncode == 0
    assert "secret" not in server_file(env).read_text()
    refused = councilos("councils", COUNCILOS_API_TOKEN="wrong")
    assert refused.returncode == 3
    assert "COUNCILOS_API_TOKEN" in refused.stderr


def test_worker_and_server_work_apart(
    start: Callable[..., Started], councilos: Run, council: Path, models: ModelServer
) -> None:
    """Decision 2: `serve --no-worker` and `worker` meet in the database."""
    worker = start("worker")
    server = start("serve", "--port", "0", "--no-worker")
    for process in (worker.process, server.process):
        assert process.stdout is not None
        assert process.stdout.readline()
    done = councilos("run", "x", "--council", str(council))
    assert (done.returncode, done.stdout) == (0, "The final document.\n")
    assert worker.ends(signal.SIGTERM)[0] == 0


def test_a_taken_port_is_one_sentence(server: Started, councilos: Run, env: dict[str, str]) -> None:
    """Errors say what to do."""
    port = json.loads(server_file(env).read_text())["url"].rpartition(":")[2]
    done = councilos("serve", "--port", port)
    assert done.returncode == 3
    assert f"Port {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_server_is_understood_in_german(councilos: Run, server: Started, council: Path) -> None:
    """UI-7, RN-8: what the server refuses is said in the person's language, with its facts."""
    assert server.process.poll() is None
    german = {"LC_ALL": "de_DE.UTF-8"}
    done = councilos("run", "Thema", "--council", str(council), "--budget", "tokens=1", "--json", **german)
    run_id = json.loads(done.stdout)["run_id"]
    little = councilos("continue", run_id, "--budget", "tokens=1", **german)
    assert little.returncode == 2
    assert "Dieses Budget ließe nichts übrig" in little.stderr
    assert councilos("cancel", run_id, **german).returncode == 0
    again = councilos("continue", run_id, **german)
    assert (again.returncode, again.stderr) == (1, "Das geht gerade nicht: Der Lauf ist abgebrochen.\n")
