"""What becomes of a document when the index fails."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from councilos.documents.files import Files
from councilos.documents.index import IndexEnded
from councilos.documents.model import Chunk
from councilos.errors import SetupError, StorageUnavailable
from councilos.events.hub import Hub
from councilos.runs import documents
from councilos.runs.ingest import MOST_CRASHES, Ingestion
from councilos.runs.model import StoredDocument
from support.memory_storage import MemoryStorage


class FailingIndex:
    """An index that raises when something is written."""

    model = "m"

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.deleted = 0

    async def add(self, document_id: str, filename: str, first: int, chunks: Sequence[Chunk]) -> None:
        raise self._error

    async def delete(self, document_id: str) -> int:
        self.deleted += 1
        return 0


async def ingest(folder: Path, error: Exception) -> tuple[StoredDocument, BaseException | None]:
    storage, files = MemoryStorage(Hub()), Files(folder)
    with files.receive(io.BytesIO(b"Walruses have tusks.")) as received:
        document = await documents.take_in(storage, files, received, "a.txt")
    index = FailingIndex(error)
    ingestion = Ingestion(storage, index, files, is_outage=lambda e: isinstance(e, StorageUnavailable))
    raised: BaseException | None = None
    try:
        await ingestion.ingest(document.id)
    except StorageUnavailable as caught:
        raised = caught
    assert index.deleted
    return await documents.get(storage, document.id), raised


@pytest.mark.parametrize(
    ("error", "code"), [(SetupError("No Chroma here."), "setup"), (RuntimeError("a bug"), "internal")]
)
async def test_a_document_never_seems_to_be_read_for_ever(
    tmp_path: Path, error: Exception, code: str
) -> None:
    """TL-2: whatever goes wrong ends the reading with a reason; internals are not shown."""
    document, raised = await ingest(tmp_path, error)
    assert raised is None
    assert document.error is not None
    assert (document.status, document.error["code"], document.chunks) == ("failed", code, 0)
    assert "a bug" not in document.error["message"]


async def test_an_outage_is_tried_again(tmp_path: Path) -> None:
    """TL-2, RN-7: what can go on later is left to the queue, and says what it waits for."""
    document, raised = await ingest(tmp_path, StorageUnavailable("Away."))
    assert raised is not None
    assert document.status == "queued"
    assert document.error == {"code": "storage_unavailable", "message": "Away."}


async def test_a_document_that_ends_the_index_is_given_up(tmp_path: Path) -> None:
    """TL-2: after three crashes it has failed by name, whatever the queue would still try."""
    storage, files = MemoryStorage(Hub()), Files(tmp_path)
    with files.receive(io.BytesIO(b"Walruses have tusks.")) as received:
        document = await documents.take_in(storage, files, received, "a.txt")
    index = FailingIndex(IndexEnded("Ended."))
    ingestion = Ingestion(storage, index, files, is_outage=lambda e: isinstance(e, StorageUnavailable))
    for _ in range(MOST_CRASHES - 1):
        with pytest.raises(IndexEnded):
            await ingestion.ingest(document.id)
        assert (await documents.get(storage, document.id)).status == "queued"
    await ingestion.ingest(document.id)
    done = await documents.get(storage, document.id)
    assert done.error is not None
    assert (done.status, done.error["code"], done.crashes) == ("failed", "index_crashed", 0)
