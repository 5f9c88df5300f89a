"""The players of conquest games: scripts of the core, each of a known character.

The numbers are those of `Character` in `native/conquest/script.h`.
"""

from __future__ import annotations

from ludwright.play.player import SearchPlayer
from ludwright.play.roster import PlayerKind


def _scripted(number: int, *settings: int) -> SearchPlayer:
    return SearchPlayer({"kind": "scripted", "script": number, "settings": list(settings)})


PLAYERS: tuple[PlayerKind, ...] = (
    PlayerKind(
        "rossato",
        lambda _: _scripted(0),
        "the rule-based player of Rossato et al.: attacks where it outnumbers",
    ),
)
