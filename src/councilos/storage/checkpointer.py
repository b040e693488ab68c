"""LangGraph's checkpoints in PostgreSQL, written only by the executor that owns the run (decision 6)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    copy_checkpoint,
    get_serializable_checkpoint_metadata,
)
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.types.json import Jsonb

from councilos.events.rows import Save
from councilos.storage.engine import Pool

HEAVY = 200_000
"""Bytes of a checkpoint from which the next one is encoded in a thread."""

Rows = list[tuple[str, tuple[Any, ...]]]


_PRUNE = (
    """DELETE FROM checkpoint_writes WHERE thread_id = ANY(%(threads)s)""",
    """DELETE FROM checkpoints c WHERE c.thread_id = ANY(%(threads)s) AND EXISTS (
    SELECT 1 FROM checkpoints newer WHERE newer.thread_id = c.thread_id
        AND newer.checkpoint_ns = c.checkpoint_ns AND newer.checkpoint_id > c.checkpoint_id)""",
    """UPDATE checkpoints SET parent_checkpoint_id = NULL WHERE thread_id = ANY(%(threads)s)""",
    """DELETE FROM checkpoint_blobs b WHERE b.thread_id = ANY(%(threads)s) AND NOT EXISTS (
    SELECT 1 FROM checkpoints c WHERE c.thread_id = b.thread_id AND c.checkpoint_ns = b.checkpoint_ns
        AND c.checkpoint -> 'channel_versions' ->> b.channel = b.version)""",
)
_UNPRUNED = """
SELECT r.id FROM council_runs r WHERE r.status = 'completed' AND EXISTS (
    SELECT 1 FROM checkpoints c WHERE c.thread_id = r.id::text AND c.parent_checkpoint_id IS NOT NULL)
"""


class Sink(Protocol):
    """What the saver needs of the event log: rows are written in order, under the execution's epoch."""

    def save(self, rows: Sequence[tuple[str, tuple[Any, ...]]]) -> Save:
        """Take rows; what is not written yet can be taken back by emptying the answer's rows."""
        ...

    async def flushed(self) -> None:
        """Return when all rows are written; raise Fenced when the run was taken over."""
        ...

    async def quiet(self) -> None:
        """Return when no row is on its way any more, whether it could be written or not."""
        ...

    @property
    def broken(self) -> bool:
        """True when a row could not be written."""
        ...


