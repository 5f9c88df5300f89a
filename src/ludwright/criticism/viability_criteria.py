"""Viability: criteria of the outcomes and lengths of matches."""

from __future__ import annotations

from math import hypot

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import MAIN, OTHER_FIRST, TIMEOUTS, Evidence, Floats
from ludwright.criticism.measure import Measure, Score, Unscored, mean_score, share_score
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.playtest import Playtest

DEEPER: tuple[str, ...] = ("deeper-2", "deeper-3", "deeper-4")
"""Modes in which player 0 searches to the depth in the name, and player 1 one ply less."""
AGAINST_RANDOM = "random"
"""The mode in which player 1 moves at random."""
AGAINST_DEFENSIVE = "defensive"
"""The mode in which player 1 only tries to make player 0's position worse."""
AGAINST_OBSTRUCTIVE = "obstructive"
"""The mode in which player 1 only tries to leave player 0 few moves."""


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
def completion(evidence: Evidence) -> Measure:
    """The share of matches that were won."""
    return share_score(int((evidence.main.winners >= 0).sum()), len(evidence.main))


@criterion(
    "duration",
    number="V2",
    group=Group.VIABILITY,
    idea="Matches should last about as long as people like to play.",
    formula="min(1, mean of |M_pref - M| / M_pref)",
    wanted=Wanted.LOW,
    source=Source.PAPER,
    equation="3",
    fooled_by="Games whose moves take a second or five minutes each: it counts moves, not minutes.",
    is_mean=True,
    when_low=Remark("matches last about as long as people like to play"),
    when_high=Remark(
        "matches are much shorter or longer than people like to play",
        "a larger board or a more distant goal for longer matches, a smaller board or a closer goal"
        " for shorter ones",
    ),
)
def duration(evidence: Evidence) -> Measure:
    """How far the lengths of matches are from the preferred length; 0 is best."""
    preferred = evidence.preferred_length
    found = mean_score(np.abs(preferred - evidence.main.lengths) / preferred)
    return _at_most_one(found)


@criterion(
    "balance",
    number="V3",
    group=Group.VIABILITY,
    idea="Neither colour should have an advantage, whichever moves first.",
    formula="1 - |wins_W - wins_B| / (wins_W + wins_B), each colour moving first equally often",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="Few matches: chance alone makes the result uneven, so the value tends to be too"
    " low.",
    needs=(MAIN, OTHER_FIRST),
    when_low=Remark(
        "one colour wins far more often",
        "the same pieces, moves and distances to the goal for both colours",
    ),
    when_high=Remark("both colours win equally often"),
)
def balance(evidence: Evidence) -> Measure:
    """1 if both colours win equally often, 0 if one colour always does."""
    rates = first_rates(evidence)
    if isinstance(rates, Unscored):
        return rates
    usual, other = rates
    return _with_errors_of(1.0 - abs(usual.value - other.value), usual, other)


@criterion(
    "advantage",
    number="V4",
    group=Group.VIABILITY,
    idea="Moving first should be neither an advantage nor a disadvantage.",
    formula="|wins_1st - W / 2| / (W / 2), W won matches, each colour moving first equally often",
    wanted=Wanted.LOW,
    source=Source.THESIS,
    fooled_by="The random opening moves, which may cancel or create an advantage.",
    needs=(MAIN, OTHER_FIRST),
    when_low=Remark("it hardly matters who moves first"),
    when_high=Remark(
        "moving first or second decides many matches",
        "a weaker first turn, a larger board, or a start position that gives the other player"
        " something",
    ),
)
def advantage(evidence: Evidence) -> Measure:
    """0 if moving first or second makes no difference, 1 if it decides the match."""
    rates = first_rates(evidence)
    if isinstance(rates, Unscored):
        return rates
    usual, other = rates
    return _with_errors_of(abs(usual.value + other.value - 1.0), usual, other)


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
def drawishness(evidence: Evidence) -> Measure:
    """The share of matches drawn by the rules; abandoned matches are not draws."""
    is_drawn = (evidence.main.winners < 0) & ~_ended_for(evidence.main, TIMEOUTS | {Reason.FAULT})
    return share_score(int(is_drawn.sum()), len(evidence.main))


