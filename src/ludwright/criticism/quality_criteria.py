"""Quality: what the course of ordinary matches shows, above all their standings.

Unless a formula says otherwise, a value is computed per match and averaged over the matches where
it is defined; n runs over the turns after the random opening, without the terminal position. On
boards every ply is a turn. h_s is the standing of seat s, L_s = h_s - max of the others its lead,
and with two seats L is the lead of the first. w is the lead of the eventual winner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import (
    TIMES,
    Course,
    Evidence,
    Histories,
    leads_at,
    margins_of,
)
from ludwright.criticism.measure import (
    Measure,
    Sampled,
    Unscored,
    groups_of,
    mean_over_matches,
    resampled_score,
)
from ludwright.criticism.segments import Floats, Integers, Segments
from ludwright.play.share import Z_95

SAFE_SHARE: float = 0.95
"""The share of matches in which the loser's largest lead stays below the threshold."""
RESAMPLES: int = 200
"""Resampled sets of matches, for the errors of criteria that are not means."""

_TOO_SHORT = "no match lasted long enough after its opening"
_NONE_WON = "no match that lasted beyond its opening was won"


@criterion(
    "branching-factor",
    number="Q1",
    group=Group.QUALITY,
    idea="How many moves there are to choose from.",
    formula="min(1, log10(mean_n b_n + 1) / 2): 0.5 for 9 moves, 1 for 99 or more; n runs over the"
    " decisions, not over events of chance",
    wanted=Wanted.EITHER,
    source=Source.THESIS,
    fooled_by="Moves that differ in name only, such as placements on a symmetric board.",
    is_mean=True,
    when_low=Remark(
        "there are few moves to choose from",
        "a larger board, more pieces, or moves in more directions",
    ),
    when_high=Remark(
        "there are very many moves to choose from",
        "a smaller board, fewer pieces, or moves to nearby cells only",
    ),
)
def branching_factor(evidence: Evidence) -> Sampled:
    """How many legal moves a turn offers, on a logarithmic scale."""
    options = evidence.derived(_options_of)
    means = options.segments.mean(options.counts)
    return mean_over_matches(np.minimum(1.0, np.log10(means + 1.0) / 2.0), _TOO_SHORT)


@criterion(
    "convergence",
    number="Q2",
    group=Group.QUALITY,
    idea="Choices narrow as the match goes on.",
    formula="0.5 - a / 2, clamped to 0..1, where a is the slope of b_n / max b over n / M; n runs"
    " over the decisions, M counts all plies",
    wanted=Wanted.EITHER,
    source=Source.THESIS,
    fooled_by="Boards that simply fill up: choices narrow although nothing converges.",
    is_mean=True,
    when_low=Remark("choices widen as the match goes on", "captures, or moves that use up cells"),
    when_high=Remark(
        "choices narrow as the match goes on",
        "pieces that move after they are placed, or captures that free cells",
    ),
)
def convergence(evidence: Evidence) -> Sampled:
    """1 if choices narrow to nothing, 0 if they grow from nothing, 0.5 if they stay constant."""
    return mean_over_matches(_narrowing(evidence.derived(_options_of)), _TOO_SHORT)


@criterion(
    "decision-ratio",
    number="Q3",
    group=Group.QUALITY,
    idea="Turns should offer a choice.",
    formula="share of decisions with b_n > 1",
    wanted=Wanted.HIGH,
    source=Source.LUDII,
    fooled_by="Choices that make no difference.",
    is_mean=True,
    when_low=Remark(
        "many turns leave no choice",
        "fewer forced captures, or more pieces that can move",
    ),
    when_high=Remark("nearly every turn offers a choice"),
)
def decision_ratio(evidence: Evidence) -> Sampled:
    """The share of turns with more than one legal move."""
    options = evidence.derived(_options_of)
    return mean_over_matches(options.segments.mean(options.counts > 1.0), _TOO_SHORT)


@criterion(
    "correction",
    number="Q12",
    group=Group.QUALITY,
    idea="Play pulls the leader back.",
    formula="sum_k max(0, -r_k) / sum_k |r_k| over the rounds of S turns that begin with a leader,"
    " where r_k is the change of that player's lead over the round",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A noisy evaluation: random rises of the lead are followed by falls.",
    is_mean=True,
    when_low=Remark(
        "the leader stays ahead",
        "rewards for the player behind, or goals that cost the leader something",
    ),
    when_high=Remark("play pulls the leader back"),
)
def correction(evidence: Evidence) -> Sampled:
    """The share of all movement of the lead that goes against the leader."""
    return mean_over_matches(_pulled_back(evidence.derived(_rounds_of)), _TOO_SHORT)


