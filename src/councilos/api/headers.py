"""What answers say beside a body whose shape is fixed (section 3 of the requirements)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from fastapi import Response

from councilos.api.errors import sendable
from councilos.errors import Problem

TOTAL: Final = "X-Total-Count"
"""How many there are, beside one page of a list."""
WARNINGS: Final = "X-Warnings"
"""What is doubtful about something that was saved (BP-11), as a JSON list of problems in ASCII."""
WARNING_COUNT: Final = "X-Warning-Count"
"""How many warnings there are; `X-Warnings` holds as many of the first as fit."""
_MOST_BYTES: Final = 4_000
"""Proxies refuse long headers."""

DOCUMENTED: Final[dict[str, Any]] = {
    WARNING_COUNT: {"schema": {"type": "integer"}, "description": "How many warnings there are (BP-11)"},
    WARNINGS: {
        "schema": {"type": "string"},
        "description": "The first of them as a JSON list of `{path, code, severity, message, hint}`; "
        "`POST /api/councils/check` answers all",
    },
}


def warn(response: Response, warnings: Iterable[Problem], prefix: str) -> None:
    """Say what is doubtful about what was saved; `prefix` is where its data stood in the body."""
    found = [sendable(replace(warning, path=prefix + warning.path)) for warning in warnings]
    response.headers[WARNING_COUNT] = str(len(found))
    parts: list[str] = []
    for problem in found:
        part = json.dumps(problem)
        if sum(map(len, parts)) + 2 * len(parts) + len(part) > _MOST_BYTES:
            break
        parts.append(part)
    if parts:
        response.headers[WARNINGS] = f"[{', '.join(parts)}]"
