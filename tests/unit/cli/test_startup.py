"""What is loaded when, and what a mistake looks like."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from councilos import __version__

HEAVY = ("langgraph", "langchain", "sqlalchemy", "psycopg", "fastapi", "uvicorn", "httpx", "chromadb")


def councilos(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as people do, in English."""
    return subprocess.run(
        [sys.executable, "-m", "councilos", *arguments],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120", **env},
    )  # fmt: skip


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["--version"]])
def test_help_loads_no_engine(arguments: list[str]) -> None:
    """Startup: `councilos --help` imports neither graph, database nor web framework."""
    code = (
        "import json, sys\nfrom councilos.cli.main import app\n"
        "try:\n    app(sys.argv[1:], prog_name='councilos')\nexcept SystemExit:\n    pass\n"
        f"print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stderr) == []
    assert done.stdout


def test_the_version_is_the_packages() -> None:
    assert councilos("--version").stdout == f"councilos {__version__}\n"


def test_help_speaks_the_terminals_language() -> None:
    """UI-7: German, English and Chinese."""
    assert "Läufe auflisten" in councilos("--help", LC_ALL="de_DE.UTF-8").stdout
    assert "列出运行" in councilos("--help", LC_ALL="zh_CN.UTF-8").stdout
    assert "List runs" in councilos("--help").stdout


def test_an_unknown_option_is_a_usage_error() -> None:
    done = councilos("run", "--nonsense", "topic")
    assert done.returncode == 2
    assert "--nonsense" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["run", ""], "topic is empty"),
        (["run", "x", "--council", "missing.json"], "missing.json"),
        (["run", "x", "--budget", "tokens=no"], "tokens=no"),
        (["run", "x", "--output", "/"], "is a folder"),
        (["run", "x", "--god"], "needs a terminal"),
        (["runs", "--status", "nonsense"], "nonsense"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_starts(
    arguments: list[str], wanted: str, tmp_path: Path
) -> None:
    """Errors are one sentence on stderr with exit code 2; no engine was started."""
    home = tmp_path / "home"
    done = councilos(*arguments, COUNCILOS_HOME=str(home))
    assert (done.returncode, done.stdout) == (2, "")
    assert wanted in done.stderr
    assert "Traceback" not in done.stderr
    assert not home.exists()


def test_a_bad_setting_is_named(tmp_path: Path) -> None:
    """SO-5: which variable, and what it may be; exit code 3."""
    done = councilos("runs", COUNCILOS_LOG_LEVEL="LOUD", COUNCILOS_HOME=str(tmp_path / "home"))
    assert done.returncode == 3
    assert "“COUNCILOS_LOG_LEVEL”: it must be DEBUG, INFO, WARNING or ERROR." in done.stderr


def test_strangers_are_kept_out(tmp_path: Path) -> None:
    """SO-2: no open address without a token."""
    done = councilos(
        "serve", "--host", "0.0.0.0", COUNCILOS_API_TOKEN="", COUNCILOS_HOME=str(tmp_path / "home")
    )
    assert done.returncode == 3
    assert "COUNCILOS_API_TOKEN" in done.stderr


def test_an_unexpected_error_says_how_to_see_more(tmp_path: Path) -> None:
    """No traceback without --debug, a traceback with it."""
    (tmp_path / "home").write_text("a file where the folder should be")
    env = {"COUNCILOS_HOME": str(tmp_path / "home"), "DATABASE_URL": ""}
    done = councilos("runs", **env)
    assert done.returncode in (1, 3)
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr
    assert "Traceback" in councilos("--debug", "runs", **env).stderr
