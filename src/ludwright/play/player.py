"""The protocol of players, and the budgets of their choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, runtime_checkable

from ludwright.play.rules import Position


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may spend on one choice; None leaves it to the player.

    Plies, nodes and playouts give the same result every time; seconds are only a safeguard.
    """

    plies: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    seconds: float | None = None
    match_plies: int | None = None
    """Plies until the match is abandoned; playouts need not look further."""


UNLIMITED = Budget()
"""No limits but the player's own."""


@runtime_checkable
class Player(Protocol):
    """Anything that can take a seat."""

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:
        """Return a legal move in a position that is not over; all randomness comes from `rng`."""


@runtime_checkable
class Searchable(Protocol):
    """A position that the native core can search."""

    def search(self, spec: dict[str, Any], seed: int) -> Search:
        """The result of searching this position with the specified player."""


@dataclass(frozen=True, slots=True)
class Considered:
    """A search's judgement of one legal move."""

    move: Any
    value: float
    """For the mover, from -1 to 1; not a number where the player has no opinion."""
    visits: int
    """Playouts that started with it; 0 for players without playouts."""


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search."""

    move: Any
    value: float
    """For the mover, from -1 to 1; not a number where the player has no opinion."""
    work: int
    """Playouts or nodes."""
    considered: Callable[[], tuple[Considered, ...]] = field(default=tuple, compare=False)
    """Every legal move, in the order of the position; computed on demand, since few callers ask."""
    is_out_of_time: bool = False
    """True if the time limit was reached: the same search may find something else next time."""


class SearchPlayer:
    """A player of the native core, given by its specification; can play without Python."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        """The kind of player and its parameters, as the core reads them."""

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:
        """The move the core finds, within the tighter of the budget and its own limits."""
        return self.search(position, budget, rng).move

    def search(self, position: Any, budget: Budget, rng: Random) -> Search:
        """The move together with the core's judgement of it."""
        if not isinstance(position, Searchable):
            kind = type(position).__name__
            raise TypeError(f"expected a position that the native core can search, got {kind}")
        return position.search(_within(self.spec, budget), rng.getrandbits(63))


def scripted_player(number: int, *settings: int) -> SearchPlayer:
    """A family's own player of the core, by its number there; a setting of 0 is the default."""
    return SearchPlayer({"kind": "scripted", "script": number, "settings": list(settings)})


class UniformPlayer:
    """Chooses among the legal moves with equal probability."""

    spec: dict[str, Any] = {"kind": "uniform"}  # noqa: RUF012 - never changed

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:  # noqa: ARG002
        """One of the moves."""
        return rng.choice(position.moves())


def _within(spec: dict[str, Any], budget: Budget) -> dict[str, Any]:
    """The specification with the limits of the budget where they are tighter."""
    limits: dict[str, float | None] = {
        "depth": budget.plies,
        "nodes": budget.nodes,
        "playouts": budget.playouts,
        "seconds": budget.seconds,
    }
    # A limit of 0 means no limit, so any other is tighter.
    tighter = {
        name: limit if not spec[name] else min(limit, spec[name])
        for name, limit in limits.items()
        if limit is not None and name in spec
    }
    if budget.match_plies is not None and "playouts" in spec:
        tighter["plies_left"] = budget.match_plies
    return {**spec, **tighter}
