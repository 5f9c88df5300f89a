"""Viability: what the outcomes and the lengths of matches say."""

from __future__ import annotations

from math import hypot

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import MAIN, OTHER_FIRST, TIMEOUTS, Evidence, Floats
from ludwright.criticism.measure import Measure, Score, Unscored, mean_score, share_score
from ludwright.play.outcome import Reason
from ludwright.play.playtest import REASONS, Playtest

DEEPER: tuple[str, ...] = ("deeper-2", "deeper-3", "deeper-4")
"""Modes in which player 0 looks as far as the name says, and player 1 one ply less."""
AGAINST_RANDOM = "random"
"""The mode in which player 1 plays anything."""
AGAINST_DEFENSIVE = "defensive"
"""The mode in which player 1 only spoils what player 0 has."""
AGAINST_OBSTRUCTIVE = "obstructive"
"""The mode in which player 1 only takes moves away from player 0."""


@criterion(
    "completion",
    number="V1",
    group=Group.VIABILITY,
    idea="Matches should produce a winner.",
    formula="wins / G",
    wanted=Wanted.HIGH,
    source=Source.PAPER,
    equation="2",
    fooled_by="Two equally weak players who blunder into wins that good players would prevent.",
    is_mean=True,
    when_low=Remark(
        "few matches have a winner",
        "a goal that somebody must reach in the end, or a loss for whoever cannot move",
    ),
    when_high=Remark("nearly every match has a winner"),
)
def completion(evidence: Evidence) -> Measure:
    """The share of matches that somebody won."""
    return share_score(int((evidence.main.winners >= 0).sum()), len(evidence.main))


@criterion(
    "duration",
    number="V2",
    group=Group.VIABILITY,
    idea="Matches should last about as long as people like to sit.",
    formula="min(1, mean over matches of |M_pref - M| / M_pref)",
    wanted=Wanted.LOW,
    source=Source.PAPER,
    equation="3",
    fooled_by="Games whose moves take a second or five minutes: it counts moves, not minutes.",
    is_mean=True,
    when_low=Remark("matches last about as long as people like to sit"),
    when_high=Remark(
        "matches are much shorter or longer than people like to sit",
        "a larger board or a farther goal for longer matches, a smaller board or a nearer goal for"
        " shorter ones",
    ),
)
def duration(evidence: Evidence) -> Measure:
    """How far the lengths of matches are from the preferred one; 0 is best."""
    preferred = evidence.preferred_length
    found = mean_score(np.abs(preferred - evidence.main.lengths) / preferred)
    return _at_most_one(found)


@criterion(
    "balance",
    number="V3",
    group=Group.VIABILITY,
    idea="Neither colour should be favoured, whoever begins.",
    formula="1 - |wins_W - wins_B| / (wins_W + wins_B), either colour beginning equally often",
    wanted=Wanted.HIGH,
    source=Source.THESIS,
    fooled_by="Few matches: chance alone unbalances them, so the value is too low, never too high.",
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
    idea="Neither the first nor the second to move should be favoured.",
    formula="|wins_1st - W / 2| / (W / 2), W decided matches, either colour first equally often",
    wanted=Wanted.LOW,
    source=Source.THESIS,
    fooled_by="The random opening moves, which may undo or make an advantage of moving first.",
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
    idea="Matches should not end in draws by the rules.",
    formula="draws / G, without abandoned matches",
    wanted=Wanted.LOW,
    source=Source.LUDII,
    fooled_by="Weak players: games of perfect play that are drawn look decisive among beginners.",
    is_mean=True,
    when_low=Remark("draws are rare"),
    when_high=Remark(
        "many matches end in a draw",
        "a loss for whoever cannot move, or a count of pieces when the board is full",
    ),
)
def drawishness(evidence: Evidence) -> Measure:
    """The share of matches that ended in a draw, abandoned ones left out of the draws."""
    is_drawn = (evidence.main.winners < 0) & ~_ended_for(evidence.main, TIMEOUTS | {Reason.FAULT})
    return share_score(int(is_drawn.sum()), len(evidence.main))


@criterion(
    "timeouts",
    number="V6",
    group=Group.VIABILITY,
    idea="Matches should come to an end by themselves.",
    formula="abandoned matches / G, at 2 M_pref moves",
    wanted=Wanted.LOW,
    source=Source.THESIS,
    fooled_by="Players too weak to finish a won position.",
    is_mean=True,
    when_low=Remark("matches come to an end by themselves"),
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
    idea="People like to know how long a match will take.",
    formula="min(1, standard deviation of M / mean of M)",
    wanted=Wanted.LOW,
    source=Source.OURS,
    fooled_by="Matches abandoned at the limit, which all have the same length.",
    when_low=Remark("matches take about the same time"),
    when_high=Remark(
        "nobody knows how long a match will take",
        "a board that fills up or pieces that only go forward, so that matches cannot drag on",
    ),
)
def length_spread(evidence: Evidence) -> Measure:
    """How much the lengths of matches vary, as a part of their mean."""
    lengths = evidence.main.lengths.astype(np.float64)
    if len(lengths) < 2:
        return Unscored("one match has no spread; play two or more")
    mean, spread = float(lengths.mean()), float(lengths.std(ddof=1))
    if mean == 0.0:
        return Unscored("no match had any moves")
    return _at_most_one(_with_value(spread / mean, _spread_terms(lengths, mean, spread)))


