"""Territories, troops and dice."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

import ludwright._core


class Policy:
    """The weights by which positions are judged."""

    def __init__(self, territory: float = 0.8, army: float = 0.2) -> None: ...

class Position:
    """One position of a match; immutable."""

    @property
    def seats(self) -> int: ...

    @property
    def seat(self) -> int:
        """Who decides; -1 for chance."""

    @property
    def ply(self) -> int: ...

    @property
    def key(self) -> int: ...

    @property
    def turn_completed(self) -> bool:
        """Whether the last ply completed a turn."""

    def moves(self) -> list:
        """The legal moves, or the possible events of chance."""

    def weights(self) -> list[float]:
        """How likely each event of chance is; else empty."""

    def draw(self, seed: int, index: int = 0) -> tuple:
        """An event of chance, drawn by its weight."""

    def after(self, move: Sequence[int]) -> Position: ...

    def outcome(self) -> object:
        """None, or scores by seat, the number of the reason, points and places."""

    def points(self) -> object:
        """By seat, or None where the game counts none."""

    def places(self) -> object:
        """The order of leaving by seat, 0 for those still in."""

    def measures(self) -> object:
        """The family's own numbers, or None if it has none."""

    def standings(self, judge: Policy | None = None, kappa: float = 1.0) -> tuple: ...

    def redealt(self, seat: int, seed: int) -> Position:
        """A position that the seat may believe to be in."""

    def observed(self, seat: int, move: Sequence[int]) -> tuple:
        """A legal move as the seat sees it."""

    def playouts(self, n: int, seed: int, max_plies: int = 2000, jobs: int = 1, specs: Sequence[dict] = []) -> dict:
        """
        Plays n matches to the end, random ones or of scripted players, without records: sums of results and lengths.
        """

    def search(self, spec: dict, seed: int, index: int = 0, judge: Policy | None = None, kappa: float = 1.0) -> dict:
        """One decision of a player, with visits and values of every legal move."""

    def play_matches(self, specs: Sequence[dict], seed: int, count: int, openings: Sequence[int] = [], max_plies: int = 1000, rotate_seats: bool = False, first_index: int = 0, jobs: int = 1, judge: Policy | None = None, kappa: float = 1.0, stop: ludwright._core.Stop | None = None, progress: object | None = None, seconds: float = 0.0, keeps_finished: bool = False) -> dict:
        """Plays matches on several threads; columns as in native/play/match.h."""

    def snapshot(self) -> dict:
        """All that makes up the position, hidden cards included."""

def is_planar(places: int, borders: Sequence[tuple[int, int]]) -> bool:
    """Whether places with these borders can be drawn without crossings."""

def start(numbers: Sequence[int]) -> Position:
    """
    The start of the game that the numbers describe; throws for what is no game.
    """

def battle_roll(attack: int, defence: int, attacker_wins_ties: bool) -> list[int]:
    """
    In how many ways these dice fall so that the defender loses 0, 1, … troops; the attacker loses the rest.
    """

def battle_odds(attackers: int, defenders: int, attack: int, defence: int, attacker_wins_ties: bool) -> tuple[float, float, float]:
    """
    The chance that a battle to the end is won, and the mean numbers of attackers and of defenders left.
    """

def battle_distribution(attackers: int, defenders: int, attack: int, defence: int, attacker_wins_ties: bool) -> NDArray[numpy.float64]:
    """
    The chance of every end of a battle: attackers left from all to 1, then defenders left from 1 to all.
    """

def border_security(borders: Sequence[tuple[int, int]], owners: Sequence[int], armies: Sequence[int]) -> tuple[list[int], list[float], list[float]]:
    """
    Of each territory: the armies of others around it, these for each own army, and the share of that in the sum of its owner.
    """