@criterion(
    "momentum",
    number="Q13",
    group=Group.QUALITY,
    idea="Gains follow gains.",
    formula="share of pairs of consecutive rounds of S turns with sum_s d_s d'_s > 0, where d_s and"
    " d'_s are the changes of h_s over the two rounds",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Board games with several moves per turn, whose rounds are not pairs of moves.",
    is_mean=True,
    when_low=Remark(
        "the lead goes up and down from round to round",
        "gains that last, such as captures or blocked cells",
    ),
    when_high=Remark("gains follow gains"),
)
def momentum(evidence: Evidence) -> Sampled:
    """The share of rounds that move the standings the same way as the round before."""
    return mean_over_matches(_same_way(evidence.derived(_rounds_of)), _TOO_SHORT)


@criterion(
    "decisiveness-threshold",
    number="Q14",
    group=Group.QUALITY,
    idea="How large a lead can still be lost.",
    formula="th, the 0.95 quantile over the won matches of the loser's largest lead max_n(0, -w_n)",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="A policy that misjudges positions: its large leads mean nothing and are often lost.",
    when_low=Remark(
        "even small leads are rarely lost",
        "ways to strike back: captures, or threats against a player who is close to winning",
    ),
    when_high=Remark("even a large lead can still be lost"),
)
def decisiveness_threshold(evidence: Evidence) -> Measure | Sampled:
    """The lead above which players hardly ever lost."""
    lost = evidence.derived(_lost_leads_at)
    if len(lost) == 0:
        return Unscored(_NONE_WON)
    found = resampled_score(lost.thresholds[1:], float(lost.thresholds[0]), len(lost))
    found = replace(found, error=max(found.error, _quantile_error(lost.leads)))
    return Sampled(found, lost.group_thresholds)


@criterion(
    "decisiveness-moves",
    number="Q15",
    group=Group.QUALITY,
    idea="Once a lead is safe, the match should end soon.",
    formula="1 - mean over the won matches of (M - M_th) / M, where M_th is the first turn with"
    " w_n >= th, the value of decisiveness-threshold",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="A threshold of 0, when no lead was ever lost: the first move then seems to decide.",
    when_low=Remark(
        "matches drag on after they are decided",
        "a closer goal, or an end as soon as one side is clearly ahead",
    ),
    when_high=Remark("matches end soon after they are decided"),
)
def decisiveness_moves(evidence: Evidence) -> Measure | Sampled:
    """1 if matches end as soon as a lead is safe, near 0 if they drag on."""
    lost = evidence.derived(_lost_leads_at)
    if len(lost) == 0:
        return Unscored(_NONE_WON)
    played = lost.played_until(lost.thresholds)
    sets = np.arange(1, RESAMPLES + 1)
    values = played[_resamples(len(lost)), sets[:, None]].mean(axis=1)
    found = resampled_score(values, float(played[:, 0].mean()), len(lost))
    return Sampled(found, lost.group_played)


@criterion(
    "drama-average",
    number="Q16",
    group=Group.QUALITY,
    idea="The eventual winner was behind for a while.",
    formula="mean of sqrt(-w_n) over the turns with w_n < 0, 0 if there are none",
    wanted=Wanted.HIGH,
    source=Source.PAPER,
    equation="4",
    deviation="a match whose winner was never behind counts 0, where the equation has 0 / 0, and"
    " matches without a winner do not count",
    fooled_by="A single moment far behind counts as much as a whole match far behind.",
    is_mean=True,
    when_low=Remark(
        "the winner is rarely behind",
        "ways to come back: captures, sacrifices, or two goals that pull in different directions",
    ),
    when_high=Remark("winners come from behind"),
)
def drama_average(evidence: Evidence) -> Sampled:
    """How far behind the eventual winner was while behind."""
    segments = evidence.histories.won.segments
    shortfalls = evidence.derived(_shortfalls_of)
    behind = segments.total(shortfalls > 0.0)
    means = segments.total(shortfalls) / np.maximum(behind, 1.0)
    return mean_over_matches(np.where(segments.is_filled, means, np.nan), _NONE_WON)


