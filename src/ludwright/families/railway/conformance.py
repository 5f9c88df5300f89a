"""Whether the native core and the reference of railway games agree in everything, ply by ply.

What is compared: all heaps of cards and of tickets, hands and what is known of them, trains, owners
of tracks, phase, seats and counts, paths, points, measures, the legal moves, the chances, the
standings and how the match ended. Also random games to compare them on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from ludwright.families.comparing import Engines, Fact, rounded
from ludwright.families.railway import vocabulary as words
from ludwright.families.railway.boards import board_names, packaged_board
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.moves import RailwayMove
from ludwright.families.railway.reference import Phase, ReferencePosition, reference
from ludwright.families.railway.rules import RailwayPosition, load_rules
from ludwright.language.check import check
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, Name, Text
from ludwright.language.seats import Seats, seats_of
from ludwright.language.vary import mutate

MUTATED: Final[float] = 0.3
"""The share of variants that are mutants of packaged games; the others are made from nothing."""
RATES: Final[tuple[float, ...]] = (0.005, 0.01, 0.02)
"""How much a mutant differs from its parent: the probability that an element changes."""


def _facts(plain: ReferencePosition, native: RailwayPosition) -> Iterator[Fact]:
    state = native.state
    for name, value in _state(plain).items():
        yield name, value, state[name]
    is_over = plain.phase is Phase.OVER
    yield "seat", plain.seat, -1 if is_over else native.seat
    yield "ply", plain.ply, native.ply
    yield "points", plain.points(), native.points()
    # Paths and measures change with turns only.
    if plain.turn_completed() or is_over:
        yield "measures", plain.measures(), native.measures()
        yield "longest_paths", [*plain.longest_paths()], state["longest_paths"]
        final = [plain.final_points(seat) for seat in range(plain.rules.seats)]
        yield "final_points", final, state["final_points"]
    first, second = plain.outcome(), native.outcome()
    yield "end", first is None, second is None
    if first is not None and second is not None:
        yield "scores", rounded(first.scores), rounded(second.scores)
        yield "reason", first.reason, second.reason
        yield "final points", first.points, second.points


def _state(plain: ReferencePosition) -> Mapping[str, object]:
    """What the core's snapshot holds, as the reference has it."""
    seats = range(plain.rules.seats)
    return {
        "phase": int(plain.phase),
        "mover": plain.mover,
        "turns": plain.turns,
        "pile": [*plain.pile],
        "pile_count": sum(plain.pile),
        "discards": [*plain.discards],
        "market": [*plain.market],
        "hands": [[*hand] for hand in plain.hands],
        "hand_counts": [sum(hand) for hand in plain.hands],
        "known": [[*known] for known in plain.known],
        "trains": [*plain.trains],
        "owners": [*plain.owners],
        "route_points": [*plain.route_points],
        "tickets": [sorted(plain.tickets[seat]) for seat in seats],
        "ticket_counts": [len(plain.tickets[seat]) for seat in seats],
        "completed": [sorted(plain.completed(seat)) for seat in seats],
        "unseen": sorted(plain.unseen),
        "tickets_left": len(plain.unseen) + len(plain.returned),
        "returned": [ticket for ticket, _ in plain.returned],
        "returned_by": [seat for _, seat in plain.returned],
        "offered": sorted(plain.offered),
        "offered_count": len(plain.offered),
        "taken": plain.taken,
        "redraws": plain.redraws,
        "passes": plain.passes,
        "last_turns": plain.last_turns,
    }


ENGINES: Final = Engines(reference, load_rules, RailwayMove, _facts)
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


def seats_for(game: Game, rng: Random) -> int:
    """A number of seats that the game is for."""
    return rng.randint(*seats_of(game))


def _mutant(rng: Random) -> Ludeme:
    return mutate(open_game(rng.choice(game_names())).root, rng, rng.choice(RATES))


def _invented(rng: Random) -> words.RailwayGame:
    least = rng.randint(words.FEWEST_SEATS, words.MOST_SEATS)
    board = packaged_board(rng.choice(board_names())) if rng.random() < 0.15 else random_board(rng)
    first, more = rng.randint(1, 4), rng.randint(1, 4)
    return words.RailwayGame(
        name=Name("Variant"),
        seats=Seats(least=least, most=rng.randint(least, words.MOST_SEATS)),
        board=board,
        # Few cards, so that the pile runs out; many locomotives, so that the market is cleared.
        deck=words.Deck(each=rng.choice((1, 2, 4, 12)), locomotives=rng.choice((0, 3, 14, 30))),
        market=words.Market(
            cards=rng.randint(1, words.MOST_MARKET),
            clear=rng.randint(0, 4),
            redraws=rng.randint(0, 4),
        ),
        trains=rng.choice((5, 9, 15, 45)),
        start=words.Start(cards=rng.randint(0, 7), tickets=first, keep=rng.randint(1, first)),
        more=words.MoreTickets(tickets=more, keep=rng.randint(1, more)),
        points=tuple(rng.randint(0, 20) for _ in range(words.MOST_LENGTH)),
        longest=rng.choice((0, 10, 17)),
        doubles=rng.randint(2, 6),
        end=rng.randint(0, 4),
        gridlock=rng.choice([*words.Gridlock]),
    )


def random_board(rng: Random) -> words.Board:
    """A random connected board: a tree and some more routes."""
    # Beyond 64 cities or tickets the core needs a second word for its sets.
    is_wide = rng.random() < 0.1
    count = rng.randint(65, words.MOST_CITIES) if is_wide else rng.randint(3, 16)
    pairs = {(rng.randrange(at), at) for at in range(1, count)}
    for _ in range(rng.randint(0, count)):
        first, second = sorted(rng.sample(range(count), 2))
        pairs.add((first, second))
    names = [Text(f"City {number + 1}") for number in range(count)]
    spots = rng.sample([(x, y) for x in range(50, 1000, 100) for y in range(50, 900, 100)], count)
    routes = tuple(
        words.Route(
            one=names[one],
            other=names[other],
            length=rng.randint(1, words.MOST_LENGTH),
            colour=rng.choice([*words.Colour]),
            second=rng.choice([*words.Colour]) if rng.random() < 0.3 else None,
        )
        for one, other in rng.sample(sorted(pairs), len(pairs))
    )
    wanted = rng.randint(65, words.MOST_TICKETS) if is_wide else rng.randint(5, 24)
    ends = [rng.sample(names, 2) for _ in range(wanted)]
    return words.Board(
        name=Text("random"),
        cities=tuple(
            words.City(name=name, x=x, y=y) for name, (x, y) in zip(names, spots, strict=True)
        ),
        routes=routes,
        tickets=tuple(
            words.Ticket(one=one, other=other, points=rng.randint(1, 22)) for one, other in ends
        ),
    )
