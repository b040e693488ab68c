"""Documents from the command line, with and without a server (TL-2)."""

from __future__ import annotations

import json
from pathlib import Path

from support import pdfs
from support.commands import Run, Started
from support.model_server import ModelServer


def report(folder: Path) -> Path:
    path = folder / "bericht.pdf"
    path.write_bytes(pdfs.text_pdf(["Walruses have tusks.", "Seals have none."]))
    return path


def test_a_run_takes_its_documents_along(
    councilos: Run, council: Path, models: ModelServer, tmp_path: Path
) -> None:
    """TL-2, RN-1: files are read first, with progress; without a topic they are the topic."""
    done = councilos("run", "--council", str(council), "--documents", str(report(tmp_path)))
    assert (done.returncode, done.stdout) == (0, "The final document.\n"), done.stderr
    assert "bericht.pdf is ready (2 pages)" in done.stderr
    assert "[bericht.pdf, p. 2]\nSeals have none." in models.calls[0].messages[-1]["content"]
    [listed] = json.loads(councilos("documents", "--json").stdout)
    assert (listed["filename"], listed["status"], listed["pages"]) == ("bericht.pdf", "ready", 2)
    assert "bericht.pdf  2 pages" in councilos("documents").stdout
    again = councilos("run", "Tusks?", "--council", str(council), "--documents", listed["id"])
    assert again.returncode == 0, again.stderr
    deleted = councilos("documents", "delete", listed["id"])
    assert deleted.stdout == f"Deleted: {listed['id']}\n"
    assert "There are no documents" in councilos("documents").stdout


def test_documents_through_the_server(
    server: Started, councilos: Run, council: Path, models: ModelServer, tmp_path: Path
) -> None:
    """Decision 16: the same commands as clients; what cannot be read is said and starts nothing."""
    added = councilos("documents", "add", str(report(tmp_path)))
    assert added.returncode == 0, added.stderr
    assert added.stdout.endswith("  bericht.pdf\n")
    run = councilos("run", "Tusks?", "--council", str(council), "-d", added.stdout.split()[0], "--json")
    assert json.loads(run.stdout)["status"] == "completed", run.stderr
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(pdfs.encrypted(pdfs.text_pdf(["Secret."]), user="u", owner="o"))
    for command in (("documents", "add", str(scan)), ("run", "x", "-d", str(scan))):
        refused = councilos(*command)
        assert refused.returncode in (1, 2)
        assert "scan.pdf could not be read: The PDF is protected by a password." in refused.stderr
    missing = councilos("run", "x", "-d", str(tmp_path / "none.pdf"))
    assert missing.returncode == 2
    assert "none.pdf cannot be read" in missing.stderr
    assert councilos("documents", "delete", added.stdout.split()[0]).returncode == 0
    assert councilos("documents", "delete", "nonsense").returncode != 0
    assert len(json.loads(councilos("runs", "--json").stdout)["items"]) == 1
