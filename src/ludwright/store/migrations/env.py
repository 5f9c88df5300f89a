"""Run by Alembic: applies changes on the connection that `ludwright.store.upgrade` hands over."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
# No transaction of its own: the whole upgrade belongs to the one that is open.
context.run_migrations()
