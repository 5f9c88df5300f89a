"""A conquest game as the numbers that the native core plays: see `native/conquest/program.cpp`.

Nothing is decided here: names become numbers, and the bonuses of continents that grow are written
out for each round.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

from ludwright.families.conquest.vocabulary import (
    Battle,
    BonusPlace,
    BySeats,
    Cards,
    ConquestGame,
    Destroy,
    Fortifying,
    Hold,
    Map,
    Mission,
    Missions,
    Occupy,
    PerTerritory,
    Reinforcement,
    Rounding,
    Sets,
    Share,
    Territory,
    Ties,
)

VERSION: int = 1
MOST_ROUNDS: int = 100
"""The rounds in which bonuses grow; later ones are like the last."""
MOST_BONUS: int = 1000
"""The most armies that a continent brings, however long it has grown."""
_HOLD, _OCCUPY, _DESTROY = range(3)


def lower(game: ConquestGame, seats: int) -> list[int]:
    """The numbers of a sound game for a number of seats."""
    head = [VERSION, seats, len(territories_of(game.map)), len(game.map.continents)]
    return [
        *head,
        *_setup(game, seats),
        *_reinforcement(game.reinforcement, game.map),
        *_cards(game.cards),
        *_battle(game.battle, game.fortify),
        *_end(game),
        *_map(game.map),
    ]


def territories_of(board: Map) -> list[Territory]:
    """All territories, in the order that gives them their numbers."""
    return [one for continent in board.continents for one in continent.territories]


def borders_of(board: Map) -> list[tuple[int, int]]:
    """The borders as pairs of numbers of territories, the lower first, in ascending order."""
    numbers = {str(one.name): at for at, one in enumerate(territories_of(board))}
    pairs = {
        (min(at, numbers[str(other)]), max(at, numbers[str(other)]))
        for at, one in enumerate(territories_of(board))
        for other in one.borders
    }
    return sorted(pairs)


def armies_for(game: ConquestGame, seats: int) -> int:
    """The armies of each player at the beginning; 0 for those on the dealt territories only."""
    armies = game.setup.armies
    if isinstance(armies, BySeats):
        return armies.numbers[min(seats - 2, len(armies.numbers) - 1)]
    if isinstance(armies, PerTerritory):
        return -(-armies.number * len(territories_of(game.map)) // seats)
    return 0


def bonus_in_round(bonus: int, growth: int, round_number: int) -> int:
    """What a continent brings in a round, counted from 0."""
    grown = bonus * Fraction(100 + growth, 100) ** min(round_number, MOST_ROUNDS - 1)
    return min(int(grown + Fraction(1, 2)), MOST_BONUS)


def _order(choice: StrEnum) -> int:
    return list(type(choice)).index(choice)


def _setup(game: ConquestGame, seats: int) -> Iterator[int]:
    yield _order(game.setup.deal)
    yield int(game.setup.is_neutral and seats == 2)
    yield armies_for(game, seats)
    yield _order(game.setup.spread)
    yield _order(game.setup.first)


def _reinforcement(rule: Reinforcement, board: Map) -> Iterator[int]:
    rounds = MOST_ROUNDS if rule.growth else 1
    yield rule.divisor
    yield int(rule.rounding is Rounding.CEILING)
    yield rule.least
    yield int(rule.place is BonusPlace.INSIDE)
    yield rounds
    for continent in board.continents:
        for number in range(rounds):
            yield bonus_in_round(continent.bonus, rule.growth, number)


def _cards(cards: Cards | None) -> list[int]:
    if cards is None:
        return [0, 0, 0, 5, 6, 0, 0]
    kind = 1 if cards.sets is Sets.ANY else 2
    numbers = [kind, cards.wilds, cards.depicted, cards.hold, cards.at_once, cards.step]
    return [*numbers, len(cards.series), *cards.series]


def _battle(battle: Battle, fortify: Fortifying) -> Iterator[int]:
    yield battle.dice
    yield battle.against
    yield int(battle.ties is Ties.ATTACKER)
    yield _order(battle.fighting)
    yield _order(battle.occupation)
    yield _order(fortify)


def _end(game: ConquestGame) -> Iterator[int]:
    goal = game.goal
    yield 1 if isinstance(goal, Share) else 2 if isinstance(goal, Missions) else 0
    yield goal.percent if isinstance(goal, Share) else 100
    yield game.limit.turns if game.limit else 0
    missions = goal.missions if isinstance(goal, Missions) else ()
    yield len(missions)
    names = [str(continent.name) for continent in game.map.continents]
    for mission in missions:
        yield from _mission(mission, names)


def _mission(mission: Mission, names: list[str]) -> tuple[int, int, int]:
    if isinstance(mission, Hold):
        wanted = sum(1 << names.index(str(name)) for name in set(mission.continents))
        return _HOLD, wanted, int(mission.is_more)
    if isinstance(mission, Occupy):
        return _OCCUPY, mission.territories, mission.armies
    if isinstance(mission, Destroy):
        return _DESTROY, mission.seat - 1, mission.otherwise
    raise TypeError(f"expected a mission, got {mission!r}")


def _map(board: Map) -> Iterator[int]:
    for number, continent in enumerate(board.continents):
        yield from [number] * len(continent.territories)
    pairs = borders_of(board)
    yield len(pairs)
    for pair in pairs:
        yield from pair
