"""Criteria that are not in Browne & Maire 2010: how much skill matters, and who leads."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt

import numpy as np

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.effort import LADDER_STEP
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import (
    Measure,
    Sampled,
    Score,
    Unscored,
    mean_over_matches,
    mean_score,
)
from ludwright.criticism.modes import LADDER, SKILL_MODES, skill
from ludwright.criticism.segments import Floats
from ludwright.criticism.viability_criteria import (
    NO_END,
    ended_tables,
    is_ended_by_rules,
    skill_of_shares,
    wins_of,
)
from ludwright.play.playtest import Playtest

ELO_OF_LOGIT: float = 400.0 / log(10.0)
HALF_DEPTH: float = 800.0
"""Elo difference between the weakest and the strongest player at which strategic depth is 0.5."""
MOST_ELO: float = 400.0
"""Elo per doubling beyond which the skill ladder does not tell: 99 of 100 matches won by four times
the playouts."""
FEWEST_ON_A_RUNG: int = 20
"""Matches of a rung that must have ended."""
RESAMPLES: int = 200


@criterion(
    "skill-trace",
    number="B2",
    group=Group.BEYOND,
    idea="Thinking twice as long wins, level after level.",
    formula="y + (1 - y) * area: area is the mean over the levels of the stronger player's result,"
    " (p - 1 / S) / (1 - 1 / S), with results below 0 counted as 0; y is the result that a straight"
    " line through the levels predicts for the next level, clamped to 0..1",
    wanted=Wanted.HIGH,
    source=Source.LUDII,
    fooled_by="A game of simple tactics rewards each doubling just as a deep game does; a game too"
    " deep for so few playouts shows no skill at all.",
    needs=SKILL_MODES,
    when_low=Remark(
        "thinking longer soon stops paying off",
        "a larger board, or goals that need longer plans",
    ),
    when_high=Remark("thinking longer keeps paying off"),
)
def skill_trace(evidence: Evidence) -> Measure:
    """How consistently thinking longer wins."""
    levels = _levels_of(evidence)
    if isinstance(levels, Unscored):
        return levels
    rng = np.random.default_rng(0)
    drawn = np.stack([_resampled_results(level, rng) for level in levels], axis=1)
    value = float(skill_of(np.asarray([[level.result for level in levels]]))[0])
    # Clamping biases the value, so its error is larger than its spread.
    error = sqrt(float(np.square(skill_of(drawn) - value).mean()))
    return Score(value, error, sum(len(level.points) for level in levels))


def skill_of(results: Floats) -> Floats:
    """The skill trace of each row of results of the stronger player, one result per level."""
    levels = results.shape[1]
    places = np.arange(levels) - (levels - 1) / 2
    slope = (results * places).sum(axis=1) / float(np.square(places).sum())
    following = (results.mean(axis=1) + slope * (levels + 1) / 2).clip(0.0, 1.0)
    area = results.clip(min=0.0).mean(axis=1)
    found: Floats = following + (1.0 - following) * area
    return found


@criterion(
    "strategic-depth",
    number="B3",
    group=Group.BEYOND,
    idea="There is much to learn: the strongest player is far stronger than the weakest.",
    formula="x / (x + 800): x is the Elo difference between the most and the fewest playouts, the"
    " sum over the levels of 400 log10((S - 1) p / (1 - p)), where p is the stronger player's share"
    " of the points after half a win is added to each seat; 0 if the sum is negative",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Draws and a decisive first move hide differences in strength; a game too deep for"
    " the most playouts looks as shallow as a game of luck; a few matches cannot show large"
    " differences. What one kind of player gains is not what people have to learn.",
    needs=SKILL_MODES,
    when_low=Remark(
        "there is little to learn: strong players hardly beat weak ones",
        "a larger board, goals that need longer plans, or fewer draws",
    ),
    when_high=Remark("there is much to learn: strong players beat weak ones"),
)
def strategic_depth(evidence: Evidence) -> Measure:
    """How much strength thinking longer gains in total."""
    levels = _levels_of(evidence)
    if isinstance(levels, Unscored):
        return levels
    total = variance = 0.0
    for level in levels:
        others = level.seats - 1
        won = float(level.points.sum()) + 0.5
        lost = float((1.0 - level.points).sum()) + 0.5 * others
        total += ELO_OF_LOGIT * log(others * won / lost)
        variance += ELO_OF_LOGIT**2 * (1.0 / won + 1.0 / lost)
    gained = max(total, 0.0)
    steepness = HALF_DEPTH / (gained + HALF_DEPTH) ** 2
    error = steepness * sqrt(variance)
    samples = sum(len(level.points) for level in levels)
    return Score(gained / (gained + HALF_DEPTH), error, samples)


@dataclass(frozen=True, eq=False)
class _Level:
    """The matches of one level."""

    points: Floats
    """Of the stronger player, by match."""
    seats: int

    @property
    def result(self) -> float:
        """From 0 for a player no stronger than the others to 1 for one who always wins."""
        return float(skill_of_shares(self.points.mean(), self.seats))


def _levels_of(evidence: Evidence) -> list[_Level] | Unscored:
    """The matches of each level, including levels beyond four."""
    modes = list(SKILL_MODES)
    while skill(len(modes) + 1) in evidence.playtests:
        modes.append(skill(len(modes) + 1))
    played = [evidence.playtests[mode] for mode in modes]
    if not all(len(one) for one in played):
        return Unscored("at least one level has no matches")
    levels = [_Level(_ended_points(one), one.seats) for one in played]
    return levels if all(len(one.points) for one in levels) else Unscored(NO_END)


def _ended_points(played: Playtest) -> Floats:
    """Of the stronger player, in the matches that ended."""
    return played.player_points(0)[is_ended_by_rules(played)]


def _resampled_results(level: _Level, rng: np.random.Generator) -> Floats:
    """Results of resampled matches, drawn from those played plus one that each seat won."""
    known = np.concatenate([level.points, [1.0], [0.0] * (level.seats - 1)])
    drawn = rng.choice(known, size=(RESAMPLES, len(level.points)))
    return skill_of_shares(drawn.mean(axis=1), level.seats)


@criterion(
    "skill-ladder",
    number="B8",
    group=Group.BEYOND,
    idea="Thinking longer wins, rung after rung: what a player gains by doubling its playouts.",
    formula="mean over the rungs of 400 log10((S - 1) p / (1 - p)) / 2, in Elo per doubling, where"
    " p is the share of the points of k playouts against k / 4, for k = 32, 128 and 512, after half"
    " a win is added to each seat; matches that were abandoned do not count, and what is below 0 or"
    " above 400 is cut",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A game of simple tactics rewards each doubling as much as a deep one, and a game too"
    " deep for 512 playouts looks shallow; draws and a decisive first move hide differences. It"
    " measures what one kind of player gains, not what people can learn.",
    high=MOST_ELO,
    needs=LADDER,
    when_low=Remark(
        "thinking four times as long hardly helps",
        "a larger board, goals that need longer plans, or fewer draws",
    ),
    when_high=Remark("thinking longer wins, time and again"),
)
def skill_ladder(evidence: Evidence) -> Measure:
    """Elo per doubling of the playouts, over all rungs."""
    rungs = [_rung(evidence.playtests[mode]) for mode in LADDER]
    found: list[Score] = []
    for number, one in enumerate(rungs, 1):
        if isinstance(one, Unscored):
            return Unscored(f"rung {number}: {one.why}")
        found.append(one)
    value = sum(one.value for one in found) / len(found)
    error = sqrt(sum(one.error**2 for one in found)) / len(found)
    return Score(min(MOST_ELO, max(0.0, value)), error, sum(one.samples for one in found))


def _rung(played: Playtest) -> Measure:
    """Elo per doubling between the two sides of a rung."""
    tables = ended_tables(played.player_points(0), played)
    matches, others = played.seats * len(tables), played.seats - 1
    if matches < FEWEST_ON_A_RUNG:
        return Unscored(f"{matches} matches ended, and fewer than {FEWEST_ON_A_RUNG} say nothing")
    won = matches * float(tables.mean()) + 0.5
    lost = matches * (1.0 - float(tables.mean())) + 0.5 * others
    share = won / (won + lost)
    spread = mean_score(tables)
    assert isinstance(spread, Score), "there are tables"
    per_doubling = ELO_OF_LOGIT / log(LADDER_STEP, 2)
    return Score(
        per_doubling * log(others * won / lost),
        per_doubling * spread.error / (share * (1.0 - share)),
        matches,
    )


@criterion(
    "security",
    number="B4",
    group=Group.BEYOND,
    idea="The player who leads goes on to win.",
    formula="share of measured moves with w_n > 0, over the won matches (after CardStock)",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="A lead too small to notice counts as much as a crushing one, and a wrong evaluation"
    " makes every win look stolen.",
    is_mean=True,
    when_low=Remark("leaders often lose in the end", "gains that last"),
    when_high=Remark("the player who leads wins", "ways for the player behind to come back"),
)
def security(evidence: Evidence) -> Sampled:
    """The share of a match during which the winner leads."""
    played = evidence.histories
    leads = played.won.segments.mean(played.winner_leads > 0.0)
    return mean_over_matches(leads, "no decided match with a measured move")


@criterion(
    "mean-length",
    number="B5",
    group=Group.BEYOND,
    idea="How many moves a match takes.",
    formula="mean number of plies, including events of chance",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Abandoned matches count with the moves played, not with the moves they would have"
    " taken.",
    high=inf,
    is_mean=True,
    when_low=Remark(
        "matches are short",
        "a larger board, a more distant goal, or better ways to defend",
    ),
    when_high=Remark(
        "matches are long",
        "a smaller board, a closer goal, or captures that cannot be undone",
    ),
)
def mean_length(evidence: Evidence) -> Sampled:
    """The mean number of moves of a match."""
    return mean_over_matches(evidence.main.lengths.astype(np.float64))


@criterion(
    "mean-turns",
    number="B7",
    group=Group.BEYOND,
    idea="How many turns a match takes.",
    formula="mean number of completed turns",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="A turn may take a second or ten minutes; abandoned matches count with the turns"
    " played.",
    high=inf,
    is_mean=True,
    when_low=Remark("matches take few turns", "a more distant goal, or turns that achieve less"),
    when_high=Remark("matches take many turns", "a closer goal, or turns that achieve more"),
)
def mean_turns(evidence: Evidence) -> Sampled:
    """The mean number of turns of a match, for families whose turns have several plies."""
    return mean_over_matches(evidence.histories.turns.astype(np.float64))


@criterion(
    "first-share",
    number="B6",
    group=Group.BEYOND,
    idea="How often the player who moves first wins.",
    formula="wins of the first mover / won matches; with two colours, each moves first equally"
    " often",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Random opening moves may give away an advantage that players would have kept; with"
    " S seats an even share is 1 / S.",
    when_low=Remark(
        "players who do not move first win more often",
        "a start position or a first turn that is worth more",
    ),
    when_high=Remark(
        "the player who moves first wins more often",
        "a start position or a first turn that is worth less",
    ),
)
def first_share(evidence: Evidence) -> Measure | Sampled:
    """The share of won matches that the first mover won."""
    found = evidence.derived(wins_of)
    if isinstance(found, Unscored):
        return found
    score = Score(found.first_share, found.first_error, found.samples)
    return Sampled(score, lambda groups: found.in_groups(groups).first_shares)


CRITERIA: tuple[Criterion, ...] = (
    skill_trace,
    strategic_depth,
    skill_ladder,
    security,
    mean_length,
    first_share,
)
"""Families whose turns have several plies add `mean_turns`; elsewhere it equals `mean_length`."""
