"""Criteria based on searches of the recorded positions.

Values of moves are leads of the mover, from -1 to 1; v in the formulas is `(1 + lead) / 2`. The
quick criteria use values at depth 1 for every position of the main matches. The slow ones use a
sample of the same positions, searched deeper. Events of chance are not decisions and have no part.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import Evidence, leads_at, with_starts
from ludwright.criticism.measure import (
    Measure,
    Sampled,
    Score,
    Unscored,
    mean_over_matches,
    resampled_score,
    share_score,
)
from ludwright.criticism.modes import DEEP
from ludwright.criticism.segments import Floats, Integers, Segments
from ludwright.play.playtest import Playtest

GOOD_MOVE: float = 0.75
"""A move is good if its value is at least this share of the way from the mean to the best."""
NEARLY_BEST: float = 0.1
"""A reply this close to the best one, on the scale from 0 to 1, is as good for a player."""
BLUNDER: float = 0.25
"""A move that loses more lead than this is a blunder."""
SAME: float = 1e-4
"""Moves whose leads differ by less are of equal value."""
FORCED: float = 0.9905
"""Leads above this are forced wins: a win is worth 1 minus a thousandth per ply it takes."""
OPEN_SCALE: float = 0.99
"""Searches multiply the lead of an undecided position by this, to keep it apart from wins."""
DEEP_PLIES: int = 3
"""Depth of the values of moves in the sampled positions, where the budget allowed it."""
REPLY_PLIES: int = 2
"""Depth that values need to show a blunder: they include the reply."""
RESAMPLES: int = 200

NO_VALUES = "no values of moves"
NO_SAMPLE = "no position was searched deeply enough"
NO_MOVE = "no moves after the opening"


@dataclass(frozen=True, eq=False)
class Choices:
    """Positions with the values of all their moves."""

    playtest: Playtest
    plies: Integers
    """Where each position is in the columns."""
    moves: Segments
    """The moves of each position, at least one."""
    leads: Floats
    """Of the mover, after each move."""

    def __len__(self) -> int:
        return len(self.plies)

    @cached_property
    def values(self) -> Floats:
        """v, from 0 to 1."""
        return 0.5 * (1.0 + self.leads)

    @cached_property
    def best_leads(self) -> Floats:
        """The lead after the best move of each position."""
        return self.moves.largest(self.leads)

    @cached_property
    def matches(self) -> Integers:
        """The match of each position."""
        return np.searchsorted(self.playtest.offsets, self.plies, side="right") - 1

    def lead_of(self, moves: Integers) -> Floats:
        """The lead after the given move of each position."""
        found: Floats = self.leads[self.moves.starts + moves]
        return found

    def where(self, kept: NDArray[np.bool_]) -> Choices:
        """Some of the positions."""
        if kept.all():
            return self
        leads = self.leads[self.moves.each(kept)]
        return Choices(self.playtest, self.plies[kept], Segments(self.moves.counts[kept]), leads)

    def match_means(self, values: Floats | NDArray[np.bool_]) -> Floats:
        """The mean over the positions of each match, NaN for a match without any."""
        return _means_by_match(self.matches, values, len(self.playtest))


def choices_of(playtest: Playtest) -> Choices | None:
    """The positions after the openings whose moves have values; None without the annotation."""
    values = playtest.annotations.get("move_values")
    offsets = playtest.annotations.get("move_value_offsets")
    if values is None or offsets is None:
        return None
    counts = np.diff(offsets)
    plies = np.flatnonzero(counts > 0)
    # Positions without values take up no space, so the others are contiguous.
    every = Choices(playtest, plies, Segments(counts[plies]), values.astype(np.float64))
    return every.where(is_decision(playtest)[plies])


def is_decision(playtest: Playtest) -> NDArray[np.bool_]:
    """By ply, whether a player chose it: after the opening of its match, and not by chance."""
    segments = Segments(playtest.lengths)
    is_later = segments.places >= segments.each(playtest.columns["opening_plies"])
    found: NDArray[np.bool_] = is_later & (playtest.columns["seats"] >= 0)
    return found


def _means_by_match(matches: Integers, values: Floats | NDArray[np.bool_], count: int) -> Floats:
    counts = np.bincount(matches, minlength=count)
    sums = np.bincount(matches, weights=values, minlength=count)
    found: Floats = sums / np.where(counts > 0, counts, np.nan)
    return found


def _choices_of_main(evidence: Evidence) -> Choices | None:
    return choices_of(evidence.main)


def _choices_of_deep(evidence: Evidence) -> Choices | None:
    return choices_of(evidence.playtests[DEEP])


# --- Values of the moves, one ply deep ------------------------------------------------------------


@criterion(
    "clarity-variance",
    number="Q7",
    group=Group.QUALITY,
    idea="Moves differ clearly in value.",
    formula="mean, over positions with a choice, of the standard deviation of v over the legal"
    " moves (the square root of the variance in the name: variances of values from 0 to 1 are all"
    " close to 0, which would make games hard to tell apart)",
    wanted=Wanted.EITHER,
    source=Source.LUDII,
    fooled_by="An evaluation blind to what matters gives all moves the same value, and a coarse one"
    " shows differences that players would not notice.",
    high=0.5,
    is_mean=True,
    when_low=Remark(
        "moves hardly differ in value at first sight",
        "a goal towards which progress can be seen on the board",
    ),
    when_high=Remark(
        "good and bad moves differ clearly at first sight",
        "more moves that are nearly as good as the best",
    ),
)
def clarity_variance(evidence: Evidence) -> Measure | Sampled:
    """How much the values of the moves vary."""
    found = evidence.derived(_with_choice)
    if isinstance(found, Unscored):
        return found
    off = found.values - found.moves.each(found.moves.mean(found.values))
    return _mean_over(found, np.sqrt(found.moves.mean(off * off)))


@criterion(
    "clarity-narrowness",
    number="Q8",
    group=Group.QUALITY,
    idea="Few moves are good.",
    formula="mean, over positions with a choice, of the share of legal moves with"
    " v >= mean + 0.75 (best - mean); 1 if all moves have the same value",
    wanted=Wanted.LOW,
    source=Source.LUDII,
    fooled_by="One extremely good move hides the choice among all others, and a position with two"
    " moves is never below 0.5.",
    is_mean=True,
    when_low=Remark("good moves are few and have to be found"),
    when_high=Remark(
        "nearly all moves are equally good",
        "moves that differ more in what they do, or a closer goal",
    ),
)
def clarity_narrowness(evidence: Evidence) -> Measure | Sampled:
    """The share of moves that are good."""
    found = evidence.derived(_with_choice)
    if isinstance(found, Unscored):
        return found
    mean, best = found.moves.mean(found.leads), found.best_leads
    least = np.minimum(mean + GOOD_MOVE * (best - mean), best - SAME)
    return _mean_over(found, found.moves.mean(found.leads >= found.moves.each(least)))


@criterion(
    "coolness",
    number="Q9",
    group=Group.QUALITY,
    idea="Players are forced to harm themselves: every move makes their position worse.",
    formula="share of positions in which the best move leaves the mover a lower v than before",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="An evaluation biased for or against the player to move makes every game cool, or"
    " none.",
    is_mean=True,
    when_low=Remark(
        "a player can nearly always improve",
        "an end in which a player who runs out of good moves loses",
    ),
    when_high=Remark(
        "players are often forced to harm themselves",
        "the right to pass, or more room to make waiting moves",
    ),
)
def coolness(evidence: Evidence) -> Measure | Sampled:
    """How often even the best move loses ground."""
    found = evidence.derived(_choices_of_main)
    if found is None:
        return Unscored(NO_VALUES)
    before = OPEN_SCALE * _evaluations_before(evidence, found)
    return _mean_over(found, found.best_leads < before - SAME)


@criterion(
    "control",
    number="Q10",
    group=Group.QUALITY,
    idea="A move dictates the reply.",
    formula="mean of 1 - b' / b_max, where b' is the number of replies with v within 0.1 of the"
    " best one, and b_max the largest number of legal moves in the match",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Choices that dwindle anyway, as on a board that fills up, look dictated.",
    is_mean=True,
    when_low=Remark("players can reply freely", "threats that have to be answered"),
    when_high=Remark("moves dictate the replies", "fewer forced moves, or a larger board"),
)
def control(evidence: Evidence) -> Measure | Sampled:
    """How few good replies a player has."""
    found = evidence.derived(_choices_of_main)
    if found is None:
        return Unscored(NO_VALUES)
    least = found.moves.largest(found.values) - NEARLY_BEST
    replies = found.moves.total(found.values >= found.moves.each(least))
    most = np.zeros(len(found.playtest), dtype=np.int64)
    np.maximum.at(most, found.matches, found.moves.counts)
    return _mean_over(found, 1.0 - replies / most[found.matches])


@criterion(
    "tension",
    number="Q26",
    group=Group.QUALITY,
    idea="There are immediate threats on the board.",
    formula="share of positions in which a player could win with one move if it were their turn",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Obvious threats count as much as hidden ones.",
    is_mean=True,
    when_low=Remark(
        "players rarely threaten to win before the end",
        "a closer goal, or several goals at once",
    ),
    when_high=Remark(
        "there are threats to win on the board much of the time",
        "a more distant goal, or better ways to defend",
    ),
)
def tension(evidence: Evidence) -> Measure | Sampled:
    """How often a player threatens to win at once."""
    threats = evidence.main.annotations.get("threats")
    if threats is None:
        return Unscored(NO_VALUES)
    played = evidence.histories
    has_threat = (threats == 1).any(axis=1)
    is_known = has_threat | (threats == 0).all(axis=1)
    kept = is_known & played.decisions
    means = _means_by_match(played.plies.owners[kept], has_threat[kept], len(played))
    return mean_over_matches(means, "no position with known threats")


def _with_choice(evidence: Evidence) -> Choices | Unscored:
    """The positions of the main matches with at least two legal moves."""
    found = evidence.derived(_choices_of_main)
    if found is None:
        return Unscored(NO_VALUES)
    with_choice = found.where(found.moves.counts > 1)
    return with_choice if len(with_choice) else Unscored("no position offered a choice")


def _evaluations_before(evidence: Evidence, found: Choices) -> Floats:
    """By position, the lead of its mover at the last moment, by the evaluation of the moves."""
    played, main = evidence.histories, evidence.main
    standings = with_starts(main, main.standings, main.start_standings)
    looked = played.moment_plies + played.moments.each(played.plies.starts)
    # Of several moments at the same ply of the columns, the last: a match ends where the next
    # begins, and the start of the next is the one that counts.
    rows = np.searchsorted(looked, found.plies, side="right") - 1
    return leads_at(standings[:, rows], played.seats[found.plies])


def _mean_over(found: Choices, values: Floats | NDArray[np.bool_]) -> Sampled:
    return mean_over_matches(found.match_means(values), NO_MOVE)


# --- A sample of positions, searched deeply -------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sample:
    """Positions searched deeply."""

    choices: Choices
    best_moves: Integers
    """By position, the best move at depths 1 to 4; -1 where the search did not get that far."""

    def loss_of(self, depth: int) -> Floats:
        """The lead that the best move at a depth loses against the best move by the deep values."""
        found = self.choices
        return found.best_leads - found.lead_of(self.best_moves[:, depth - 1])

    def is_same_choice(self, depth: int) -> NDArray[np.bool_]:
        """By position and depth, whether its best move is that of the given depth.

        Searches choose at random between moves of equal value, so these count as the same move.
        """
        best = self.best_moves[:, :depth]
        worth = np.stack([self.choices.lead_of(best[:, d]) for d in range(depth)], axis=1)
        last = slice(depth - 1, depth)
        found: NDArray[np.bool_] = np.abs(worth - worth[:, last]) < SAME
        found |= best == best[:, last]
        return found


def sample_of(evidence: Evidence, depth: int, value_depth: int) -> Sample | Unscored:
    """The sampled positions whose best moves and values are known to these depths."""
    playtest = evidence.playtests[DEEP]
    found = evidence.derived(_choices_of_deep)
    best = playtest.annotations.get("best_moves")
    if found is None or best is None:
        return Unscored(NO_VALUES)
    chosen = best[found.plies].astype(np.int64)
    is_known: NDArray[np.bool_] = np.all(chosen[:, :depth] >= 0, axis=1)
    reached = playtest.annotations.get("value_depths")
    if reached is not None:
        is_known = is_known & (reached[found.plies] >= value_depth)
    if not is_known.any():
        return Unscored(NO_SAMPLE)
    return Sample(found.where(is_known), chosen[is_known])


@criterion(
    "foul-up",
    number="Q27",
    group=Group.QUALITY,
    idea="The plausible move is a blunder.",
    formula="share of sampled positions in which the best move at depth 1 loses more than 0.25 of"
    " lead against the best one, by values at depth 3, or 2 where the budget ended there",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Some traps catch only an evaluation, never a person; traps deeper than three plies"
    " are not seen.",
    needs=(DEEP,),
    is_mean=True,
    when_low=Remark(
        "the plausible move is rarely a blunder",
        "delayed effects, such as captures that open a line",
    ),
    when_high=Remark(
        "the plausible move is often a blunder",
        "effects that can be seen on the board before they happen",
    ),
)
def foul_up(evidence: Evidence) -> Measure | Sampled:
    """How often the obvious move is a blunder."""
    found = sample_of(evidence, 1, REPLY_PLIES)
    if isinstance(found, Unscored):
        return found
    return _mean_over(found.choices, found.loss_of(1) > BLUNDER)


@criterion(
    "discernment",
    number="Q28",
    group=Group.QUALITY,
    idea="Looking deeper changes the choice.",
    formula="share of sampled positions in which the best move at depth 3 differs from that at"
    " depth 1; moves of equal value count as the same",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A tiny difference between moves counts as much as one that decides the match, and a"
    " poor evaluation changes its mind at every depth.",
    needs=(DEEP,),
    is_mean=True,
    when_low=Remark(
        "the obvious move is nearly always right",
        "effects that appear a move or two later",
    ),
    when_high=Remark("looking deeper changes the choice"),
)
def discernment(evidence: Evidence) -> Measure | Sampled:
    """How often the obvious move is not the best."""
    found = sample_of(evidence, 3, REPLY_PLIES)
    if isinstance(found, Unscored):
        return found
    return _mean_over(found.choices, ~found.is_same_choice(3)[:, 0])


@criterion(
    "depth",
    number="Q29",
    group=Group.QUALITY,
    idea="Players must look far ahead to choose well.",
    formula="mean over sampled positions of d / 4, where d is the smallest depth whose best move"
    " equals that of depth 4; moves of equal value count as the same",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="It sees no further than four plies, and mistakes an unsteady evaluation for depth."
    " Positions with too many moves to be searched that far are left out.",
    low=0.25,
    needs=(DEEP,),
    is_mean=True,
    when_low=Remark(
        "looking one move ahead is enough",
        "threats that need two or three moves to prepare",
    ),
    when_high=Remark("players must look far ahead to choose well"),
)
def depth(evidence: Evidence) -> Measure | Sampled:
    """How deep a search must be before it settles on its move."""
    found = sample_of(evidence, 4, REPLY_PLIES)
    if isinstance(found, Unscored):
        return found
    return _mean_over(found.choices, (1 + found.is_same_choice(4).argmax(axis=1)) / 4.0)


@criterion(
    "puzzle-quality",
    number="Q30",
    group=Group.QUALITY,
    idea="Play yields puzzles: a win that must be found.",
    formula="share of matches with a puzzle * mean(plies of the solution / 3). A sampled position"
    " is a puzzle if a win can be forced within 3 plies, exactly one move keeps it, and that move"
    " is not the best at depth 1",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="The more positions of a match are searched, the more puzzles are found; puzzles"
    " longer than three plies, which people like best, are not found.",
    needs=(DEEP,),
    when_low=Remark("matches yield no puzzles", "wins that can be forced by a sequence of threats"),
    when_high=Remark("matches yield puzzles: wins that must be found"),
)
def puzzle_quality(evidence: Evidence) -> Measure:
    """How often puzzles occur and how long they are."""
    found = sample_of(evidence, 1, DEEP_PLIES)
    if isinstance(found, Unscored):
        return found
    choices = found.choices
    best = choices.best_leads
    keeps_win = choices.moves.total(choices.leads > FORCED)
    is_puzzle = (keeps_win == 1) & (found.loss_of(1) > SAME)
    plies = np.rint((1.0 - best) * 1000.0).clip(1, DEEP_PLIES)
    lengths = np.where(is_puzzle, plies / DEEP_PLIES, 0.0)
    return _puzzles_over_matches(choices.matches, is_puzzle, lengths)


def _puzzles_over_matches(match: Integers, is_puzzle: NDArray[np.bool_], length: Floats) -> Measure:
    """Share of matches with a puzzle times the mean length; its error is from resampled matches."""
    counts = np.bincount(match)
    is_sampled = counts > 0
    puzzles = np.bincount(match, weights=is_puzzle)[is_sampled]
    lengths = np.bincount(match, weights=length)[is_sampled]
    matches = len(puzzles)
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(matches, np.full(matches, 1.0 / matches), size=RESAMPLES)
    times = np.concatenate([np.ones((1, matches)), drawn])
    # Not `@`, whose rounding depends on the processor.
    share = (times * (puzzles > 0)).sum(axis=1) / matches
    quality = share * (times * lengths).sum(axis=1) / np.maximum((times * puzzles).sum(axis=1), 1.0)
    found = resampled_score(quality[1:], float(quality[0]), matches)
    # Resampling never shows a puzzle where none was seen.
    shown = share_score(int((puzzles > 0).sum()), matches)
    mean = float(lengths.sum()) / max(1.0, float(puzzles.sum())) or 1.0
    least = shown.error * mean if isinstance(shown, Score) else 0.0
    return replace(found, error=max(found.error, least))


CRITERIA: tuple[Criterion, ...] = (
    clarity_variance,
    clarity_narrowness,
    coolness,
    control,
    tension,
    foul_up,
    discernment,
    depth,
    puzzle_quality,
)
