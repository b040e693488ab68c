"""How much space the data folder takes."""

from __future__ import annotations

import os
from pathlib import Path

from councilos.api.shapes.system import DataUse
from councilos.settings import Settings


def data_use(settings: Settings) -> DataUse:
    """Measure what lies in COUNCILOS_HOME and in the document index; blocks, so call it in a thread."""
    home = settings.councilos_home
    index = (settings.chroma_persist_dir or home / "chroma").absolute()
    cluster = home / "postgres"
    database, documents = size(cluster), size(index)
    other = sum(size(child) for child in _children(home) if child not in (cluster, index))
    return DataUse(
        home=str(home),
        database_url_set=settings.database_url is not None,
        bytes=database + documents + other,
        database=database,
        documents=documents,
        other=other,
    )


def _children(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def size(path: Path) -> int:
    """Return the bytes of a file, or of all files below a folder; 0 when there is none.

    A link at the top is followed, links below are not. Files may vanish meanwhile.
    """
    if path.is_file():
        return path.stat().st_size
    total = 0
    for place, _, files in os.walk(path):
        for name in files:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                continue
    return total
