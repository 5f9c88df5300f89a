"""A conquest game in one line: its seats, its map, its goal in a few words, and its tags."""

from __future__ import annotations

from ludwright.families.conquest import vocabulary as words
from ludwright.families.conquest.english import conquest_game, territories_needed
from ludwright.families.conquest.lower import territories_of
from ludwright.language.game import Game
from ludwright.language.seats import seats_of
from ludwright.play.family import GameSummary


def summary(game: Game) -> GameSummary:
    """The game as one line of a list."""
    root = conquest_game(game)
    count = len(territories_of(root.map))
    return GameSummary(seats_of(game), f"{count} territories", _goal(root, count), _about(root))


def tags(game: Game) -> list[str]:
    """Single words that describe a game."""
    root = conquest_game(game)
    found = {"dice", "map", "territory", "elimination"}
    if root.cards is not None:
        found |= {"cards", "hidden"}
    if isinstance(root.goal, words.Missions):
        found |= {"missions", "hidden"}
    if root.setup.deal is words.Deal.DRAFT:
        found.add("draft")
    if root.seats.most > 2:
        found.add("multiplayer")
    return sorted(found)


def _goal(root: words.ConquestGame, count: int) -> str:
    goal = "eliminate all others"
    if isinstance(root.goal, words.Share):
        goal = f"own {territories_needed(root.goal, count)} territories"
    if isinstance(root.goal, words.Missions):
        goal = "fulfil a secret mission"
    return f"{goal}; the win is shared after {root.limit.turns} turns" if root.limit else goal


def _about(root: words.ConquestGame) -> str:
    continents = len(root.map.continents)
    cards = "with cards" if root.cards else "without cards"
    name = str(root.map.name).replace("-", " ")
    return f"Conquest on the map {name}, {continents} continents, {cards}."