class LoggedSaver(AsyncPostgresSaver):
    """The saver of one execution of one segment; cheap, made anew for each.

    It reads by itself and writes through the event log: what a node told is never younger than the
    checkpoint that counts the node as done, and both are usually one transaction. Raises Fenced
    when the run was taken over.
    """

    def __init__(self, pool: Pool, sink: Sink, *, fresh: bool = False) -> None:
        """Read from `pool`, write through `sink`; of a `fresh` run there is nothing to read yet."""
        super().__init__(pool)
        self._fresh = fresh
        self._bare = fresh
        self._last: CheckpointTuple | None = None
        self._sink = sink
        self._writes: dict[str, list[Save]] = {}
        self._heavy = False

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint, with everything that was written before."""
        await self._sink.quiet()
        if self._fresh:
            return None
        return self._remembered(config) or await super().aget_tuple(config)

    def _remembered(self, config: RunnableConfig) -> CheckpointTuple | None:
        if self._last is None or self._sink.broken:
            return None
        known, asked = _about(self._last.config), {"checkpoint_ns": "", **_about(config)}
        if any(asked.get(name, known[name]) != known[name] for name in known):
            return None
        return self._last._replace(checkpoint=copy_checkpoint(self._last.checkpoint))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002 - LangGraph's name
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints, with everything that was written before."""
        await self._sink.quiet()
        async for found in super().alist(config, filter=filter, before=before, limit=limit):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint and return when it is durable.

        While no agent of a fresh run has done anything there is nothing to lose: that is not waited for.
        """
        configurable = _about(config)
        parent = configurable.get("checkpoint_id")
        rows = await self._encoded(self._checkpoint_rows, config, checkpoint, metadata, new_versions)
        for save in self._writes.pop(parent, ()) if parent else ():
            # The checkpoint holds what they led to, and is written before a later reader could need them.
            save.rows.clear()
        thread_id, namespace = configurable["thread_id"], configurable["checkpoint_ns"]
        saved: RunnableConfig = {
            "configurable": {
                "thread_id": thread_id,
                "checkpoint_ns": namespace,
                "checkpoint_id": checkpoint["id"],
            }
        }
        self._fresh = False
        self._bare = self._bare and metadata.get("step", 1) <= 0
        self._last = CheckpointTuple(
            saved, copy_checkpoint(checkpoint), metadata, config if parent else None, []
        )
        self._sink.save(rows)
        if not self._bare:
            await self._sink.flushed()
        return saved

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote; it is durable soon, and before every later checkpoint."""
        rows = await self._encoded(self._write_rows, config, writes, task_id, task_path)
        written_to = _about(config)["checkpoint_id"]
        if self._last is not None and self._last.checkpoint["id"] == written_to:
            self._last = None
        save = self._sink.save(rows)
        self._writes.setdefault(written_to, []).append(save)

    def _write_rows(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str
    ) -> Rows:
        special = all(channel in WRITES_IDX_MAP for channel, _ in writes)
        statement = self.UPSERT_CHECKPOINT_WRITES_SQL if special else self.INSERT_CHECKPOINT_WRITES_SQL
        about = _about(config)
        where = about["thread_id"], about["checkpoint_ns"], about["checkpoint_id"]
        return _together(statement, self._dump_writes(*where, task_id, task_path, writes))

    def _checkpoint_rows(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> Rows:
        configurable = _about(config)
        thread_id, namespace = configurable["thread_id"], configurable["checkpoint_ns"]
        inline = {key: value for key, value in checkpoint["channel_values"].items() if _is_inline(value)}
        apart = {key: value for key, value in checkpoint["channel_values"].items() if key not in inline}
        versions: ChannelVersions = {key: value for key, value in new_versions.items() if key in apart}
        blobs = self._dump_blobs(thread_id, namespace, apart, versions)
        row = (
            thread_id, namespace, checkpoint["id"], configurable.get("checkpoint_id"),
            Jsonb({**checkpoint, "channel_values": inline}),
            Jsonb(get_serializable_checkpoint_metadata(config, metadata)),
        )  # fmt: skip
        return [*_together(self.UPSERT_CHECKPOINT_BLOBS_SQL, blobs), (self.UPSERT_CHECKPOINTS_SQL, row)]

    async def _encoded(self, encode: Callable[..., Rows], *arguments: Any) -> Rows:
        rows = await asyncio.to_thread(encode, *arguments) if self._heavy else encode(*arguments)
        self._heavy = sum(len(value) for _, row in rows for value in row if isinstance(value, bytes)) > HEAVY
        return rows


def _about(config: RunnableConfig) -> dict[str, Any]:
    return config.get("configurable", {})


def _together(statement: str, rows: Sequence[tuple[Any, ...]]) -> Rows:
    """Insert several rows with one statement; the saver's own inserts one."""
    if not rows:
        return []
    return [(_widened(statement, len(rows)), tuple(chain.from_iterable(rows)))]


@lru_cache(256)
def _widened(statement: str, rows: int) -> str:
    found = re.search(r"VALUES (\([%s, ]+\))", statement)
    if found is None:
        raise RuntimeError("This version of langgraph-checkpoint-postgres writes checkpoints in another way.")
    row = found[1]
    return statement.replace(row, ", ".join([row] * rows), 1)


def _is_inline(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


async def create_checkpoint_tables(pool: Pool) -> None:
    """Let LangGraph create and migrate its own tables."""
    await AsyncPostgresSaver(pool).setup()


async def prune_checkpoints(pool: Pool, run_ids: Sequence[UUID]) -> None:
    """Keep of each run only its newest checkpoint, for runs that have ended: enough to read their states.

    LangGraph's own pruning takes about twenty statements for each thread; this takes four for all.
    """
    threads = [str(run_id) for run_id in run_ids]
    async with pool.connection() as connection, connection.pipeline(), connection.transaction():
        for statement in _PRUNE:
            await connection.execute(statement, {"threads": threads})


async def unpruned(pool: Pool) -> list[UUID]:
    """Return the completed runs that still have older checkpoints, because a process died."""
    async with pool.connection() as connection:
        cursor = await connection.execute(_UNPRUNED)
        return [row["id"] for row in await cursor.fetchall()]


async def delete_checkpoints(pool: Pool, run_ids: Sequence[UUID]) -> None:
    """Delete all checkpoints of the runs."""
    await AsyncPostgresSaver(pool).aprune([str(run_id) for run_id in run_ids], strategy="delete")


def reading_saver(pool: Pool) -> Any:
    """Return a saver for looking at states; it is not fenced, so never run a graph with it."""
    return AsyncPostgresSaver(pool)
