"""Run by Alembic: joins the connection and the transaction that `tutor.store.migrate` opened."""

from __future__ import annotations

from alembic import context

from tutor.store.migrate import type_differs
from tutor.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    compare_type=type_differs,
    # SQLite cannot alter most of a table: Alembic then builds another one and copies the rows.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
