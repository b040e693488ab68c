"""The uploaded files themselves, one per document, named by its id (all functions block)."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final
from uuid import UUID, uuid4

_PIECE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Received:
    """A file that has arrived and belongs to no document yet."""

    path: Path
    sha256: str
    size: int


class Files:
    """The folder with all files."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when first needed."""
        self._folder = folder

    def path(self, document_id: UUID) -> Path:
        """Return where the document's file is."""
        return self._folder / str(document_id)

    @contextlib.contextmanager
    def receive(self, source: BinaryIO) -> Generator[Received]:
        """Copy a stream to disk piece by piece; at the end of the block it is gone unless it was kept."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self._folder / f"incoming-{uuid4().hex}"
        digest, size = hashlib.sha256(), 0
        try:
            with path.open("xb") as target:
                while piece := source.read(_PIECE):
                    digest.update(piece)
                    size += len(piece)
                    target.write(piece)
            yield Received(path, digest.hexdigest(), size)
        finally:
            path.unlink(missing_ok=True)

    def keep(self, received: Received, document_id: UUID) -> None:
        """Make a received file the file of a document, in one step."""
        os.replace(received.path, self.path(document_id))

    def remove(self, document_id: UUID) -> None:
        """Delete the document's file if it is there."""
        self.path(document_id).unlink(missing_ok=True)
