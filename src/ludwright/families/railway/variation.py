"""Variation of railway games: the grammatical evolution of Smith, and ours beside it.

Boards are evolved and rules stay. A reference game gives the rules, and its measures the targets.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Unscored
from ludwright.criticism.profile import Ideal, Profile
from ludwright.errors import GrammarError, LudwrightError, UnknownName
from ludwright.families.railway.appraisal import (
    SKILL,
    TARGET_MATCHES,
    appraise_of_means,
    appraise_printed,
    appraise_tolerances,
    surveyed_skill,
    targets_of,
)
from ludwright.families.railway.grammar import CODONS, published_board, rng_of
from ludwright.families.railway.library import open_game
from ludwright.families.railway.metrics import board_of, our_profile, published_profile
from ludwright.families.railway.network import Network
from ludwright.families.railway.operators import (
    CHANGES,
    crossed,
    doubled,
    lengthened,
    rerouted,
    resized,
    stretched,
    ticketed,
)
from ludwright.families.railway.planar import Likeness, planar_board
from ludwright.families.railway.towns import invented_names
from ludwright.families.railway.vocabulary import Gridlock, RailwayGame
from ludwright.language.game import Game
from ludwright.language.seats import Seats
from ludwright.synthesis.grammar import Derivation, Genome, random_genome
from ludwright.synthesis.preset import Genetics, Preset, Search, SearchOptions
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import Variation

FAMILY: Final[str] = "railway"
REFERENCE: Final[str] = "north-america"
GRAMMARS: Final[tuple[str, ...]] = ("ours", "paper")
SEATS: Final[int] = 4
"""At the table, unless another number is asked for."""
FIRST_CARDS: Final[int] = 7
"""Of the paper's games; the official rules say 4."""
SPREAD: Final[int] = 2
"""By how many cities the first boards of ours differ from the reference board."""
CROSSING_SHARE: Final[float] = 0.3
"""How often a child of ours has a side of each parent; the others are mutants of one."""
RESIZING_SHARE: Final[float] = 0.15
"""How often such a mutant gains or loses a city."""
MOST_CHANGES: Final[int] = 2
SKILL_TOLERANCE: Final[float] = 0.1
"""By how much the worth of playing well may differ from that on the reference board."""
FEWEST_CITIES: Final[int] = 3
FEWEST_TICKETS: Final[int] = 12
"""Of a board that can be played."""


def smith_rules(game: Game, seats: int | None = None) -> Game:
    """The game by the paper's rules: seven first cards, and the first gridlock ends a match."""
    if game.family != FAMILY:
        raise LudwrightError(f"expected a railway game as the reference, got one of {game.family}")
    root = _root(game)
    start = replace(root.start, cards=FIRST_CARDS)
    count = SEATS if seats is None else seats
    table = Seats(least=count, most=count)
    return Game(replace(root, start=start, seats=table, gridlock=Gridlock.FIRST))


def references(seats: int | None = None) -> list[Game]:
    """The game whose board new ones should be like, for a number of seats; None for four."""
    return [smith_rules(open_game(REFERENCE), seats)]


def _root(game: Game) -> RailwayGame:
    return cast("RailwayGame", game.root)


def likeness_of(game: Game) -> Likeness:
    """What new boards take over from the board of a game, and changes of a board keep."""
    return Likeness.of(Network.of(board_of(game)))


def with_board(game: Game, network: Network, names: Sequence[str]) -> Game:
    """The game on another board."""
    root = _root(game)
    return Game(replace(root, board=network.board("Evolved", names)))


def _on(game: Game, network: Network, rng: random.Random) -> Game:
    """The game on another board; cities that are still where they were keep their names."""
    old = {(one.x, one.y): str(one.name) for one in board_of(game).cities}
    fresh = invented_names(len(old) + len(network.places), rng)
    spare = iter([name for name in fresh if name not in old.values()])
    names = [old.get(place) or next(spare) for place in network.places]
    return with_board(game, network, names)


def grown(grammar: str, reference: Game, seed: int) -> tuple[Game, Derivation]:
    """The game on the board of a random genome by a grammar, ours or the paper's, and its trace."""
    genome = random_genome(CODONS, random.Random(seed))
    if grammar not in GRAMMARS:
        raise UnknownName("grammar", grammar, GRAMMARS)
    if grammar == "paper":
        network, found = published_board(genome, is_traced=True)
    else:
        network, found = planar_board(genome, likeness_of(reference), is_traced=True)
    names = invented_names(len(network.places), rng_of(genome))
    return with_board(reference, network, names), found


# --- As published ---------------------------------------------------------------------------------


def published_game(seeds: Sequence[Game], genome: Genome) -> Game:
    """The game on the board that grammar (2) makes of a genome."""
    network, _ = published_board(genome)
    if len(network.places) < FEWEST_CITIES or len(network.tickets) < FEWEST_TICKETS:
        raise GrammarError(
            f"expected a board of at least {FEWEST_CITIES} cities and {FEWEST_TICKETS} tickets, "
            f"got {len(network.places)} and {len(network.tickets)}"
        )
    names = invented_names(len(network.places), rng_of(genome))
    return with_board(seeds[0], network, names)


def published_targets(reference: Game, seats: int | None, seed: int, jobs: int) -> Profile:
    """The targets and weights of fitness (3)."""
    return published_profile(targets_of(reference, seats, seed, jobs))


# --- Ours -----------------------------------------------------------------------------------------


