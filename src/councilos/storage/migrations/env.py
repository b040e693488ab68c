"""Alembic's entry point: migrates the connection that `storage/schema.py` hands over."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from councilos.storage.schema import is_ours
from councilos.storage.tables import metadata

connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    include_name=is_ours,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