@criterion(
    "drama-maximum",
    number="Q17",
    group=Group.QUALITY,
    idea="The eventual winner had a bad moment.",
    formula="max of sqrt(-w_n) over the turns with w_n < 0, 0 if there are none",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="Long matches, which have more moments; and one misjudged position.",
    is_mean=True,
    when_low=Remark(
        "the winner never has a bad moment",
        "ways to come back: captures, sacrifices, or two goals that pull in different directions",
    ),
    when_high=Remark("winners survive bad moments"),
)
def drama_maximum(evidence: Evidence) -> Sampled:
    """How far behind the eventual winner was at the worst moment."""
    segments = evidence.histories.won.segments
    return mean_over_matches(segments.largest(evidence.derived(_shortfalls_of)), _NONE_WON)


@criterion(
    "killer-moves",
    number="Q18",
    group=Group.QUALITY,
    idea="One move swings the match.",
    formula="max_n d_n, clamped to 0..1, where d_n is the lead gained in turn n by the player whose"
    " turn it was",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="Exchanges, where the next move takes back what a capture gained.",
    is_mean=True,
    when_low=Remark(
        "no single move changes much",
        "moves with a strong effect: captures of several pieces, or threats to several goals at"
        " once",
    ),
    when_high=Remark("one move can swing the match"),
)
def killer_moves(evidence: Evidence) -> Sampled:
    """The largest gain by one move."""
    return mean_over_matches(_best_gains(evidence.histories.course), _TOO_SHORT)


@criterion(
    "lead-change",
    number="Q19",
    group=Group.QUALITY,
    idea="How often the leader changes.",
    formula="changes of leader / (measured turns - 1); where several players share the top, the"
    " last leader keeps the lead",
    wanted=Wanted.LOW,
    source=Source.THESIS,
    fooled_by="A policy that favours the player who just moved: every move then changes the"
    " leader.",
    is_mean=True,
    when_low=Remark("the lead rarely changes hands"),
    when_high=Remark(
        "the lead changes hands very often",
        "gains that last longer than one reply",
    ),
)
def lead_change(evidence: Evidence) -> Sampled:
    """The share of moves after which the leader is a different player."""
    return mean_over_matches(_leader_changes(evidence.histories.measured), _TOO_SHORT)


@criterion(
    "permanence",
    number="Q20",
    group=Group.QUALITY,
    idea="A gain is not undone by the reply.",
    formula="max(0, 1 - mean_n sum_s |(h_s,n - h_s,n-1) - (h_s,n-1 - h_s,n-2)|); with two seats the"
    " sum is |(L_n - L_(n-1)) - (L_(n-1) - L_(n-2))|",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="Leads that hardly change look permanent because nothing is gained.",
    is_mean=True,
    when_low=Remark(
        "gains are undone by the next reply",
        "moves that cannot be undone at once, such as placing pieces instead of moving them",
    ),
    when_high=Remark("gains last beyond the reply"),
)
def permanence(evidence: Evidence) -> Sampled:
    """1 if the standings change at a steady rate, 0 if every gain is undone at once."""
    return _calm(evidence.histories.course.changes.changes)


@criterion(
    "stability",
    number="Q21",
    group=Group.QUALITY,
    idea="The lead swings little from move to move.",
    formula="max(0, 1 - mean_n c_n), where c_n = sum_s |h_s,n - h_s,n-1|; with two seats c_n is"
    " |L_n - L_(n-1)|",
    wanted=Wanted.EITHER,
    source=Source.THESIS,
    fooled_by="A policy blind to what matters, whose lead stays at 0 until the end.",
    is_mean=True,
    when_low=Remark(
        "the lead swings widely from move to move",
        "single moves with a weaker effect, or a larger board",
    ),
    when_high=Remark("the lead hardly changes from move to move", "moves with a stronger effect"),
)
def stability(evidence: Evidence) -> Sampled:
    """1 if the standings never change, 0 if they change by 1 or more with each turn."""
    return _calm(evidence.histories.course.changes)


@criterion(
    "uncertainty",
    number="Q22",
    group=Group.QUALITY,
    idea="The outcome is open.",
    formula="1 - mean_i m(t_i) over the whole match, where m is the lead of whoever leads; with two"
    " seats m = |L|",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A policy blind to what matters, whose lead stays at 0 until the end.",
    is_mean=True,
    when_low=Remark(
        "one player is clearly ahead for most of the match",
        "a more even start, or gains that can be lost again",
    ),
    when_high=Remark("the outcome stays open"),
)
def uncertainty(evidence: Evidence) -> Sampled:
    """1 if nobody ever leads, 0 if one player leads by the maximum throughout."""
    return _sampled_mean(evidence.histories, evidence.derived(_openness_of).mean(axis=1))


