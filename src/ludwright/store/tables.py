"""The tables of a store. Nothing here is specific to one database."""

from __future__ import annotations

from typing import Any, Final

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
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

from ludwright.files import require_sound

REVISION: Final[str] = "0002"
"""The latest change in `migrations`; the tables below are those after it."""
SCHEMA_VERSION: Final[int] = 3
"""Marks stores whose revision is in the table `alembic_version`. Older programs refuse them."""
FIRST_REVISION: Final[str] = "0001"
"""The revision of stores without that table."""
UNREVISED_VERSION: Final[int] = 2
"""Marks those stores."""


class _Checked(TypeDecorator[Any]):
    """A column whose cells are type-checked when read; SQLite stores any type anywhere."""

    cache_ok = True  # not inherited: each class must set it
    kinds: tuple[type, ...] = (object,)

    def process_result_value(self, value: Any, _: Any) -> Any:
        """The value of a cell; ValueError if it has another type."""
        if value is not None and not isinstance(value, self.kinds):
            raise ValueError(f"expected {self.kinds[0].__name__} in a cell, got {value!r:.40}")
        require_sound(value)
        return value


class Words(_Checked):
    """Text."""

    impl = Text
    cache_ok = True
    kinds = (str,)


class Whole(_Checked):
    """Whole numbers."""

    impl = Integer
    cache_ok = True
    kinds = (int,)


class Number(_Checked):
    """Finite numbers."""

    impl = Float
    cache_ok = True
    kinds = (float, int)


class Facts(_Checked):
    """Small JSON data: a list or a table. Measurements are checked by their readers."""

    impl = JSON
    cache_ok = True
    kinds = (dict, list)


metadata = MetaData()

versions = Table(
    "alembic_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

# Seeds are text: some are too large for the integers of a database.

games = Table(
    "games",
    metadata,
    Column("digest", Words, primary_key=True),
    Column("family", Words, nullable=False),
    Column("name", Words, nullable=False),
    Column("text", Words, nullable=False),
)

playtests = Table(
    "playtests",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("digest", Words, ForeignKey("games.digest"), nullable=False),
    Column("mode", Words, nullable=False),
    Column("players", Words, nullable=False),
    Column("seed", Words, nullable=False),
    Column("matches", Whole, nullable=False),
    Column("settings", Facts, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    # Only for the evidence of a candidate:
    Column("run", Words),
    Column("number", Whole),
    Column("occasion", Words),
    Column("preferred_length", Whole),
    ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
    UniqueConstraint("run", "number", "occasion", "mode"),
)
Index("playtests_by_game", playtests.c.digest, playtests.c.mode)

critiques = Table(
    "critiques",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("digest", Words, ForeignKey("games.digest"), nullable=False),
    Column("effort", Words, nullable=False),
    Column("seed", Words, nullable=False),
    Column("data", JSON, nullable=False),
    UniqueConstraint("digest", "effort", "seed"),
)

runs = Table(
    "runs",
    metadata,
    Column("name", Words, primary_key=True),
    Column("family", Words, nullable=False),
    Column("seed", Words, nullable=False),
    Column("settings", Facts, nullable=False),
    Column("state", Words, nullable=False),
    Column("version", Words, nullable=False),
    Column("created", Words, nullable=False),
    Column("updated", Words, nullable=False),
)

generations = Table(
    "generations",
    metadata,
    Column("run", Words, ForeignKey("runs.name"), primary_key=True),
    Column("number", Whole, primary_key=True),
    Column("summary", Facts, nullable=False),
    Column("created", Words, nullable=False),
)

# `data` is the candidate as it was created and never changes. The other columns are for listing:
# score, error, samples and is_viable are those of the latest retest.
candidates = Table(
    "candidates",
    metadata,
    Column("run", Words, primary_key=True),
    Column("number", Whole, primary_key=True),
    Column("generation", Whole, nullable=False),
    Column("digest", Words, nullable=False),
    Column("name", Words, nullable=False),
    Column("parents", Facts, nullable=False),
    Column("stage", Words),
    Column("cause", Words),
    Column("score", Number),
    Column("error", Number),
    Column("samples", Whole),
    Column("is_viable", Boolean, nullable=False),
    Column("distances", Facts, nullable=False),
    Column("cell", Facts, nullable=False),
    Column("data", JSON, nullable=False),
    ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
)
Index("candidates_by_generation", candidates.c.run, candidates.c.generation)
Index("candidates_by_score", candidates.c.run, candidates.c.is_viable, candidates.c.score)

retests = Table(
    "retests",
    metadata,
    Column("run", Words, primary_key=True),
    Column("generation", Whole, primary_key=True),
    Column("place", Whole, primary_key=True),
    Column("number", Whole, nullable=False),
    Column("data", JSON, nullable=False),
    ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
    ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
)

finalists = Table(
    "finalists",
    metadata,
    Column("run", Words, primary_key=True),
    Column("generation", Whole, primary_key=True),
    Column("place", Whole, primary_key=True),
    Column("number", Whole, nullable=False),
    Column("data", JSON, nullable=False),
    ForeignKeyConstraint(["run", "generation"], ["generations.run", "generations.number"]),
    ForeignKeyConstraint(["run", "number"], ["candidates.run", "candidates.number"]),
)

comparisons = Table(
    "comparisons",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("first", Words, ForeignKey("games.digest"), nullable=False),
    Column("second", Words, ForeignKey("games.digest"), nullable=False),
    Column("preferred", Words, nullable=False),
    Column("person", Words, nullable=False),
    Column("created", Words, nullable=False),
)
