"""Quality: what the course of ordinary matches shows, above all their lead histories.

Unless a formula says otherwise, a value is computed per match and averaged over the matches where
it is defined; n runs over the moves after the random opening, without the terminal position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from math import log10, sqrt

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import Evidence, Floats, History
from ludwright.criticism.lead_history import SAMPLES
from ludwright.criticism.measure import Measure, Unscored, mean_score, resampled_score
from ludwright.play.share import Z_95

SAFE_SHARE: float = 0.95
"""The share of matches in which the loser's largest lead stays below the threshold."""
RESAMPLES: int = 200
"""Resampled sets of matches, for the errors of criteria that are not means."""
TIMES: Floats = np.linspace(0.0, 1.0, SAMPLES)
"""t_s, the points in time of the sampled leads."""

_TOO_SHORT = "no match lasted long enough after its opening"
_NONE_WON = "no match that lasted beyond its opening was won"


@criterion(
    "branching-factor",
    number="Q1",
    group=Group.QUALITY,
    idea="How many moves there are to choose from.",
    formula="min(1, log10(mean_n b_n + 1) / 2): 0.5 for 9 moves, 1 for 99 or more",
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
def branching_factor(evidence: Evidence) -> Measure:
    """How many legal moves a turn offers, on a logarithmic scale."""
    return _mean_over(evidence.histories, _branching)


@criterion(
    "convergence",
    number="Q2",
    group=Group.QUALITY,
    idea="Choices narrow as the match goes on.",
    formula="0.5 - a / 2, clamped to 0..1, where a is the slope of b_n / max b over n / M",
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
def convergence(evidence: Evidence) -> Measure:
    """1 if choices narrow to nothing, 0 if they grow from nothing, 0.5 if they stay constant."""
    return _mean_over(evidence.histories, _narrowing)


@criterion(
    "decision-ratio",
    number="Q3",
    group=Group.QUALITY,
    idea="Turns should offer a choice.",
    formula="share of moves with b_n > 1",
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
def decision_ratio(evidence: Evidence) -> Measure:
    """The share of turns with more than one legal move."""
    return _mean_over(evidence.histories, _choice_share)


@criterion(
    "correction",
    number="Q12",
    group=Group.QUALITY,
    idea="Play pulls the leader back.",
    formula="sum_k max(0, -sign(L_(2k-2)) r_k) / sum_k |r_k| over rounds with a leader",
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
def correction(evidence: Evidence) -> Measure:
    """The share of all movement of the lead that goes against the leader."""
    return _mean_over(evidence.histories, _pulled_back)


@criterion(
    "momentum",
    number="Q13",
    group=Group.QUALITY,
    idea="Gains follow gains.",
    formula="share of pairs of consecutive rounds with r_k r_(k+1) > 0",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Games with several moves per turn, whose rounds are not pairs of moves.",
    is_mean=True,
    when_low=Remark(
        "the lead goes up and down from round to round",
        "gains that last, such as captures or blocked cells",
    ),
    when_high=Remark("gains follow gains"),
)
def momentum(evidence: Evidence) -> Measure:
    """The share of rounds that move the lead the same way as the round before."""
    return _mean_over(evidence.histories, _same_way)


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
def decisiveness_threshold(evidence: Evidence) -> Measure:
    """The lead above which players hardly ever lost."""
    histories = _lasting(evidence)
    if not histories:
        return Unscored(_NONE_WON)
    lost = _lost_leads(histories)
    thresholds = _thresholds(lost)
    found = resampled_score(thresholds[1:], float(thresholds[0]), len(histories))
    return replace(found, error=max(found.error, _quantile_error(lost)))


@criterion(
    "decisiveness-moves",
    number="Q15",
    group=Group.QUALITY,
    idea="Once a lead is safe, the match should end soon.",
    formula="1 - mean over the won matches of (M - M_th) / M, where M_th is the first move with"
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
def decisiveness_moves(evidence: Evidence) -> Measure:
    """1 if matches end as soon as a lead is safe, near 0 if they drag on."""
    histories = _lasting(evidence)
    if not histories:
        return Unscored(_NONE_WON)
    thresholds = _thresholds(_lost_leads(histories))
    played = np.stack([_played_until(one, thresholds) for one in histories])
    sets = np.arange(1, RESAMPLES + 1)
    values = played[_resamples(len(histories)), sets[:, None]].mean(axis=1)
    return resampled_score(values, float(played[:, 0].mean()), len(histories))


@criterion(
    "drama-average",
    number="Q16",
    group=Group.QUALITY,
    idea="The eventual winner was behind for a while.",
    formula="mean of sqrt(-w_n) over the moves with w_n < 0, 0 if there are none",
    wanted=Wanted.HIGH,
    source=Source.PAPER,
    equation="4",
    fooled_by="A single moment far behind counts as much as a whole match far behind.",
    is_mean=True,
    when_low=Remark(
        "the winner is rarely behind",
        "ways to come back: captures, sacrifices, or two goals that pull in different directions",
    ),
    when_high=Remark("winners come from behind"),
)
def drama_average(evidence: Evidence) -> Measure:
    """How far behind the eventual winner was while behind."""
    return _mean_over(evidence.decided, lambda one: _mean(_shortfalls(one)), _NONE_WON)


@criterion(
    "drama-maximum",
    number="Q17",
    group=Group.QUALITY,
    idea="The eventual winner had a bad moment.",
    formula="max of sqrt(-w_n) over the moves with w_n < 0, 0 if there are none",
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
def drama_maximum(evidence: Evidence) -> Measure:
    """How far behind the eventual winner was at the worst moment."""
    return _mean_over(evidence.decided, lambda one: _largest(_shortfalls(one)), _NONE_WON)


@criterion(
    "killer-moves",
    number="Q18",
    group=Group.QUALITY,
    idea="One move swings the match.",
    formula="max_n d_n, clamped to 0..1, where d_n is the lead gained by the mover of move n",
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
def killer_moves(evidence: Evidence) -> Measure:
    """The largest gain by one move."""
    return _mean_over(evidence.histories, _best_gain)


@criterion(
    "lead-change",
    number="Q19",
    group=Group.QUALITY,
    idea="How often the leader changes.",
    formula="changes of leader / (measured moves - 1); at a lead of 0 the last leader keeps the"
    " lead",
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
def lead_change(evidence: Evidence) -> Measure:
    """The share of moves after which the leader is a different player."""
    return _mean_over(evidence.histories, _leader_changes)


@criterion(
    "permanence",
    number="Q20",
    group=Group.QUALITY,
    idea="A gain is not undone by the reply.",
    formula="max(0, 1 - mean_n |(L_n - L_(n-1)) - (L_(n-1) - L_(n-2))|)",
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
def permanence(evidence: Evidence) -> Measure:
    """1 if the lead changes at a steady rate, 0 if every gain is undone at once."""
    return _mean_over(evidence.histories, lambda one: _calm(np.diff(_changes(one))))


@criterion(
    "stability",
    number="Q21",
    group=Group.QUALITY,
    idea="The lead swings little from move to move.",
    formula="max(0, 1 - mean_n |L_n - L_(n-1)|)",
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
def stability(evidence: Evidence) -> Measure:
    """1 if the lead never changes, 0 if it changes by 1 or more with each move."""
    return _mean_over(evidence.histories, lambda one: _calm(_changes(one)))


@criterion(
    "uncertainty",
    number="Q22",
    group=Group.QUALITY,
    idea="The outcome is open.",
    formula="1 - mean_s |L(t_s)| over the whole match",
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
def uncertainty(evidence: Evidence) -> Measure:
    """1 if neither player ever leads, 0 if one player leads by the maximum throughout."""
    return _sampled_mean(evidence.histories, lambda leads: (1.0 - np.abs(leads)).mean(axis=1))


@criterion(
    "uncertainty-early",
    number="Q23",
    group=Group.QUALITY,
    idea="The outcome is open in the first half.",
    formula="1 - mean_s |L(t_s)| over t_s < 0.5",
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
def uncertainty_early(evidence: Evidence) -> Measure:
    """1 if neither player leads in the first half of the match."""
    is_early = TIMES < 0.5
    return _sampled_mean(
        evidence.histories, lambda leads: (1.0 - np.abs(leads[:, is_early])).mean(axis=1)
    )


@criterion(
    "uncertainty-late",
    number="Q24",
    group=Group.QUALITY,
    idea="The outcome is open for as long as possible.",
    formula="0.5 + mean_s min(1, t_s - w(t_s)), over the won matches",
    wanted=Wanted.HIGH,
    source=Source.PAPER,
    equation="5",
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
def uncertainty_late(evidence: Evidence) -> Measure:
    """How far the winner's lead stays below a line that rises from 0 to 1."""
    signs = np.asarray([one.sign for one in evidence.decided if one.moves])[:, None]

    def openness(leads: Floats) -> Floats:
        below: Floats = np.minimum(1.0, TIMES - signs * leads).mean(axis=1)
        return np.clip(0.5 + below, 0.0, 1.5)

    return _sampled_mean(evidence.decided, openness, "no match was won")


@criterion(
    "uncertainty-late-weighted",
    number="B1",
    group=Group.BEYOND,
    idea="The outcome is open late in the match.",
    formula="sum_s t_s (1 - |L(t_s)|) / sum_s t_s",
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
def uncertainty_late_weighted(evidence: Evidence) -> Measure:
    """How open matches are; later moments weigh more."""
    weights = TIMES / TIMES.sum()

    def openness(leads: Floats) -> Floats:
        # Rounding must not carry a match that is open throughout beyond 1.
        found: Floats = ((1.0 - np.abs(leads)) * weights).sum(axis=1)
        return np.minimum(1.0, found)

    return _sampled_mean(evidence.histories, openness)


@criterion(
    "surprise",
    number="Q25",
    group=Group.QUALITY,
    idea="Expectations about the outcome change suddenly.",
    formula="mean_n (L_n - L_(n-1))^2",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    high=4.0,
    fooled_by="A policy that favours the player who just moved: leads jump although nothing"
    " happens.",
    is_mean=True,
    when_low=Remark("the lead hardly ever jumps", "moves with a stronger effect"),
    when_high=Remark("the lead often jumps", "single moves with a weaker effect"),
)
def surprise(evidence: Evidence) -> Measure:
    """The mean squared change of the lead per move."""
    return _mean_over(evidence.histories, _jumpiness)


def _mean_over(
    histories: Iterable[History], value: Callable[[History], float | None], why: str = _TOO_SHORT
) -> Measure:
    """The mean over the matches in which the value is defined."""
    found = [each for one in histories if (each := value(one)) is not None]
    return mean_score(found, why)


def _sampled_mean(
    histories: Iterable[History], values: Callable[[Floats], Floats], why: str = "no match"
) -> Measure:
    """The mean over matches of values computed from the sampled leads, one row per match."""
    rows = [one.sampled_leads() for one in histories if one.moves]
    return mean_score(values(np.stack(rows)), why) if rows else Unscored(why)


def _course(history: History) -> Floats:
    """L_n from the end of the opening to the last position that is not terminal."""
    return history.leads[min(history.opening, history.moves) : history.moves]


def _changes(history: History) -> Floats:
    """L_n - L_(n-1) for the measured moves."""
    found: Floats = np.diff(_course(history))
    return found


def _options(history: History) -> NDArray[np.int32]:
    """b_n for the moves after the opening, including the last, since it was chosen too."""
    return history.options[history.opening :]


def _branching(history: History) -> float | None:
    options = _options(history)
    return min(1.0, log10(float(options.mean()) + 1.0) / 2.0) if len(options) else None


def _narrowing(history: History) -> float | None:
    options = _options(history)
    if len(options) < 2:
        return None
    times = np.arange(len(options)) / history.moves
    away = times - times.mean()
    # Not `@`: its rounding depends on the processor, which would show where options are constant.
    slope = float((away * options).sum() / np.square(away).sum()) / max(1, int(options.max()))
    return min(1.0, max(0.0, 0.5 - slope / 2.0))


def _choice_share(history: History) -> float | None:
    options = _options(history)
    return float((options > 1).mean()) if len(options) else None


def _pulled_back(history: History) -> float | None:
    leads = _course(history)[::2]
    changes, leaders = np.diff(leads), np.sign(leads[:-1])
    total = float((np.abs(changes) * np.abs(leaders)).sum())
    return float(np.maximum(0.0, -leaders * changes).sum()) / total if total > 0.0 else None


def _same_way(history: History) -> float | None:
    ways = np.sign(np.diff(_course(history)[::2]))
    return float((ways[:-1] * ways[1:] > 0).mean()) if len(ways) > 1 else None


def _shortfalls(history: History) -> Floats | None:
    """sqrt(-w_n) of the measured moves with w_n < 0; None if no move was measured."""
    leads = history.winner_leads[history.measured]
    return np.sqrt(-leads[leads < 0.0]) if len(leads) else None


def _mean(values: Floats | None) -> float | None:
    return None if values is None else float(values.mean()) if len(values) else 0.0


def _largest(values: Floats | None) -> float | None:
    return None if values is None else float(values.max(initial=0.0))


def _best_gain(history: History) -> float | None:
    changes = _changes(history)
    if len(changes) == 0:
        return None
    movers = history.seats[history.opening : history.moves - 1]
    gains = np.where(movers == 0, changes, -changes)
    return min(1.0, max(0.0, float(gains.max())))


def _leader_changes(history: History) -> float | None:
    leads = history.leads[history.measured]
    if len(leads) < 2:
        return None
    leaders = leads[leads != 0.0] > 0.0
    return int((leaders[1:] != leaders[:-1]).sum()) / (len(leads) - 1)


def _calm(swings: Floats) -> float | None:
    """1 minus the mean size of the swings, at least 0; None without swings."""
    return max(0.0, 1.0 - float(np.abs(swings).mean())) if len(swings) else None


def _jumpiness(history: History) -> float | None:
    changes = _changes(history)
    return float(np.square(changes).mean()) if len(changes) else None


def _lasting(evidence: Evidence) -> list[History]:
    """The matches that were won and have measured moves."""
    return [one for one in evidence.decided if one.opening + 1 < one.moves]


def _lost_leads(histories: list[History]) -> Floats:
    """The largest lead of each loser."""
    return np.asarray([max(0.0, -one.winner_leads[one.measured].min()) for one in histories])


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


def _thresholds(lost: Floats) -> Floats:
    """The threshold over the matches, then over each resampled set of them."""
    sets = np.concatenate([np.arange(len(lost))[None, :], _resamples(len(lost))])
    found: Floats = np.quantile(lost[sets], SAFE_SHARE, axis=1)
    return found


def _played_until(history: History, thresholds: Floats) -> Floats:
    """M_th / M for each threshold; M_th is the last move if the lead never was that large."""
    largest = np.maximum.accumulate(history.winner_leads[history.measured])
    first = history.opening + 1 + np.searchsorted(largest, thresholds)
    return first / history.moves


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
