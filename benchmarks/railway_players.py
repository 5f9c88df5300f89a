"""Players of railway games: how strong and how quick they are.

    python -m benchmarks.railway_players                   about half an hour
    python -m benchmarks.railway_players --matches 40      a few minutes
    python -m benchmarks.railway_players --json

All times are processor time, on one core. Players take every seat equally often.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import process_time
from typing import Any

import numpy as np

from ludwright.families.railway.library import open_game
from ludwright.families.railway.players import CHARACTERS
from ludwright.families.railway.rules import load_rules
from ludwright.play.playtest import Playtest, playtest
from ludwright.play.roster import player_of
from ludwright.play.share import Share

GAME = "north-america"
SPEED_GAME = "north-america-smith"
GREEDY, SEARCHER = "rail-greedy", "rail-ismcts"
PLAIN_MATCHES = 2000
"""Of players that do not search."""
SPEED_ROUNDS, SPEED_MATCHES = 8, 1000
LEAST_SPEED = 2000.0
LEAST_AGAINST_RANDOM = 0.99
LEAST_FOR_TWO = 0.55
MOST_MILLISECONDS = 200.0


@dataclass(frozen=True, slots=True)
class Duel:
    """The first player against the others."""

    players: tuple[str, ...]
    share: Share
    points: tuple[float, ...]
    """The mean points at the end, player by player."""
    milliseconds: float
    """Of a turn of the first player, if it searches."""

    def __str__(self) -> str:
        points = ", ".join(f"{one:.1f}" for one in self.points)
        spent = f", {self.milliseconds:.0f} ms a turn" if self.milliseconds else ""
        return f"{' '.join(self.players)}: {self.share}; {points} points{spent}"


def duel(players: Sequence[str], matches: int, game: str = GAME, seed: int = 1) -> Duel:
    """Play and count."""
    seats = len(players)
    begun = process_time()
    played = playtest(game, list(players), matches, seed, seats=seats, rotate_seats=True)
    spent = process_time() - begun
    points, turns = _points_and_turns(played)
    is_searching = players[0].startswith(SEARCHER)
    each = 1e3 * spent / turns if is_searching else 0.0
    return Duel(tuple(players), played.player_share(0), tuple(points), each)


def _points_and_turns(played: Playtest) -> tuple[list[float], int]:
    """The mean points of each player, and the turns that the first one had."""
    points = np.zeros(played.seats)
    turns = 0
    for at in range(len(played)):
        ended = played.outcome(at).points or (np.nan,) * played.seats
        seating = played.columns["seating"][at]
        for seat, player in enumerate(seating):
            points[player] += ended[seat]
        first, end = played.moment_offsets[at], played.moment_offsets[at + 1]
        seats_in_turn = played.measures[first:end, 1]
        turns += int((seats_in_turn == int(np.flatnonzero(seating == 0)[0])).sum())
    return list(points / len(played)), turns


def speed(seats: int) -> float:
    """Matches a second of the greedy player against itself, the best of some rounds."""
    game = open_game(SPEED_GAME)
    start: Any = load_rules(game, seats).start()
    spec = getattr(player_of(GREEDY, game), "spec")  # noqa: B009 - of native players only
    best = 0.0
    for seed in range(SPEED_ROUNDS):
        begun = process_time()
        start.native.survey([spec] * seats, SPEED_MATCHES, seed)
        best = max(best, SPEED_MATCHES / (process_time() - begun))
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200, help="of the player that searches")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    speeds = {seats: speed(seats) for seats in (2, 3, 4, 5)}
    others = [name for name, *_ in CHARACTERS if name != GREEDY]
    duels = [duel([GREEDY, "uniform"], PLAIN_MATCHES)]
    for name in others:
        duels += [duel([name, *[GREEDY] * more], PLAIN_MATCHES) for more in (1, 3)]
    searches = [duel([SEARCHER, *[GREEDY] * more], asked.matches) for more in (1, 3)]
    bars = {
        f"{LEAST_SPEED:.0f} matches a second for four": speeds[4] >= LEAST_SPEED,
        "greedy beats random moves": (duels[0].share.value or 0.0) >= LEAST_AGAINST_RANDOM,
        "the search beats greedy for two": (searches[0].share.value or 0.0) > LEAST_FOR_TWO
        and searches[0].share.low > 1 / 2,
        "the search beats three greedy ones": searches[1].share.low > 1 / 4,
        f"in {MOST_MILLISECONDS:g} ms a turn": max(one.milliseconds for one in searches)
        <= MOST_MILLISECONDS,
    }
    if asked.json:
        found = [asdict(one) for one in (*duels, *searches)]
        print(json.dumps({"speeds": speeds, "duels": found, "bars": bars}, indent=1))
        return
    for seats, value in speeds.items():
        print(f"{GREEDY}, {seats} seats: {value:.0f} matches a second")
    for one in (*duels, *searches):
        print(one)
    for bar, is_reached in bars.items():
        print(f"{'reached' if is_reached else 'MISSED '} {bar}")


if __name__ == "__main__":
    main()
