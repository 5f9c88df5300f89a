"""The tables of a store. Nothing here is particular to one database."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION: Final[int] = 2
"""Goes up whenever the tables, or what they hold, change."""

metadata = MetaData()

# Seeds are text: some of them are too large for the integers of a database.

games = Table(
    "games",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("family", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
)

playtests = Table(
    "playtests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", Text, ForeignKey("games.digest"), nullable=False),
    Column("mode", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    UniqueConstraint("digest", "mode", "players", "seed"),
)

critiques = Table(
    "critiques",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", Text, ForeignKey("games.digest"), nullable=False),
    Column("effort", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("data", JSON, nullable=False),
    UniqueConstraint("digest", "effort", "seed"),
)

runs = Table(
    "runs",
    metadata,
    Column("name", Text, primary_key=True),
    Column("family", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("updated", Text, nullable=False),
)

generations = Table(
    "generations",
    metadata,
    Column("run", Text, ForeignKey("runs.name"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("summary", JSON, nullable=False),
    Column("created", Text, nullable=False),
)

# `data` is the candidate as it was made and never changes. The columns beside it are for listing:
# score, error, samples and is_viable follow the latest retest.
candidates = Table(
    "candidates",
    metadata,
    Column("run", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("parents", JSON, nullable=False),
    Column("stage", Text),
    Column("cause", Text),
    Column("score", Float),
    Column("error", Float),
    Column("samples", Integer),
    Column("is_viable", Boolean, nullable=False),
    Column("distances", JSON, nullable=False),
    Column("cell", JSON, nullable=False),
    Column("data", JSON, nullable=False),
    ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
)
Index("candidates_by_generation", candidates.c.run, candidates.c.generation)
Index("candidates_by_score", candidates.c.run, candidates.c.is_viable, candidates.c.score)

retests = Table(
    "retests",
    metadata,
    Column("run", Text, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
    ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
)

finalists = Table(
    "finalists",
    metadata,
    Column("run", Text, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
    ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
)

comparisons = Table(
    "comparisons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("first", Text, ForeignKey("games.digest"), nullable=False),
    Column("second", Text, ForeignKey("games.digest"), nullable=False),
    Column("preferred", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("created", Text, nullable=False),
)
