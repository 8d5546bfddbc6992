"""Tables, their entries, who sits at them, people and settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
    )
    op.create_index("tables_by_host", "tables", ["host", "status"])
    op.create_index("tables_by_status", "tables", ["status", "updated"])
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
    )
    op.create_index("sitters_by_person", "sitters", ["person"])
    op.create_table("people", sa.Column("id", sa.Text, primary_key=True), sa.Column("name", sa.Text, nullable=False))
    op.create_table(
        "settings", sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
