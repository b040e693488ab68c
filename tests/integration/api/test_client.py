"""The web app's types are those of this server (decision 14)."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from councilos.api.openapi import document_text

TYPES = Path(__file__).parents[3] / "frontend/src/api/schema.d.ts"


def test_types_are_fresh() -> None:
    """UI-2: fails when routes, shapes or events changed since the last `make client`."""
    made_from = re.search(r"sha256 ([0-9a-f]{64})", TYPES.read_text(encoding="utf-8"))
    assert made_from, "frontend/src/api/schema.d.ts was not made by `make client`"
    now = hashlib.sha256(document_text().encode()).hexdigest()
    assert made_from[1] == now, "The API has changed: run `make client` and commit the types."
