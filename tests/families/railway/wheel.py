"""A small railway game for tests of words and pictures."""

from __future__ import annotations

from ludwright.families.railway.vocabulary import RailwayGame
from ludwright.language.game import Game, game_of

CITIES = "(city A 100 100) (city B 500 100) (city C 500 400) (city D 100 400) (city E 300 250)"
ROUTES = (
    "(route A B 3 red) (route B C 2 gray) (route C D 3 blue green) (route A D 2 gray)"
    " (route A E 1 gray gray) (route C E 2 red)"
)
TICKETS = "(ticket A C 5) (ticket B D 5) (ticket B E 4) (ticket A B 3) (ticket D E 3)"
BOARD = f"(board Wheel {CITIES} {ROUTES} {TICKETS})"
"""A ring of four cities around a fifth, with two double routes."""


def wheel(
    seats: str = "(seats 2 4)",
    board: str = BOARD,
    deck: str = "(deck 6 4)",
    market: str = "(market 3 (clear 2) (redraws 2))",
    trains: str = "(trains 8)",
    start: str = "(start 2 (tickets 2) (keep 1))",
    more: str = "(more-tickets 2 (keep 1))",
    points: str = "(points 1 2 4 7 10 15)",
    rest: str = "(longest 5) (doubles 3) (end 2)",
) -> Game:
    """A game on five cities with some clauses of one's own."""
    parts = (seats, board, deck, market, trains, start, more, points, rest)
    return game_of(f"(railway Wheel {' '.join(parts)})", RailwayGame)
