"""Playtests may belong to a candidate of a run: the evidence behind its critique.

The same matches may now be evidence in two runs, so a playtest is no longer unique by what was
played; it is unique as evidence.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Copy the playtests into a table with the new columns."""
    op.create_table(
        "new_playtests",
        sa.Column("id", sa.Integer(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("digest", "mode")),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("players", "seed")),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.Column("run", sa.Text()),
        sa.Column("number", sa.Integer()),
        sa.Column("occasion", sa.Text()),
        sa.Column("preferred_length", sa.Integer()),
        sa.ForeignKeyConstraint(["digest"], ["games.digest"]),
        sa.ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
        sa.UniqueConstraint("run", "number", "occasion", "mode"),
    )
    kept = "id, digest, mode, players, seed, matches, settings, bytes"
    op.execute(f"INSERT INTO new_playtests ({kept}) SELECT {kept} FROM playtests")
    op.drop_table("playtests")
    op.rename_table("new_playtests", "playtests")
    op.create_index("playtests_by_game", "playtests", ["digest", "mode"])
