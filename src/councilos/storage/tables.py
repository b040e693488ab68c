"""Our tables as SQLAlchemy metadata; Alembic owns them (RN-6), `docs/reference/tables.md` explains them.

LangGraph's saver (`checkpoint*`) and the queue (`procrastinate_*`) own their tables themselves.
Times are `timestamptz`, ids are UUIDs, everything that belongs to a thread goes with it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Identity,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    column,
    func,
    table,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)


def _id() -> Column[Any]:
    return Column("id", Uuid, primary_key=True)


def _thread(*, primary_key: bool = False) -> Column[Any]:
    owner = ForeignKey("threads.id", ondelete="CASCADE")
    return Column("thread_id", Uuid, owner, primary_key=primary_key, nullable=False)


def _time(name: str, *, required: bool = True) -> Column[Any]:
    default = func.now() if required else None
    return Column(name, DateTime(timezone=True), nullable=not required, server_default=default)


def _integer(name: str) -> Column[Any]:
    return Column(name, Integer, nullable=False, server_default=text("0"))


def _words(name: str) -> Column[Any]:
    return Column(name, Text, nullable=False, server_default=text("''"))


def _ordinal() -> Column[Any]:
    # Rows written in one transaction share its time; this keeps their order.
    return Column("ordinal", BigInteger, Identity(always=True), nullable=False)


def _flag(name: str) -> Column[Any]:
    return Column(name, Boolean, nullable=False, server_default=text("false"))


def _saved(name: str) -> Table:
    """Return a table of what people save under a name."""
    return Table(
        name,
        metadata,
        _id(),
        Column("name", String(255), nullable=False),
        Column("data", JSONB, nullable=False),
        Column("owner_id", Uuid),
        _time("created_at"),
        _time("updated_at"),
    )


threads = Table(
    "threads",
    metadata,
    _id(),
    Column("kind", String(20), nullable=False),
    Column("status", String(50), nullable=False),
    Column("owner_id", Uuid),
    _time("created_at"),
    _time("updated_at"),
)

thread_heads = Table(
    "thread_heads",
    metadata,
    _thread(primary_key=True),
    Column("epoch", BigInteger, nullable=False, server_default=text("0")),
    Column("seq", BigInteger, nullable=False, server_default=text("0")),
    Column("worker", Text),
    # Every flush updates a head: free space in its page keeps these updates out of the index.
    postgresql_with={"fillfactor": 50},
)

blueprints = _saved("blueprints")
Index("blueprints_updated_at_idx", blueprints.c.updated_at.desc(), blueprints.c.id)
Index(None, blueprints.c.name)

agents = _saved("agents")

council_runs = Table(
    "council_runs",
    metadata,
    Column("id", Uuid, ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
    Column("blueprint_id", Uuid, ForeignKey("blueprints.id", ondelete="SET NULL")),
    Column("name", String(255), nullable=False),
    Column("blueprint", JSONB, nullable=False),
    Column("blueprint_hash", String(64), nullable=False),
    Column("input_topic", Text, nullable=False),
    Column("documents", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("status", String(50), nullable=False),
    _flag("god_mode"),
    Column("budget", JSONB(none_as_null=True)),
    Column("usage", JSONB, nullable=False, server_default=text("'{}'")),
    Column("final_draft", Text),
    Column("critic_score", Float),
    _integer("iteration_count"),
    _flag("loop_limit_reached"),
    _flag("rejected"),
    Column("error", JSONB(none_as_null=True)),
    _time("created_at"),
    _time("updated_at"),
    _time("started_at", required=False),
    _time("completed_at", required=False),
)
Index("council_runs_created_at_idx", council_runs.c.created_at.desc(), council_runs.c.id)
Index(
    "council_runs_status_created_at_idx",
    council_runs.c.status,
    council_runs.c.created_at.desc(),
    council_runs.c.id,
)
Index(None, council_runs.c.blueprint_id)

segments = Table(
    "segments",
    metadata,
    _id(),
    _thread(),
    Column("kind", String(20), nullable=False),
    Column("status", String(50), nullable=False),
    Column("pause_id", Uuid, ForeignKey("pauses.id", ondelete="CASCADE", use_alter=True)),
    Column("base_checkpoint", Text),
    _integer("attempt"),
    Column("error", JSONB(none_as_null=True)),
    _time("created_at"),
    _time("ended_at", required=False),
)
Index(None, segments.c.thread_id, segments.c.created_at)
Index(None, segments.c.pause_id)

pauses = Table(
    "pauses",
    metadata,
    _id(),
    _thread(),
    Column("segment_id", Uuid, ForeignKey("segments.id", ondelete="CASCADE"), nullable=False),
    Column("checkpoint_id", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("next_nodes", ARRAY(Text), nullable=False),
    Column("state", JSONB, nullable=False),
    _time("created_at"),
    _time("resolved_at", required=False),
)
Index(None, pauses.c.thread_id, pauses.c.created_at)
Index(None, pauses.c.segment_id)
Index(
    "pauses_open_key",
    pauses.c.thread_id,
    unique=True,
    postgresql_where=pauses.c.resolved_at.is_(None),
)

pause_items = Table(
    "pause_items",
    metadata,
    _id(),
    Column("pause_id", Uuid, ForeignKey("pauses.id", ondelete="CASCADE"), nullable=False),
    Column("position", SmallInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("proposal", JSONB, nullable=False),
    UniqueConstraint("pause_id", "key"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("pause_item_id", Uuid, ForeignKey("pause_items.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("payload", JSONB, nullable=False),
    Column("decided_by", Text, nullable=False),
    _time("decided_at"),
    Column("idempotency_key", Text),
)

run_events = Table(
    "run_events",
    metadata,
    _thread(primary_key=True),
    Column("channel", String(20), primary_key=True, server_default=text("'run'")),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    # No foreign key: the busiest table would need an index for it, and its rows go with the thread.
    Column("segment_id", Uuid),
    Column("type", Text, nullable=False),
    Column("payload", JSONB, nullable=False),
    _time("created_at"),
)
steps = Table(
    "steps",
    metadata,
    _id(),
    _thread(),
    _ordinal(),
    Column("segment_id", Uuid, nullable=False),
    Column("node", Text, nullable=False),
    _words("name"),
    _integer("round"),
    Column("status", String(20), nullable=False),
    _words("model"),
    _flag("called_model"),
    _time("started_at"),
    _time("ended_at", required=False),
    Column("seconds", Float),
    _integer("input_tokens"),
    _integer("output_tokens"),
    Column("cost_usd", Float),
    Column("error", JSONB(none_as_null=True)),
)
Index(None, steps.c.thread_id, steps.c.ordinal)

drafts = Table(
    "drafts",
    metadata,
    _id(),
    _thread(),
    _ordinal(),
    Column("node", Text, nullable=False),
    _words("name"),
    _integer("round"),
    Column("text", Text, nullable=False),
    Column("by", String(10), nullable=False),
    _words("author"),
    _time("created_at"),
)
Index(None, drafts.c.thread_id, drafts.c.ordinal)

topic_sections = Table(
    "topic_sections",
    metadata,
    _thread(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
    Column("node", Text, nullable=False),
    _words("model"),
    Column("text", Text, nullable=False),
    _integer("input_tokens"),
    _integer("output_tokens"),
    Column("cost_usd", Float),
    _time("created_at"),
)

documents = Table(
    "documents",
    metadata,
    _id(),
    Column("sha256", String(64), nullable=False),
    Column("filename", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("status", String(20), nullable=False),
    Column("pages", Integer),
    _integer("pages_done"),
    _integer("empty_pages"),
    _integer("chunks"),
    Column("error", JSONB(none_as_null=True)),
    _words("model"),
    Column("password", Text),
    _integer("crashes"),
    Column("owner_id", Uuid),
    _time("created_at"),
    _time("updated_at"),
    UniqueConstraint("sha256"),
)
Index("documents_created_at_idx", documents.c.created_at.desc(), documents.c.id)

document_pages = Table(
    "document_pages",
    metadata,
    Column("document_id", Uuid, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)

CHECKPOINT_TABLES = tuple(
    table(name, column("thread_id")) for name in ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
)
"""LangGraph's tables that hold rows of a thread (as text), for deleting a run with everything."""