def founders(
    seeds: Sequence[Game], count: int, rng: random.Random, options: SearchOptions
) -> list[Game]:
    """Planar boards of random genomes, with about as many cities as the reference board."""
    reference = seeds[0]
    likeness = likeness_of(reference)
    found: list[Game] = []
    for at in range(count):
        size = likeness.cities + round((2 * at / max(1, count - 1) - 1) * (SPREAD - 1))
        size = max(size, options.floor or FEWEST_CITIES)
        network, _ = planar_board(random_genome(CODONS, rng), likeness, size)
        found.append(with_board(reference, network, invented_names(len(network.places), rng)))
    return found


def children(template: Game, other: Game, rng: random.Random, options: SearchOptions) -> list[Game]:
    """One child: a side of each parent, or a few changes of the template."""
    first = Network.of(board_of(template))
    likeness = likeness_of(template)
    network: Network | None = None
    if rng.random() < CROSSING_SHARE and other.digest != template.digest:
        network = crossed(first, Network.of(board_of(other)), likeness, rng)
    if network is None:
        network = first
        floor = options.floor or FEWEST_CITIES
        if rng.random() < RESIZING_SHARE:
            by = rng.choice((-1, 1)) if len(first.places) > floor else 1
            network = resized(first, likeness, rng, by)
        for _ in range(rng.randint(1, MOST_CHANGES)):
            network = rng.choice(CHANGES)(network, likeness, rng)
    return [_on(template, network, rng)]


def tuned(game: Game, critique: Critique, profile: Profile, rng: random.Random) -> Game:
    """The game, changed in the direction in which its worst measures are wrong."""
    network = Network.of(board_of(game))
    likeness = likeness_of(game)
    away = {
        name: one.weight * (value - one.value)
        for name, one in profile.ideals.items()
        if (value := critique.value(name)) is not None
    }
    worst = sorted(away, key=lambda name: -abs(away[name]))[:2]
    for name in worst:
        network = _nudged(network, likeness, rng, name, away[name])
    return _on(game, network, rng)


def _nudged(
    network: Network, likeness: Likeness, rng: random.Random, name: str, away: float
) -> Network:
    """The board, changed against what one measure has too much of, or too little."""
    step = max(-1.5, min(1.5, away)) * rng.uniform(0.3, 1.0)
    if name == "railway-turns":
        return stretched(network, rng, 1 if step > 0 else -1, max(1, round(8 * abs(step))))
    if name == "card-turns":
        return stretched(network, rng, -1 if step > 0 else 1, max(1, round(8 * abs(step))))
    if name == "railway-score":
        return lengthened(network, rng, -0.1 * step)
    if name == "score-variance":
        return lengthened(network, rng, -0.12 * step)
    if name == "path-changes":
        return doubled(network, rng, round(4 * step) or (1 if step > 0 else -1))
    if name == "destinations":
        return resized(network, likeness, rng, -1 if step > 0 else 1)
    return (
        rerouted(network, likeness, rng) if rng.random() < 0.5 else ticketed(network, likeness, rng)
    )


def our_targets(reference: Game, seats: int | None, seed: int, jobs: int) -> Profile:
    """The targets with what is tolerated."""
    return our_profile(targets_of(reference, seats, seed, jobs))


def skilled_targets(reference: Game, seats: int | None, seed: int, jobs: int) -> Profile:
    """The same, and that playing well pays as much as on the reference board."""
    found = our_targets(reference, seats, seed, jobs)
    skill = surveyed_skill(reference, TARGET_MATCHES, seed, seats=seats, jobs=jobs)
    if isinstance(skill, Unscored):
        raise LudwrightError(f"expected a reference board that can be played, got {skill}")
    ideals = {**found.ideals, SKILL: Ideal(skill.value, 1.0 / SKILL_TOLERANCE)}
    return replace(found, name="tolerances with skill", ideals=ideals)


def child(template: Game, other: Game, rng: random.Random, steering: Steering) -> Game:
    """A sound child for the loop of all families; a locked board stays as it is."""
    locks = steering.locks_on(template.root)
    if locks is not None and any(path[0] == "board" for path in locks.parts):
        return template
    return children(template, other, rng, SearchOptions("ours"))[0]


def concept(game: Game) -> str:  # noqa: ARG001
    """One word for how the game is won."""
    return "points"


VARIATION = Variation(seeds=references, concept=concept, child=child)

_AXES = ("destinations:1", "railway-turns:10")

OURS = Preset(
    about="Planar boards like a reference board, raced in an archive of sizes and lengths.",
    search=Search.RACING,
    seeds=references,
    founders=founders,
    mating=children,
    options=SearchOptions("ours", generations=3, offspring=16),
    matches=100,
    profile="",
    axes=_AXES,
    targets=our_targets,
    referred=smith_rules,
    appraiser=appraise_tolerances,
    tuning=tuned,
)
OURS_WITH_SKILL = replace(
    OURS,
    about="The same, and playing well should pay as much as on the reference board.",
    options=replace(OURS.options, preset="ours-with-skill"),
    targets=skilled_targets,
)
PAPER = Preset(
    about="The grammatical evolution of Smith, as it is described.",
    search=Search.GRAMMATICAL,
    seeds=references,
    founders=None,
    mating=None,
    options=SearchOptions("paper", generations=40, offspring=100, mutation=0.05, stop=25.0),
    matches=100,
    profile="",
    axes=_AXES,
    targets=published_targets,
    referred=smith_rules,
    genetics=Genetics(CODONS, published_game),
    appraiser=appraise_printed,
)
PAPER_OF_MEANS = replace(
    PAPER,
    about="The same with the fitness of the means of all matches.",
    options=replace(PAPER.options, preset="paper-of-means"),
    appraiser=appraise_of_means,
)
