"""Summaries of long topics; how often a document brought the index down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False)


def upgrade() -> None:
    """Create the table and the column."""
    op.add_column("documents", _count("crashes"))
    op.create_table(
        "topic_sections",
        sa.Column("thread_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("node", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _count("input_tokens"),
        _count("output_tokens"),
        sa.Column("cost_usd", sa.Float()),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["threads.id"], name="topic_sections_thread_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("thread_id", "number", name="topic_sections_pkey"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("topic_sections")
    op.drop_column("documents", "crashes")
