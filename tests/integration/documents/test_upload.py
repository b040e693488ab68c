"""Documents over HTTP: what is taken in, what is refused, and what is said about it."""

from __future__ import annotations

import asyncio
import io
import logging
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import sqlalchemy.exc

from councilos.documents.extract import without_text
from councilos.documents.model import FAILURES, MAX_FILE
from councilos.runtime import Runtime
from support import pdfs

Json = dict[str, Any]
Wait = Callable[[str], Awaitable[Json]]

TEXT = "The heat pump in building seven takes 4.2 kW at minus ten degrees. Its code is WP-7731/B."
PDF = "/api/councils/upload-pdf"
ALL = "/api/documents/"


async def send(
    client: httpx.AsyncClient, path: str, data: bytes, name: str = "a.pdf", **fields: str
) -> httpx.Response:
    return await client.post(path, files={"file": (name, data)}, data=fields)


async def chunks(engine: Runtime, document_id: str) -> int:
    return await engine.index.count(document_id)


async def test_a_pdf_is_searchable_when_the_answer_comes(client: httpx.AsyncClient, engine: Runtime) -> None:
    """TL-2, TL-3: 200 with the number of chunks; then a search finds file name, page and position."""
    answer = await send(client, PDF, pdfs.text_pdf(["A page about walruses.", TEXT]), "Heizung.pdf")
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert set(body) == {"filename", "chunks_ingested", "message", "id"}
    assert (body["filename"], body["chunks_ingested"]) == ("Heizung.pdf", 2)
    assert await chunks(engine, body["id"]) == 2
    [hit] = await engine.index.search("Wie viel Leistung braucht die Wärmepumpe?", [body["id"]], 1)
    assert (hit.filename, hit.page, hit.position) == ("Heizung.pdf", 2, 0)
    assert "4.2 kW" in hit.text


REFUSED = {
    "0 bytes": (b"", "a.pdf", "empty_file"),
    "renamed text": (b"Just text, whatever its name says.", "a.pdf", "not_a_pdf"),
    "not named .pdf": (pdfs.text_pdf([TEXT]), "a.txt", "not_a_pdf"),
    "a program": (b"\x7fELF\x00\x00", "a.pdf", "not_a_pdf"),
    "truncated": (pdfs.text_pdf([TEXT] * 5)[:2_000], "a.pdf", "damaged"),
    "garbage inside": (b"%PDF-1.7\nnothing\n%%EOF", "a.pdf", "damaged"),
    "pictures only": (pdfs.scanned(), "a.pdf", without_text("pdf")),
    "user password": (pdfs.encrypted(pdfs.text_pdf([TEXT]), user="u", owner="o"), "a.pdf", "encrypted"),
    "bomb": (pdfs.bomb(), "a.pdf", "too_complex"),
}


@pytest.mark.parametrize(("data", "name", "reason"), REFUSED.values(), ids=REFUSED.keys())
async def test_what_cannot_be_read_is_named(
    client: httpx.AsyncClient, engine: Runtime, data: bytes, name: str, reason: str
) -> None:
    """TL-2: 400 with the failure by name, and nothing is indexed."""
    answer = await send(client, PDF, data, name)
    assert answer.status_code == 400, answer.text
    assert (answer.json()["code"], answer.json()["reason"]) == ("unreadable_document", reason)
    assert answer.json()["detail"] == FAILURES[reason]
    for document in (await client.get(ALL)).json()["items"]:
        assert (document["status"], document["chunks"]) == ("failed", 0)
        assert document["error"]["code"] == reason
        assert await chunks(engine, document["id"]) == 0


