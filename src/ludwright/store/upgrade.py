"""Brings the tables of an older store up to date.

Alembic is loaded only here, and only if a store is not up to date: opening a current one compares
one text.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def revisions() -> list[str]:
    """All revisions of the schema, the oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return [one.revision for one in reversed(list(scripts.walk_revisions()))]


def stamp(connection: Connection, revision: str) -> None:
    """Note the revision of a store that has the tables but no note of it."""
    command.stamp(_config(connection), revision)


def upgrade(connection: Connection) -> None:
    """Apply all later changes, in the transaction that is open."""
    command.upgrade(_config(connection), "head")


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    place = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", place.replace("%", "%%"))
    return config
