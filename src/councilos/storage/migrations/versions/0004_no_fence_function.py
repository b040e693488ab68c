"""Epochs are compared by whoever writes a batch (decision 13); the function for it is not called any more."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_FENCE = """
CREATE FUNCTION councilos_fence(thread text, expected bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM thread_heads
    WHERE thread_id = thread::uuid AND epoch = expected
    FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'thread % is not at epoch % any more', thread, expected USING ERRCODE = 'CO001';
    END IF;
    RETURN true;
END
$$
"""


def upgrade() -> None:
    """Drop the function."""
    op.execute("DROP FUNCTION councilos_fence(text, bigint)")


def downgrade() -> None:
    """Create it again."""
    op.execute(_FENCE)
