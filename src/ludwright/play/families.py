"""The families of games, by name. They register themselves; their code loads on first use.

A family's module defines `FAMILY`: how its games are read, played, described and drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludwright.errors import UnknownName
from ludwright.language.game import Game
from ludwright.play.loaded_rules import remembered_rules
from ludwright.play.rules import Rules

if TYPE_CHECKING:
    from ludwright._core import Stop


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
    """Even numbers of random first plies; one is drawn for each match."""
    max_plies: int = 1000
    swap_seats: bool = False
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


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list of games shows of each."""

    seats: tuple[int, int]
    """The fewest and the most players."""
    board: str
    """The board, in a word or two."""
    goal: str
    """The goal, in a few words."""


@dataclass(frozen=True, slots=True)
class Family:
    """One family of games and its operations."""

    name: str
    read_game: Callable[[str, str], Game]
    """Reads a text; the second argument is its source, for messages."""
    open_game: Callable[[str], Game]
    """Opens a packaged game by name, or a file by path."""
    game_names: Callable[[], Sequence[str]]
    load_rules: Callable[..., NativeRules]
    other_first: Callable[[Game], Game] | None
    """The same game, but the player who is usually second moves first; None where the rotation of
    seats covers that."""
    rules_text: Callable[[Game], str]
    """The complete rules in English."""
    draw_svg: Callable[..., str]
    """(position, title=, captions=, moves=): the position as an SVG picture."""
    draw_text: Callable[..., str]
    """(position, moves=, paint=): the position as text; `paint(text, *roles)` may colour parts."""
    status: Callable[[Any], list[str]]
    """Whose turn it is or how the match ended, then anything the board does not show."""
    ending: Callable[[Any], str]
    """Who won a finished match and why, in the words of the rules."""
    look: Callable[[Any, str], list[str]]
    """(position, place): the pieces on a place, line by line; raises UnknownName."""
    legend: Callable[[Any], list[str]]
    """The meaning of the marks in the notation of the legal moves, line by line; often empty."""
    summary: Callable[[Game], GameSummary]
    """What a list of games shows of this one."""
    efforts: str = ""
    """The module with `PLAN`, the plan of its critiques; "" for the common one."""
    thresholds: str = ""
    """The module with `LENIENT` and `STRICT`, the thresholds of viability; "" for the usual."""
    profile: str = ""
    """The packaged profile by which games are scored, named like `some.package/file.json`."""
    profiles: Mapping[str, str] = field(default_factory=dict)
    """Other packaged profiles, by name."""
    peers: tuple[str, ...] = ()
    """Packaged tables of measures of its games, named like `some.package/file.json`."""


_modules: dict[str, str] = {}


def register_family(name: str, module: str) -> None:
    """Register the module that plays games of the family; it is imported when first needed."""
    _modules[name] = module


def family_names() -> tuple[str, ...]:
    """All registered families."""
    return tuple(sorted(_modules))


def family_module(name: str) -> str:
    """The module that plays the family with this name."""
    if name not in _modules:
        import_module("ludwright.families")  # whoever asks first gets them registered
    module = _modules.get(name)
    if module is None:
        raise UnknownName("family", name, _modules)
    return module


def family_named(name: str) -> Family:
    """The family with this name."""
    family: Family = import_module(family_module(name)).FAMILY
    return family


def family_of(game: Game) -> Family:
    """The family of a game."""
    return family_named(game.family)


def load_rules(game: Game, seats: int | None = None) -> NativeRules:
    """The executable rules of a game for a number of seats; those of the last few are kept."""
    table = () if seats is None else (seats,)
    return remembered_rules(family_of(game).load_rules, game, *table)
