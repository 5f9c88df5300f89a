"""Advice from a player: its best moves, their values, and how play may continue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan
from random import Random
from typing import Any, Final

from ludwright.errors import LudwrightError, PlayerFault
from ludwright.play.families import family_of
from ludwright.play.player import UNLIMITED, Budget, Considered, Player, Search, SearchPlayer
from ludwright.play.roster import make_player
from ludwright.play.rules import Rules
from ludwright.play.seeds import stream
from ludwright.table.table import believed

BEST: Final[int] = 3
"""The number of moves to suggest."""
PLIES: Final[int] = 4
"""Plies of each line, the move itself included."""
_SHARE: Final[int] = 8
"""Further plies of a line are searched with this fraction of the work."""
_SECONDS: Final[float] = 0.5
"""Time limit for each further ply of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """One move and its expected continuation."""

    moves: tuple[str, ...]
    value: float
    """For the mover, from -1 to 1; NaN if the adviser has no opinion."""
    ending: str = ""
    """Who wins and why, if the line ends the match."""
    seats: int = 2
    """At the table: with more of them, a smaller share is even."""

    @property
    def share(self) -> float:
        """The expected score of the mover, from 0 to 1."""
        return (self.value + 1) / 2

    @property
    def words(self) -> str:
        """The value in words, such as "62 %, better"."""
        if isnan(self.value):
            return "no opinion"
        for least, word in ((0.95, "winning"), (0.25, "better"), (-0.25, "about even")):
            if self._prospect >= least:
                return f"{self.share:.0%}, {word}"
        return f"{self.share:.0%}, {'worse' if self._prospect > -0.95 else 'losing'}"

    @property
    def _prospect(self) -> float:
        """From -1 to 1, with 0 for an equal share; the value itself at two seats."""
        if self.seats == 2:
            return self.value
        even = 1 / self.seats
        return (self.share - even) / (1 - even if self.share > even else even)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best moves, best first."""

    adviser: str
    work: int
    """Playouts or nodes behind the values."""
    lines: tuple[Line, ...]
    is_out_of_time: bool
    """True if a time limit was reached: asked again, the adviser may answer differently."""


def advise(
    rules: Rules,
    position: Any,
    adviser: str,
    seed: int,
    best: int = BEST,
    seat: Callable[[str], Player] = make_player,
    budget: Budget = UNLIMITED,
) -> Advice:
    """The advice of a player, made by `seat`, on a position that is not over."""
    player = seat(adviser)
    luck = stream(seed, position.ply, "advice")
    # Advice must not tell what is hidden from the seat that asks.
    seen = believed(position, stream(seed, position.ply, "advice redeal"))
    if not isinstance(player, SearchPlayer):
        only = Line((_choice(rules, seen, adviser, player, budget, luck),), float("nan"))
        return Advice(adviser, 0, (only,), is_out_of_time=False)
    found = player.search(seen, budget, luck)
    chosen = _ranked(found)[:best]
    lines = tuple(_line(rules, seen, one, player, _smaller(player, budget), seed) for one in chosen)
    return Advice(adviser, found.work, lines, found.is_out_of_time)


def _choice(
    rules: Rules, position: Any, adviser: str, player: Player, budget: Budget, luck: Random
) -> str:
    """The choice of a player that does not search."""
    try:
        return rules.write_move(position, player.choose(position, budget, luck))
    except LudwrightError:
        raise
    except Exception as error:  # a player from a file may raise anything
        raise PlayerFault(f"{adviser} failed: {type(error).__name__}: {error}") from error


def _ranked(found: Search) -> list[Considered]:
    """The choice of the search first, then by playouts, then by value."""
    rest = [one for one in found.considered() if one.move != found.move and not isnan(one.value)]
    rest.sort(key=lambda one: (-one.visits, -one.value))
    return [Considered(found.move, found.value, 0), *rest]


def _line(
    rules: Rules, position: Any, first: Considered, player: Player, budget: Budget, seed: int
) -> Line:
    """The move and the likely play after it."""
    texts: list[str] = []
    move = first.move
    while True:
        texts.append(rules.write_move(position, move))
        position = position.after(move)
        if position.outcome() is not None or position.seat < 0 or len(texts) >= PLIES:
            break
        luck = stream(seed, position.ply, f"advice after {' '.join(texts)}")
        seen = believed(position, stream(seed, position.ply, f"redeal {' '.join(texts)}"))
        move = player.choose(seen, budget, luck)
    ending = ""
    if position.outcome() is not None:
        ending = family_of(rules.game).ending(position)
    return Line(tuple(texts), first.value, ending, rules.seats)


def _smaller(player: Player, budget: Budget) -> Budget:
    """A fraction of the work that the player does by default."""
    spec = player.spec if isinstance(player, SearchPlayer) else {}
    playouts = spec.get("playouts")
    return replace(
        budget,
        playouts=max(1, playouts // _SHARE) if playouts else None,
        seconds=min(_SECONDS, spec.get("seconds") or _SECONDS),
    )
