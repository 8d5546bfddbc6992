"""Daily deals: which day a table belongs to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("daily", sa.Text, nullable=True))
    op.create_index("tables_by_day", "tables", ["game", "daily"])
