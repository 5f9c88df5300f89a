"""Criteria that Browne & Maire 2010 did not have: how far skill reaches, and who led."""

from __future__ import annotations

from math import hypot, inf, log, sqrt

import numpy as np

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import MAIN, OTHER_FIRST, Evidence, Floats
from ludwright.criticism.measure import Measure, Score, Unscored, mean_score
from ludwright.criticism.viability_criteria import first_rates

SKILL_MODES: tuple[str, ...] = ("skill-1", "skill-2", "skill-3", "skill-4")
"""At each level twice the playouts play against the playouts; they double from level to level."""
ELO_OF_LOGIT: float = 400.0 / log(10.0)
HALF_DEPTH: float = 800.0
"""Elo from the weakest to the strongest player at which strategic depth is a half."""
RESAMPLES: int = 200


@criterion(
    "skill-trace",
    number="B2",
    group=Group.BEYOND,
    idea="Thinking twice as long wins, and goes on winning.",
    formula="y + (1 - y) * area: area is the mean over the levels of the stronger side's result"
    " from -1 to 1, floored at 0; y is the result that a straight line through the levels"
    " predicts for the next, cut to 0 to 1",
    wanted=Wanted.HIGH,
    source=Source.LUDII,
    fooled_by="A game in which everything hangs on simple tactics rewards each doubling as a deep"
    " one does; a game too deep for these few playouts shows nothing.",
    needs=SKILL_MODES,
    when_low=Remark(
        "thinking longer stops paying soon",
        "a larger board, or goals that need longer plans",
    ),
    when_high=Remark("thinking longer keeps paying"),
)
def skill_trace(evidence: Evidence) -> Measure:
    """How steadily more thought wins."""
    points = _points_by_level(evidence)
    if min(len(level) for level in points) == 0:
        return Unscored("a level without matches")
    rng = np.random.default_rng(0)
    drawn = np.stack([_resampled_means(level, rng) for level in points], axis=1)
    value = float(skill_of(np.asarray([[level.mean() for level in points]]))[0])
    # Floors and cuts push the value one way, so that its error is more than its spread.
    error = sqrt(float(np.square(skill_of(drawn) - value).mean()))
    return Score(value, error, sum(len(level) for level in points))


def skill_of(shares: Floats) -> Floats:
    """The skill of each row of shares that the stronger side won, one for each level."""
    results = 2.0 * shares - 1.0
    levels = shares.shape[1]
    places = np.arange(levels) - (levels - 1) / 2
    slope = results @ places / float(places @ places)
    following = (results.mean(axis=1) + slope * (levels + 1) / 2).clip(0.0, 1.0)
    area = results.clip(min=0.0).mean(axis=1)
    found: Floats = following + (1.0 - following) * area
    return found


@criterion(
    "strategic-depth",
    number="B3",
    group=Group.BEYOND,
    idea="There is much strength to gain: the strongest player is far above the weakest.",
    formula="x / (x + 800): x is the Elo from the fewest playouts to the most, the sum over the"
    " levels of 400 log10(p / (1 - p)), p being the share of the stronger side with half a win"
    " added to each; 0 where the sum is negative",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Draws and a first move that decides hide strength; a game too deep for the most"
    " playouts looks as shallow as one of luck; few matches cannot show large steps. Strength of"
    " one kind of player is not what people have to learn.",
    needs=SKILL_MODES,
    when_low=Remark(
        "there is little to learn: strong players hardly beat weak ones",
        "a larger board, goals that need longer plans, or fewer draws",
    ),
    when_high=Remark("there is much to learn: strong players beat weak ones"),
)
def strategic_depth(evidence: Evidence) -> Measure:
    """How much strength thinking longer gains in all."""
    points = _points_by_level(evidence)
    if min(len(level) for level in points) == 0:
        return Unscored("a level without matches")
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
    """For each level the points of the stronger side, match by match; levels beyond four too."""
    modes = list(SKILL_MODES)
    while f"skill-{len(modes) + 1}" in evidence.playtests:
        modes.append(f"skill-{len(modes) + 1}")
    return [evidence.playtests[mode].player_points(0) for mode in modes]


def _resampled_means(points: Floats, rng: np.random.Generator) -> Floats:
    """Means of resampled matches, among them one more win and one more loss than were played."""
    known = np.concatenate([points, [1.0, 0.0]])
    found: Floats = rng.choice(known, size=(RESAMPLES, len(points))).mean(axis=1)
    return found


@criterion(
    "security",
    number="B4",
    group=Group.BEYOND,
    idea="Who leads is who will win.",
    formula="share of measured moves with w_n > 0, over the decided matches (after CardStock)",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="A lead too small to notice counts like a crushing one, and an evaluation that is"
    " wrong makes every win look stolen.",
    is_mean=True,
    when_low=Remark("leaders often lose in the end", "gains that last"),
    when_high=Remark("who leads is who wins", "ways for the player behind to come back"),
)
def security(evidence: Evidence) -> Measure:
    """How much of a match its winner leads."""
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
    formula="mean of M_g",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Abandoned matches count as long as they were played, not as long as they would have"
    " gone on.",
    high=inf,
    is_mean=True,
    when_low=Remark(
        "matches are short",
        "a larger board, a farther goal, or better ways to defend",
    ),
    when_high=Remark(
        "matches are long",
        "a smaller board, a nearer goal, or captures that cannot be undone",
    ),
)
def mean_length(evidence: Evidence) -> Measure:
    """The moves of a match."""
    return mean_score([float(one.moves) for one in evidence.histories])


@criterion(
    "first-share",
    number="B6",
    group=Group.BEYOND,
    idea="How often whoever moves first wins.",
    formula="wins of the first mover / decided matches, either colour beginning equally often",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Random first moves may give away an advantage that players would have kept.",
    needs=(MAIN, OTHER_FIRST),
    when_low=Remark(
        "whoever moves second wins more often",
        "a start or a first turn that is worth more",
    ),
    when_high=Remark(
        "whoever moves first wins more often",
        "a start or a first turn that is worth less",
    ),
)
def first_share(evidence: Evidence) -> Measure:
    """The share of the first mover."""
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
