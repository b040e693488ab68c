"""`councilos documents`, and the files that `councilos run --documents` takes along (TL-2)."""

from __future__ import annotations

import asyncio
import getpass
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from councilos.cli.engine import Json, Shelf, open_engine
from councilos.cli.exits import ExitCode
from councilos.cli.failures import usage
from councilos.cli.plain import one_line
from councilos.cli.texts import status_word, t
from councilos.cli.words import document_words

if TYPE_CHECKING:
    from councilos.settings import Settings

LOOK_SECONDS: Final = 0.3
"""Pause between two looks at a document that is being read."""
_LOCKED: Final = ("encrypted", "wrong_password")
_TRIES: Final = 3


async def show(settings: Settings, *, as_json: bool) -> ExitCode:
    """List documents, newest first."""
    async with open_engine(settings, worker=False) as engine:
        found = await engine.documents()
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return ExitCode.OK
    for document in found:
        line = f"{document['id']}  {status_word(document['status'])}  {one_line(document['filename'], 60)}"
        if document["pages"] is not None:
            line += "  " + t("documents.pages", pages=document["pages"])
        print(line)
        if document["error"]:
            print(f"  {one_line(document_words(document['error']), 200)}")
    if not found:
        print(t("documents.none"))
    return ExitCode.OK


async def add(settings: Settings, files: Sequence[str], *, as_json: bool) -> ExitCode:
    """Take in files and wait until each has been read, well or not."""
    paths = [_checked(Path(file)) for file in files]
    async with open_engine(settings, worker=True) as engine:
        taken = [await take_in(engine, path, _say) for path in paths]
    if as_json:
        print(json.dumps(taken, ensure_ascii=False, indent=2))
    else:
        for document in taken:
            if document["status"] == "ready":
                print(f"{document['id']}  {one_line(document['filename'], 60)}")
    return ExitCode.OK if all(document["status"] == "ready" for document in taken) else ExitCode.FAILED


async def delete(settings: Settings, document_id: str) -> ExitCode:
    """Delete a document with all its chunks."""
    async with open_engine(settings, worker=False) as engine:
        await engine.delete_document(document_id)
    print(t("documents.deleted", id=document_id))
    return ExitCode.OK


def check_all(given: Sequence[str]) -> list[str | Path]:
    """Return what is named: ids of documents as texts, files as paths; a usage error for neither."""
    return [text if _is_id(text) else _checked(Path(text)) for text in given]


async def ready_all(engine: Shelf, given: Sequence[str | Path], say: Callable[[str], None]) -> list[str]:
    """Take in the files and return the ids of all documents; a usage error when one cannot be read."""
    ids: list[str] = []
    for item in given:
        if isinstance(item, str):
            ids.append(item)
            continue
        document = await take_in(engine, item, say)
        if document["status"] != "ready":
            raise usage(t("documents.unusable", name=document["filename"]))
        ids.append(document["id"])
    return ids


async def take_in(engine: Shelf, path: Path, say: Callable[[str], None]) -> Json:
    """Take in one file, tell how far its reading is, and return it as it is then.

    A password is asked for when the file needs one and there is a terminal.
    """
    document = await _read(engine, await engine.add_document(path, None), say)
    for _ in range(_TRIES if sys.stdin.isatty() else 0):
        if not document["error"] or document["error"]["code"] not in _LOCKED:
            break
        password = await asyncio.to_thread(getpass.getpass, t("documents.password", name=path.name) + " ")
        document = await _read(engine, await engine.add_document(path, password), say)
    return document


async def _read(engine: Shelf, document: Json, say: Callable[[str], None]) -> Json:
    told: Any = None
    while document["status"] not in ("ready", "failed"):
        waits = document["error"] and document_words(document["error"])
        seen = (waits, document["pages_done"])
        if document["pages"] is not None and seen != told:
            told = seen
            done, pages = document["pages_done"], document["pages"]
            say(waits or t("documents.reading", name=document["filename"], done=done, pages=pages))
        await asyncio.sleep(LOOK_SECONDS)
        document = await engine.document(document["id"])
    if document["status"] == "ready":
        say(t("documents.ready", name=document["filename"], pages=document["pages"]))
    else:
        say(t("documents.failed", name=document["filename"], message=document_words(document["error"])))
    return document


def _checked(path: Path) -> Path:
    try:
        with path.open("rb"):
            return path
    except OSError as error:
        raise usage(t("file.unreadable", path=path, reason=error.strerror or error)) from None


def _is_id(text: str) -> bool:
    try:
        return bool(UUID(text)) and not Path(text).exists()
    except ValueError:
        return False


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
