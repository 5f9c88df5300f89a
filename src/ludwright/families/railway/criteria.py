"""Criteria of railway games: the ten metrics of Smith's Table 1, and a few of ours.

The paper gives names, weights and values on one board; `docs/decisions` says how the definitions
were found.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import Evidence, is_ended_for
from ludwright.criticism.measure import (
    Measure,
    Sampled,
    exactly,
    mean_over_matches,
    share_of_matches,
)
from ludwright.criticism.viability_criteria import skill_score
from ludwright.families.railway.appraisal import recorded
from ludwright.families.railway.efforts import SKILL
from ludwright.families.railway.geometry import COVER, NEAR, look_of
from ludwright.families.railway.metrics import Floats, Played, board_metrics, board_of
from ludwright.families.railway.network import Network
from ludwright.play.outcome import Reason

_MOST: Final[float] = 100.0
"""Where the ranges of counts on boards end."""


def _network(evidence: Evidence) -> Network:
    return Network.of(board_of(evidence.game))


def _board(evidence: Evidence) -> dict[str, float]:
    return board_metrics(evidence.derived(_network))


def _played(evidence: Evidence) -> Played:
    return recorded(evidence.main)


def _of_board(
    name: str,
    number: str,
    idea: str,
    formula: str,
    fooled_by: str,
    wanted: Wanted = Wanted.EITHER,
    low: Remark | None = None,
    high: Remark | None = None,
) -> Criterion:
    """A metric that is read from the board."""
    declare = criterion(
        name,
        number=number,
        group=Group.INTRINSIC,
        idea=idea,
        formula=formula,
        wanted=wanted,
        source=Source.SMITH,
        fooled_by=fooled_by,
        high=_MOST,
        needs=(),
        when_low=low,
        when_high=high,
    )
    return declare(lambda evidence: exactly(evidence.derived(_board)[name]))


def _of_matches(
    name: str,
    number: str,
    idea: str,
    formula: str,
    fooled_by: str,
    values: Callable[[Played], Floats],
    low: Remark | None = None,
    high: Remark | None = None,
    most: float = inf,
) -> Criterion:
    """A metric that is a mean over matches."""
    declare = criterion(
        name,
        number=number,
        group=Group.BEYOND,
        idea=idea,
        formula=formula,
        wanted=Wanted.EITHER,
        source=Source.SMITH,
        fooled_by=fooled_by,
        low=-inf if name == "railway-score" else 0.0,
        high=most,
        is_mean=True,
        when_low=low,
        when_high=high,
    )
    return declare(lambda evidence: mean_over_matches(values(evidence.derived(_played))))


# --- Table 1 --------------------------------------------------------------------------------------

destinations = _of_board(
    "destinations",
    "I17",
    "The board is large.",
    "the number of cities",
    "Cities at the end of a line, which nobody visits.",
    low=Remark("the board is small", "more cities"),
    high=Remark("the board is large", "fewer cities"),
)
routes_per_destination = _of_board(
    "routes-per-destination",
    "I18",
    "There are several ways from city to city.",
    "twice the number of routes by the number of cities; a double route counts once",
    "Routes so long that nobody builds them.",
    low=Remark("there are few ways from city to city", "more routes"),
    high=Remark("nobody gets into anybody's way", "fewer routes"),
)
clutter = _of_board(
    "clutter",
    "I19",
    "The board is easy to read: few routes pass near a city.",
    f"mean over cities of the routes, its own included, within {NEAR / 1000:g} of the board's"
    " width",
    "Routes that are drawn with bends.",
    Wanted.LOW,
    low=Remark("the board is easy to read"),
    high=Remark("the board is crowded", "fewer routes, or cities further apart"),
)
intersections = _of_board(
    "intersections",
    "I20",
    "Few routes meet.",
    "pairs of routes whose lines touch, a city that they share included, and once more those that"
    " cross, by the number of routes",
    "A hub: all its routes meet each other, and nobody minds.",
    high=Remark("many routes meet or cross", "routes that do not cross"),
)
covered = _of_board(
    "destinations-covered",
    "I21",
    "No route hides a city that it does not serve.",
    f"pairs of a route and a city that is no end of it within {COVER / 1000:g} of the board's"
    " width, by the number of routes",
    "Routes that are drawn with bends.",
    Wanted.LOW,
    high=Remark("routes hide cities", "cities further from the routes"),
)
score = _of_matches(
    "railway-score",
    "B8",
    "Players get about as many points as on a board that is known to be good.",
    "mean over matches of the mean of the players' points",
    "Points for tickets that complete themselves.",
    lambda played: played.score,
    low=Remark("players get few points", "shorter tickets, or more routes"),
    high=Remark("players get many points", "longer tickets, or fewer routes"),
)
score_variance = _of_matches(
    "score-variance",
    "B9",
    "Players differ in their points.",
    "mean over matches of the variance of the players' points around their mean",
    "Luck differs as well as skill.",
    lambda played: played.variance,
    low=Remark("all players get about the same", "longer tickets"),
    high=Remark("points depend much on luck or skill", "shorter tickets"),
)
turns = _of_matches(
    "railway-turns",
    "B10",
    "Matches last about as long as on a board that is known to be good.",
    "mean over matches of the turns of all players",
    "Turns that take no time.",
    lambda played: played.turns,
    low=Remark("matches are short", "shorter routes, or more trains"),
    high=Remark("matches are long", "longer routes, or fewer trains"),
)
card_turns = _of_matches(
    "card-turns",
    "B11",
    "Players do not only draw cards.",
    "mean over matches of the share of turns in which cards are taken",
    "Turns in which only tickets are drawn count as something else to do.",
    lambda played: played.card_share,
    low=Remark("players mostly build", "longer routes, or more colours"),
    high=Remark("players mostly draw cards", "shorter routes, or more gray ones"),
    most=1.0,
)
path_changes = _of_matches(
    "path-changes",
    "B12",
    "Players get into each other's way.",
    "mean over matches of how often, over all players, what remained of the path of a ticket was no"
    " part of what it was the turn before. The paths are those of the greedy player, whoever plays",
    "Paths of the same length, between which the planning changes back and forth.",
    lambda played: played.path_changes,
    low=Remark("players hardly get into each other's way", "fewer routes, or fewer double ones"),
    high=Remark("plans change all the time", "more routes, or more double ones"),
)


# --- Ours -----------------------------------------------------------------------------------------


@criterion(
    "crossings",
    number="I22",
    group=Group.INTRINSIC,
    idea="No two routes cross.",
    formula="the number of pairs of routes whose lines cross",
    wanted=Wanted.LOW,
    source=Source.OURS,
    fooled_by="Routes that are drawn with bends.",
    high=10_000.0,
    needs=(),
    when_high=Remark("routes cross", "other routes instead of those that cross"),
)
def crossings(evidence: Evidence) -> Measure:
    """How many pairs of routes cross."""
    return exactly(look_of(evidence.derived(_network)).crossings)


@criterion(
    "gridlock",
    number="B13",
    group=Group.BEYOND,
    idea="Matches do not end because nobody gets on.",
    formula="the share of matches that end by gridlock",
    wanted=Wanted.LOW,
    source=Source.OURS,
    fooled_by="Players that keep cards back until nobody has any.",
    is_mean=True,
    when_high=Remark("matches end because nobody gets on", "more routes, or fewer trains"),
)
def gridlock(evidence: Evidence) -> Sampled:
    """How often nobody gets on."""
    return share_of_matches(is_ended_for(evidence.main, frozenset({Reason.NO_MOVES})))


@criterion(
    "railway-skill",
    number="B14",
    group=Group.BEYOND,
    idea="Playing well should pay: a player that minds the points of routes beats greedy ones.",
    formula="(p - 1 / S) / (1 - 1 / S), where p is the share of the wins of the player that plans"
    " over few long tracks, against greedy ones, seats rotated after each match",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Boards that suit one way of playing.",
    low=-1.0,
    needs=(SKILL,),
    when_low=Remark("playing well hardly pays", "longer routes, or more ways from city to city"),
    when_high=Remark("playing well pays"),
)
def skill(evidence: Evidence) -> Measure:
    """How much of the possible the more skilled player wins."""
    return skill_score(evidence.playtests[SKILL], "no matches")


CRITERIA: tuple[Criterion, ...] = (
    destinations,
    routes_per_destination,
    clutter,
    intersections,
    covered,
    crossings,
    score,
    score_variance,
    turns,
    card_turns,
    path_changes,
    gridlock,
    skill,
)
"""Besides the criteria of all games."""
