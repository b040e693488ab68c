"""Epochs are compared by whoever writes a batch (decision 13); the function for it is not called any more."""

from __future__ import annotations

from alembic import op

from councilos.storage.migrations.fence import CREATE_FENCE, DROP_FENCE

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the function."""
    op.execute(DROP_FENCE)


def downgrade() -> None:
    """Create it again."""
    op.execute(CREATE_FENCE)
