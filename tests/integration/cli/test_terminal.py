"""A person at a terminal: live view, God Mode, Ctrl-C."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from support.commands import Run, Started
from support.model_server import ModelServer
from support.terminal import TerminalProcess

PROMPT = "(s)top ?"


def editor(tmp_path: Path) -> str:
    path = tmp_path / "editor.py"
    path.write_text(
        "import sys\nfrom pathlib import Path\nfile = Path(sys.argv[1])\n"
        "file.write_text(file.read_text().replace('First', 'My'))\n"
    )
    return f"{sys.executable} {path}"


def test_god_mode_from_the_first_pause_to_the_document(
    env: dict[str, str], council: Path, models: ModelServer, tmp_path: Path
) -> None:
    """GM-1, GM-4, GM-6, GM-10: modify in the editor, approve, autopilot; the models saw the change."""
    env["EDITOR"] = editor(tmp_path)
    with TerminalProcess("run", "Heat pumps", "--council", str(council), "--god", env=env) as terminal:
        shown = terminal.expect(PROMPT)
        assert "Writer has finished; Critic would be next." in shown
        assert "First draft." in shown
        terminal.type("m\n")
        terminal.expect("→ changed")
        shown = terminal.expect(PROMPT)
        assert "Proposal: rework (score 6)" in shown
        assert "Too short." in shown
        assert "First My draft." in shown
        terminal.type("a\n")
        terminal.expect("→ approved")
        terminal.expect(PROMPT)
        terminal.type("p\n")
        terminal.expect("no further pauses")
        assert terminal.ends() == 0
        assert "The final document." in terminal.text
        assert "rework rounds 1 · score 9" in terminal.text
    critic = next(call for call in models.calls if "agent:critic" in call.system)
    assert "My draft." in critic.text


def test_a_rejection_ends_the_run(env: dict[str, str], council: Path, models: ModelServer) -> None:
    """GM-3: failed for good, exit code 1, with the reason."""
    with TerminalProcess("run", "x", "--council", str(council), "--god", env=env) as terminal:
        terminal.expect(PROMPT)
        terminal.type("r\n")
        terminal.expect("Why?")
        terminal.type("off topic\n")
        assert terminal.ends() == 1
        assert "Rejected by a person: off topic" in terminal.text
        assert "councilos continue" not in terminal.text


def test_a_decision_made_elsewhere_is_noticed(
    server: Started, env: dict[str, str], council: Path, models: ModelServer, councilos: Run
) -> None:
    """RN-9, GM-8: two terminals, one pause; the second sees who decided, and both go on."""
    with TerminalProcess("run", "x", "--council", str(council), "--god", env=env) as first:
        first.expect(PROMPT)
        run_id = json.loads(councilos("runs", "--json").stdout)["items"][0]["run_id"]
        with TerminalProcess("watch", run_id, "--god", env=env) as second:
            second.expect(PROMPT)
            second.type("p\n")
            first.expect("Already decided: approved, no further pauses, ")
            assert first.ends() == 0
            assert second.ends() == 0
        assert "The final document." in first.text


def test_ctrl_c_offers_to_leave_a_servers_run_running(
    server: Started, env: dict[str, str], council: Path, slow_editor: ModelServer, councilos: Run
) -> None:
    """Decision 16: left running, the run goes on in the server."""
    with TerminalProcess("run", "x", "--council", str(council), env=env) as terminal:
        terminal.expect("●  Editor")
        terminal.type("\x03")
        terminal.expect("go on watching?")
        terminal.type("l\n")
        terminal.expect("councilos watch ")
        assert terminal.ends() == 130
    listed = json.loads(councilos("runs", "--json").stdout)["items"]
    assert [item["status"] for item in listed] == ["running"]


def test_ctrl_c_cancels_a_run_of_the_commands_own_engine(
    env: dict[str, str], council: Path, slow_editor: ModelServer
) -> None:
    """RN-8: the process group gets the signal; also with the built-in database the run ends cleanly."""
    env["DATABASE_URL"] = ""
    with TerminalProcess("run", "x", "--council", str(council), env=env) as terminal:
        terminal.expect("●  Editor")
        terminal.type("\x03")
        terminal.expect("Cancelling")
        assert terminal.ends() == 130
        assert "cancelled" in terminal.text
        assert "Traceback" not in terminal.text


def test_a_shell_completes_commands_and_options(env: dict[str, str]) -> None:
    """The printed script, in a real shell: Tab shows the commands that fit and completes an option."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    folder = str(Path(sys.executable).parent)
    here = {**env, "PATH": f"{folder}:{env.get('PATH', '/usr/bin:/bin')}", "PS1": "ready> ", "SHELL": bash}
    with TerminalProcess(env=here, program=(bash, "--norc", "--noprofile", "-i")) as terminal:
        terminal.expect("ready> ")
        terminal.type('eval "$(councilos --show-completion)" && echo "set"" up"\n')
        terminal.expect("set up")
        terminal.expect("ready> ")
        terminal.type("councilos doct\t")
        terminal.expect("councilos doctor ")
        terminal.type("\x15councilos runs --lim\t")
        terminal.expect("councilos runs --limit ")
        terminal.type("\x15exit 0\n")
        assert terminal.ends() == 0
