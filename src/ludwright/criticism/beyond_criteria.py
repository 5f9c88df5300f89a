"""Criteria that are not in Browne & Maire 2010: how much skill matters, and who leads."""

from __future__ import annotations

from math import hypot, inf, log, sqrt

import numpy as np

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import MAIN, OTHER_FIRST, Evidence, Floats
from ludwright.criticism.measure import Measure, Score, Unscored, mean_score
from ludwright.criticism.viability_criteria import first_rates

SKILL_MODES: tuple[str, ...] = ("skill-1", "skill-2", "skill-3", "skill-4")
"""At each level a player with twice the playouts meets one with half; both double per level."""
ELO_OF_LOGIT: float = 400.0 / log(10.0)
HALF_DEPTH: float = 800.0
"""Elo difference between the weakest and the strongest player at which strategic depth is 0.5."""
RESAMPLES: int = 200


@criterion(
    "skill-trace",
    number="B2",
    group=Group.BEYOND,
    idea="Thinking twice as long wins, level after level.",
    formula="y + (1 - y) * area: area is the mean over the levels of the stronger side's result,"
    " from -1 to 1, with results below 0 counted as 0; y is the result that a straight line"
    " through the levels predicts for the next level, clamped to 0..1",
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
    points = _points_by_level(evidence)
    if min(len(level) for level in points) == 0:
        return Unscored("at least one level has no matches")
    rng = np.random.default_rng(0)
    drawn = np.stack([_resampled_means(level, rng) for level in points], axis=1)
    value = float(skill_of(np.asarray([[level.mean() for level in points]]))[0])
    # Clamping biases the value, so its error is larger than its spread.
    error = sqrt(float(np.square(skill_of(drawn) - value).mean()))
    return Score(value, error, sum(len(level) for level in points))


def skill_of(shares: Floats) -> Floats:
    """The skill trace of each row of shares won by the stronger side, one share per level."""
    results = 2.0 * shares - 1.0
    levels = shares.shape[1]
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
    " sum over the levels of 400 log10(p / (1 - p)), where p is the stronger side's share of the"
    " points after half a win is added to each side; 0 if the sum is negative",
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
    points = _points_by_level(evidence)
    if min(len(level) for level in points) == 0:
        return Unscored("at least one level has no matches")
    total = variance = 0.0
    for level in points:
        won, lost = float(level.sum()) + 0.5, float((1.0 - level).sum()) + 0.5
        total += ELO_OF_LOGIT * log(won / lost)
        variance += ELO_OF_LOGIT**2 * (1.0 / won + 1.0 / lost)
    gained = max(total, 0.0)
    steepness = HALF_DEPTH / (gained + HALF_DEPTH) ** 2
    error = steepness * sqrt(variance)
    return Score(gained / (gained + HALF_DEPTH), error, sum(len(level) for level in points))


def _points_by_level(evidence: Evidence) -> list[Floats]:
    """The points of the stronger side by match, for each level, including levels beyond four."""
    modes = list(SKILL_MODES)
    while f"skill-{len(modes) + 1}" in evidence.playtests:
        modes.append(f"skill-{len(modes) + 1}")
    return [evidence.playtests[mode].player_points(0) for mode in modes]


def _resampled_means(points: Floats, rng: np.random.Generator) -> Floats:
    """Means of resampled matches, drawn from those played plus one extra win and one extra loss."""
    known = np.concatenate([points, [1.0, 0.0]])
    found: Floats = rng.choice(known, size=(RESAMPLES, len(points))).mean(axis=1)
    return found


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
def security(evidence: Evidence) -> Measure:
    """The share of a match during which the winner leads."""
    leads = [one.winner_leads[one.measured] for one in evidence.decided]
    return mean_score(
        [float((each > 0).mean()) for each in leads if len(each)],
        "no decided match with a measured move",
    )


@criterion(
    "mean-length",
    number="B5",
    group=Group.BEYOND,
    idea="How many moves a match takes.",
    formula="mean of M",
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
def mean_length(evidence: Evidence) -> Measure:
    """The mean number of moves of a match."""
    return mean_score([float(one.moves) for one in evidence.histories])


@criterion(
    "first-share",
    number="B6",
    group=Group.BEYOND,
    idea="How often the player who moves first wins.",
    formula="wins of the first mover / won matches, each colour moving first equally often",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Random opening moves may give away an advantage that players would have kept.",
    needs=(MAIN, OTHER_FIRST),
    when_low=Remark(
        "the player who moves second wins more often",
        "a start position or a first turn that is worth more",
    ),
    when_high=Remark(
        "the player who moves first wins more often",
        "a start position or a first turn that is worth less",
    ),
)
def first_share(evidence: Evidence) -> Measure:
    """The share of won matches that the first mover won."""
    rates = first_rates(evidence)
    if isinstance(rates, Unscored):
        return rates
    usual, other = rates
    error = hypot(usual.error, other.error) / 2.0
    return Score((usual.value + other.value) / 2.0, error, usual.samples + other.samples)


CRITERIA: tuple[Criterion, ...] = (
    skill_trace,
    strategic_depth,
    security,
    mean_length,
    first_share,
)
