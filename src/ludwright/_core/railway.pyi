"""Tracks, cards and tickets."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import ludwright._core


class Policy:
    """How positions are judged: by points so far."""

    def __init__(self) -> None: ...

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

    def survey(self, specs: Sequence[dict], matches: int, seed: int, max_plies: int = 10000, jobs: int = 1) -> dict:
        """
        Plays matches of scripted players without records: figures of each match.
        """

    def path_changes(self, moves: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]:
        """
        How often the greedy player's plans would have changed in recorded matches.
        """

def longest_trail(edges: Sequence[tuple[int, int, int]]) -> int:
    """
    The longest walk over edges (one place, the other, length), each used once.
    """

def start(numbers: Sequence[int]) -> Position:
    """
    The start of the game that the numbers describe; throws for what is no game.
    """