async def test_passwords(client: httpx.AsyncClient, engine: Runtime, ended: Wait) -> None:
    """TL-2: a protected PDF is read with its password, and the password is forgotten then."""
    data = pdfs.encrypted(pdfs.text_pdf([TEXT]), user="Geheim ü", owner="o")
    first = (await send(client, ALL, data)).json()
    assert (await ended(first["id"]))["error"]["code"] == "encrypted"
    again = await send(client, ALL, data, password="wrong")
    assert again.json()["id"] == first["id"]
    assert (await ended(first["id"]))["error"]["code"] == "wrong_password"
    done = await send(client, PDF, data, password="Geheim ü")
    assert done.status_code == 200, done.text
    assert done.json()["id"] == first["id"]
    assert (await client.get(f"{ALL}{first['id']}")).json()["error"] is None
    async with engine.storage.begin() as uow:
        documents, _ = await uow.documents.page(limit=10, offset=0)
    assert [document.password for document in documents] == [None]


async def test_a_password_is_seen_nowhere(
    client: httpx.AsyncClient, engine: Runtime, ended: Wait, caplog: pytest.LogCaptureFixture
) -> None:
    """SO-1: neither answers, updates, logs nor database errors hold it, right or wrong."""
    caplog.set_level(logging.DEBUG)
    data = pdfs.encrypted(pdfs.text_pdf([TEXT]), user="Geheim-4711", owner="o")
    mailbox = engine.updates.subscribe_updates()
    seen: list[str] = []
    document: Json = {}
    for password in ("Falsch-4712", "Geheim-4711"):
        sent = await send(client, ALL, data, password=password)
        document = await ended(sent.json()["id"])
        seen += [sent.text, str(document), (await client.get(ALL)).text]
        while (update := await mailbox.next()) is not None:
            seen.append(update.model_dump_json())
            if update.type == "document.changed" and update.state in ("ready", "failed"):
                break
    mailbox.close()
    assert document["status"] == "ready", document
    async with engine.storage.begin() as uow:
        [stored], _ = await uow.documents.page(limit=10, offset=0)
    assert stored.password is None
    with pytest.raises(sqlalchemy.exc.SQLAlchemyError) as broken:
        async with engine.storage.begin() as uow:
            await uow.documents.update(UUID(document["id"]), password="Geheim-4711", pages="none")
    seen += [str(broken.value), *(record.getMessage() for record in caplog.records)]
    assert not [text for text in seen if "Geheim-4711" in text or "Falsch-4712" in text]


