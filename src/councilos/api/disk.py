"""How much space the data folder takes."""

from __future__ import annotations

import os
from pathlib import Path

from councilos.api.shapes import DataUse
from councilos.settings import Settings


def data_use(settings: Settings) -> DataUse:
    """Measure what lies in COUNCILOS_HOME and in the document index; blocks, so call it in a thread."""
    home = settings.councilos_home
    index = settings.chroma_persist_dir or home / "chroma"
    database, documents = size(home / "postgres"), size(index)
    inside = index.absolute().is_relative_to(home)
    other = size(home) - database - (documents if inside else 0)
    return DataUse(
        home=str(home),
        database_url_set=settings.database_url is not None,
        bytes=database + documents + other,
        database=database,
        documents=documents,
        other=other,
    )


def size(folder: Path) -> int:
    """Return the bytes of all files below; 0 when there is no such folder. Files may vanish meanwhile."""
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                continue
    return total
