"""Families of games; each reads its own ludemes and plays its own positions.

One line registers a family; its code is imported when a game first needs it.
"""

from __future__ import annotations

from ludwright.language.registry import register_family

register_family("combinatorial", "game", "ludwright.families.combinatorial.family")
register_family("conquest", "conquest", "ludwright.families.conquest.family")
register_family("railway", "railway", "ludwright.families.railway.family")
