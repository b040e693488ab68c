"""`python -m councilos.api.openapi` prints the OpenAPI document, from which clients are generated."""

from __future__ import annotations

import json
import sys

from councilos.api.app import routes


def document_text() -> str:
    """Return the document as JSON, the same for the same routes and shapes."""
    return json.dumps(routes().openapi(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(document_text())
