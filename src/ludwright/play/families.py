"""The families of games, by name, and what the native core must offer for each.

Families are registered in `language/registry.py`; `play/family.py` holds the record of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import UnknownName
from ludwright.language.game import SUFFIX, Game, load_game
from ludwright.language.registry import family_names, record_named, register_family
from ludwright.play.family import Family, GameSummary, later
from ludwright.play.loaded_rules import remembered_rules
from ludwright.play.rules import Rules

if TYPE_CHECKING:
    from ludwright._core import Stop

__all__ = [
    "Annotation",
    "Family",
    "GameSummary",
    "Judged",
    "MatchOrder",
    "NativeRules",
    "Told",
    "every_family",
    "family_named",
    "family_names",
    "family_of",
    "game_from",
    "later",
    "load_rules",
    "open_game",
    "register_family",
]

Told = Callable[[int], None]
"""Called from time to time during a native call with the number of matches finished so far."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """Which matches to play."""

    specs: tuple[Mapping[str, Any], ...]
    """The native players, by seat."""
    matches: int
    seed: int
    jobs: int = 1
    """Threads; 0 for one per core. Results do not depend on it."""
    openings: tuple[int, ...] = ()
    """Numbers of random first plies, multiples of the seats; one is drawn for each match."""
    max_plies: int = 1000
    rotate_seats: bool = False
    first_index: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Annotation:
    """What to compute about recorded positions; position k is the one before ply k."""

    value_depth: int = 1
    """Search depth of the values of all legal moves; 0 to leave them out."""
    best_depths: int = 4
    """The largest depth, at most 4, at which to find the best move; 0 to leave them out."""
    threats: bool = True
    """Whether each seat could win at once if it were its turn."""
    nodes: int = 0
    """Limit of nodes per position; 0 for no limit."""
    seed: int = 0
    """Random seed, for choosing between equally good moves."""
    jobs: int = 1
    positions: NDArray[np.bool_] | None = None
    """Which positions to look at, one entry per recorded ply; None for all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What recorded positions are worth to their movers."""

    values: NDArray[np.float32]
    """By ply, of the position before it, from -1 to 1; not a number where chance decides."""
    steps: int
    """The work it took."""


class NativeRules(Rules, Protocol):
    """Rules that the native core can play, many matches in one call."""

    def play_matches(
        self, order: MatchOrder, told: Told | None = None, stop: Stop | None = None
    ) -> dict[str, Any]:
        """The columns of the matches, as `Playtest` keeps them.

        The column `interruption` is the exception that ended the call early (Ctrl-C, or one raised
        by `told`), or None; `finished` is false for the matches that were still being played.
        """

    def annotations(
        self, playtest: Any, request: Annotation, told: Told | None = None
    ) -> dict[str, Any]:
        """Columns over the recorded positions."""

    def judged(self, playtest: Any, spec: Mapping[str, Any], jobs: int = 1) -> Judged | None:
        """The values of all recorded positions, by a native player; None if there are none."""

    def refusal(self, spec: Mapping[str, Any]) -> str:
        """Why a native player cannot play this game, in words; empty if it can."""


def family_named(name: str) -> Family:
    """The family with this name."""
    family: Family = record_named(name)
    return family


def family_of(game: Game) -> Family:
    """The family of a game."""
    return family_named(game.family)


def every_family() -> tuple[Family, ...]:
    """All registered families."""
    return tuple(family_named(name) for name in family_names())


def load_rules(game: Game | str | Path, seats: int | None = None) -> NativeRules:
    """The executable rules of a game for a number of seats, by default the fewest.

    Those of the last few games are kept.
    """
    found = game_from(game)
    family = family_of(found)
    return remembered_rules(family.load_rules, found, family.seats_for(found, seats))


def open_game(name_or_path: str | Path) -> Game:
    """A packaged game of any family by name or alias, or the game in a file.

    A path, or a text with a slash or the suffix of game files, is a file.
    """
    source = str(name_or_path)
    if isinstance(name_or_path, Path) or source.endswith(SUFFIX) or "/" in source:
        return load_game(source)
    known: set[str] = set()
    for family in every_family():
        names = {*family.game_names(), *family.aliases()}
        if source.lower() in names:
            return family.open_game(source)
        known |= names
    raise UnknownName("game", source.lower(), known)


def game_from(game: Game | str | Path) -> Game:
    """The game itself, or the one that a name or a path leads to, as in `open_game`."""
    return game if isinstance(game, Game) else open_game(game)
