"""The built-in PostgreSQL: what runs when `DATABASE_URL` is not set (decision 1)."""

import sys

from councilos.errors import StorageUnavailable

if sys.platform == "win32":
    raise StorageUnavailable("The built-in database needs Linux or macOS. Set DATABASE_URL to a PostgreSQL.")

from councilos.storage.embedded.server import EmbeddedPostgres

__all__ = ["EmbeddedPostgres"]
