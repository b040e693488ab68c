"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    """Go one version forward."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go one version back."""
    ${downgrades if downgrades else "pass"}
