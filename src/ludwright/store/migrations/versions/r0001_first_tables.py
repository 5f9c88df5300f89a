"""The tables of stores that were written before their schema had revisions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    _create_games()
    _create_runs()
    for name in ("retests", "finalists"):
        _create_notes(name)


def _text(name: str, *, nullable: bool = False, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable, primary_key=primary_key)


def _create_games() -> None:
    op.create_table(
        "games", _text("digest", primary_key=True), _text("family"), _text("name"), _text("text")
    )
    op.create_table(
        "playtests",
        sa.Column("id", sa.Integer(), primary_key=True),
        _text("digest"),
        _text("mode"),
        _text("players"),
        _text("seed"),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["games.digest"]),
        sa.UniqueConstraint("digest", "mode", "players", "seed"),
    )
    op.create_table(
        "critiques",
        sa.Column("id", sa.Integer(), primary_key=True),
        _text("digest"),
        _text("effort"),
        _text("seed"),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["games.digest"]),
        sa.UniqueConstraint("digest", "effort", "seed"),
    )
    op.create_table(
        "comparisons",
        sa.Column("id", sa.Integer(), primary_key=True),
        _text("first"),
        _text("second"),
        _text("preferred"),
        _text("person"),
        _text("created"),
        sa.ForeignKeyConstraint(["first"], ["games.digest"]),
        sa.ForeignKeyConstraint(["second"], ["games.digest"]),
    )


def _create_runs() -> None:
    op.create_table(
        "runs",
        _text("name", primary_key=True),
        _text("family"),
        _text("seed"),
        sa.Column("settings", sa.JSON(), nullable=False),
        *map(_text, ("state", "version", "created", "updated")),
    )
    op.create_table(
        "generations",
        _text("run", primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("summary", sa.JSON(), nullable=False),
        _text("created"),
        sa.ForeignKeyConstraint(["run"], ["runs.name"]),
    )
    op.create_table(
        "candidates",
        _text("run", primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        _text("digest"),
        _text("name"),
        sa.Column("parents", sa.JSON(), nullable=False),
        _text("stage", nullable=True),
        _text("cause", nullable=True),
        sa.Column("score", sa.Float()),
        sa.Column("error", sa.Float()),
        sa.Column("samples", sa.Integer()),
        sa.Column("is_viable", sa.Boolean(), nullable=False),
        sa.Column("distances", sa.JSON(), nullable=False),
        sa.Column("cell", sa.JSON(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
    )
    op.create_index("candidates_by_generation", "candidates", ["run", "generation"])
    op.create_index("candidates_by_score", "candidates", ["run", "is_viable", "score"])


def _create_notes(name: str) -> None:
    op.create_table(
        name,
        _text("run", primary_key=True),
        sa.Column("generation", sa.Integer(), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
        sa.ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
    )
