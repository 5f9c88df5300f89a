"""The record of the toy family."""

from __future__ import annotations

from collections.abc import Mapping

from ludwright.language.game import Game, load_game, read_game
from ludwright.language.seats import seats_of
from ludwright.play.family import Family, GameSummary, later
from ludwright.synthesis.variation import Variation

GAMES: Mapping[str, str] = {
    "fifteen": "(toy Fifteen (seats 3 3) (cards 8) (die 6) (limit 15))",
    "twenty-one": "(toy Twenty-One (seats 2 4) (cards 10) (die 8) (limit 21))",
}
_HERE = "tests.toy.rules"


def open_game(name: object) -> Game:
    """A packaged game, or one from a file."""
    text = GAMES.get(str(name).lower())
    return load_game(str(name)) if text is None else read_game(text)


def summary(game: Game) -> GameSummary:
    """What a list of games shows."""
    return GameSummary(seats_of(game), "no board", "come close to the limit")


VARIATION = Variation(
    seeds=lambda: [open_game(name) for name in GAMES],
    concept=lambda game: "sum",  # noqa: ARG005
)

FAMILY = Family(
    name="toy",
    title="toy games",
    root="tests.toy.vocabulary:ToyGame",
    open_game=open_game,
    game_names=lambda: tuple(GAMES),
    summary=summary,
    seats=seats_of,
    load_rules=later(f"{_HERE}:load_rules"),
    reference=later(f"{_HERE}:reference"),
    rules_text=later(f"{_HERE}:rules_text"),
    draw_svg=later(f"{_HERE}:draw_svg"),
    draw_text=later(f"{_HERE}:draw_text"),
    observed=later(f"{_HERE}:observed"),
    is_hidden=True,
    players=f"{_HERE}:PLAYERS",
    default_player="ismcts:playouts=50",
    opponent="ismcts:playouts=500",
    adviser="ismcts:playouts=2000",
    variation="tests.toy.family:VARIATION",
)
