"""Whether the native core and the reference of conquest games agree in everything, ply by ply.

What is compared: owners, armies, hands, missions, pools, phase, seats and counts of turns, the
legal moves, the chances, the standings and how the match ended. Also random games to compare them
on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from ludwright.families.comparing import Engines, Fact, rounded
from ludwright.families.conquest import vocabulary as words
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.maps import map_names, packaged_map
from ludwright.families.conquest.moves import ConquestMove
from ludwright.families.conquest.reference import Phase, ReferencePosition, reference
from ludwright.families.conquest.rules import ConquestPosition, load_rules
from ludwright.language.check import check
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, Name, Text
from ludwright.language.seats import Seats, seats_of
from ludwright.language.vary import mutate

MUTATED: Final[float] = 0.4
"""The share of variants that are mutants of packaged games; the others are made from nothing."""
RATES: Final[tuple[float, ...]] = (0.02, 0.05, 0.1)
"""How much a mutant differs from its parent: the probability that an element changes."""


def _facts(plain: ReferencePosition, native: ConquestPosition) -> Iterator[Fact]:
    state = native.state
    ours = _state(plain)
    for name, value in ours.items():
        yield name, value, state[name]
    yield "seat", plain.seat, native.seat if plain.phase is not Phase.OVER else -1
    yield "ply", plain.ply, native.ply
    first, second = plain.outcome(), native.outcome()
    yield "end", first is None, second is None
    if first is not None and second is not None:
        # Scores of the core have 32 bits.
        yield "scores", rounded(first.scores), rounded(second.scores)
        yield "reason", first.reason, second.reason
        yield "places", first.places, native.places()


def _state(plain: ReferencePosition) -> Mapping[str, object]:
    """What the core's snapshot holds, as the reference has it; pools only while they matter."""
    seats = range(plain.rules.seats)
    missions = [*plain.missions, *[-1] * (len(seats) - len(plain.missions))]
    state: dict[str, object] = {
        "phase": int(plain.phase),
        "mover": plain.mover,
        "owners": [*plain.owners],
        "armies": [*plain.armies],
        "hands": [sorted(hand) for hand in plain.hands],
        "missions": missions,
        "territories": [len(plain.owned(seat)) for seat in seats],
        "army_counts": [plain.army_count(seat) for seat in seats],
        "turns": plain.turns,
        "round": plain.round,
        "traded": plain.traded,
        "has_conquered": plain.has_conquered,
    }
    if plain.phase >= Phase.TRADE:
        state["incomes"] = [plain.income(seat) for seat in seats]
    if plain.phase is Phase.TRADE:
        state["must_trade"] = plain.must_trade()
        state["next_set"] = plain.rules.set_value(plain.traded)
    if plain.phase is Phase.PLACE:
        continent = plain.pool_continent()
        state["pool_continent"] = continent
        state["pool"] = plain.pool if continent < 0 else plain.inside[continent]
        state["whole_pool"] = plain.pool + sum(plain.inside)
    if plain.phase in (Phase.BATTLE, Phase.OCCUPY) and plain.attack is not None:
        state["from"], state["to"] = plain.attack.source, plain.attack.target
    return state


ENGINES: Final = Engines(reference, load_rules, ConquestMove, _facts)
compare_random = ENGINES.compare_random
compare_records = ENGINES.compare_records
compare_positions = ENGINES.compare_positions


# --- Random games ---------------------------------------------------------------------------------


def variant(number: int, seed: int) -> Game:
    """A sound random game with random rules; it depends on nothing but the number and the seed."""
    rng = Random(f"{seed} {number}")
    while True:
        root = _mutant(rng) if rng.random() < MUTATED else _invented(rng)
        if not check(root):
            return Game(root)


def _mutant(rng: Random) -> Ludeme:
    return mutate(open_game(rng.choice(game_names())).root, rng, rng.choice(RATES))


