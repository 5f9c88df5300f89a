"""The players of railway games: scripts of the core.

The numbers are those of `Character` in `native/railway/script.h`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludwright.play.player import SearchPlayer, scripted_player
from ludwright.play.roster import Parameter, PlayerKind

CHARACTERS: tuple[tuple[str, int, str], ...] = (
    ("rail-greedy", 0, "the player of Smith: shortest paths for its tickets, cards by need"),
    ("rail-one-step", 1, "goes for one track at a time, the best that it can have soon"),
    ("rail-long-route", 2, "goes for the longest tracks, and for tickets when there are none left"),
    ("rail-route-focused", 3, "plans for its tickets, over few long tracks of many points"),
    ("rail-destination-hungry", 4, "draws many tickets early, then plays as rail-greedy"),
)
"""Name, number in the core and description of the players that do not search."""


def _character(name: str, number: int, about: str) -> PlayerKind:
    return PlayerKind(name, lambda _: scripted_player(number), about)


def _ismcts(values: Mapping[str, Any]) -> SearchPlayer:
    # 0 stands for the default in the core, so nothing that may be zero is given as it is.
    return scripted_player(5, values["playouts"], max(1, round(100 * values["exploration"])))


PLAYERS: tuple[PlayerKind, ...] = (
    *(_character(*one) for one in CHARACTERS),
    PlayerKind(
        "rail-ismcts",
        _ismcts,
        "a tree search over what it may know, with playouts by the players above",
        (
            Parameter("playouts", 400, "of each turn", low=1, high=1_000_000),
            Parameter("exploration", 0.6, "the constant of the bound", high=100.0),
        ),
    ),
)
