"""Who chooses, and how long: the protocol of players and their budgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, runtime_checkable

from ludwright.play.rules import Position


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may spend on one choice; None leaves it to the player.

    Plies, nodes and playouts decide the same way every time; seconds only guard against the worst.
    """

    plies: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    seconds: float | None = None
    match_plies: int | None = None
    """Plies after which the match is abandoned; play-outs need not look beyond."""


UNLIMITED = Budget()
"""As much as the player likes."""


@runtime_checkable
class Player(Protocol):
    """Whoever takes a seat."""

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:
        """One of the legal moves of a position that is not over; all luck comes from `rng`."""


@runtime_checkable
class Searchable(Protocol):
    """A position in which the native core can search for a player."""

    def search(self, spec: dict[str, Any], seed: int) -> Search:
        """What the player of the specification would do here."""


@dataclass(frozen=True, slots=True)
class Considered:
    """What a search thinks of one legal move."""

    move: Any
    value: float
    """For the mover, from -1 to 1; not a number where the player has no opinion."""
    visits: int
    """Playouts that began with it; 0 for players without playouts."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found."""

    move: Any
    value: float
    """For the mover, from -1 to 1; not a number where the player has no opinion."""
    work: int
    """Playouts or nodes."""
    considered: Callable[[], tuple[Considered, ...]] = field(default=tuple, compare=False)
    """Every legal move, in the order of the position; made when asked for, since few ask."""
    is_out_of_time: bool = False
    """True if a wall-time guard struck: the same search may find something else."""


class SearchPlayer:
    """A player of the native core, by its specification; whole playtests can run without Python."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        """The kind of player and its numbers, as the core reads them."""

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:
        """The move the core finds, within the smaller of the budget and its own."""
        return self.search(position, budget, rng).move

    def search(self, position: Any, budget: Budget, rng: Random) -> Search:
        """The move together with what the core thinks of it."""
        if not isinstance(position, Searchable):
            kind = type(position).__name__
            raise TypeError(f"expected a position that the native core can search, got {kind}")
        return position.search(_within(self.spec, budget), rng.getrandbits(63))


class UniformPlayer:
    """Any legal move, each as likely as the others."""

    spec: dict[str, Any] = {"kind": "uniform"}  # noqa: RUF012 - never changed

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:  # noqa: ARG002
        """One of the moves."""
        return rng.choice(position.moves())


def _within(spec: dict[str, Any], budget: Budget) -> dict[str, Any]:
    """The specification with every limit of the budget that is tighter than its own."""
    limits: dict[str, float | None] = {
        "depth": budget.plies,
        "nodes": budget.nodes,
        "playouts": budget.playouts,
        "seconds": budget.seconds,
    }
    # A limit of 0 is none, so any other is tighter.
    tighter = {
        name: limit if not spec[name] else min(limit, spec[name])
        for name, limit in limits.items()
        if limit is not None and name in spec
    }
    if budget.match_plies is not None and "playouts" in spec:
        tighter["plies_left"] = budget.match_plies
    return {**spec, **tighter}
