"""A railway game in one line: its seats, its board, its goal in a few words, and its tags."""

from __future__ import annotations

from ludwright.families.railway import vocabulary as words
from ludwright.families.railway.english import railway_game
from ludwright.language.english import listing, plural
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.family import GameSummary


def summary(game: Game) -> GameSummary:
    """The game as one line of a list."""
    root = railway_game(game)
    board = f"{len(root.board.cities)} cities"
    return GameSummary(seats_of(game), board, _goal(root), _about(root))


def tags(game: Game) -> list[str]:
    """Single words that describe a game."""
    root = railway_game(game)
    found = {"railway", "routes", "cards", "tickets", "hidden", "points"}
    if root.seats.most > 2:
        found.add("multiplayer")
    return sorted(found)


def _goal(root: words.RailwayGame) -> str:
    longest = ["the longest path"] if root.longest else []
    return f"the most points for {listing(['tracks', 'tickets', *longest])}"


def _about(root: words.RailwayGame) -> str:
    board = root.board
    name = str(board.name).replace("-", " ")
    first = f"{plural(root.start.cards, 'card')} at the beginning"
    return (
        f"Railway tracks on the board {name}: {len(board.routes)} routes, "
        f"{len(board.tickets)} tickets, {first}."
    )
