"""LangGraph's checkpoints in PostgreSQL, written only by the executor that owns the run (decision 6)."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncCursor
from psycopg.rows import DictRow

from councilos.errors import Fenced
from councilos.storage.engine import Pool
from councilos.storage.tables import FENCED_SQLSTATE

_KINDS = {"checkpoint": "jsonb", "metadata": "jsonb", "blob": "bytea", "idx": "integer"}
_INSERT = re.compile(r"(\s*INSERT INTO \w+ \(([\w, ]+)\)\s*)VALUES \([%s, ]+\)\s*(ON CONFLICT.*)", re.DOTALL)


class FencedSaver(AsyncPostgresSaver):
    """The saver of one execution of one segment; cheap, made anew for each.

    Every write checks in its own statement that `epoch` is still the thread's newest, and raises
    Fenced otherwise. `before_put` is awaited before each checkpoint, so that what a node told the
    event log is durable before the node counts as done.
    """

    def __init__(self, pool: Pool, epoch: int, before_put: Callable[[], Awaitable[None]]) -> None:
        """Write to `pool` under `epoch`."""
        super().__init__(pool)
        self._before_put = before_put
        self.UPSERT_CHECKPOINT_BLOBS_SQL = _fenced(self.UPSERT_CHECKPOINT_BLOBS_SQL, epoch)
        self.UPSERT_CHECKPOINTS_SQL = _fenced(self.UPSERT_CHECKPOINTS_SQL, epoch)
        self.UPSERT_CHECKPOINT_WRITES_SQL = _fenced(self.UPSERT_CHECKPOINT_WRITES_SQL, epoch)
        self.INSERT_CHECKPOINT_WRITES_SQL = _fenced(self.INSERT_CHECKPOINT_WRITES_SQL, epoch)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint after `before_put`; raise Fenced when the run was taken over."""
        await self._before_put()
        return await super().aput(config, checkpoint, metadata, new_versions)

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncGenerator[AsyncCursor[DictRow]]:
        try:
            async with super()._cursor(pipeline=pipeline) as cursor:
                yield cursor
        except psycopg.Error as error:
            if error.sqlstate != FENCED_SQLSTATE:
                raise
            raise Fenced("Another worker has taken this run over.") from error


def _fenced(statement: str, epoch: int) -> str:
    # A condition in WHERE belongs to the INSERT itself: there is no moment between check and write.
    # The saver fills the placeholders, so the epoch has to be part of the text.
    found = _INSERT.fullmatch(statement)
    if found is None:
        raise RuntimeError("This version of langgraph-checkpoint-postgres writes checkpoints in another way.")
    insert, columns, conflict = found.groups()
    row = ", ".join(f"%s::{_KINDS.get(name, 'text')}" for name in columns.split(", "))
    given = f"(VALUES ({row})) AS given ({columns})"
    return f"{insert} SELECT * FROM {given} WHERE councilos_fence(given.thread_id, {epoch:d}) {conflict}"  # noqa: S608


async def create_checkpoint_tables(pool: Pool) -> None:
    """Let LangGraph create and migrate its own tables."""
    await AsyncPostgresSaver(pool).setup()


async def prune_checkpoints(pool: Pool, run_ids: Sequence[UUID]) -> None:
    """Keep only the newest checkpoint of each run: enough to read its state and to go on from it."""
    await AsyncPostgresSaver(pool).aprune([str(run_id) for run_id in run_ids], strategy="keep_latest")


async def delete_checkpoints(pool: Pool, run_ids: Sequence[UUID]) -> None:
    """Delete all checkpoints of the runs."""
    await AsyncPostgresSaver(pool).aprune([str(run_id) for run_id in run_ids], strategy="delete")


def reading_saver(pool: Pool) -> Any:
    """Return a saver for looking at states; it is not fenced, so never run a graph with it."""
    return AsyncPostgresSaver(pool)
