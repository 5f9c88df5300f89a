"""The players of conquest games: scripts of the core, each of a known character.

The numbers are those of `Character` in `native/conquest/script.h`.
"""

from __future__ import annotations

from ludwright.play.player import SearchPlayer
from ludwright.play.roster import PlayerKind

CHARACTERS: tuple[tuple[str, int, str], ...] = (
    ("stinky", 1, "puts all its armies on one border, and each territory attacks at most once"),
    ("angry", 2, "goes where most enemies are and attacks whoever is weaker, as long as it can"),
    ("communist", 3, "keeps all its territories equally strong and attacks once a turn"),
    ("trotsky", 4, "is a communist within the continents that it owns or is nearest to owning"),
    ("cluster", 5, "grows from its best continent or largest army, and splits up large armies"),
    ("shaft", 6, "grows like cluster, from the smallest continent, by small and safe steps"),
    ("quo", 7, "grows by small steps like shaft, and takes a territory a turn for the card"),
    ("yakool", 8, "grows like cluster, takes cards, and stops whoever is about to win"),
    ("boscoe", 9, "is a yakool that takes only what is safe and trades its cards at once"),
    ("bort", 10, "is a boscoe that expands once a turn"),
    ("pixie", 11, "takes continents in which it has almost as many armies as the others"),
    ("evil-pixie", 12, "is a pixie that is careful, breaks up continents and kills the weak"),
    ("better-pixie", 13, "takes the continents that cost least, when it has enough armies there"),
    ("vulture", 14, "eliminates whoever one of its armies can, and plays like cluster otherwise"),
    ("killbot", 15, "eliminates whoever it can, and plays like better-pixie otherwise"),
)
"""Name, number in the core and description of the players of known character."""


def _scripted(number: int, *settings: int) -> SearchPlayer:
    return SearchPlayer({"kind": "scripted", "script": number, "settings": list(settings)})


def _character(name: str, number: int, about: str) -> PlayerKind:
    return PlayerKind(name, lambda _: _scripted(number), about)


PLAYERS: tuple[PlayerKind, ...] = (
    PlayerKind(
        "rossato",
        lambda _: _scripted(0),
        "the rule-based player of Rossato et al.: attacks where it outnumbers",
    ),
    *(_character(*one) for one in CHARACTERS),
)
