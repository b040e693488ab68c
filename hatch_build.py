"""Puts the built web app into the wheel, so that a server needs no Node (decision 14)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebApp(BuildHookInterface):
    """Takes `frontend/out` along: as `councilos/web` in a wheel, at its own place in an sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the export if it was built; say so if not."""
        if version == "editable":
            return
        export = Path(self.root, "frontend", "out")
        if not (export / "index.html").is_file():
            self.app.display_warning("The web app is not built and will be missing: run `make web` first.")
            return
        inside = "councilos/web" if self.target_name == "wheel" else "frontend/out"
        build_data["force_include"][str(export)] = inside
