"""Families of games; each reads its own ludemes and plays its own positions.

The one place where families are registered; their code is imported when a game first needs it.
"""

from __future__ import annotations

from ludwright.play.families import register_family

register_family("combinatorial", "ludwright.families.combinatorial.family")
