"""Board games."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import ludwright._core


class BadProgram(ValueError):
    pass

def operations() -> dict:
    """The numbers of all operations of a program, by group and name."""

class Position:
    """One position of a match; immutable."""

    @property
    def seat(self) -> int: ...

    @property
    def side(self) -> int:
        """
        The side to move: not the seat's own once the players have changed sides.
        """

    @property
    def ply(self) -> int: ...

    @property
    def key(self) -> int:
        """
        A hash of everything the future depends on: positions with the same key have the same moves, now and later, and the same end.
        """

    @property
    def outcome(self) -> object:
        """None, or the scores of the two seats and the number of the reason."""

    def moves(self) -> NDArray[numpy.int32]:
        """The legal moves: rule, source, target, option."""

    def after(self, rule: int, source: int, target: int, option: int) -> Position: ...

    def pieces(self) -> list[tuple[int, int, int, int, int]]:
        """
        Site, kind, owner, state and flags of every piece, lowest first on each site.
        """

    def hands(self) -> list[list[int]]: ...

    def captured(self) -> list[list[int]]: ...

    @property
    def scores(self) -> tuple[int, int]: ...

    def cell_states(self) -> list[tuple[int, int]]: ...

    @property
    def going_on(self) -> tuple[int, int]:
        """The rule and site of a move to be continued, or -1, -1."""

    def perft(self, depth: int) -> int:
        """How many lines of play of exactly this many plies there are."""

    def playouts(self, n: int, seed: int, max_plies: int = 2000, jobs: int = 1) -> dict:
        """Plays n random matches to the end: sums of results and lengths."""

class Program:
    """One game as flat tables."""

    def __init__(self, numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def start(self) -> Position:
        """The position before the first move."""

    @property
    def facts(self) -> dict:
        """How the program was analysed, for tests and inspection."""

def advisor_names() -> list[str]:
    """The names of the twenty advisors, in the order of their weights."""

class Policy:
    """Weights of the advisors for one program."""

    def __init__(self, program: Program, weights: Sequence[Sequence[float]], scales: Sequence[float] = []) -> None: ...

    @property
    def weights(self) -> list[list[float]]: ...

def evaluate(position: Position, policy: Policy) -> float:
    """E of seat 0 minus E of seat 1."""

def advisor_values(position: Position, policy: Policy) -> list[list[float]]:
    """The values of all advisors for both seats, regardless of weights."""

def play_matches(position: Position, specs: Sequence[dict], policies: Sequence[Policy], judge: Policy, kappa: float, seed: int, openings: Sequence[int], max_plies: int, rotate_seats: bool, first_index: int, count: int, jobs: int, stop: ludwright._core.Stop | None = None, progress: object | None = None, seconds: float = 0.0, keeps_finished: bool = False) -> dict:
    """
    Plays matches on several threads; columns as in native/play/match.h. With keeps_finished, an interruption is returned along with the finished ones.
    """

def search(position: Position, spec: dict, policy: Policy, kappa: float, seed: int, index: int = 0) -> dict:
    """One decision of a player, with visits and values of every legal move."""

def root_values(position: Position, depth: int, policy: Policy, kappa: float, nodes: int = 0, beam: Sequence[int] = []) -> tuple:
    """The legal moves and their values at this depth, for the mover."""

def annotate(position: Position, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], moves: Annotated[NDArray[numpy.int32], dict(shape=(None, 4), order='C', device='cpu', writable=False)], policy: Policy, kappa: float, value_depth: int, best_depths: int, threats: bool, seed: int, first_index: int, jobs: int, progress: object | None = None, nodes: int = 0, beam: Sequence[int] = [], positions: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> dict:
    """
    Columns over the positions of recorded matches; see native/play/annotate.h.
    """
