"""What is counted of matches, played without records or from those of a playtest; appraisals by it.

For evolution, which plays thousands of matches a second and needs ten numbers of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from ludwright.criticism.critique import Critique
from ludwright.criticism.evidence import is_ended_for
from ludwright.criticism.gathering import effort_in_words
from ludwright.criticism.measure import Measure, Score, Unscored, mean_score, share_score
from ludwright.criticism.profile import Profile, aesthetic_score
from ludwright.errors import LudwrightError
from ludwright.families.railway.efforts import GREEDY, SKILLED
from ludwright.families.railway.metrics import (
    NAMES,
    Floats,
    Played,
    board_metrics,
    board_of,
    match_fitness,
    mean_fitness,
    metrics_of,
)
from ludwright.families.railway.network import Network
from ludwright.families.railway.rules import load_rules
from ludwright.language.game import Game, read_game
from ludwright.language.seats import seats_of
from ludwright.plain import read_plain
from ludwright.play.outcome import Reason
from ludwright.play.player import SearchPlayer
from ludwright.play.playtest import Playtest
from ludwright.play.roster import make_player
from ludwright.play.seeds import seed_of
from ludwright.synthesis.appraisal import PLAYED, Order
from ludwright.synthesis.candidate import Rejection, Stage
from ludwright.synthesis.screen import Finding, Screening, limits_broken

TARGET_MATCHES: Final[int] = 10_000
"""Played on a reference board to find its targets."""
HOPELESS: Final[float] = 1.5
"""A board that is so far out of tolerance by its looks is not played."""
SKILL: Final[str] = "railway-skill"
STUCK: Final[str] = "gridlock"
_OTHERS: Final[tuple[str, ...]] = (SKILL, STUCK)
"""The criteria besides the ten metrics by which boards can be bred."""
CARDS_TAKEN: Final[int] = 0
"""The kind of a turn in which cards were taken, in the measures of positions."""


def surveyed(
    game: Game,
    matches: int,
    seed: int,
    *,
    seats: int | None = None,
    jobs: int = 1,
    player: str = GREEDY,
) -> Played:
    """Play matches and count; the same on any number of threads."""
    rules = load_rules(game, seats or seats_of(game)[0])
    found = rules.survey([_spec(player, game.family)] * rules.seats, matches, seed, jobs)
    return Played(
        score=_column(found, "score"),
        variance=_column(found, "variance"),
        turns=_column(found, "turns"),
        card_turns=_column(found, "card_turns"),
        path_changes=_column(found, "path_changes"),
        is_stuck=found["gridlock"] > 0,
    )


def surveyed_skill(
    game: Game, matches: int, seed: int, *, seats: int | None = None, jobs: int = 1
) -> Measure:
    """How much of the possible the more skilled player wins against greedy ones.

    It sits at every seat in turn; a win that is shared counts like one by chance.
    """
    rules = load_rules(game, seats or seats_of(game)[0])
    count = rules.seats
    strong, weak = (_spec(name, game.family) for name in (SKILLED, GREEDY))
    won: list[Floats] = []
    for seat in range(count):
        specs = [strong if one == seat else weak for one in range(count)]
        each = max(1, matches // count)
        winner = rules.survey(specs, each, seed_of(seed, f"skill {seat}"), jobs)["winner"]
        won.append(np.where(winner < 0, 1 / count, winner == seat))
    found = mean_score(np.concatenate(won))
    if isinstance(found, Unscored):
        return found
    scale = 1.0 - 1.0 / count
    return Score((found.value - 1.0 / count) / scale, found.error / scale, found.samples)


def _spec(player: str, family: str) -> dict[str, Any]:
    one = make_player(player, family)
    if not isinstance(one, SearchPlayer):
        raise LudwrightError(f"expected a player of the core, such as {GREEDY}, got {player}")
    return one.spec


def _column(found: Mapping[str, Any], name: str) -> Floats:
    return np.asarray(found[name], dtype=np.float64)


def recorded(playtest: Playtest) -> Played:
    """The same from records; paths are those that the greedy player would have planned."""
    points = playtest.columns["points"]
    offsets = playtest.moment_offsets
    is_cards = playtest.measures[:, 0] == CARDS_TAKEN
    summed = np.concatenate([[0], np.cumsum(is_cards)])
    return Played(
        score=points.mean(axis=1),
        variance=points.var(axis=1),
        turns=np.diff(offsets).astype(np.float64),
        card_turns=(summed[offsets[1:]] - summed[offsets[:-1]]).astype(np.float64),
        path_changes=_path_changes(playtest),
        is_stuck=is_ended_for(playtest, frozenset({Reason.NO_MOVES})),
    )


def _path_changes(playtest: Playtest) -> Floats:
    rules = load_rules(playtest.game, playtest.seats)
    moves = np.ascontiguousarray(playtest.columns["moves"], dtype=np.int32)
    return np.asarray(rules.path_changes(moves, playtest.offsets), dtype=np.float64)


# --- Targets --------------------------------------------------------------------------------------


def targets_of(reference: Game, seats: int | None, seed: int, jobs: int = 1) -> dict[str, Score]:
    """The ten metrics of a reference board; those of packaged boards were measured before."""
    count = load_rules(reference, seats).seats
    known = _packaged_targets().get(reference.digest, {}).get(str(count))
    if known is not None:
        return {name: read_plain(Score, one) for name, one in known.items()}
    played = surveyed(reference, TARGET_MATCHES, seed, seats=count, jobs=jobs)
    found = metrics_of(Network.of(board_of(reference)), played)
    return {name: one for name, one in found.items() if isinstance(one, Score)}


@cache
def _packaged_targets() -> Mapping[str, Mapping[str, Any]]:
    """By digest and seats."""
    text = files("ludwright.families.railway").joinpath("targets.json").read_text("utf-8")
    found: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return found


# --- Appraisals -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Seen:
    """A board and what is known of it."""

    network: Network
    played: Played
    measured: Critique
    profile: Profile


def appraise_tolerances(order: Order, screening: Screening, only: Collection[str]) -> Finding:
    """Score a board by its distance from the targets; if it looks hopeless it is not played."""
    try:
        game = order.game or _game_of(order.text)
        if why := _hopeless(Network.of(board_of(game)), screening):
            return Finding(order.text, Rejection(Stage.STEERING, "out of tolerance", why))
    except LudwrightError as error:
        return _unsafe(order, error)
    return _appraised(order, screening, only, _tolerance_score)


def appraise_printed(order: Order, screening: Screening, only: Collection[str]) -> Finding:
    """Score a board by the mean of the fitness (3) of its matches."""
    return _appraised(order, screening, only, _printed_score)


def appraise_of_means(order: Order, screening: Screening, only: Collection[str]) -> Finding:
    """Score a board by the fitness (3) of the means of its matches."""
    return _appraised(order, screening, only, _means_score)


def _tolerance_score(seen: _Seen) -> Measure:
    return aesthetic_score(seen.measured, seen.profile)


def _printed_score(seen: _Seen) -> Measure:
    return mean_score(match_fitness(seen.network, seen.played, seen.profile.ideals))


def _means_score(seen: _Seen) -> Measure:
    """Its error by the delta method: the square of the fitness times the error of the sum."""
    value = mean_fitness(seen.network, seen.played, seen.profile.ideals)
    total = aesthetic_score(seen.measured, seen.profile)
    error = total.error if isinstance(total, Score) else 0.0
    return Score(value, value * value * error, len(seen.played))


def _appraised(
    order: Order,
    screening: Screening,
    only: Collection[str],
    scored: Callable[[_Seen], Measure],
) -> Finding:
    begun = time.process_time()
    try:
        seen = _seen(order, screening, only)
    except LudwrightError as error:
        return _unsafe(order, error)
    spent = {PLAYED: time.process_time() - begun}
    found = Finding(order.text, None, seen.measured, None, None, {PLAYED: order.matches}, spent)
    score = scored(seen)
    if isinstance(score, Unscored):
        return replace(found, rejection=Rejection(Stage.POLICY, "nothing to score", score.why))
    measures = seen.measured.measures
    for complaint in limits_broken(measures, screening.steering):
        return replace(found, rejection=Rejection(Stage.STEERING, complaint))
    penalty = screening.steering.penalty(measures)
    return replace(found, score=replace(score, value=score.value - penalty))


def _unsafe(order: Order, error: LudwrightError) -> Finding:
    return Finding(order.text, Rejection(Stage.SAFETY, type(error).__name__, str(error)))


def _seen(order: Order, screening: Screening, only: Collection[str]) -> _Seen:
    """Play a board, and measure what was asked for."""
    for name in only:
        if name not in (*NAMES, *_OTHERS):
            known = ", ".join((*NAMES, *_OTHERS))
            raise LudwrightError(f"expected criteria that boards are bred by ({known}), got {name}")
    game = order.game or _game_of(order.text)
    network = Network.of(board_of(game))
    player = screening.preliminary.player or GREEDY
    played = surveyed(game, order.matches, order.seed, seats=screening.seats, player=player)
    measures = metrics_of(network, played)
    if STUCK in only:
        measures[STUCK] = share_score(float(played.is_stuck.sum()), len(played))
    if SKILL in only:
        measures[SKILL] = surveyed_skill(game, order.matches, order.seed, seats=screening.seats)
    told = effort_in_words(game, screening.preliminary, screening.seats)
    measured = Critique(game.digest, game.name, told, order.seed, measures)
    return _Seen(network, played, measured, screening.profile)


@lru_cache(maxsize=64)
def _game_of(text: str) -> Game:
    """Races measure the same game several times."""
    return read_game(text)


def _hopeless(network: Network, screening: Screening) -> str:
    """The metric of the board's looks that is too far out of tolerance; "" if none is."""
    for name, value in board_metrics(network).items():
        ideal = screening.profile.ideals.get(name)
        if ideal is not None and ideal.weight * abs(value - ideal.value) > HOPELESS:
            return f"{name} is {value:.3g}, about {ideal.value:.3g} is wanted"
    return ""
