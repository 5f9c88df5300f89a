"""How the tables of a store became what they are: one file per change, applied in order.

Alembic finds the files in `versions`. They are history: they name tables and columns as they were,
import nothing from the rest of the package, and are never edited.
"""
