"""The players of conquest games: scripts of the core, each of a known character.

The numbers are those of `Character` in `native/conquest/script.h`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from ludwright.play.player import SearchPlayer, scripted_player
from ludwright.play.roster import Parameter, PlayerKind

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

HEURISTICS: tuple[str, ...] = tuple("".join(one) for one in product("123", "123", "12"))
"""Hahn's configurations: the digits choose how to supply, to attack and to reinforce."""
READINGS: tuple[str, ...] = ("fitted", "literal")
"""How Hahn's text is read: `native/conquest/players/hahn.h` says what each of them does."""

BATTLES: tuple[str, ...] = ("exact", "sampled")
"""How the battles of a search tree are weighted: by exact chances, or as they were drawn."""
OTHERS: tuple[str, ...] = ("mixed", "rossato")
"""Whom the planner takes the others for."""


def _character(name: str, number: int, about: str) -> PlayerKind:
    return PlayerKind(name, lambda _: scripted_player(number), about)


def _hahn(values: Mapping[str, Any]) -> SearchPlayer:
    digits = (int(digit) for digit in values["heuristics"])
    return scripted_player(100, *digits, READINGS.index(values["reading"]))


def _lozano(values: Mapping[str, Any]) -> SearchPlayer:
    # 0 stands for the default in the core, so nothing that may be zero is given as it is.
    return scripted_player(
        50,
        values["simulations"],
        max(1, round(100 * values["exploration"])),
        BATTLES.index(values["battles"]),
        values["rounds"] + 1,
    )


def _planner(values: Mapping[str, Any]) -> SearchPlayer:
    return scripted_player(60, values["nodes"], OTHERS.index(values["others"]))


PLAYERS: tuple[PlayerKind, ...] = (
    *(_character(*one) for one in CHARACTERS),
    PlayerKind(
        "hahn",
        _hahn,
        "the heuristics of Hahn: supply, attack and reinforce, such as hahn:332",
        (
            Parameter(
                "heuristics",
                "332",
                "supply 1 random, 2 border, 3 by border ratio; attack 1 random, 2 full force,"
                " 3 high chance; reinforce 1 random, 2 border",
                choices=HEURISTICS,
            ),
            Parameter("reading", "fitted", "of the paper's text", choices=READINGS),
        ),
    ),
    PlayerKind(
        "lozano",
        _lozano,
        "the player of Lozano and Bratz: a tree search of its attacks for each of several goals",
        (
            Parameter("simulations", 400, "of each turn", low=1, high=1_000_000),
            Parameter("exploration", 29.0, "A of the paper, in armies", high=10_000.0),
            Parameter("battles", "exact", "how battles are weighted", choices=BATTLES),
            Parameter("rounds", 3, "played on, in which incomes are compared; 0 for none", high=20),
        ),
    ),
    PlayerKind(
        "planner",
        _planner,
        "plans whole turns by simulating them with the replies of the others",
        (
            Parameter("nodes", 2000, "turns simulated in each turn", low=1, high=1_000_000),
            Parameter("others", "mixed", "whom it takes the others for", choices=OTHERS),
        ),
    ),
    _character("rossato", 0, "the rule-based player of Rossato et al.: attacks what it outnumbers"),
)