def _invented(rng: Random) -> words.ConquestGame:
    least = rng.randint(words.FEWEST_SEATS, words.MOST_SEATS)
    board = packaged_map(rng.choice(map_names())) if rng.random() < 0.2 else _board(rng)
    return words.ConquestGame(
        name=Name("Variant"),
        seats=Seats(least=least, most=rng.randint(least, words.MOST_SEATS)),
        map=board,
        setup=_setup(rng),
        reinforcement=words.Reinforcement(
            divisor=rng.randint(1, 4),
            rounding=rng.choice([*words.Rounding]),
            least=rng.randint(1, 5),
            growth=rng.choice((0, 0, 5, 12)),
            place=rng.choice([*words.BonusPlace]),
        ),
        cards=_cards(rng) if rng.random() < 0.75 else None,
        battle=words.Battle(
            dice=rng.randint(1, 3),
            against=rng.randint(1, 3),
            ties=rng.choice([*words.Ties]),
            fighting=rng.choice([*words.Fighting]),
            occupation=rng.choice([*words.Occupation]),
        ),
        fortify=rng.choice([*words.Fortifying]),
        goal=_goal(rng, board),
        limit=words.Limit(turns=rng.randint(1, 60)) if rng.random() < 0.6 else None,
    )


def _board(rng: Random) -> words.Map:
    """A random connected map: a tree and some more borders, cut into continents."""
    # Beyond 64 territories the core needs a second word for its sets.
    is_wide = rng.random() < 0.1
    count = (
        rng.randint(60, words.MOST_TERRITORIES) if is_wide else rng.randint(words.MOST_SEATS, 24)
    )
    pairs = {(rng.randrange(at), at) for at in range(1, count)}
    for _ in range(rng.randint(0, count)):
        first, second = sorted(rng.sample(range(count), 2))
        pairs.add((first, second))
    order = rng.sample(range(count), count)
    names = {at: Text(f"T{number + 1}") for number, at in enumerate(order)}
    territories = [
        words.Territory(
            name=names[at],
            borders=tuple(names[second] for first, second in sorted(pairs) if first == at),
        )
        for at in order
    ]
    cuts = sorted(rng.sample(range(1, count), rng.randint(0, min(5, count - 1))))
    parts = zip([0, *cuts], [*cuts, count], strict=True)
    continents = tuple(
        words.Continent(
            name=Text(f"C{number + 1}"),
            bonus=rng.randint(0, 7),
            territories=tuple(territories[first:end]),
        )
        for number, (first, end) in enumerate(parts)
    )
    return words.Map(name=Text("random"), continents=continents)


def _setup(rng: Random) -> words.Setup:
    by_seats = tuple(rng.randint(1, 40) for _ in range(rng.randint(1, 5)))
    armies: Sequence[words.Armies | None] = (
        None,
        words.BySeats(numbers=by_seats),
        words.PerTerritory(number=rng.randint(1, 3)),
    )
    return words.Setup(
        deal=rng.choice([*words.Deal]),
        armies=rng.choice(armies),
        spread=rng.choice([*words.Spread]),
        is_neutral=rng.random() < 0.5,
        first=rng.choice([*words.First]),
    )


def _cards(rng: Random) -> words.Cards:
    return words.Cards(
        sets=rng.choice([*words.Sets]),
        series=tuple(rng.randint(1, 15) for _ in range(rng.randint(1, 7))),
        step=rng.randint(0, 6),
        wilds=rng.randint(0, 4),
        depicted=rng.choice((0, 2, 3)),
        hold=rng.randint(5, 7),
        at_once=rng.randint(5, 8),
    )


def _goal(rng: Random, board: words.Map) -> words.Goal | None:
    kind = rng.randrange(3)
    if kind == 0:
        return None
    if kind == 1:
        return words.Share(percent=rng.randint(30, 100))
    missions = tuple(_mission(rng, board) for _ in range(rng.randint(words.MOST_SEATS, 12)))
    return words.Missions(missions=missions)


def _mission(rng: Random, board: words.Map) -> words.Mission:
    count = sum(len(one.territories) for one in board.continents)
    kind = rng.randrange(3)
    if kind == 0:
        names = [one.name for one in board.continents]
        wanted = tuple(rng.sample(names, rng.randint(1, min(2, len(names)))))
        return words.Hold(continents=wanted, is_more=rng.random() < 0.5)
    if kind == 1:
        return words.Occupy(territories=rng.randint(1, count), armies=rng.randint(1, 3))
    seat = rng.randint(1, words.MOST_SEATS)
    return words.Destroy(seat=seat, otherwise=rng.randint(1, count))


def seats_for(game: Game, rng: Random) -> int:
    """A number of seats that the game is for."""
    return rng.randint(*seats_of(game))
