"""Ludwright writes, plays, measures and evolves games."""

__version__ = "0.1.0"
