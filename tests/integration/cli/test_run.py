"""`councilos run` with engine and worker of its own."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

from support.commands import Run, Started
from support.model_server import ModelServer


def test_the_document_goes_to_stdout_and_the_progress_to_stderr(
    councilos: Run, models: ModelServer, council: Path
) -> None:
    """RN-1, RN-4: a whole run from the shell; every step has its line."""
    done = councilos("run", "Heat pumps", "--council", str(council))
    assert (done.returncode, done.stdout) == (0, "The final document.\n")
    for line in (
        "● Writer (round 1, gpt-4o)",
        "→ Critic: rework → Writer (score 6, needs 8): Too short.",
        "→ Critic: approve → Editor (score 9, needs 8): Good.",
        "The run has ended: completed",
    ):
        assert line in done.stderr
    assert "rework rounds 1 · score 9" in done.stderr


def test_json_is_one_document_and_output_is_a_file(
    councilos: Run, models: ModelServer, council: Path, tmp_path: Path
) -> None:
    """RN-4: scripts read final_draft, critic_score, iteration_count; the topic came from stdin."""
    path = tmp_path / "out.md"
    done = councilos(
        "run", "-", "--council", str(council), "--json", "--output", str(path), stdin="Heat pumps\n"
    )
    run = json.loads(done.stdout)
    assert (run["status"], run["final_draft"], run["critic_score"], run["iteration_count"]) == (
        "completed",
        "The final document.",
        9.0,
        1,
    )
    assert run["input_topic"] == "Heat pumps"
    assert path.read_text() == "The final document.\n"


def test_a_broken_council_shows_all_its_problems(
    councilos: Run, council: Path, model_server: ModelServer
) -> None:
    """BP-3, BP-11: every problem at once, and nothing runs."""
    data = json.loads(council.read_text())
    data["edges"][0]["target"] = "nobody"
    data["edges"][1]["source"] = "nowhere"
    council.write_text(json.dumps(data))
    for command in (["run", "x", "--council", str(council)], ["import", str(council)]):
        done = councilos(*command)
        assert (done.returncode, done.stdout) == (2, "")
        assert "nobody" in done.stderr
        assert "nowhere" in done.stderr
    assert model_server.calls == []


def test_a_missing_key_is_named(councilos: Run, council: Path, models: ModelServer) -> None:
    """BP-14: an explicit model without its key is never replaced; the sentence names the variable."""
    council.write_text(council.read_text().replace("gpt-4o", "claude-3-5-sonnet-20241022"))
    done = councilos("run", "x", "--council", str(council))
    assert done.returncode == 3
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert "Traceback" not in done.stderr
    assert models.calls == []


def test_a_used_up_budget_says_how_to_go_on(councilos: Run, council: Path, models: ModelServer) -> None:
    """RN-8: the run waits, and continue takes a higher budget."""
    done = councilos("run", "x", "--council", str(council), "--budget", "tokens=1", "--json")
    run = json.loads(done.stdout)
    assert (done.returncode, run["status"], run["pause_reason"]) == (1, "paused", "budget")
    assert f"councilos continue {run['run_id']} --budget" in done.stderr
    done = councilos("continue", run["run_id"], "--budget", "tokens=100000")
    assert (done.returncode, done.stdout) == (0, "The final document.\n")


def test_ctrl_c_cancels_and_keeps_what_was_written(
    start: Callable[..., Started], councilos: Run, council: Path, slow_editor: ModelServer
) -> None:
    """RN-8: the run is cancelled, not abandoned; exit code 130."""
    command = start("run", "x", "--council", str(council), "--json")
    command.errors_until("● Editor")
    code, out, err = command.ends(signal.SIGINT)
    run = json.loads(out)
    assert (code, run["status"], run["final_draft"]) == (130, "cancelled", "First draft.")
    assert "Cancelling" in err
    listed = json.loads(councilos("runs", "--json").stdout)
    assert [(item["run_id"], item["status"]) for item in listed["items"]] == [(run["run_id"], "cancelled")]


def test_a_killed_run_is_carried_on_by_watch(
    start: Callable[..., Started], councilos: Run, council: Path, slow_editor: ModelServer
) -> None:
    """RN-7: nothing is lost when the process dies; the next one goes on from the last step."""
    command = start("run", "x", "--council", str(council))
    command.errors_until("● Editor")
    command.ends(signal.SIGKILL)
    slow_editor.reset()
    slow_editor.answer(lambda call: "The final document.")
    run_id = json.loads(councilos("runs", "--json").stdout)["items"][0]["run_id"]
    done = councilos("watch", run_id)
    assert (done.returncode, done.stdout) == (0, "The final document.\n")
    assert all("agent:editor" in call.system for call in slow_editor.calls)


def test_councils_are_saved_listed_run_and_exported(
    councilos: Run, council: Path, models: ModelServer, tmp_path: Path
) -> None:
    """BP-12, BP-13: export → import → export is identical; a name finds a council."""
    assert councilos("import", str(council)).returncode == 0
    first = councilos("export", "Test council").stdout
    copy = tmp_path / "copy.json"
    copy.write_text(first.replace("Test council", "Copy"))
    saved = councilos("import", str(copy))
    assert saved.returncode == 0
    exported = tmp_path / "again.json"
    assert councilos("export", "Copy", str(exported)).returncode == 0
    assert exported.read_bytes() == copy.read_bytes()
    assert [item["name"] for item in json.loads(councilos("councils", "--json").stdout)] == [
        "Copy",
        "Test council",
    ]
    done = councilos("run", "x", "--council", "Copy", "--json")
    assert json.loads(done.stdout)["name"] == "Copy"
    unknown = councilos("run", "x", "--council", "Nobody")
    assert unknown.returncode == 2
    assert "«Copy», «Test council»" in unknown.stderr


def test_check_needs_no_engine(councilos: Run, council: Path) -> None:
    """BP-11: path, sentence and hint of every problem; exit code 2 on errors only."""
    assert councilos("check", str(council)).returncode == 0
    data = json.loads(council.read_text())
    data["edges"][0]["target"] = "nobody"
    council.write_text(json.dumps(data))
    done = councilos("check", str(council), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["valid"]) == (2, False)
    assert {"path", "code", "severity", "message", "hint"} == found["problems"][0].keys()
    assert "/edges/0/target" in councilos("check", str(council)).stdout


def test_doctor_names_what_is_ready_and_what_to_set(councilos: Run, model_server: ModelServer) -> None:
    """BP-14, SO-1: no key is ever shown."""
    done = councilos("doctor", OPENAI_API_KEY="very-secret-key")
    assert done.returncode == 0
    assert "✓ The server at OPENAI_BASE_URL: claude-3-5-sonnet-20241022, gpt-4o" in done.stdout
    assert "ANTHROPIC_API_KEY" in done.stdout
    assert "very-secret-key" not in done.stdout + done.stderr


def test_without_a_database_url_the_built_in_one_is_used(
    councilos: Run, council: Path, models: ModelServer, env: dict[str, str]
) -> None:
    """Decision 1: nothing has to be set up."""
    done = councilos("run", "x", "--council", str(council), DATABASE_URL="")
    assert (done.returncode, done.stdout) == (0, "The final document.\n")
    assert (Path(env["COUNCILOS_HOME"]) / "postgres").exists()


def test_an_unknown_run_is_one_sentence(councilos: Run) -> None:
    """RN-3: also an id that is no UUID."""
    for command in ("watch", "cancel"):
        done = councilos(command, "nonsense")
        assert (done.returncode, done.stdout) == (1, "")
        assert "There is no run 'nonsense'" in done.stderr
        assert len(done.stderr.splitlines()) == 1