@criterion(
    "uncertainty-early",
    number="Q23",
    group=Group.QUALITY,
    idea="The outcome is open in the first half.",
    formula="1 - mean_i m(t_i) over t_i < 0.5, with m as in uncertainty",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="The random opening, which makes up much of the first half of short matches.",
    is_mean=True,
    when_low=Remark(
        "one player is clearly ahead early in the match",
        "a larger board, or a longer opening before pieces meet",
    ),
    when_high=Remark("the first half of the match is open"),
)
def uncertainty_early(evidence: Evidence) -> Sampled:
    """1 if nobody leads in the first half of the match."""
    early = evidence.derived(_openness_of)[:, TIMES < 0.5]
    return _sampled_mean(evidence.histories, early.mean(axis=1))


@criterion(
    "uncertainty-late",
    number="Q24",
    group=Group.QUALITY,
    idea="The outcome is open for as long as possible.",
    formula="0.5 + mean_i min(1, t_i - w(t_i)), over the won matches",
    wanted=Wanted.HIGH,
    source=Source.PAPER,
    equation="5",
    deviation="the lead is the winner's, the smaller of 1 and the difference is taken in each match"
    " and not of the mean over matches, and 0.5 is added; as printed the bound never holds",
    high=1.5,
    fooled_by="Early leads: despite the name, a lead of the winner counts the same early and late,"
    " as in the paper.",
    is_mean=True,
    when_low=Remark(
        "the winner is clear long before the end",
        "an earlier end, or gains that can still be lost late",
    ),
    when_high=Remark("the outcome stays open until late"),
)
def uncertainty_late(evidence: Evidence) -> Sampled:
    """How far the winner's lead stays below a line that rises from 0 to 1."""
    played = evidence.histories
    below = np.minimum(1.0, TIMES - played.curves).mean(axis=1)
    values = np.full(len(played), np.nan)
    values[played.curve_matches] = np.clip(0.5 + below, 0.0, 1.5)
    return mean_over_matches(values, "no match was won")


@criterion(
    "uncertainty-late-weighted",
    number="B1",
    group=Group.BEYOND,
    idea="The outcome is open late in the match.",
    formula="sum_i t_i (1 - m(t_i)) / sum_i t_i, with m as in uncertainty",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A policy that does not see a win coming, so that the lead jumps at the last move.",
    is_mean=True,
    when_low=Remark(
        "matches are already decided in their second half",
        "an earlier end, or gains that can still be lost late",
    ),
    when_high=Remark("matches stay open in their second half"),
)
def uncertainty_late_weighted(evidence: Evidence) -> Sampled:
    """How open matches are; later moments weigh more."""
    weights = TIMES / TIMES.sum()
    # Rounding must not carry a match that is open throughout beyond 1.
    values = np.minimum(1.0, (evidence.derived(_openness_of) * weights).sum(axis=1))
    return _sampled_mean(evidence.histories, values)


@criterion(
    "surprise",
    number="Q25",
    group=Group.QUALITY,
    idea="Expectations about the outcome change suddenly.",
    formula="mean_n c_n^2, with c_n as in stability; with two seats (L_n - L_(n-1))^2",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    high=4.0,
    fooled_by="A policy that favours the player who just moved: leads jump although nothing"
    " happens.",
    is_mean=True,
    when_low=Remark("the lead hardly ever jumps", "moves with a stronger effect"),
    when_high=Remark("the lead often jumps", "single moves with a weaker effect"),
)
def surprise(evidence: Evidence) -> Sampled:
    """The mean squared change of the standings per turn."""
    changes = evidence.histories.course.changes
    return mean_over_matches(changes.segments.mean(np.square(_sizes(changes))), _TOO_SHORT)


# --- Decisions ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Options:
    """b_n for the decisions after the opening, including the last, since it was chosen too."""

    segments: Segments
    counts: Floats
    places: Integers
    """n, the ply within the match."""
    plies: Integers
    """M, by match."""


def _options_of(evidence: Evidence) -> _Options:
    played = evidence.histories
    kept = played.decisions
    return _Options(
        played.plies.where(kept),
        played.options[kept].astype(np.float64),
        played.plies.places[kept],
        played.plies.counts,
    )


