"""The reading process: `python -m councilos.documents.reading KIND PATH`, with limits of its own.

The password comes as the first line on standard input. Answers are JSON lines: `{"pages": n}`, then
`{"text": …}` for each page, then `{"done": true}`; or `{"error": reason}` at any point.
A file that needs more than the limits ends this process and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, cast

from councilos.documents import ocr
from councilos.documents.child import step_aside
from councilos.documents.model import Kind
from councilos.documents.text import clean
from councilos.errors import UnreadableDocument

MEMORY: Final = 1024 * 1024 * 1024
"""Bytes of address space."""
OCR_MEMORY: Final = 3 * 1024 * 1024 * 1024
"""The same as soon as text is recognised in pictures."""
CPU_SECONDS: Final = 600
OCR_PAGE_SECONDS: Final = 120
"""CPU time for each page that is a picture."""
LONGEST_TEXT: Final = 20_000_000
"""Characters of all pages together."""


def _limit(memory: int, seconds: int) -> None:
    """Set what this process may use; it may be raised later."""
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
        hard = resource.getrlimit(kind)[1]
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # Where the system does not know a limit, the time for each page still holds.
        with contextlib.suppress(ValueError):
            resource.setrlimit(kind, (wanted, hard))


def _recogniser(path: Path, password: str) -> Callable[[int], str] | None:
    if not ocr.available():
        return None
    recognise = ocr.Recogniser(path, password)

    def page(index: int) -> str:
        _limit(OCR_MEMORY, int(time.process_time()) + OCR_PAGE_SECONDS)
        return recognise(index)

    return page


def _answers(kind: Kind, path: Path, password: str) -> Iterator[dict[str, Any]]:
    path.stat()
    if kind == "pdf":
        from councilos.documents import pdf

        found = pdf.pages(path, password, _recogniser(path, password))
    else:
        from councilos.documents import plain

        found = plain.pages(path, kind)
    total = 0
    for item in found:
        if isinstance(item, int):
            yield {"pages": item}
            continue
        text = clean(item)
        total += len(text)
        if total > LONGEST_TEXT:
            yield {"error": "too_complex"}
            return
        yield {"text": text}
    yield {"done": True}


def main() -> None:
    """Read one file and write its pages."""
    step_aside(10)
    password = sys.stdin.readline().rstrip("\n")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _limit(MEMORY, CPU_SECONDS)
    try:
        for answer in _answers(cast("Kind", sys.argv[1]), Path(sys.argv[2]), password):
            _write(answer)
    except UnreadableDocument as error:
        _write({"error": error.reason})
    except (MemoryError, RecursionError):
        _write({"error": "too_complex"})
    except OSError:
        _write({"error": "missing"})


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
