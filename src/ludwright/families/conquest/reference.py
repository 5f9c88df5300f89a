"""The whole of a conquest game in plain Python, straight from its tree: the specification of play.

The native core is checked against this engine ply by ply. Everything here is immutable and
deterministic: what chance decides is a move of seat -1. Clarity comes before speed. A match goes
through phases; `_Turn` says how one leads to the next, `ReferencePosition` what is legal in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import cast

from ludwright.errors import IllegalMove
from ludwright.families.conquest import vocabulary as words
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference_battle import assault_chances, roll_chances
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.outcome import Outcome, Reason

FREE: int = -1
"""The owner of a territory that is not dealt yet."""
NOBODY: int = words.MOST_SEATS
"""The owner of neutral territories."""
WILD: int = 3
"""The kind of a wild card."""
SET_SIZE: int = 3
GROWING_ROUNDS: int = 100
MOST_BONUS: int = 1000
TERRITORY_WEIGHT, ARMY_WEIGHT = 0.8, 0.2
"""How much a seat's shares of the territories and of the armies count in its standing."""

Owner = int
Board = frozenset[int]
"""Some territories, by number."""


class Phase(IntEnum):
    """What is to be decided next, in the order of the core."""

    MISSIONS = 0
    DEAL = 1
    SPREAD = 2
    TRADE = 3
    PLACE = 4
    ATTACK = 5
    BATTLE = 6
    OCCUPY = 7
    FORTIFY = 8
    DRAW = 9
    OVER = 10


