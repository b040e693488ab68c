"""The first tables, and the function that fences out executors that lost a run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from councilos.storage.migrations.fence import CREATE_FENCE, DROP_FENCE

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create everything."""
    _saved()
    _runs()
    _waiting()
    _history()
    op.execute(CREATE_FENCE)


def downgrade() -> None:
    """Drop everything."""
    op.execute(DROP_FENCE)
    op.drop_constraint("segments_pause_id_fkey", "segments", type_="foreignkey")
    for name in (
        "drafts",
        "steps",
        "run_events",
        "decisions",
        "pause_items",
        "pauses",
        "segments",
        "council_runs",
        "thread_heads",
        "threads",
        "agents",
        "blueprints",
    ):
        op.drop_table(name)


def _saved() -> None:
    op.create_table(
        "blueprints",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("owner_id", sa.Uuid()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="blueprints_pkey"),
    )
    op.create_index("blueprints_name_idx", "blueprints", ["name"])
    op.create_index("blueprints_updated_at_idx", "blueprints", [sa.literal_column("updated_at DESC"), "id"])
    op.create_table(
        "agents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("owner_id", sa.Uuid()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="agents_pkey"),
    )


def _runs() -> None:
    op.create_table(
        "threads",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=50), nullable=False),
        sa.Column("owner_id", sa.Uuid()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="threads_pkey"),
    )
    op.create_table(
        "thread_heads",
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("worker", sa.Text()),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="thread_heads_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("thread_id", name="thread_heads_pkey"),
        postgresql_with={"fillfactor": 50},
    )
    op.create_table(
        "council_runs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("blueprint_id", sa.Uuid()),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("blueprint", JSONB(), nullable=False),
        sa.Column("blueprint_hash", sa.String(length=64), nullable=False),
        sa.Column("input_topic", sa.Text(), nullable=False),
        sa.Column("documents", ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("status", sa.String(length=50), nullable=False),
        sa.Column("god_mode", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("budget", JSONB()),
        sa.Column("usage", JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("final_draft", sa.Text()),
        sa.Column("critic_score", sa.Float()),
        sa.Column("iteration_count", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("loop_limit_reached", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("rejected", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("error", JSONB()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("completed_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["blueprint_id"], ["blueprints.id"], name="council_runs_blueprint_id_fkey", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["id"], ["threads.id"], name="council_runs_id_fkey", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="council_runs_pkey"),
    )
    op.create_index("council_runs_blueprint_id_idx", "council_runs", ["blueprint_id"])
    op.create_index(
        "council_runs_created_at_idx", "council_runs", [sa.literal_column("created_at DESC"), "id"]
    )
    op.create_index(
        "council_runs_status_created_at_idx",
        "council_runs",
        ["status", sa.literal_column("created_at DESC"), "id"],
    )


def _waiting() -> None:
    op.create_table(
        "segments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=50), nullable=False),
        sa.Column("pause_id", sa.Uuid()),
        sa.Column("base_checkpoint", sa.Text()),
        sa.Column("attempt", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("error", JSONB()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="segments_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="segments_pkey"),
    )
    op.create_index("segments_pause_id_idx", "segments", ["pause_id"])
    op.create_index("segments_thread_id_created_at_idx", "segments", ["thread_id", "created_at"])
    op.create_table(
        "pauses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("segment_id", sa.Uuid(), nullable=False),
        sa.Column("checkpoint_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("next_nodes", ARRAY(sa.Text()), nullable=False),
        sa.Column("state", JSONB(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["segment_id"], ["segments.id"], name="pauses_segment_id_fkey", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="pauses_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pauses_pkey"),
    )
    op.create_index(
        "pauses_open_key",
        "pauses",
        ["thread_id"],
        unique=True,
        postgresql_where=sa.text("resolved_at IS NULL"),
    )
    op.create_index("pauses_segment_id_idx", "pauses", ["segment_id"])
    op.create_index("pauses_thread_id_created_at_idx", "pauses", ["thread_id", "created_at"])
    op.create_table(
        "pause_items",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("pause_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("proposal", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pause_id"], ["pauses.id"], name="pause_items_pause_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pause_items_pkey"),
        sa.UniqueConstraint("pause_id", "key", name="pause_items_pause_id_key_key"),
    )
    op.create_table(
        "decisions",
        sa.Column("pause_item_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("payload", JSONB(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("idempotency_key", sa.Text()),
        sa.ForeignKeyConstraint(
            ["pause_item_id"], ["pause_items.id"], name="decisions_pause_item_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("pause_item_id", name="decisions_pkey"),
    )
    op.create_foreign_key(
        "segments_pause_id_fkey", "segments", "pauses", ["pause_id"], ["id"], ondelete="CASCADE"
    )


def _history() -> None:
    op.create_table(
        "run_events",
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("channel", sa.String(length=20), server_default=sa.text("'run'"), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("segment_id", sa.Uuid()),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("payload", JSONB(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="run_events_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("thread_id", "channel", "seq", name="run_events_pkey"),
    )
    op.create_table(
        "steps",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("segment_id", sa.Uuid(), nullable=False),
        sa.Column("node", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("round", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("called_model", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("seconds", sa.Float()),
        sa.Column("input_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("output_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("cost_usd", sa.Float()),
        sa.Column("error", JSONB()),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="steps_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="steps_pkey"),
    )
    op.create_index("steps_thread_id_ordinal_idx", "steps", ["thread_id", "ordinal"])
    op.create_table(
        "drafts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("node", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("round", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=10), nullable=False),
        sa.Column("author", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="drafts_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="drafts_pkey"),
    )
    op.create_index("drafts_thread_id_ordinal_idx", "drafts", ["thread_id", "ordinal"])
