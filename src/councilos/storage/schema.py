"""Brings our tables to the newest version with Alembic, on a connection that is already open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from councilos.storage.tables import metadata

_SCRIPTS = Path(__file__).parent / "migrations"


def alembic_config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration without any file; `connection` is what the scripts will migrate."""
    config = Config()
    # Alembic reads its options through configparser, where a lone % is an error.
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def is_ours(name: str | None, kind: str, parents: Any) -> bool:
    """Say whether Alembic may look at this object: the tables of LangGraph and the queue are not ours."""
    return kind != "table" or name in metadata.tables


async def upgrade(engine: AsyncEngine) -> None:
    """Run every migration that is missing, in one transaction (RN-6)."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), "head")
