"""Sessions: where somebody is signed in, which of them were ended, and which links were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table(
        "spent",
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("but", sa.Text, nullable=False),
    )
