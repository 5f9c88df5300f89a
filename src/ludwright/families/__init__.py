"""Families of games; each reads its own ludemes and plays its own positions.

Families are registered only here; their code is imported when a game first needs it.
"""

from __future__ import annotations

from ludwright.criticism.criterion import register_criteria
from ludwright.language.game import register_root_module
from ludwright.play.families import register_family
from ludwright.synthesis.variation import register_variation

register_family("combinatorial", "ludwright.families.combinatorial.family")
register_root_module("game", "ludwright.families.combinatorial.family")
register_criteria("combinatorial", "ludwright.families.combinatorial.criteria")
register_variation("combinatorial", "ludwright.families.combinatorial.variation")
