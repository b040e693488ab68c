"""How lists are read page by page."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Query

TOTAL_HEADER: Final = "X-Total-Count"
"""Says how many there are where the answer is the bare list."""

Limit = Annotated[int, Query(ge=1, le=1_000)]
Offset = Annotated[int, Query(ge=0, le=1_000_000_000)]