@criterion(
    "timeouts",
    number="V6",
    group=Group.VIABILITY,
    idea="Matches should end by the rules, within a reasonable time.",
    formula="matches abandoned after 2 M_pref moves / G",
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
def timeouts(evidence: Evidence) -> Measure:
    """The share of matches that had to be abandoned."""
    return share_score(int(_ended_for(evidence.main, TIMEOUTS).sum()), len(evidence.main))


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
def length_spread(evidence: Evidence) -> Measure:
    """How much the lengths of matches vary, relative to their mean."""
    lengths = evidence.main.lengths.astype(np.float64)
    if len(lengths) < 2:
        return Unscored("a single match has no spread; play two or more")
    mean, spread = float(lengths.mean()), float(lengths.std(ddof=1))
    if mean == 0.0:
        return Unscored("no match had any moves")
    return _at_most_one(_with_value(spread / mean, _spread_terms(lengths, mean, spread)))


@criterion(
    "deepening",
    number="V8",
    group=Group.VIABILITY,
    idea="A player who searches deeper should win more often.",
    formula="max(0, 2 s - 1), where s is the mean score of depth d + 1 against depth d for d ="
    " 1..3, seats swapped after each match",
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
        share = mean_score(
            _by_pairs(evidence.playtests[mode].player_points(0)), f"no matches of the mode {mode!r}"
        )
        if isinstance(share, Unscored):
            return share
        found.append(share)
    value = 2.0 * sum(one.value for one in found) / len(found) - 1.0
    error = 2.0 * hypot(*(one.error for one in found)) / len(found)
    return Score(max(0.0, value), error, _matches(evidence, DEEPER))


@criterion(
    "robustness-random",
    number="V9",
    group=Group.VIABILITY,
    idea="A thinking player should beat a random one.",
    formula="score of the normal player against uniformly random moves, seats swapped after each"
    " match",
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
    points = evidence.playtests[AGAINST_RANDOM].player_points(0)
    return _with_samples(mean_score(_by_pairs(points)), len(points))


@criterion(
    "robustness-defensive",
    number="V10",
    group=Group.VIABILITY,
    idea="A player who only defends should not be able to spoil the game.",
    formula="completion * score of the normal player against the defensive one, which only makes"
    " the normal player's position as bad as it can",
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
    return _product_of_means((played.winners >= 0).astype(np.float64), played.player_points(0))


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
    is_ended = ~_ended_for(played, TIMEOUTS)
    return _product_of_means((played.winners >= 0).astype(np.float64), is_ended.astype(np.float64))


def first_rates(evidence: Evidence) -> tuple[Score, Score] | Unscored:
    """The first seat's share of the won matches: in the usual order, and with the other first."""
    found: list[Score] = []
    for mode in (MAIN, OTHER_FIRST):
        winners = evidence.playtests[mode].winners
        decided = int((winners >= 0).sum())
        rate = share_score(
            int((winners == 0).sum()), decided, f"no match of the mode {mode!r} was won"
        )
        if isinstance(rate, Unscored):
            return rate
        found.append(rate)
    return found[0], found[1]


def _with_errors_of(value: float, one: Score, other: Score) -> Score:
    """A sum or difference of two shares; its absolute value has the same error."""
    return Score(value, hypot(one.error, other.error), one.samples + other.samples)


def _ended_for(played: Playtest, reasons: frozenset[Reason]) -> NDArray[np.bool_]:
    """Which matches ended for one of the reasons."""
    numbers = [REASONS.index(one) for one in reasons]
    return np.isin(played.columns["reasons"], numbers)


def _by_pairs(values: Floats) -> Floats:
    """The means of matches 2k and 2k + 1, which share an opening and so are not independent."""
    whole = len(values) // 2 * 2
    pairs: Floats = values[:whole].reshape(-1, 2).mean(axis=1)
    return np.concatenate([pairs, values[whole:]])


def _product_of_means(one: Floats, other: Floats) -> Measure:
    """The product of two means over the same matches, with its error by the delta method."""
    if len(one) == 0:
        return Unscored("no match")
    first, second = float(one.mean()), float(other.mean())
    terms = _by_pairs(first * other + second * one)
    return _with_samples(_with_value(first * second, terms), len(one))


def _spread_terms(lengths: Floats, mean: float, spread: float) -> Floats:
    """The contribution of each match to the relative spread: its influence function."""
    if spread == 0.0:
        return np.zeros_like(lengths)
    away = lengths - mean
    return (away**2 - spread**2) / (2.0 * spread * mean) - spread * away / mean**2


def _with_value(value: float, terms: Floats) -> Measure:
    """The value, with the error of the mean of the terms."""
    found = mean_score(terms)
    return found if isinstance(found, Unscored) else Score(value, found.error, found.samples)


def _with_samples(found: Measure, samples: int) -> Measure:
    """The same measure, with its samples counted in matches."""
    return found if isinstance(found, Unscored) else Score(found.value, found.error, samples)


def _at_most_one(found: Measure) -> Measure:
    if isinstance(found, Unscored):
        return found
    return Score(min(1.0, found.value), found.error, found.samples)


def _matches(evidence: Evidence, modes: tuple[str, ...]) -> int:
    return sum(len(evidence.playtests[mode]) for mode in modes)


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