async def test_a_full_disk_is_said(
    client: httpx.AsyncClient, engine: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-2: a file that finds no room is refused with a sentence, and nothing of it stays."""
    full, opened = Path("/dev/full"), Path.open
    if not full.exists():
        pytest.skip("this system has no device that is always full")

    def no_room(path: Path, mode: str = "r", **options: Any) -> Any:
        # A real device that is always full, in place of the file that is being received.
        return opened(full, "wb") if mode == "xb" else opened(path, mode, **options)

    monkeypatch.setattr(Path, "open", no_room)
    for path in (PDF, ALL):
        answer = await send(client, path, pdfs.text_pdf([TEXT]))
        assert answer.status_code == 503, answer.text
        assert "no room left" in answer.json()["detail"]
    monkeypatch.undo()
    assert (await client.get(ALL)).json()["total"] == 0
    assert not list(engine.settings.documents_folder.iterdir())
    assert (await send(client, PDF, pdfs.text_pdf([TEXT]))).status_code == 200


async def test_an_owner_password_alone_keeps_nobody_out(client: httpx.AsyncClient) -> None:
    """TL-2: the empty user password is tried first."""
    data = pdfs.encrypted(pdfs.text_pdf([TEXT]), user="", owner="boss")
    answer = await send(client, PDF, data)
    assert answer.status_code == 200, answer.text


async def test_many_tiny_objects(client: httpx.AsyncClient) -> None:
    """TL-2: a PDF with 100,000 objects is read like any other."""
    answer = await send(client, PDF, pdfs.crowded())
    assert answer.status_code == 200, answer.text
    assert answer.json()["chunks_ingested"] == 1


NAMES = {
    "résumé 年報 🙂 (1).pdf": "résumé 年報 🙂 (1).pdf",
    "../../etc/x.pdf": "x.pdf",
    "C:\\Users\\me\\y.pdf": "y.pdf",
    "n" * 296 + ".pdf": "n" * 195 + "….pdf",
}


@pytest.mark.parametrize(("sent", "shown"), NAMES.items(), ids=["unicode", "path", "windows", "long"])
async def test_names(client: httpx.AsyncClient, engine: Runtime, sent: str, shown: str) -> None:
    """TL-2: Unicode is shown unchanged, path parts are removed, the length is cut."""
    answer = await send(client, PDF, pdfs.text_pdf([TEXT]), sent)
    assert answer.status_code == 200, answer.text
    assert answer.json()["filename"] == shown
    home = engine.settings.councilos_home
    files = [path.name for path in (home / "documents").iterdir()]
    assert files == [answer.json()["id"]]
    file = await client.get(f"{ALL}{answer.json()['id']}/file")
    assert file.headers["content-type"] == "application/pdf"
    assert file.headers["content-disposition"].startswith("inline")
    assert file.content.startswith(b"%PDF-")


async def test_one_file_twice_at_once(client: httpx.AsyncClient, engine: Runtime) -> None:
    """TL-2: the same content is the same document, indexed once."""
    data = pdfs.text_pdf([TEXT, "Another page about walruses."])
    answers = await asyncio.gather(*(send(client, PDF, data, f"{i}.pdf") for i in range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert {answer.json()["chunks_ingested"] for answer in answers} == {2}
    assert await chunks(engine, answers[0].json()["id"]) == 2
    assert (await client.get(ALL)).json()["total"] == 1


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "streamed"])
async def test_too_large(client: httpx.AsyncClient, engine: Runtime, announced: bool) -> None:
    """TL-2: 413 before the file has arrived; nothing of it stays."""
    boundary = b"--x\r\nContent-Disposition: form-data; name=file; filename=a.pdf\r\n\r\n"
    sent = 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal sent
        yield boundary + b"%PDF-1.7\n"
        while sent < 3 * MAX_FILE:
            sent += 1_000_000
            yield b"x" * 1_000_000

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    if announced:
        headers["Content-Length"] = str(3 * MAX_FILE)
    answer = await client.post(PDF, content=body(), headers=headers)
    assert answer.status_code == 413
    assert answer.json()["limit_bytes"] == MAX_FILE
    assert sent < MAX_FILE + 3_000_000
    assert (await client.get(ALL)).json()["total"] == 0
    folder = engine.settings.documents_folder
    assert not folder.exists() or not list(folder.iterdir())


async def test_progress_is_pushed_by_page(client: httpx.AsyncClient, engine: Runtime, ended: Wait) -> None:
    """TL-2, UI-8: 202 at once, then updates with pages done, then ready."""
    mailbox = engine.updates.subscribe_updates()
    sent = await send(client, ALL, pdfs.text_pdf([f"{TEXT} {n}\n" * 10 for n in range(60)]))
    assert sent.status_code == 202, sent.text
    assert sent.json()["status"] == "queued"
    document = await ended(sent.json()["id"])
    assert (document["status"], document["pages"], document["pages_done"]) == ("ready", 60, 60)
    seen: list[tuple[str, int]] = []
    while not seen or seen[-1][0] != "ready":
        update = await mailbox.next()
        if update is not None and update.type == "document.changed":
            seen.append((update.state, update.pages_done))
    mailbox.close()
    done = [pages for state, pages in seen if state == "reading"]
    assert seen[0] == ("queued", 0)
    assert done == sorted(done)
    assert len(set(done)) > 5


async def test_pages_without_text_are_counted(client: httpx.AsyncClient, ended: Wait) -> None:
    """TL-2: a document with some scanned pages says how many."""
    sent = await send(client, ALL, pdfs.text_pdf([TEXT, "", "", "More text about walruses."]))
    document = await ended(sent.json()["id"])
    assert (document["status"], document["pages"], document["empty_pages"]) == ("ready", 4, 2)


async def test_deleting_removes_every_chunk(client: httpx.AsyncClient, engine: Runtime) -> None:
    """TL-2: row, file and chunks go; others stay; the same file can come again."""
    data = pdfs.text_pdf([TEXT] * 3)
    gone = (await send(client, PDF, data)).json()["id"]
    kept = (await send(client, PDF, pdfs.text_pdf(["Walruses have tusks."]))).json()["id"]
    assert (await client.delete(f"{ALL}{gone}")).status_code == 204
    async with asyncio.timeout(30):
        while await chunks(engine, gone):
            await asyncio.sleep(0.05)
    assert await chunks(engine, kept) == 1
    assert (await client.get(f"{ALL}{gone}")).status_code == 404
    assert (await client.get(f"{ALL}{gone}/file")).status_code == 404
    assert (await client.delete(f"{ALL}{gone}")).status_code == 404
    assert not (engine.settings.documents_folder / gone).exists()
    again = await send(client, PDF, data)
    assert again.status_code == 200
    assert again.json()["id"] != gone


async def test_a_bad_file_harms_no_other(client: httpx.AsyncClient, ended: Wait) -> None:
    """TL-2: good and bad files read at the same time."""
    files = [data for data, name, _ in REFUSED.values() if name == "a.pdf" and data.startswith(b"%PDF")]
    good = [pdfs.text_pdf([f"{TEXT} {n}"]) for n in range(len(files))]
    sent = await asyncio.gather(
        *(send(client, ALL, data) for pair in zip(files, good, strict=True) for data in pair)
    )
    states = [(await ended(answer.json()["id"]))["status"] for answer in sent]
    assert states == ["failed", "ready"] * len(files)


async def test_other_kinds(client: httpx.AsyncClient, engine: Runtime, ended: Wait) -> None:
    """Documents: Markdown, text, HTML and Word go the same way, told apart by content."""
    html = b"<!doctype html><html><head><style>p{}</style></head><body><p>Walruses &amp; seals</p>"
    html += b"<script>x()</script>"
    files = {
        "a.md": ("markdown", b"# Walruses\n\nThey are large."),
        "b.txt": ("text", "Große Robben, größer als Wölfe".encode("cp1252")),
        "c.txt": ("html", html),
        "d.docx": ("docx", word("Walrus in Word")),
    }
    for name, (kind, data) in files.items():
        sent = await send(client, ALL, data, name)
        document = await ended(sent.json()["id"])
        assert (document["kind"], document["status"], document["chunks"]) == (kind, "ready", 1), document
        [hit] = await engine.index.search("walrus", [document["id"]])
        assert "x()" not in hit.text
        assert hit.page == 1
        file = await client.get(f"{ALL}{document['id']}/file")
        assert "html" not in file.headers["content-type"]
    assert (await send(client, ALL, b"\x89PNG\r\n\x1a\n\x00\x00", "e.png")).json()["reason"] == "unsupported"


def word(text: str) -> bytes:
    """Return the smallest Word file."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        paragraph = f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"
        body = f'<w:document xmlns:w="{space}"><w:body>{paragraph}</w:body></w:document>'
        archive.writestr("word/document.xml", body)
    return out.getvalue()


async def test_forms_that_are_none(client: httpx.AsyncClient) -> None:
    """SO-3: a request without a file is 422 and names the field."""
    for answer in (
        await client.post(ALL, json={}),
        await client.post(ALL, data={"file": "text"}),
        await client.post(ALL, files={"other": b"x"}),
        await client.post(ALL, content=b"--y--", headers={"Content-Type": "multipart/form-data; boundary=x"}),
        await client.post(ALL, content=b"", headers={"Content-Type": "multipart/form-data"}),
    ):
        assert answer.status_code == 422, answer.text
        assert answer.json()["errors"][0]["path"] == "/file"
