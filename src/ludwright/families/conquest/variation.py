"""Variation of conquest games: the genetic algorithm of Rossato et al. 2023, and ours beside it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import cast

from ludwright.errors import LudwrightError
from ludwright.families.conquest.board import Board, board_of, map_of
from ludwright.families.conquest.genes import PUBLISHED as PUBLISHED_GENES
from ludwright.families.conquest.genes import RULES, Gene, crossed, mutated, random_choices
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.map_operators import (
    KEEPING,
    PUBLISHED,
    cross_continents,
    cross_keeping_size,
    repaired,
    resized,
)
from ludwright.families.conquest.vocabulary import MOST_TERRITORIES, ConquestGame, Missions, Share
from ludwright.language.game import Game
from ludwright.language.seats import Seats
from ludwright.synthesis.preset import Preset, Search, SearchOptions
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import Variation

INITIAL_MAPS: tuple[str, ...] = (
    *("original-risk", "starcraft", "transformers", "star-wars-clone-wars", "halo-wars"),
    *("artificial-1-17t", "artificial-2-18t", "artificial-3-10t", "artificial-4-13t"),
    "artificial-5-12t",
)
"""The ten maps with which the paper begins."""
CROSSING_SHARE: float = 0.5
"""How often a child of ours has continents of both parents; the others are mutants of one."""
RESIZING_SHARE: float = 0.3
"""How often the size of such a mutant changes."""
MOST_DOUBLINGS: float = 0.6
"""By how much it changes at most, as a power of 2: as often by a half more as by a third less."""
MOST_CHANGES: int = 3
"""The most map mutations of a mutant."""
SMALL: int = 4
LARGE: int = 30
"""The sizes of the first maps of ours, without a floor."""
RULE_RATE: float = 0.15
"""The chance of each rule choice of ours to change."""


def initial_games(seats: int | None = None) -> list[Game]:
    """The games on the ten initial maps, for a number of seats; None for two."""
    return [_seated(name, seats) for name in INITIAL_MAPS]


@cache
def _seated(name: str, seats: int | None) -> Game:
    game = open_game(f"rossato-{name}")
    if seats is None:
        return game
    return Game(replace(_root(game), seats=Seats(least=seats, most=seats)))


def _root(game: Game) -> ConquestGame:
    return cast("ConquestGame", game.root)


def with_map(root: ConquestGame, board: Board) -> Game:
    """The game on another map; missions, which name continents, are given up."""
    goal = None if isinstance(root.goal, Missions) else root.goal
    return Game(replace(root, map=map_of(board, str(root.map.name)), goal=goal))


def founders(
    seeds: Sequence[Game],
    count: int,
    rng: random.Random,
    options: SearchOptions,
    genes: Sequence[Gene] = PUBLISHED_GENES,
) -> list[Game]:
    """Random games: each on one of the maps of the seeds, with random rule choices."""
    large = [one for one in seeds if _is_large(_board(one), options)]
    if not large:
        raise LudwrightError(
            f"expected a map with at least {options.floor} territories to start with, got none"
        )
    return [Game(random_choices(_root(rng.choice(large)), genes, rng)) for _ in range(count)]


def spread_founders(
    seeds: Sequence[Game],
    count: int,
    rng: random.Random,
    options: SearchOptions,
    genes: Sequence[Gene] = PUBLISHED_GENES,
) -> list[Game]:
    """The same, repaired and brought to sizes from the floor to `LARGE`.

    The sizes are spread evenly on a logarithmic scale, as operators change them.
    """
    least = options.floor or SMALL
    if least > MOST_TERRITORIES:
        raise LudwrightError(
            f"expected a floor of at most {MOST_TERRITORIES} territories, got {least}"
        )
    growth = max(LARGE / least, 1.0)
    sizes = [round(least * growth ** (place / max(count - 1, 1))) for place in range(count)]
    games = founders(seeds, count, rng, replace(options, floor=None), genes)
    return [
        with_map(_root(one), resized(repaired(_board(one), rng), size, rng))
        for one, size in zip(games, sizes, strict=True)
    ]


def _is_large(board: Board, options: SearchOptions) -> bool:
    return options.floor is None or len(board) >= options.floor


def _board(game: Game) -> Board:
    return board_of(_root(game).map)


# --- As published ---------------------------------------------------------------------------------


def published_children(
    better: Game, other: Game, rng: random.Random, options: SearchOptions
) -> list[Game]:
    """Two children by crossing and mutation; those whose maps are not sound are dropped.

    The map is crossed anew for each child. A map is checked after crossing and after mutation.
    """
    parents = _board(better), _board(other)
    found: list[Game] = []
    both = crossed(_root(better), _root(other), PUBLISHED_GENES, rng)
    for root, pair in zip(both, (parents, parents[::-1]), strict=True):
        board = cross_continents(*pair, rng)
        if not (board.is_sound and _is_large(board, options)):
            continue
        for mutation in PUBLISHED:
            if rng.random() < options.mutation:
                board = mutation(board, rng)
        child = mutated(root, PUBLISHED_GENES, rng, options.mutation)
        if board.is_sound:
            found.append(with_map(child, board))
    return found


# --- Ours -----------------------------------------------------------------------------------------


def repaired_children(
    template: Game,
    other: Game,
    rng: random.Random,
    options: SearchOptions,
    genes: Sequence[Gene] = PUBLISHED_GENES,
) -> list[Game]:
    """One child, always sound: continents of both parents, or a few changes of the template."""
    first = _board(template)
    root, _ = crossed(_root(template), _root(other), genes, rng)
    if not first.is_sound:
        first = repaired(first, rng)
    if rng.random() < CROSSING_SHARE:
        board = cross_keeping_size(first, _board(other), rng)
    else:
        board, root = first, _root(template)
        if rng.random() < RESIZING_SHARE:
            size = round(len(board) * 2.0 ** rng.uniform(-MOST_DOUBLINGS, MOST_DOUBLINGS))
            board = resized(board, size, rng)
    for _ in range(rng.randint(0 if board != first else 1, MOST_CHANGES)):
        board = rng.choice(KEEPING)(board, rng)
    most = MOST_TERRITORIES if options.ceiling is None else options.ceiling
    board = resized(board, max(options.floor or 2, min(len(board), most)), rng)
    return [with_map(mutated(root, genes, rng, RULE_RATE), board)]


def child(template: Game, other: Game, rng: random.Random, steering: Steering) -> Game:
    """A sound child for the loop of all families; locked rule choices stay, and a locked map."""
    locks = steering.locks_on(template.root)
    made = repaired_children(template, other, rng, SearchOptions("ours"), RULES)[0]
    if locks is None:
        return made
    root, kept = _root(made), _root(template)
    if any(path[0] == "map" for path in locks.parts):
        root = replace(root, map=kept.map, goal=kept.goal)
    for gene in RULES:
        if any(path == gene.path[: len(path)] for path in locks.parts):
            root = gene.chosen(root, gene.value(kept))
    return Game(root)


def concept(game: Game) -> str:
    """One word for how the game is won."""
    goal = _root(game).goal
    if isinstance(goal, Missions):
        return "missions"
    return "share" if isinstance(goal, Share) else "elimination"


VARIATION = Variation(seeds=initial_games, concept=concept, child=child)

_IDEALS = "rossato"
_AXES = ("territories:1", "conquest-duration:0.5")

PAPER = Preset(
    about="The genetic algorithm of Rossato et al. 2023, as they describe it.",
    search=Search.GENERATIONAL,
    seeds=initial_games,
    founders=founders,
    mating=published_children,
    options=SearchOptions("paper", generations=10, offspring=50, tournament=22, mutation=0.6),
    matches=100,
    profile=_IDEALS,
    axes=_AXES,
)
OURS = Preset(
    about="Races in an archive of map sizes and lengths, with maps that are repaired.",
    search=Search.RACING,
    seeds=initial_games,
    founders=spread_founders,
    mating=repaired_children,
    options=SearchOptions("ours", generations=10, offspring=50),
    matches=100,
    profile=_IDEALS,
    axes=_AXES,
)
OURS_WITH_RULES = replace(
    OURS,
    about="The same with all rule choices as genes.",
    founders=partial(spread_founders, genes=RULES),
    mating=partial(repaired_children, genes=RULES),
    options=replace(OURS.options, preset="ours-with-rules"),
)
OURS_BY_SIZE = replace(
    OURS,
    about="The same, with as many children for each size of the map from 8 to 30.",
    options=replace(OURS.options, preset="ours-by-size", floor=8, ceiling=LARGE, is_even=True),
)