@criterion(
    "deepening",
    number="V8",
    group=Group.VIABILITY,
    idea="Who looks further ahead should win more often.",
    formula="max(0, 2 (mean score of depth d + 1 against depth d, d = 1..3, seats swapped) - 1)",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A policy that misjudges positions: looking further with it then helps nobody.",
    needs=DEEPER,
    when_low=Remark(
        "looking one move further hardly helps",
        "goals that can be prepared over several moves, and fewer threats that decide at once",
    ),
    when_high=Remark("who looks further ahead wins"),
)
def deepening(evidence: Evidence) -> Measure:
    """1 if one ply more always wins, 0 if it is no help."""
    found: list[Score] = []
    for mode in DEEPER:
        share = mean_score(
            _by_pairs(evidence.playtests[mode].player_points(0)), f"no match of {mode!r}"
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
    idea="A thinking player should beat one who plays anything.",
    formula="score of the normal player against uniformly random moves, seats swapped",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A policy that misjudges positions: the normal player then plays as if at random.",
    needs=(AGAINST_RANDOM,),
    is_mean=True,
    when_low=Remark(
        "playing anything does nearly as well as thinking",
        "moves that matter more: a nearer goal, stronger captures, or fewer forced moves",
    ),
    when_high=Remark("a thinking player beats one who plays anything"),
)
def robustness_random(evidence: Evidence) -> Measure:
    """The score of the normal player against a random one; a draw is half."""
    points = evidence.playtests[AGAINST_RANDOM].player_points(0)
    return _with_samples(mean_score(_by_pairs(points)), len(points))


@criterion(
    "robustness-defensive",
    number="V10",
    group=Group.VIABILITY,
    idea="A player who only defends should not be able to spoil the game.",
    formula="completion x score of the normal player, against one who only minimises its E",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Games in which defending is attacking: there the defender plays well and wins.",
    needs=(AGAINST_DEFENSIVE,),
    when_low=Remark(
        "a player who only defends can spoil the game",
        "more ways to win than one player can block, or a goal that defending cannot hold off",
    ),
    when_high=Remark("pure defence does not pay"),
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
    formula="completion x (1 - timeouts), against one who minimises the other's legal moves",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="Games won by blocking: there the obstructive player is simply a good one.",
    needs=(AGAINST_OBSTRUCTIVE,),
    when_low=Remark(
        "a player who only takes moves away can spoil the game",
        "a loss for whoever cannot move, or pieces that cannot be walled in",
    ),
    when_high=Remark("taking moves away does not spoil the game"),
)
def robustness_obstructive(evidence: Evidence) -> Measure:
    """1 if matches against an obstructive player always come to a win."""
    played = evidence.playtests[AGAINST_OBSTRUCTIVE]
    is_ended = ~_ended_for(played, TIMEOUTS)
    return _product_of_means((played.winners >= 0).astype(np.float64), is_ended.astype(np.float64))


def first_rates(evidence: Evidence) -> tuple[Score, Score] | Unscored:
    """How often the first seat wins, of the decided matches: as usual, and the other beginning."""
    found: list[Score] = []
    for mode in (MAIN, OTHER_FIRST):
        winners = evidence.playtests[mode].winners
        decided = int((winners >= 0).sum())
        rate = share_score(int((winners == 0).sum()), decided, f"nobody won a match of {mode!r}")
        if isinstance(rate, Unscored):
            return rate
        found.append(rate)
    return found[0], found[1]


def _with_errors_of(value: float, one: Score, other: Score) -> Score:
    """A sum or difference of two shares; folding it at 0 does not make it less certain."""
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
    """The product of two means over the same matches, its error by the delta method."""
    if len(one) == 0:
        return Unscored("no match")
    first, second = float(one.mean()), float(other.mean())
    terms = _by_pairs(first * other + second * one)
    return _with_samples(_with_value(first * second, terms), len(one))


def _spread_terms(lengths: Floats, mean: float, spread: float) -> Floats:
    """What each match adds to the relative spread: its influence function, by the delta method."""
    if spread == 0.0:
        return np.zeros_like(lengths)
    away = lengths - mean
    return (away**2 - spread**2) / (2.0 * spread * mean) - spread * away / mean**2


def _with_value(value: float, terms: Floats) -> Measure:
    """The value, with the error of the mean of the terms."""
    found = mean_score(terms)
    return found if isinstance(found, Unscored) else Score(value, found.error, found.samples)


def _with_samples(found: Measure, samples: int) -> Measure:
    """The same, counted in matches."""
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
