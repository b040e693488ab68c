"""`docs/reference/cli.md` says what can be typed, all of it and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer.main

from councilos.cli.exits import ExitCode
from councilos.cli.godmode import KEYS
from councilos.cli.main import app

DOCUMENT = Path(__file__).parents[3] / "docs" / "reference" / "cli.md"


def sections() -> dict[str, str]:
    """Return the document's text by command, with what stands behind the command's name."""
    parts = re.split(r"^## councilos (.+)$", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def commands() -> dict[str, Any]:
    """Return the commands as typer knows them."""
    group: Any = typer.main.get_command(app)
    return dict(group.commands)


def described(command: Any) -> str:
    """Return name and arguments as the headings write them."""
    words = [command.name]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = parameter.name.upper()
            words.append(name if parameter.required else f"[{name}]")
    return " ".join(words)


def test_every_command_has_its_section_and_every_section_its_command() -> None:
    assert sorted(sections()) == sorted(described(command) for command in commands().values())


def test_every_option_stands_in_its_commands_table() -> None:
    documented = {
        heading.split()[0]: set(re.findall(r"^\| `(--[a-z-]+)` \|", text, flags=re.MULTILINE))
        for heading, text in sections().items()
    }
    for name, command in commands().items():
        options = {
            next(option for option in parameter.opts if option.startswith("--"))
            for parameter in command.params
            if parameter.param_type_name == "option"
        }
        assert documented[name] == options - {"--help"}, name


def test_the_shared_options_are_named() -> None:
    head = DOCUMENT.read_text(encoding="utf-8").partition("## ")[0]
    group: Any = typer.main.get_command(app)
    for parameter in group.params:
        assert f"`{parameter.opts[0]}`" in head


def test_every_exit_code_is_explained() -> None:
    table = re.findall(r"^\| (\d+) \|", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert [int(code) for code in table] == [int(code) for code in ExitCode]


def test_every_key_of_god_mode_is_explained() -> None:
    """GM-10: all decisions can be made in the terminal."""
    table = re.findall(r"^\| `([a-z])` \|", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert table == list(KEYS)