def _narrowing(options: _Options) -> Floats:
    segments = options.segments
    away = options.places - segments.each(segments.mean(options.places))
    # Options that stay the same have a slope of exactly 0, however sums are rounded.
    first = options.counts[segments.starts[segments.is_filled]]
    more = options.counts - np.repeat(first, segments.counts[segments.is_filled])
    squares = segments.total(away * away)
    slopes = segments.total(away * more) / np.where(segments.counts > 1, squares, np.nan)
    slopes *= options.plies / np.maximum(1.0, segments.largest(options.counts))
    return np.clip(0.5 - slopes / 2.0, 0.0, 1.0)


# --- Standings ------------------------------------------------------------------------------------


def _rounds_of(evidence: Evidence) -> Course:
    """The moments at which a round of S turns begins or ends."""
    played = evidence.histories
    return played.course.where(played.course.segments.places % played.seat_count == 0)


def _pulled_back(rounds: Course) -> Floats:
    """The share of the movement of the leader's lead that goes down."""
    inside = np.flatnonzero(rounds.segments.places[1:] > 0)
    inside = inside[rounds.margins[inside] > 0.0]
    after = leads_at(rounds.standings[:, inside + 1], rounds.leaders[inside])
    changes = after - rounds.margins[inside]
    owners, matches = rounds.segments.owners[inside], len(rounds.segments)
    total = np.bincount(owners, weights=np.abs(changes), minlength=matches)
    back = np.bincount(owners, weights=np.maximum(0.0, -changes), minlength=matches)
    return back / np.where(total > 0.0, total, np.nan)


def _same_way(rounds: Course) -> Floats:
    """The share of rounds whose changes point the same way as those of the round before."""
    changes = rounds.changes
    inside = np.flatnonzero(changes.segments.places[1:] > 0)
    products = changes.standings[:, inside] * changes.standings[:, inside + 1]
    pairs = Segments(np.maximum(changes.segments.counts - 1, 0))
    return pairs.mean(products.sum(axis=0) > 0.0)


def _shortfalls_of(evidence: Evidence) -> Floats:
    """sqrt(-w_n) of the measured turns of won matches where w_n < 0, elsewhere 0."""
    found: Floats = np.sqrt(np.maximum(0.0, -evidence.histories.winner_leads))
    return found


def _best_gains(course: Course) -> Floats:
    """The most that a player gained in a turn of their own, from 0 to 1."""
    changes = course.changes
    after = np.flatnonzero(course.segments.places > 0)
    movers = np.maximum(changes.movers, 0)
    gains = leads_at(course.standings[:, after], movers)
    gains -= leads_at(course.standings[:, after - 1], movers)
    # Nobody gains by what chance does.
    own = np.where(changes.movers >= 0, gains, 0.0)
    return np.clip(changes.segments.largest(own), 0.0, 1.0)


def _leader_changes(measured: Course) -> Floats:
    """The share of measured turns after which another player leads."""
    led = measured.where(measured.margins > 0.0)
    is_new = (led.leaders[1:] != led.leaders[:-1]) & (led.segments.places[1:] > 0)
    counts = measured.segments.counts
    changes = np.bincount(led.segments.owners[1:][is_new], minlength=len(counts))
    return changes / np.where(counts > 1, counts - 1, np.nan)


def _sizes(changes: Course) -> Floats:
    """The sum over the seats of the absolute changes; with two seats the change of the lead."""
    found: Floats = np.abs(changes.standings).sum(axis=0)
    return found


def _calm(swings: Course) -> Sampled:
    """1 minus the mean size of the swings, at least 0; none without swings."""
    values = np.maximum(0.0, 1.0 - swings.segments.mean(_sizes(swings)))
    return mean_over_matches(values, _TOO_SHORT)


def _openness_of(evidence: Evidence) -> Floats:
    """1 - m(t_i), for each match with a turn and each point in time."""
    return np.maximum(0.0, 1.0 - margins_of(evidence.histories.sampled))


def _sampled_mean(played: Histories, values: Floats) -> Sampled:
    """The mean of values of the sampled matches."""
    found = np.full(len(played), np.nan)
    found[played.sampled_matches] = values
    return mean_over_matches(found, "no match")


