"""Documents, and the text of their pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False)


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def upgrade() -> None:
    """Create the two tables."""
    op.create_table(
        "documents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("pages", sa.Integer()),
        _count("pages_done"),
        _count("empty_pages"),
        _count("chunks"),
        sa.Column("error", JSONB()),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("owner_id", sa.Uuid()),
        _time("created_at"),
        _time("updated_at"),
        sa.PrimaryKeyConstraint("id", name="documents_pkey"),
        sa.UniqueConstraint("sha256", name="documents_sha256_key"),
    )
    op.create_index("documents_created_at_idx", "documents", [sa.text("created_at DESC"), "id"])
    op.create_table(
        "document_pages",
        sa.Column("document_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["documents.id"], name="document_pages_document_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("document_id", "number", name="document_pages_pkey"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("document_pages")
    op.drop_table("documents")
