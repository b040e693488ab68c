"""The index process: `python -m councilos.documents.engine`, which alone knows Chroma and the model.

Requests and answers are JSON lines: `{"id", "op", …}` → `{"id", "result"}` or `{"id", "error", "message"}`.
It ends when its standard input does. Two processes with one folder would not see each other's
writes, so the folder is locked while this one lives.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

import httpx

from councilos.documents import digest
from councilos.documents.child import step_aside
from councilos.documents.embed import Embed, collection_name, embedder
from councilos.documents.lexical import WordIndex, matches
from councilos.documents.ranking import fuse

DEPTH: Final = 50
"""Candidates from each of meaning and words."""
CACHED_CHUNKS: Final = 60_000
_BATCH: Final = 500
_LONGEST_MESSAGE: Final = 500
_AWAY: Final = ("APIConnectionError", "APITimeoutError")

Json = dict[str, Any]


class Busy(Exception):
    """Another process uses the folder."""


class Engine:
    """The Chroma collection of one embedding model with everything that is asked of it (blocking)."""

    def __init__(self, collection: Any, embed: Embed, others: Sequence[Any] = ()) -> None:
        """Take the open collection, the model, and the collections that earlier models have left."""
        self._collection = collection
        self._embed = embed
        self._others = others
        self._words: OrderedDict[str, WordIndex] = OrderedDict()

    def add(self, document_id: str, filename: str, chunks: Sequence[Sequence[Any]]) -> int:
        """Write chunks (`[number, page, position, text]`); the same number again replaces."""
        self._words.pop(document_id, None)
        texts = [str(chunk[3]) for chunk in chunks]
        self._collection.upsert(
            ids=[f"{document_id}:{chunk[0]:06}" for chunk in chunks],
            embeddings=self._embed(texts),
            documents=texts,
            metadatas=[
                {"document_id": document_id, "filename": filename, "page": page, "position": position}
                for _, page, position, _ in chunks
            ],
        )
        return len(texts)

    def delete(self, document_id: str) -> int:
        """Delete every chunk of the document; return how many there were."""
        self._words.pop(document_id, None)
        deleted = 0
        for collection in (self._collection, *self._others):
            ids = _ids(collection, document_id)
            deleted += len(ids)
            for start in range(0, len(ids), _BATCH):
                collection.delete(ids=ids[start : start + _BATCH])
        return deleted

    def count(self, document_id: str) -> int:
        """Return how many chunks the document has, of whatever model."""
        return sum(len(_ids(collection, document_id)) for collection in (self._collection, *self._others))

    def search(self, query: str, document_ids: Sequence[str], k: int) -> list[Json]:
        """Return the best chunks of these documents."""
        ids = list(document_ids)
        if not ids or not query.strip():
            return []
        vector = self._embed([query])[0]
        words = matches(query, [index for name in ids if (index := self._word_index(name)).ids])
        found = self._near(vector, ids)
        best = sorted(words, key=lambda name: -words[name].score)[:DEPTH]
        found.update(self._similar(vector, [name for name in best if name not in found]))
        ranked = fuse({name: hit["similarity"] for name, hit in found.items()}, words, k)
        return [{**found[name], "score": round(score, 4)} for name, score in ranked]

    def extract(self, document_id: str, characters: int) -> list[Json]:
        """Return the chunks that stand best for each section of the document, in its order."""
        rows = self._collection.get(
            where={"document_id": document_id}, include=["documents", "metadatas", "embeddings"]
        )
        order = sorted(range(len(rows["ids"])), key=lambda place: rows["ids"][place])
        chunks = [
            {"page": rows["metadatas"][place]["page"], "text": rows["documents"][place]} for place in order
        ]
        chosen = digest.choose(
            [len(chunk["text"]) for chunk in chunks], rows["embeddings"][order], characters
        )
        return [chunks[place] for place in chosen]

    def _near(self, vector: Sequence[float], ids: Sequence[str]) -> dict[str, Json]:
        rows = self._collection.query(
            query_embeddings=[vector],
            n_results=DEPTH,
            where=_among(ids),
            include=["documents", "metadatas", "distances"],
        )
        return {
            name: _hit(metadata, text, 1.0 - distance)
            for name, metadata, text, distance in zip(
                rows["ids"][0], rows["metadatas"][0], rows["documents"][0], rows["distances"][0], strict=True
            )
        }

    def _similar(self, vector: Sequence[float], names: Sequence[str]) -> dict[str, Json]:
        if not names:
            return {}
        rows = self._collection.get(ids=list(names), include=["documents", "metadatas", "embeddings"])
        return {
            name: _hit(metadata, text, float(embedding @ vector))
            for name, metadata, text, embedding in zip(
                rows["ids"], rows["metadatas"], rows["documents"], rows["embeddings"], strict=True
            )
        }

    def _word_index(self, document_id: str) -> WordIndex:
        index = self._words.get(document_id)
        if index is None:
            rows = self._collection.get(where={"document_id": document_id}, include=["documents"])
            index = self._words[document_id] = WordIndex.build(rows["ids"], rows["documents"])
        self._words.move_to_end(document_id)
        while len(self._words) > 1 and sum(len(kept.ids) for kept in self._words.values()) > CACHED_CHUNKS:
            self._words.popitem(last=False)
        return index


def _ids(collection: Any, document_id: str) -> list[str]:
    return list(collection.get(where={"document_id": document_id}, include=[])["ids"])


def _among(ids: Sequence[str]) -> Json:
    return {"document_id": ids[0]} if len(ids) == 1 else {"document_id": {"$in": list(ids)}}


def _hit(metadata: Json, text: str, similarity: float) -> Json:
    return {**metadata, "text": text, "similarity": similarity}


def open_engine(folder: str, url: str, model: str) -> Engine:
    """Open Chroma for the model of the setting: at `url`, else in `folder`, which is then locked."""
    import chromadb
    from chromadb.config import Settings

    settings = Settings(anonymized_telemetry=False)
    if url:
        parts = urlsplit(url)
        client = chromadb.HttpClient(
            host=parts.hostname or "localhost",
            port=parts.port or (443 if parts.scheme == "https" else 8000),
            ssl=parts.scheme == "https",
            settings=settings,
        )
    else:
        _lock(Path(folder))
        client = chromadb.PersistentClient(folder, settings=settings)
    name = collection_name(model)
    collection = client.get_or_create_collection(
        name, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
    )
    others = [
        client.get_collection(other.name, embedding_function=None)
        for other in client.list_collections()
        if other.name.startswith("councilos-") and other.name != name
    ]
    return Engine(collection, embedder(model), others)


def _lock(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    # Never closed: the lock is held until this process ends.
    handle = os.open(folder / ".councilos.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Busy from None


def _answer(engine: Engine, request: Json) -> Json:
    operations = {
        "add": engine.add,
        "delete": engine.delete,
        "count": engine.count,
        "search": engine.search,
        "extract": engine.extract,
    }
    number, operation = request.pop("id"), request.pop("op")
    try:
        return {"id": number, "result": operations[operation](**request)}
    except Exception as error:  # noqa: BLE001  # edge: one bad request must not end the index for all others
        return {"id": number, **_failure(error)}


def _failure(error: Exception) -> Json:
    """Name what went wrong: a server that cannot be reached, or anything else."""
    cause: BaseException | None = error
    while cause is not None:
        # Chroma's client says so in words only, the provider's in classes of their own.
        away = isinstance(cause, httpx.TransportError | ConnectionError)
        if away or type(cause).__name__ in _AWAY or "Could not connect to a Chroma" in str(cause):
            return {"error": "away", "message": str(error)[:_LONGEST_MESSAGE]}
        cause = cause.__cause__ or cause.__context__
    message = f"{type(error).__name__}: {error}"
    if secret := os.environ.get("OPENAI_API_KEY"):
        message = message.replace(secret, "***")
    return {"error": "failed", "message": message[:_LONGEST_MESSAGE]}


def main() -> None:
    """Answer requests until standard input ends."""
    folder, url, model = sys.argv[1:4]
    step_aside(5)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Libraries that print must not break the protocol.
    os.dup2(2, 1)
    try:
        engine = open_engine(folder, url, model)
    except Busy:
        _write(answers, {"error": "busy"})
        return
    except ImportError as error:
        _write(answers, {"error": "not_installed", "message": str(error)})
        return
    except Exception as error:  # noqa: BLE001  # edge: whoever asked must hear why there is no index
        _write(answers, _failure(error))
        return
    _write(answers, {"ready": True})
    for line in sys.stdin:
        _write(answers, _answer(engine, cast("Json", json.loads(line))))


def _write(stream: Any, answer: Json) -> None:
    stream.write(json.dumps(answer) + "\n")
    stream.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