# --- What does not change during a match ----------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ReferenceRules:
    """A game for a number of seats, and what follows from its map."""

    game: words.ConquestGame
    seats: int

    @cached_property
    def territories(self) -> tuple[words.Territory, ...]:
        """All territories; their place here is their number."""
        return tuple(one for part in self.game.map.continents for one in part.territories)

    @cached_property
    def continents(self) -> tuple[Board, ...]:
        """The members of each continent."""
        found, first = [], 0
        for part in self.game.map.continents:
            found.append(frozenset(range(first, first + len(part.territories))))
            first += len(part.territories)
        return tuple(found)

    @cached_property
    def neighbours(self) -> tuple[Board, ...]:
        """The territories that each one borders."""
        numbers = {str(one.name): number for number, one in enumerate(self.territories)}
        joined: list[set[int]] = [set() for _ in self.territories]
        for number, one in enumerate(self.territories):
            for other in one.borders:
                joined[number].add(numbers[str(other)])
                joined[numbers[str(other)]].add(number)
        return tuple(map(frozenset, joined))

    @cached_property
    def is_neutral(self) -> bool:
        """Whether a neutral third is dealt in."""
        return self.game.setup.is_neutral and self.seats == 2

    @cached_property
    def owners(self) -> tuple[Owner, ...]:
        """Who is dealt territories, in turn."""
        return (*range(self.seats), *((NOBODY,) if self.is_neutral else ()))

    @cached_property
    def armies(self) -> int:
        """The armies of each owner at the beginning, as far as the rules state them."""
        stated = self.game.setup.armies
        if isinstance(stated, words.BySeats):
            return [*stated.numbers, *[stated.numbers[-1]] * words.MOST_SEATS][self.seats - 2]
        if isinstance(stated, words.PerTerritory):
            return -(-len(self.territories) * stated.number // self.seats)
        return 0

    @cached_property
    def cards(self) -> frozenset[int]:
        """All cards: one for each territory, then the wild ones."""
        cards = self.game.cards
        return (
            frozenset() if cards is None else frozenset(range(len(self.territories) + cards.wilds))
        )

    @cached_property
    def missions(self) -> tuple[words.Mission, ...]:
        """The missions that are dealt; none in most games."""
        goal = self.game.goal
        return goal.missions if isinstance(goal, words.Missions) else ()

    def kind_of(self, card: int) -> int:
        """Which of the three kinds a card shows, or that it is wild."""
        return card % 3 if card < len(self.territories) else WILD

    def is_set(self, cards: Iterable[int]) -> bool:
        """Whether three cards can be traded."""
        assert self.game.cards is not None
        kinds = {self.kind_of(card) for card in cards}
        return self.game.cards.sets is words.Sets.ANY or WILD in kinds or len(kinds) in (1, 3)

    def set_value(self, traded: int) -> int:
        """The armies that a set brings when so many were traded before it."""
        assert self.game.cards is not None
        series, step = self.game.cards.series, self.game.cards.step
        return (
            series[traded]
            if traded < len(series)
            else series[-1] + step * (traded - len(series) + 1)
        )

    def bonus(self, continent: int, round_number: int) -> int:
        """The armies that a continent brings in a round, counted from 0."""
        growth = Fraction(100 + self.game.reinforcement.growth, 100)
        bonus = self.game.map.continents[continent].bonus
        grown = bonus * growth ** min(round_number, GROWING_ROUNDS - 1)
        return min(int(grown + Fraction(1, 2)), MOST_BONUS)

    def base_income(self, territories: int) -> int:
        """The armies that a player receives for the number of territories."""
        rule = self.game.reinforcement
        share = territories // rule.divisor
        if rule.rounding is words.Rounding.CEILING and territories % rule.divisor:
            share += 1
        return max(rule.least, share)


@dataclass(frozen=True)
class Attack:
    """An attack under way: dice of one roll, or armies committed to the end."""

    source: int
    target: int
    number: int
    is_assault: bool


# --- Positions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReferencePosition:
    """One moment of a match; the fields are all that it depends on."""

    rules: ReferenceRules
    phase: Phase
    owners: tuple[Owner, ...]
    armies: tuple[int, ...]
    """By territory."""
    mover: int = 0
    """Whose turn it is; in a deal who is served next, which is the number of seats for neutral."""
    hands: tuple[frozenset[int], ...] = ()
    missions: tuple[int, ...] = ()
    """Of the seats that have been dealt one."""
    unplaced: tuple[int, ...] = ()
    """First armies that are not on the map yet, by owner in the order of the deal."""
    now: tuple[int, int] = (0, 0)
    """First armies to place before the next player's turn: own ones, neutral ones."""
    first: int = 0
    """Who had the first turn."""
    turns: int = 0
    """Completed turns."""
    round: int = 0
    pool: int = 0
    """Armies to place anywhere."""
    inside: tuple[int, ...] = ()
    """Armies to place inside each continent, which come first."""
    traded: int = 0
    """Sets traded in the match."""
    is_mid_turn: bool = False
    """Whether cards taken from an eliminated player are being traded."""
    has_conquered: bool = False
    has_eliminated: bool = False
    """Since the last attack was announced."""
    attack: Attack | None = None
    fortifications: int = 0
    arrived: tuple[int, ...] = ()
    """Armies that came in this turn's fortification, by territory."""
    eliminated: tuple[tuple[int, int], ...] = ()
    """Who was eliminated by whom, in order."""
    winner: int | None = None
    ply: int = 0

    @property
    def seat(self) -> int:
        """Who decides; -1 for chance, and after the end."""
        return -1 if self._is_chance or self.phase is Phase.OVER else self.mover

    @property
    def _is_chance(self) -> bool:
        setup = self.rules.game.setup
        match self.phase:
            case Phase.DEAL:
                return setup.deal is words.Deal.RANDOM or self.rules.is_neutral
            case Phase.SPREAD:
                return setup.spread is words.Spread.SCATTERED
        return self.phase in (Phase.MISSIONS, Phase.BATTLE, Phase.DRAW)

    @cached_property
    def options(self) -> tuple[tuple[ConquestMove, float], ...]:
        """What may happen next in ascending order, each with its weight."""
        return tuple(sorted(_OPTIONS[self.phase](self)))

    def moves(self) -> tuple[ConquestMove, ...]:
        """The legal moves, or the events that chance decides between."""
        return tuple(move for move, _ in self.options)

    def weights(self) -> tuple[float, ...]:
        """How likely each event is; empty where a player decides."""
        return tuple(weight for _, weight in self.options) if self._is_chance else ()

    def after(self, move: ConquestMove) -> ReferencePosition:
        """The position after a legal move."""
        if move not in self.moves():
            raise IllegalMove(f"expected one of the legal moves, got {move}")
        return _FLOW[Kind(move.kind)](replace(self, ply=self.ply + 1), ConquestMove(*move))

    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        if self.phase is not Phase.OVER:
            return None
        winners = self.alive() if self.winner is None else (self.winner,)
        scores = tuple((seat in winners) / len(winners) for seat in range(self.rules.seats))
        left = [loser for loser, _ in self.eliminated]
        places = tuple(
            left.index(seat) + 1 if seat in left else 0 for seat in range(self.rules.seats)
        )
        return Outcome(scores, Reason.RULE, places=places)

    def standings(self) -> tuple[float, ...]:
        """How well each seat stands: its share of the players' territories and armies.

        At the end of a match they are its scores, as in all games.
        """
        if (outcome := self.outcome()) is not None:
            return outcome.scores
        seats = range(self.rules.seats)
        lands = [len(self.owned(seat)) for seat in seats]
        units = [self.army_count(seat) for seat in seats]
        if not any(lands):
            return (1 / len(seats),) * len(seats)
        return tuple(
            TERRITORY_WEIGHT * land / sum(lands) + ARMY_WEIGHT * unit / sum(units)
            for land, unit in zip(lands, units, strict=True)
        )

    # --- What follows from the fields ---

    def owned(self, owner: Owner) -> Board:
        """The territories of a seat or of nobody."""
        return _estates(self.owners).get(owner, frozenset())

    def army_count(self, owner: Owner) -> int:
        """All armies of a seat or of nobody."""
        return sum(self.armies[at] for at in self.owned(owner))

    def alive(self) -> tuple[int, ...]:
        """The seats that are not eliminated."""
        gone = {loser for loser, _ in self.eliminated}
        return tuple(seat for seat in range(self.rules.seats) if seat not in gone)

    def has_continent(self, seat: int, continent: int) -> bool:
        """Whether the seat owns all of a continent."""
        return self.rules.continents[continent] <= self.owned(seat)

    def bonuses(self, seat: int) -> tuple[int, ...]:
        """What each continent would bring the seat now."""
        return tuple(
            self.rules.bonus(number, self.round) if self.has_continent(seat, number) else 0
            for number in range(len(self.rules.continents))
        )

    def income(self, seat: int) -> int:
        """What the seat would receive if its turn began now, without cards."""
        return self.rules.base_income(len(self.owned(seat))) + sum(self.bonuses(seat))

    def deck(self) -> frozenset[int]:
        """The cards in no hand."""
        return self.rules.cards.difference(*self.hands)

    def sets_in_hand(self) -> Iterator[tuple[int, ...]]:
        """The sets that the mover can trade."""
        threes = combinations(sorted(self.hands[self.mover]), SET_SIZE)
        return (three for three in threes if self.rules.is_set(three))

    def must_trade(self) -> bool:
        """Whether the mover holds too many cards."""
        cards = self.rules.game.cards
        return cards is not None and len(self.hands[self.mover]) >= cards.hold

    def pool_continent(self) -> int:
        """The continent inside which the next armies are placed; -1 for anywhere."""
        waiting = (number for number, armies in enumerate(self.inside) if armies)
        return next(waiting, -1)

    def targets(self, source: int) -> Board:
        """What a territory of the mover can attack."""
        near = self.rules.neighbours[source] if self.armies[source] > 1 else frozenset()
        return frozenset(near) - self.owned(self.mover)

    def connected(self, source: int) -> Board:
        """The mover's territories that can be reached from one of them through own ones."""
        own, reached, waiting = self.owned(self.mover), {source}, [source]
        while waiting:
            fresh = (self.rules.neighbours[waiting.pop()] & own) - reached
            reached |= fresh
            waiting += fresh
        return frozenset(reached)

    def movable(self, source: int) -> int:
        """How many armies may leave a territory in a fortification."""
        free = self.armies[source] - 1
        if self.rules.game.fortify is words.Fortifying.EACH_ARMY_ONCE:
            free = min(free, self.armies[source] - self.arrived[source])
        return free

    # --- Changes ---

    def with_armies(self, *changes: tuple[int, int]) -> ReferencePosition:
        """Armies added to territories, or taken away; what a territory cannot hold is lost."""
        armies = [*self.armies]
        for territory, number in changes:
            armies[territory] = min(armies[territory] + number, words.MOST_ARMIES)
        return replace(self, armies=tuple(armies))

    def with_owner(self, territory: int, owner: Owner) -> ReferencePosition:
        """A territory given to an owner."""
        return replace(self, owners=_changed(self.owners, territory, owner))


@lru_cache(maxsize=256)
def _estates(owners: tuple[Owner, ...]) -> dict[Owner, Board]:
    """The territories of each owner; asked for again and again in a position."""
    return {
        owner: frozenset(at for at, one in enumerate(owners) if one == owner)
        for owner in set(owners)
    }


def _changed(values: Sequence[int], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


# --- What may happen ------------------------------------------------------------------------------

Options = Iterator[tuple[ConquestMove, float]]


def _each(moves: Iterable[ConquestMove]) -> Options:
    return ((move, 1.0) for move in moves)


def _mission_options(position: ReferencePosition) -> Options:
    left = set(range(len(position.rules.missions))) - set(position.missions)
    return _each(ConquestMove(Kind.MISSION, number) for number in left)


def _deal_options(position: ReferencePosition) -> Options:
    kind = Kind.CLAIM if position.seat >= 0 else Kind.DEAL
    return _each(ConquestMove(kind, territory) for territory in position.owned(FREE))


def _spread_options(position: ReferencePosition) -> Options:
    own_ones, _ = position.now
    there = position.owned(position.mover if own_ones else NOBODY)
    if position.seat < 0:
        return _each(ConquestMove(Kind.SCATTER, territory) for territory in there)
    return _each(ConquestMove(Kind.PLACE, territory, n=1) for territory in there)


def _trade_options(position: ReferencePosition) -> Options:
    if not position.must_trade():
        yield ConquestMove(Kind.DONE), 1.0
    for first, second, third in position.sets_in_hand():
        own = position.owned(position.mover) & {first, second, third}
        cards = position.rules.game.cards
        shown = [card + 1 for card in own] if cards is not None and cards.depicted else []
        for extra in shown or [0]:
            yield ConquestMove(Kind.TRADE, first, second, third, extra), 1.0


def _place_options(position: ReferencePosition) -> Options:
    there, armies = position.owned(position.mover), position.pool
    continent = position.pool_continent()
    if continent >= 0:
        there &= position.rules.continents[continent]
        armies = position.inside[continent]
    for territory in there:
        for number in range(1, armies + 1):
            yield ConquestMove(Kind.PLACE, territory, n=number), 1.0


def _attack_options(position: ReferencePosition) -> Options:
    battle = position.rules.game.battle
    yield ConquestMove(Kind.DONE), 1.0
    for source in position.owned(position.mover):
        most = position.armies[source] - 1
        for target in position.targets(source):
            if battle.fighting is words.Fighting.TO_THE_END:
                for number in range(1, most + 1):
                    yield ConquestMove(Kind.ASSAULT, source, target, n=number), 1.0
                continue
            for dice in range(1, min(battle.dice, most) + 1):
                yield ConquestMove(Kind.ROLL, source, target, n=dice), 1.0
            yield ConquestMove(Kind.ASSAULT, source, target, n=most), 1.0


def _battle_options(position: ReferencePosition) -> Options:
    battle, attack = position.rules.game.battle, position.attack
    assert attack is not None
    defenders = position.armies[attack.target]
    wins_ties = battle.ties is words.Ties.ATTACKER
    if attack.is_assault:
        most = battle.dice, battle.against
        ends = assault_chances(attack.number, defenders, most, attacker_wins_ties=wins_ties)
        for (lost, killed), chance in ends.items():
            yield ConquestMove(Kind.LOSSES, n=lost, m=killed), chance
        return
    dice = min(battle.against, defenders)
    for (lost, killed), share in roll_chances(
        attack.number, dice, attacker_wins_ties=wins_ties
    ).items():
        yield ConquestMove(Kind.LOSSES, n=lost, m=killed), float(share)


def _occupy_options(position: ReferencePosition) -> Options:
    attack = position.attack
    assert attack is not None
    most = position.armies[attack.source] - 1
    return _each(ConquestMove(Kind.OCCUPY, n=n) for n in range(_least(position), most + 1))


def _fortify_options(position: ReferencePosition) -> Options:
    yield ConquestMove(Kind.DONE), 1.0
    is_far = position.rules.game.fortify is words.Fortifying.ONE_CONNECTED
    for source in position.owned(position.mover):
        if is_far:
            there = position.connected(source) - {source}
        else:
            there = position.rules.neighbours[source] & position.owned(position.mover)
        for target in there:
            for number in range(1, position.movable(source) + 1):
                yield ConquestMove(Kind.FORTIFY, source, target, n=number), 1.0


def _draw_options(position: ReferencePosition) -> Options:
    return _each(ConquestMove(Kind.CARD, card) for card in position.deck())


def _no_options(_: ReferencePosition) -> Options:
    return iter(())


_OPTIONS: dict[Phase, Callable[[ReferencePosition], Options]] = {
    Phase.MISSIONS: _mission_options,
    Phase.DEAL: _deal_options,
    Phase.SPREAD: _spread_options,
    Phase.TRADE: _trade_options,
    Phase.PLACE: _place_options,
    Phase.ATTACK: _attack_options,
    Phase.BATTLE: _battle_options,
    Phase.OCCUPY: _occupy_options,
    Phase.FORTIFY: _fortify_options,
    Phase.DRAW: _draw_options,
    Phase.OVER: _no_options,
}


# --- Set-up ---------------------------------------------------------------------------------------


def start(game: words.ConquestGame, seats: int) -> ReferencePosition:
    """The first position of a match, before anything is dealt."""
    rules = ReferenceRules(game, seats)
    count = len(rules.territories)
    return ReferencePosition(
        rules,
        Phase.MISSIONS if rules.missions else Phase.DEAL,
        owners=(FREE,) * count,
        armies=(0,) * count,
        hands=(frozenset(),) * seats,
        inside=(0,) * len(rules.continents),
        arrived=(0,) * count,
    )


def _mission(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    missions = (*position.missions, move.a)
    if len(missions) < position.rules.seats:
        return replace(position, missions=missions, mover=position.mover + 1)
    return replace(position, missions=missions, mover=0, phase=Phase.DEAL)


def _deal(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    rules = position.rules
    position = position.with_owner(move.a, rules.owners[position.mover]).with_armies((move.a, 1))
    following = (position.mover + 1) % len(rules.owners)
    position = replace(position, mover=following)
    if position.owned(FREE):
        return position
    if rules.game.setup.first is words.First.NEXT_SEAT and following < rules.seats:
        position = replace(position, first=following)
    left = tuple(max(0, rules.armies - len(position.owned(owner))) for owner in rules.owners)
    return _next_to_spread(replace(position, phase=Phase.SPREAD, unplaced=left), 0)


def _next_to_spread(position: ReferencePosition, first: int) -> ReferencePosition:
    """The next player, from this one on, who has first armies to place; else the first turn."""
    rules = position.rules
    for step in range(rules.seats):
        seat = (first + step) % rules.seats
        own_ones = min(position.unplaced[seat], 2 if rules.is_neutral else 1)
        neutral_ones = min(position.unplaced[-1], 1) if rules.is_neutral else 0
        if own_ones or neutral_ones:
            return replace(position, mover=seat, now=(own_ones, neutral_ones))
    return _begin_turn(position, position.first)


def _spread(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    own_ones, neutral_ones = position.now
    owner = position.mover if own_ones else len(position.unplaced) - 1
    unplaced = _changed(position.unplaced, owner, position.unplaced[owner] - 1)
    now = (own_ones - 1, neutral_ones) if own_ones else (0, neutral_ones - 1)
    position = replace(position.with_armies((move.a, 1)), unplaced=unplaced, now=now)
    return position if any(now) else _next_to_spread(position, position.mover + 1)


# --- The turn -------------------------------------------------------------------------------------


def _begin_turn(position: ReferencePosition, seat: int) -> ReferencePosition:
    base = position.rules.base_income(len(position.owned(seat)))
    bonuses = position.bonuses(seat)
    is_inside = position.rules.game.reinforcement.place is words.BonusPlace.INSIDE
    position = replace(
        position,
        mover=seat,
        pool=base if is_inside else base + sum(bonuses),
        inside=bonuses if is_inside else (0,) * len(bonuses),
        has_conquered=False,
        attack=None,
    )
    return _begin_trade(position)


def _begin_trade(position: ReferencePosition) -> ReferencePosition:
    can_trade = position.rules.game.cards is not None and any(True for _ in position.sets_in_hand())
    if can_trade and (position.must_trade() or not position.is_mid_turn):
        return replace(position, phase=Phase.TRADE)
    return _begin_place(position)


def _trade(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    mover, cards = position.mover, position.rules.game.cards
    assert cards is not None
    hand = position.hands[mover] - {move.a, move.b, move.c}
    pool = min(position.pool + position.rules.set_value(position.traded), words.MOST_ARMIES)
    hands = (*position.hands[:mover], hand, *position.hands[mover + 1 :])
    position = replace(position, hands=hands, pool=pool, traded=position.traded + 1)
    if move.n:
        position = position.with_armies((move.n - 1, cards.depicted))
    return _begin_trade(position)


def _begin_place(position: ReferencePosition) -> ReferencePosition:
    if position.pool or any(position.inside):
        return replace(position, phase=Phase.PLACE)
    return _begin_attack(position)


def _place(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    if position.phase is Phase.SPREAD:
        return _spread(position, move)
    continent = position.pool_continent()
    if continent >= 0:
        left = position.inside[continent] - move.n
        position = replace(position, inside=_changed(position.inside, continent, left))
    else:
        position = replace(position, pool=position.pool - move.n)
    return _begin_place(position.with_armies((move.a, move.n)))


def _begin_attack(position: ReferencePosition) -> ReferencePosition:
    position = replace(position, is_mid_turn=False, has_eliminated=False)
    if any(position.targets(source) for source in position.owned(position.mover)):
        return replace(position, phase=Phase.ATTACK)
    return _begin_fortify(position)


def _attack(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    attack = Attack(move.a, move.b, move.n, move.kind == Kind.ASSAULT)
    return replace(position, phase=Phase.BATTLE, attack=attack)


def _losses(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    attack = position.attack
    assert attack is not None
    position = position.with_armies((attack.source, -move.n), (attack.target, -move.m))
    if position.armies[attack.target]:
        return _begin_attack(position)
    # Who fought is from now on who is left of them.
    attack = replace(attack, number=attack.number - move.n)
    return _conquer(replace(position, attack=attack, has_conquered=True))


def _least(position: ReferencePosition) -> int:
    """The dice of the last roll, or those that could be rolled; one army stays behind."""
    assert position.attack is not None
    dice = min(position.attack.number, position.rules.game.battle.dice)
    return min(dice, position.armies[position.attack.source] - 1)


def _conquer(position: ReferencePosition) -> ReferencePosition:
    attack, occupation = position.attack, position.rules.game.battle.occupation
    assert attack is not None
    loser = position.owners[attack.target]
    position = position.with_owner(attack.target, position.mover)
    if loser != NOBODY and not position.owned(loser):
        position = _eliminate(position, loser)
    least, most = _least(position), position.armies[attack.source] - 1
    is_open = occupation is words.Occupation.CHOICE and least < most
    if is_open and not _has_won(_moved_in(position, least)):
        return replace(position, phase=Phase.OCCUPY)
    moved = {words.Occupation.SURVIVORS: attack.number, words.Occupation.ALL: most}
    return _move_in(position, moved.get(occupation, least))


def _eliminate(position: ReferencePosition, loser: int) -> ReferencePosition:
    hands = [*position.hands]
    hands[position.mover] |= hands[loser]
    hands[loser] = frozenset()
    eliminated = (*position.eliminated, (loser, position.mover))
    return replace(position, hands=tuple(hands), eliminated=eliminated, has_eliminated=True)


def _occupy(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    return _move_in(position, move.n)


def _moved_in(position: ReferencePosition, armies: int) -> ReferencePosition:
    assert position.attack is not None
    return position.with_armies((position.attack.source, -armies), (position.attack.target, armies))


def _has_won(position: ReferencePosition) -> bool:
    """Whether the mover has, after a conquest."""
    return len(position.alive()) == 1 or _has_goal(position)


def _move_in(position: ReferencePosition, armies: int) -> ReferencePosition:
    cards = position.rules.game.cards
    position = _moved_in(position, armies)
    if _has_won(position):
        return _won(position)
    has_many = cards is not None and len(position.hands[position.mover]) >= cards.at_once
    if position.has_eliminated and has_many:
        return _begin_trade(replace(position, is_mid_turn=True))
    return _begin_attack(position)


def _begin_fortify(position: ReferencePosition) -> ReferencePosition:
    nothing = (0,) * len(position.armies)
    return _go_on_fortifying(replace(position, fortifications=0, arrived=nothing))


def _go_on_fortifying(position: ReferencePosition) -> ReferencePosition:
    rule, own = position.rules.game.fortify, position.owned(position.mover)
    most = 2 * len(position.armies)
    if rule in (words.Fortifying.ONE_ADJACENT, words.Fortifying.ONE_CONNECTED):
        most = 1
    can_move = any(
        position.movable(source) > 0 and position.rules.neighbours[source] & own for source in own
    )
    if rule is words.Fortifying.NONE or not can_move or position.fortifications >= most:
        return _end_turn(position)
    return replace(position, phase=Phase.FORTIFY)


def _fortify(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    arrived = _changed(position.arrived, move.b, position.arrived[move.b] + move.n)
    position = position.with_armies((move.a, -move.n), (move.b, move.n))
    count = position.fortifications + 1
    return _go_on_fortifying(replace(position, arrived=arrived, fortifications=count))


def _done(position: ReferencePosition, _: ConquestMove) -> ReferencePosition:
    following = {Phase.TRADE: _begin_place, Phase.ATTACK: _begin_fortify, Phase.FORTIFY: _end_turn}
    return following[position.phase](position)


def _end_turn(position: ReferencePosition) -> ReferencePosition:
    if position.rules.missions and _has_goal(position):
        return _won(position)
    if position.has_conquered and position.deck():
        return replace(position, phase=Phase.DRAW)
    return _finish_turn(position)


def _card(position: ReferencePosition, move: ConquestMove) -> ReferencePosition:
    hands = [*position.hands]
    hands[position.mover] |= {move.a}
    return _finish_turn(replace(position, hands=tuple(hands)))


def _finish_turn(position: ReferencePosition) -> ReferencePosition:
    limit, seats = position.rules.game.limit, position.rules.seats
    position = replace(position, turns=position.turns + 1)
    if limit is not None and position.turns >= limit.turns:
        return replace(position, phase=Phase.OVER)
    alive, passed, seat = position.alive(), 0, position.mover
    while passed == 0 or seat not in alive:
        seat = (seat + 1) % seats
        passed += 1
        # The table was gone round once the turn comes to, or past, who began.
        if seat == position.first:
            position = replace(position, round=position.round + 1)
    return _begin_turn(position, seat)


def _won(position: ReferencePosition) -> ReferencePosition:
    return replace(position, phase=Phase.OVER, winner=position.mover)


# --- Goals ----------------------------------------------------------------------------------------


def _has_goal(position: ReferencePosition) -> bool:
    """Whether the mover has what wins, besides being the last."""
    goal, seat = position.rules.game.goal, position.mover
    if isinstance(goal, words.Share):
        return 100 * len(position.owned(seat)) >= goal.percent * len(position.owners)
    if not isinstance(goal, words.Missions):
        return False
    mission = goal.missions[position.missions[seat]]
    if isinstance(mission, words.Hold):
        return _holds(position, mission)
    if isinstance(mission, words.Occupy):
        strong = [at for at in position.owned(seat) if position.armies[at] >= mission.armies]
        return len(strong) >= mission.territories
    assert isinstance(mission, words.Destroy)
    return _destroyed(position, mission)


def _holds(position: ReferencePosition, mission: words.Hold) -> bool:
    continents = position.rules.game.map.continents
    own = {
        continent.name
        for number, continent in enumerate(continents)
        if position.has_continent(position.mover, number)
    }
    wanted = set(mission.continents)
    return wanted <= own and (not mission.is_more or len(own) > len(wanted))


def _destroyed(position: ReferencePosition, mission: words.Destroy) -> bool:
    enemy, seat = mission.seat - 1, position.mover
    by = dict(position.eliminated).get(enemy)
    if by == seat:
        return True
    is_possible = enemy != seat and enemy < position.rules.seats and by is None
    return not is_possible and len(position.owned(seat)) >= mission.otherwise


_FLOW: dict[Kind, Callable[[ReferencePosition, ConquestMove], ReferencePosition]] = {
    Kind.DONE: _done,
    Kind.CLAIM: _deal,
    Kind.DEAL: _deal,
    Kind.SCATTER: _spread,
    Kind.PLACE: _place,
    Kind.TRADE: _trade,
    Kind.ROLL: _attack,
    Kind.ASSAULT: _attack,
    Kind.LOSSES: _losses,
    Kind.OCCUPY: _occupy,
    Kind.FORTIFY: _fortify,
    Kind.CARD: _card,
    Kind.MISSION: _mission,
}


def reference(game: Game, seats: int | None = None) -> ReferencePosition:
    """The start of a game by its reference; for the fewest seats unless another number is given."""
    return start(cast("words.ConquestGame", game.root), seats or seats_of(game)[0])
