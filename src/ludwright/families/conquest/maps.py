"""The packaged maps, and how `(map classic)` becomes a map that is written out.

A map file holds the text of one `(map …)`, with its continents.
"""

from __future__ import annotations

from ludwright.families.conquest.vocabulary import Map
from ludwright.language.packaged import PackagedParts

MAPS: PackagedParts[Map] = PackagedParts(Map, "map", "continents")
map_names = MAPS.names
packaged_map = MAPS.packaged
written_out = MAPS.written_out
