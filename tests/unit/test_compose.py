"""`compose.yaml` and `Dockerfile` say what SO-7 asks for, and name only what exists."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from councilos.api.origins import Door
from councilos.api.security import refuse_open_door
from councilos.cli.main import app
from councilos.settings import Settings
from support.settings import settings_with

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


@pytest.fixture
def compose() -> dict[str, Any]:
    yaml: Any = importlib.import_module("yaml")
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def start_command() -> list[str]:
    """Return the command that the image starts."""
    found = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return json.loads(found[-1])


def test_so_7_database_and_app_with_named_volumes(compose: dict[str, Any]) -> None:
    """SO-7: PostgreSQL 16 and the app; what they keep lies in the volumes postgres_data and chroma_data."""
    services = compose["services"]
    assert services["database"]["image"] == "postgres:16"
    assert set(compose["volumes"]) == {"postgres_data", "chroma_data"}
    assert services["database"]["volumes"] == ["postgres_data:/var/lib/postgresql/data"]
    environment = services["app"]["environment"]
    [volume] = services["app"]["volumes"]
    name, _, place = volume.partition(":")
    assert name == "chroma_data"
    for variable in ("COUNCILOS_HOME", "CHROMA_PERSIST_DIR"):
        assert Path(environment[variable]).is_relative_to(place)
        assert variable.lower() in Settings.model_fields
    assert services["app"]["depends_on"]["database"]["condition"] == "service_healthy"


def test_so_7_both_ports_reach_the_app_from_this_machine_only(compose: dict[str, Any]) -> None:
    """SO-7, SO-2: 127.0.0.1 at 8000 and 3000, no token; both names pass the checks of Host and Origin."""
    services = compose["services"]
    assert "ports" not in services["database"]
    command = start_command()
    inside = command[command.index("--port") + 1]
    assert services["app"]["ports"] == [f"127.0.0.1:8000:{inside}", f"127.0.0.1:3000:{inside}"]
    bound = command[command.index("--host") + 1]
    refuse_open_door(bound, settings_with(), trusted="--trusted-network" in command)
    door = Door.of((), bound)
    for host in ("localhost:8000", "localhost:3000", "127.0.0.1:3000"):
        assert door.knows_host(host)
        assert door.knows_origin(f"http://{host}", host)
    assert not door.knows_host("evil.example:3000")
    assert not door.knows_origin("http://evil.example", "localhost:3000")


def test_so_7_the_image_uses_what_exists() -> None:
    """SO-7: the command and its options are those of the command line; what is copied is there."""
    program, command, *options = start_command()
    assert program == "councilos"
    known = {option for parameter in get_command(app).commands[command].params for option in parameter.opts}  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]
    assert {option for option in options if option.startswith("--")} <= known
    assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    scripts = json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert set(re.findall(r"npm --prefix frontend run (\w+)", DOCKERFILE)) <= set(scripts)