# --- Leads that were lost -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _LostLeads:
    """The won matches that have measured turns, and the largest lead of a loser in each."""

    played: Histories
    matches: Integers
    leads: Floats

    def __len__(self) -> int:
        return len(self.matches)

    @cached_property
    def thresholds(self) -> Floats:
        """The threshold over the matches, then over each resampled set of them."""
        sets = np.concatenate([np.arange(len(self))[None, :], _resamples(len(self))])
        found: Floats = np.quantile(self.leads[sets], SAFE_SHARE, axis=1)
        return found

    def played_until(self, thresholds: Floats) -> Floats:
        """M_th / M by match and threshold; M_th is the last turn if no lead was that large."""
        levels, level_of = np.unique(thresholds, return_inverse=True)
        segments = self.played.won.segments
        # How many thresholds have been reached so far, with the number of the match in front, so
        # that one running maximum and one search serve all matches.
        reached = np.searchsorted(levels, self.played.winner_leads, side="right")
        base = len(levels) + 1
        so_far = np.maximum.accumulate(segments.owners * base + reached)
        wanted = self.matches[:, None] * base + np.arange(1, base)
        first = np.searchsorted(so_far, wanted) - segments.starts[self.matches][:, None]
        turns = self.played.opening_turns[self.matches][:, None] + 1 + first
        shares: Floats = (turns / self.played.turns[self.matches][:, None])[:, level_of]
        return shares

    def group_thresholds(self, groups: int) -> Floats:
        """The threshold in each group of the matches."""
        segments = self._groups(groups)
        order = np.lexsort((self.leads, segments.owners))
        return _quantiles(self.leads[order], segments, SAFE_SHARE)

    def group_played(self, groups: int) -> Floats:
        """The mean of M_th / M in each group, by the threshold of the group."""
        segments = self._groups(groups)
        thresholds = self.group_thresholds(groups)
        until = self.played_until(np.where(np.isnan(thresholds), 0.0, thresholds))
        return segments.mean(until[np.arange(len(self)), segments.owners])

    def _groups(self, groups: int) -> Segments:
        """Groups of all matches, without those that are not here."""
        is_here = np.zeros(len(self.played), dtype=np.bool_)
        is_here[self.matches] = True
        return groups_of(len(self.played), groups).where(is_here)


def _lost_leads_at(evidence: Evidence) -> _LostLeads:
    played = evidence.histories
    largest = played.won.segments.largest(-played.winner_leads)
    matches = np.flatnonzero(played.won.segments.is_filled)
    return _LostLeads(played, matches, np.maximum(0.0, largest[matches]))


def _quantiles(ordered: Floats, segments: Segments, share: float) -> Floats:
    """The quantile of each segment, whose entries are in order; NaN where it is empty."""
    filled = segments.is_filled
    at = share * (segments.counts[filled] - 1)
    below = at.astype(np.int64)
    part = at - below
    first = segments.starts[filled] + below
    low = ordered[first]
    high = ordered[np.minimum(first + 1, len(ordered) - 1)]
    found = np.full(len(segments), np.nan)
    found[filled] = np.where(part > 0.0, low + (high - low) * part, low)
    return found


def _quantile_error(lost: Floats) -> float:
    """The error of the threshold by ranks: resampled matches never exceed the largest lead seen.

    These are the ranks that enclose the true quantile in 19 of 20 cases. If the upper one lies
    beyond the last match, a loser may have led by the maximum.
    """
    half = Z_95 * sqrt(SAFE_SHARE * (1.0 - SAFE_SHARE) / len(lost))
    low = float(np.quantile(lost, max(0.0, SAFE_SHARE - half)))
    is_seen = SAFE_SHARE + half <= 1.0
    high = float(np.quantile(lost, SAFE_SHARE + half)) if is_seen else 1.0
    return (high - low) / (2.0 * Z_95)


@cache
def _resamples(count: int) -> NDArray[np.int64]:
    """Sets of matches drawn with replacement; always the same sets, so errors are repeatable."""
    return np.random.default_rng(count).integers(0, count, (RESAMPLES, count))


CRITERIA: tuple[Criterion, ...] = (
    branching_factor,
    convergence,
    decision_ratio,
    correction,
    momentum,
    decisiveness_threshold,
    decisiveness_moves,
    drama_average,
    drama_maximum,
    killer_moves,
    lead_change,
    permanence,
    stability,
    uncertainty,
    uncertainty_early,
    uncertainty_late,
    uncertainty_late_weighted,
    surprise,
)
"""In the order of their numbers."""
