"""The record of the toy family."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from ludwright.errors import UnknownName
from ludwright.language.check import check
from ludwright.language.game import Game, load_game, read_game
from ludwright.language.ludeme import Name
from ludwright.language.seats import seats_of
from ludwright.language.vary import cross, mutate
from ludwright.play.family import Family, GameSummary, later
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import Variation
from tests.toy.vocabulary import ToyGame

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


def child(template: Game, other: Game, rng: random.Random, steering: Steering) -> Game:
    """A sound variant of the template."""
    locks = steering.locks_on(template.root)
    for _ in range(8):
        made = Game(mutate(cross(template.root, other.root, rng, locks=locks), rng, 0.3, locks=locks))
        if not check(made) and made.digest not in (template.digest, other.digest):
            return made
    return template


def rename(game: Game, name: str, parents: Sequence[str] = ()) -> Game:  # noqa: ARG001
    """The same rules under another name."""
    return Game(replace(cast("ToyGame", game.root), name=Name(name)))


VARIATION = Variation(
    seeds=lambda: [open_game(name) for name in GAMES],
    child=child,
    findings=check,
    rename=rename,
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
    status=later(f"{_HERE}:status"),
    ending=later(f"{_HERE}:ending"),
    observed=later(f"{_HERE}:observed"),
    look=later(f"{_HERE}:look"),
    is_hidden=True,
    default_player="ismcts:playouts=50",
    opponent="ismcts:playouts=500",
    adviser="ismcts:playouts=2000",
    variation="tests.toy.family:VARIATION",
)
