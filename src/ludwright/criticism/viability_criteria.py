"""Viability: criteria of the outcomes and lengths of matches."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import TIMEOUTS, Evidence, first_movers, is_ended_for
from ludwright.criticism.measure import (
    Measure,
    Sampled,
    Score,
    Unscored,
    groups_of,
    mean_over_matches,
    mean_score,
    share_of_matches,
)
from ludwright.criticism.modes import (
    AGAINST_DEFENSIVE,
    AGAINST_OBSTRUCTIVE,
    AGAINST_RANDOM,
    DEEPER,
    MAIN,
    OTHER_FIRST,
)
from ludwright.criticism.segments import Floats
from ludwright.play.families import family_of
from ludwright.play.outcome import Reason
from ludwright.play.playtest import Playtest


@criterion(
    "completion",
    number="V1",
    group=Group.VIABILITY,
    idea="Matches should produce a winner.",
    formula="won matches / G",
    wanted=Wanted.HIGH,
    source=Source.PAPER,
    equation="2",
    fooled_by="Two equally weak players who blunder into wins that good players would prevent.",
    is_mean=True,
    when_low=Remark(
        "few matches have a winner",
        "a goal that one player must reach in the end, or a loss for a player who cannot move",
    ),
    when_high=Remark("nearly every match has a winner"),
)
def completion(evidence: Evidence) -> Sampled:
    """The share of matches that were won."""
    return share_of_matches(evidence.main.winners >= 0)


@criterion(
    "duration",
    number="V2",
    group=Group.VIABILITY,
    idea="Matches should last about as long as people like to play.",
    formula="min(1, mean of |M_pref - M| / M_pref)",
    wanted=Wanted.LOW,
    source=Source.PAPER,
    equation="3",
    deviation="the equation is 1 minus a sum that is not divided by the number of matches; this is"
    " the deviation itself, averaged over the matches and at most 1, as in the thesis",
    fooled_by="Games whose turns take a second or five minutes each: it counts turns, not minutes.",
    is_mean=True,
    when_low=Remark("matches last about as long as people like to play"),
    when_high=Remark(
        "matches are much shorter or longer than people like to play",
        "a larger board or a more distant goal for longer matches, a smaller board or a closer goal"
        " for shorter ones",
    ),
)
def duration(evidence: Evidence) -> Sampled:
    """How far the lengths of matches are from the preferred length; 0 is best."""
    preferred = evidence.preferred_length
    turns = evidence.histories.turns
    return mean_over_matches(np.abs(preferred - turns) / preferred, most=1.0)


@criterion(
    "balance",
    number="V3",
    group=Group.VIABILITY,
    idea="No colour should have an advantage, whichever moves first.",
    formula="1 - sum_s |p_s - 1 / S| / (2 - 2 / S), where p_s is the share of the won matches won"
    " by colour s; with two colours, each moving first equally often,"
    " 1 - |wins_W - wins_B| / (wins_W + wins_B)",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="Few matches: chance alone makes the result uneven, so the value tends to be too"
    " low.",
    when_low=Remark(
        "one colour wins far more often",
        "the same pieces, moves and distances to the goal for all colours",
    ),
    when_high=Remark("all colours win equally often"),
)
def balance(evidence: Evidence) -> Measure | Sampled:
    """1 if all colours win equally often, 0 if one colour always does."""
    found = evidence.derived(wins_of)
    if isinstance(found, Unscored):
        return found
    even = 1.0 / found.seats
    scale = 2.0 * (1.0 - even)

    def values(wins: Wins) -> Floats:
        uneven = np.abs(wins.colour_shares - even).sum(axis=1)
        found: Floats = np.maximum(0.0, 1.0 - uneven / scale)
        return found

    weights = _signs(found.colour_shares[0] - even) / scale
    score = Score(float(values(found)[0]), found.error_of(weights), found.samples)
    return Sampled(score, lambda groups: values(found.in_groups(groups)))


@criterion(
    "advantage",
    number="V4",
    group=Group.VIABILITY,
    idea="Moving first should be neither an advantage nor a disadvantage.",
    formula="|p_1st - 1 / S| / (1 - 1 / S), where p_1st is the share of the won matches won by the"
    " first mover; with two colours, each moving first equally often, |wins_1st - W / 2| / (W / 2)"
    " of W won matches",
    wanted=Wanted.LOW,
    source=Source.THESIS,
    fooled_by="The random opening moves, which may cancel or create an advantage.",
    when_low=Remark("it hardly matters who moves first"),
    when_high=Remark(
        "who moves first decides many matches",
        "a weaker first turn, a larger board, or a start position that gives the other players"
        " something",
    ),
)
def advantage(evidence: Evidence) -> Measure | Sampled:
    """0 if moving first or later makes no difference, 1 if the first mover always wins."""
    found = evidence.derived(wins_of)
    if isinstance(found, Unscored):
        return found
    even = 1.0 / found.seats

    def values(wins: Wins) -> Floats:
        found: Floats = np.abs(wins.first_shares - even) / (1.0 - even)
        return found

    error = found.first_error / (1.0 - even)
    score = Score(float(values(found)[0]), error, found.samples)
    return Sampled(score, lambda groups: values(found.in_groups(groups)))


@criterion(
    "drawishness",
    number="V5",
    group=Group.VIABILITY,
    idea="Matches should not end in draws.",
    formula="matches drawn by the rules / G; abandoned matches are not draws",
    wanted=Wanted.LOW,
    source=Source.LUDII,
    fooled_by="Weak players: a game that is a draw with perfect play looks decisive among"
    " beginners.",
    is_mean=True,
    when_low=Remark("draws are rare"),
    when_high=Remark(
        "many matches end in a draw",
        "a loss for a player who cannot move, or a count of pieces when the board is full",
    ),
)
def drawishness(evidence: Evidence) -> Sampled:
    """The share of matches drawn by the rules; abandoned matches are not draws."""
    played = evidence.main
    is_abandoned = is_ended_for(played, TIMEOUTS | {Reason.FAULT})
    return share_of_matches((played.winners < 0) & ~is_abandoned)


@criterion(
    "timeouts",
    number="V6",
    group=Group.VIABILITY,
    idea="Matches should end by the rules, within a reasonable time.",
    formula="abandoned matches / G; on boards matches are abandoned after 2 M_pref plies",
    wanted=Wanted.LOW,
    source=Source.THESIS,
    fooled_by="Players too weak to finish a won position.",
    is_mean=True,
    when_low=Remark("matches end by the rules"),
    when_high=Remark(
        "many matches do not end and have to be abandoned",
        "moves that only go forward, captures that cannot be undone, or a smaller board",
    ),
)
def timeouts(evidence: Evidence) -> Sampled:
    """The share of matches that had to be abandoned."""
    return share_of_matches(is_ended_for(evidence.main, TIMEOUTS))


@criterion(
    "length-spread",
    number="V7",
    group=Group.VIABILITY,
    idea="It should be predictable how long a match takes.",
    formula="min(1, standard deviation of M / mean of M)",
    wanted=Wanted.LOW,
    source=Source.OURS,
    fooled_by="Matches abandoned at the limit, which all have the same length.",
    when_low=Remark("matches are all about equally long"),
    when_high=Remark(
        "it is hard to predict how long a match will take",
        "a board that fills up or pieces that only go forward, so that matches cannot drag on",
    ),
)
def length_spread(evidence: Evidence) -> Measure | Sampled:
    """How much the lengths of matches vary, relative to their mean."""
    lengths = evidence.histories.turns.astype(np.float64)
    if len(lengths) < 2:
        return Unscored("a single match has no spread; play two or more")
    mean, spread = float(lengths.mean()), float(lengths.std(ddof=1))
    if mean == 0.0:
        return Unscored("no match had any moves")
    found = mean_score(_spread_terms(lengths, mean, spread))
    assert isinstance(found, Score)
    score = Score(min(1.0, spread / mean), found.error, found.samples)
    return Sampled(score, lambda groups: _group_spreads(lengths, groups))


def _group_spreads(lengths: Floats, groups: int) -> Floats:
    """The relative spread of the lengths in each group."""
    segments = groups_of(len(lengths), groups)
    means = segments.mean(lengths)
    squares = segments.total(np.square(lengths - segments.each(means)))
    free = np.where(segments.counts > 1, segments.counts - 1, np.nan)
    spreads = np.sqrt(squares / free) / np.where(means > 0.0, means, np.nan)
    return np.minimum(1.0, spreads)


@criterion(
    "deepening",
    number="V8",
    group=Group.VIABILITY,
    idea="A player who searches deeper should win more often.",
    formula="max(0, (s - 1 / S) / (1 - 1 / S)), where s is the mean score of depth d + 1 against"
    " depth d for d = 1..3, seats rotated after each match; with two seats max(0, 2 s - 1)",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A policy that misjudges positions: searching deeper with it does not help.",
    needs=DEEPER,
    when_low=Remark(
        "looking one move further ahead hardly helps",
        "goals that can be prepared over several moves, and fewer threats that decide at once",
    ),
    when_high=Remark("the player who looks further ahead wins"),
)
def deepening(evidence: Evidence) -> Measure:
    """1 if searching one ply deeper always wins, 0 if it does not help."""
    found: list[Score] = []
    for mode in DEEPER:
        played = evidence.playtests[mode]
        result = skill_score(played, _no_matches(mode))
        if isinstance(result, Unscored):
            return result
        found.append(result)
    value = sum(one.value for one in found) / len(found)
    error = hypot(*(one.error for one in found)) / len(found)
    return Score(max(0.0, value), error, sum(len(evidence.playtests[mode]) for mode in DEEPER))


@criterion(
    "robustness-random",
    number="V9",
    group=Group.VIABILITY,
    idea="A thinking player should beat a random one.",
    formula="(1 + x) / 2, where x = (s - 1 / S) / (1 - 1 / S) and s is the score of the normal"
    " player against uniformly random moves, seats rotated after each match; with two seats s",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A policy that misjudges positions: the normal player is then no better than random.",
    needs=(AGAINST_RANDOM,),
    is_mean=True,
    when_low=Remark(
        "random play does nearly as well as thinking",
        "moves that matter more: a closer goal, stronger captures, or fewer forced moves",
    ),
    when_high=Remark("a thinking player beats a random one"),
)
def robustness_random(evidence: Evidence) -> Measure:
    """The score of the normal player against a random one; a draw counts half."""
    played = evidence.playtests[AGAINST_RANDOM]
    return _with_samples(mean_score(_by_tables(_even_points(played), played)), len(played))


@criterion(
    "robustness-defensive",
    number="V10",
    group=Group.VIABILITY,
    idea="A player who only defends should not be able to spoil the game.",
    formula="completion * score of the normal player, as in robustness-random, against the"
    " defensive one, which only makes the normal player's position as bad as it can",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Games in which defending is a good way to attack: the defender then plays well and"
    " wins.",
    needs=(AGAINST_DEFENSIVE,),
    when_low=Remark(
        "a player who only defends can spoil the game",
        "more ways to win than one player can block, or a goal that cannot be blocked for ever",
    ),
    when_high=Remark("pure defence does not pay off"),
)
def robustness_defensive(evidence: Evidence) -> Measure:
    """1 if the normal player always wins against a purely defensive one."""
    played = evidence.playtests[AGAINST_DEFENSIVE]
    return _product_of_means(played, played.winners >= 0, _even_points(played))


@criterion(
    "robustness-obstructive",
    number="V11",
    group=Group.VIABILITY,
    idea="A player who only takes moves away should not be able to spoil the game.",
    formula="completion * (1 - timeouts) against the obstructive player, which only leaves the"
    " normal player as few legal moves as it can",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Games won by blocking: the obstructive player is then simply a good one.",
    needs=(AGAINST_OBSTRUCTIVE,),
    when_low=Remark(
        "a player who only takes moves away can spoil the game",
        "a loss for a player who cannot move, or pieces that cannot be walled in",
    ),
    when_high=Remark("taking moves away does not spoil the game"),
)
def robustness_obstructive(evidence: Evidence) -> Measure:
    """1 if matches against an obstructive player always end in a win."""
    played = evidence.playtests[AGAINST_OBSTRUCTIVE]
    return _product_of_means(played, played.winners >= 0, ~is_ended_for(played, TIMEOUTS))


@dataclass(frozen=True, eq=False)
class Wins:
    """How many matches each seat won: in the usual order and, on boards, with the other first."""

    counts: Floats
    """By way to begin, group of matches and seat."""
    ordered: Floats
    """The same, but seats are counted from the one that had the first turn."""
    playtests: tuple[Playtest, ...]
    """The matches of each way to begin."""

    @property
    def seats(self) -> int:
        """S, the number of seats."""
        return int(self.counts.shape[2])

    @property
    def samples(self) -> int:
        """The matches that were won."""
        return int(self.counts.sum())

    @property
    def first_share(self) -> float:
        """The share of the won matches that the first mover won."""
        return float(self.first_shares[0])

    @property
    def first_error(self) -> float:
        """Its error."""
        weights = (np.arange(self.seats) == 0).astype(np.float64) / len(self.ordered)
        variance = 0.0
        for counts, played in zip(self.ordered, self.playtests, strict=True):
            places = _places_in_order(played)
            variance += max(
                _share_variance(counts[0], weights), _table_variance(played, weights[places])
            )
        return sqrt(variance)

    @property
    def first_shares(self) -> Floats:
        """By group, the share of won matches that the first mover won; ways weigh the same."""
        found: Floats = _shares_of(self.ordered)[:, :, 0].sum(axis=0) / len(self.ordered)
        return found

    @property
    def colour_shares(self) -> Floats:
        """The same by colour: where the other moves first, it has the first seat."""
        shares = [np.roll(one, way, axis=1) for way, one in enumerate(_shares_of(self.counts))]
        found: Floats = sum(shares[1:], shares[0]) / len(shares)
        return found

    def in_groups(self, groups: int) -> Wins:
        """The same matches in several groups."""
        return _wins_in(self.playtests, self.seats, groups)

    def error_of(self, weights: Floats) -> float:
        """The error of a weighted sum of shares of colours, after Agresti and Coull."""
        variance = 0.0
        for way, (counts, played) in enumerate(zip(self.counts, self.playtests, strict=True)):
            terms = np.roll(weights, -way) / len(self.counts)
            by_match = np.where(played.winners >= 0, terms[played.winners], 0.0)
            variance += max(_share_variance(counts[0], terms), _table_variance(played, by_match))
        return sqrt(variance)


def _shares_of(counts: Floats) -> Floats:
    totals = counts.sum(axis=2, keepdims=True)
    found: Floats = counts / np.where(totals > 0, totals, np.nan)
    return found


def wins_of(evidence: Evidence) -> Wins | Unscored:
    """Who won the main matches, and those in which the other moves first where there are any."""
    seats = evidence.main.seats
    if seats == 1:
        return Unscored("one seat alone has nobody to be compared with")
    modes = [MAIN]
    if OTHER_FIRST in evidence.playtests:
        modes.append(OTHER_FIRST)
    elif seats == 2 and family_of(evidence.game).other_first is not None:
        return Unscored(f"no matches of the mode {OTHER_FIRST!r} were played")
    playtests = tuple(evidence.playtests[mode] for mode in modes)
    for mode, played in zip(modes, playtests, strict=True):
        if not (played.winners >= 0).any():
            return Unscored(f"no match of the mode {mode!r} was won")
    return _wins_in(playtests, seats, 1)


def _wins_in(playtests: tuple[Playtest, ...], seats: int, groups: int) -> Wins:
    """The wins in groups of the matches."""
    by_seat = [_counted(one, one.winners, seats, groups) for one in playtests]
    ordered = [_counted(one, _places_in_order(one), seats, groups) for one in playtests]
    return Wins(np.stack(by_seat), np.stack(ordered), playtests)


def _counted(played: Playtest, numbers: NDArray[Any], seats: int, groups: int) -> Floats:
    """How many won matches of each group have each number."""
    is_won = played.winners >= 0
    group = groups_of(len(played), groups).owners[is_won]
    cells = np.bincount(group * seats + numbers[is_won], minlength=groups * seats)
    return cells.reshape(groups, seats).astype(np.float64)


def _places_in_order(played: Playtest) -> NDArray[np.int64]:
    """By match, how many seats after the first mover the winner sits; of draws it says nothing."""
    found: NDArray[np.int64] = (played.winners - first_movers(played)) % played.seats
    return found


def _share_variance(counts: Floats, weights: Floats) -> float:
    """The variance of a weighted sum of shares, with four more matches, won evenly."""
    seen = float(counts.sum()) + 4.0
    shares = (counts + 4.0 / len(counts)) / seen
    mean = float((weights * shares).sum())
    return float((np.square(weights - mean) * shares).sum()) / seen


def _table_variance(played: Playtest, terms: Floats) -> float:
    """The same where matches share a deal and so are not independent; 0 where they do not.

    `terms` are the weights of what happened in each match; those of draws do not count.
    """
    if not played.settings.get("rotate_seats", False):
        return 0.0
    is_won = played.winners >= 0
    terms = np.where(is_won, terms, 0.0)
    won = int(is_won.sum())
    away = np.where(is_won, terms - float(terms.sum()) / won, 0.0)
    sums = np.add.reduceat(away, np.arange(0, len(away), played.seats))
    return float(np.square(sums).sum()) / won**2


def _signs(excess: Floats) -> Floats:
    """Which shares are above and below; those exactly even are taken as either in turn."""
    is_even = np.abs(excess) < 1e-12
    in_turn = np.where(np.cumsum(is_even) % 2 == 1, 1.0, -1.0)
    return np.where(is_even, in_turn, np.sign(excess))


def _no_matches(mode: str) -> str:
    return f"no matches of the mode {mode!r}"


def skill_of_shares(shares: Floats, seats: int) -> Floats:
    """(p - 1 / S) / (1 - 1 / S): 1 for a player who always wins, 0 for one like the others.

    With two seats this is 2 p - 1.
    """
    found: Floats = (shares - 1.0 / seats) / (1.0 - 1.0 / seats)
    return found


def skill_score(played: Playtest, why: str) -> Measure:
    """The same of player 0 in matches whose seats rotate; `why` there is none without matches."""
    share = mean_score(_by_tables(played.player_points(0), played), why)
    if isinstance(share, Unscored):
        return share
    value = float(skill_of_shares(np.asarray(share.value), played.seats))
    return Score(value, share.error / (1.0 - 1.0 / played.seats), len(played))


def _even_points(played: Playtest) -> Floats:
    """The points of player 0 on a scale on which a player like the others has 1/2."""
    return 0.5 + 0.5 * skill_of_shares(played.player_points(0), played.seats)


def _by_tables(values: Floats, played: Playtest) -> Floats:
    """The means of S matches in a row, which share an opening and so are not independent."""
    seats = played.seats
    whole = len(values) // seats * seats
    tables: Floats = values[:whole].reshape(-1, seats).mean(axis=1)
    return np.concatenate([tables, values[whole:]])


def _product_of_means(played: Playtest, one: NDArray[Any], other: NDArray[Any]) -> Measure:
    """The product of two means over the same matches, with its error by the delta method."""
    if len(played) == 0:
        return Unscored("no match")
    first, second = float(one.mean()), float(other.mean())
    found = mean_score(_by_tables(first * other + second * one, played))
    assert isinstance(found, Score)
    return Score(first * second, found.error, len(played))


def _spread_terms(lengths: Floats, mean: float, spread: float) -> Floats:
    """The contribution of each match to the relative spread: its influence function."""
    if spread == 0.0:
        return np.zeros_like(lengths)
    away = lengths - mean
    return (away**2 - spread**2) / (2.0 * spread * mean) - spread * away / mean**2


def _with_samples(found: Measure, samples: int) -> Measure:
    """The same measure, with its samples counted in matches."""
    return found if isinstance(found, Unscored) else Score(found.value, found.error, samples)


CRITERIA: tuple[Criterion, ...] = (
    completion,
    duration,
    balance,
    advantage,
    drawishness,
    timeouts,
    length_spread,
    deepening,
    robustness_random,
    robustness_defensive,
    robustness_obstructive,
)
"""In the order of their numbers."""
