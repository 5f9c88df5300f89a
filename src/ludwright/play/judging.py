"""Leads by search: what positions are worth to their movers, averaged over seats and calibrated.

An evaluation after each ply favours whoever has just moved, and the value of a search whoever is to
move. So every seat keeps the estimate made when it was last to move, the estimates of all seats are
averaged, and one slope per game turns the averages into chances of winning. The values come from
the native core; what criteria make of leads is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludwright.play.families import Judged, load_rules
from ludwright.play.outcome import REASONS, Reason
from ludwright.play.player import SearchPlayer
from ludwright.play.playtest import JUDGE, Playtest
from ludwright.play.roster import player_of

Floats = NDArray[np.float64]

BY_EVALUATION: Final[str] = "evaluation"
"""The judge of leads that nobody searched: the family's standings after each turn."""
JUDGED_VALUES: Final[str] = "judged_values"
"""The annotation with what each position was worth to its mover; not a number for chance."""
JUDGED_STANDINGS: Final[str] = "judged_standings"
"""The annotation with the calibrated standings of all seats in the position before each ply."""
FOLDS: Final[int] = 10
"""Parts of the matches: the slope for a part is fitted to the others, so that no lead is fitted to
the outcome it is compared with."""
SLOPE: Final[float] = 1.0
"""The slope before any match is seen, which leaves standings as they are."""
_RIDGE: Final[float] = 0.1
"""How strongly the slope is held there; each match counts as 1, however long it is."""
_LEAST_SLOPE, _MOST_SLOPE = 0.1, 10.0
_LEAST_STANDING: Final[float] = 0.005
"""Searches find proofs; a chance of 0 would have no odds."""
_UNFINISHED: Final = tuple(
    REASONS.index(one) for one in (Reason.PLY_LIMIT, Reason.TIME_LIMIT, Reason.FAULT)
)
"""Reasons that say nothing about who was winning."""


@dataclass(frozen=True, slots=True)
class Judging:
    """How hard the judge thinks about each position."""

    playouts: int = 40
    depth_cap: int = 6
    """Random plies of a playout, after which the position is evaluated: in some games random
    matches hardly ever end, and in others they show little."""
    fewest: int = 10
    """Fewer playouts would judge worse than an evaluation does."""
    steps: int = 0
    """Most work per position, for which playouts are reduced; 0 for no limit. Steps are counted by
    the core, so that the same judge is found on every machine."""

    def named(self, playouts: int) -> str:
        """The judge with this many playouts, as the name of a player."""
        return f"mcts:playouts={playouts},rollout=capped,depth_cap={self.depth_cap}"


def judge(playtest: Playtest, request: Judging, jobs: int = 1) -> Playtest:
    """The matches with leads by search, and `settings["judge"]`, which names the judge.

    The work for the first match shows how many playouts the others may have. Where even the fewest
    are too dear, or the family has no values by search, leads stay those of the evaluation.
    """
    rules = load_rules(playtest.game, playtest.seats)

    def judged(name: str, part: Playtest) -> Judged | None:
        player = player_of(name, playtest.game)
        assert isinstance(player, SearchPlayer), "a player of the core"
        return rules.judged(part, player.spec, jobs)

    first = judged(request.named(request.playouts), playtest.some(0, 1)) if len(playtest) else None
    if first is None:
        return _by_evaluation(playtest)
    playouts = affordable(request, first.steps, int(playtest.offsets[1]))
    found = judged(request.named(playouts), playtest) if playouts >= request.fewest else None
    if found is None:
        return _by_evaluation(playtest)
    return judged_by(request.named(playouts), playtest, found.values)


def affordable(request: Judging, steps: int, positions: int) -> int:
    """The playouts that a position may have, if all of them took `steps` for some positions."""
    most = request.steps * positions
    if request.steps == 0 or steps <= most:
        return request.playouts
    return request.playouts * most // steps


def judged_by(name: str, playtest: Playtest, values: NDArray[Any]) -> Playtest:
    """The matches with leads from the values of their positions, for the movers."""
    averaged = averaged_standings(playtest, values)
    chances = calibrated(averaged, slopes_of(playtest, averaged)[_owners(playtest)])
    annotations = {
        **playtest.annotations,
        JUDGED_VALUES: np.asarray(values, dtype=np.float32),
        JUDGED_STANDINGS: chances,
    }
    return replace(playtest, annotations=annotations, settings={**playtest.settings, JUDGE: name})


def _by_evaluation(playtest: Playtest) -> Playtest:
    return replace(playtest, settings={**playtest.settings, JUDGE: BY_EVALUATION})


# --- Averages -------------------------------------------------------------------------------------


def averaged_standings(playtest: Playtest, values: NDArray[Any]) -> Floats:
    """The mean of the latest estimates of all seats, in the position before each ply.

    An estimate is made when a seat's turn begins: in the middle of a turn of several plies it would
    be an estimate of another kind. It gives the other seats equal shares of what the seat does not
    expect to win. Before its first turn a seat's first estimate counts: otherwise a match would
    begin with the view of one side.
    """
    seats = playtest.seats
    total = np.zeros((len(values), seats))
    begins = _begins_turn(playtest)
    for seat in range(seats):
        is_own = playtest.columns["seats"] == seat
        at = _latest(playtest, is_own & begins & np.isfinite(values))
        own = 0.5 + 0.5 * np.asarray(values, dtype=np.float64)[at]
        # A seat that never had a turn expects as much as any other.
        own = np.clip(np.where(at < 0, 1.0 / seats, own), 0.0, 1.0)
        rest = (1.0 - own) / max(1, seats - 1)
        total += np.where(np.arange(seats) == seat, own[:, None], rest[:, None])
    found: Floats = total / seats
    return found


def _begins_turn(playtest: Playtest) -> NDArray[np.bool_]:
    """By ply, whether another seat, or chance, made the ply before it."""
    seats, lengths = playtest.columns["seats"], playtest.lengths
    found = np.ones(len(seats), dtype=np.bool_)
    found[1:] = seats[1:] != seats[:-1]
    found[playtest.offsets[:-1][lengths > 0]] = True
    return found


def _latest(playtest: Playtest, is_estimate: NDArray[np.bool_]) -> NDArray[np.int64]:
    """By ply, the last estimate of its match up to there, else the first one later; -1 if none."""
    plies = np.arange(len(is_estimate))
    owners = _owners(playtest)
    before = np.maximum.accumulate(np.where(is_estimate, plies, -1))
    after = np.where(is_estimate, plies, len(plies))
    after = np.minimum.accumulate(after[::-1])[::-1]
    is_before = before >= playtest.offsets[owners]
    is_after = after < playtest.offsets[owners + 1]
    found: NDArray[np.int64] = np.where(is_before, before, np.where(is_after, after, -1))
    return found


def _owners(playtest: Playtest) -> NDArray[np.int64]:
    """By ply, its match."""
    return np.repeat(np.arange(len(playtest)), playtest.lengths)


# --- Calibration ----------------------------------------------------------------------------------


def calibrated(standings: Floats, slopes: NDArray[Any] | float) -> Floats:
    """Standings whose odds are raised to the power of the slopes, one for all or one per row."""
    raised = (
        np.maximum(standings, _LEAST_STANDING) ** np.asarray(slopes, dtype=np.float64)[..., None]
    )
    found: Floats = raised / raised.sum(axis=1, keepdims=True)
    return found


def slopes_of(playtest: Playtest, standings: Floats) -> Floats:
    """By match, the slope fitted to the matches of the other folds."""
    folds = np.arange(len(playtest)) % FOLDS
    finished = ~np.isin(playtest.columns["reasons"], _UNFINISHED)
    found = np.full(len(playtest), SLOPE)
    for fold in range(min(FOLDS, len(playtest))):
        found[folds == fold] = fitted_slope(playtest, standings, finished & (folds != fold))
    return found


def fitted_slope(playtest: Playtest, standings: Floats, matches: NDArray[np.bool_]) -> float:
    """The slope for which standings predict the scores of the given matches best.

    A logistic regression without a constant, of the scores on the logarithms of the standings. If
    the leader always wins, the slope is held back; if leads mean nothing, it is small.
    """
    owners = _owners(playtest)
    rows = matches[owners]
    owners = owners[rows]
    logs = np.log(np.maximum(standings[rows], _LEAST_STANDING))
    scores = playtest.columns["scores"][owners].astype(np.float64)
    weights = 1.0 / playtest.lengths[owners]
    scored = (scores * logs).sum(axis=1)
    slope = SLOPE
    for _ in range(50):
        chances = np.exp(slope * (logs - logs.max(axis=1, keepdims=True)))
        chances /= chances.sum(axis=1, keepdims=True)
        means = (chances * logs).sum(axis=1)
        spreads = (chances * logs**2).sum(axis=1) - means**2
        rise = float((weights * (scored - means)).sum()) - _RIDGE * (slope - SLOPE)
        bend = float((weights * spreads).sum()) + _RIDGE
        wanted = min(max(slope + rise / bend, _LEAST_SLOPE), _MOST_SLOPE)
        if abs(wanted - slope) < 1e-9:
            break
        # Far from the optimum the curve is flat and a full step would overshoot.
        slope = min(max(wanted, 0.5 * slope), 2.0 * slope)
    return float(slope)


# --- Leads of moments -----------------------------------------------------------------------------


def standings_by_judge(playtest: Playtest) -> tuple[Floats, Floats]:
    """The standings at each moment, and those before the first ply, by the judge of the matches.

    At the end of a match they are its scores. Where it was abandoned, the last estimates remain.
    """
    judged = playtest.annotations.get(JUDGED_STANDINGS)
    if judged is None:
        return playtest.standings, playtest.start_standings
    owners = np.repeat(np.arange(len(playtest)), np.diff(playtest.moment_offsets))
    plies = playtest.offsets[owners] + playtest.columns["moment_plies"]
    is_last = plies >= playtest.offsets[owners + 1]
    standings = judged[np.where(is_last, playtest.offsets[owners + 1] - 1, plies)]
    is_end = is_last & ~np.isin(playtest.columns["reasons"], _UNFINISHED)[owners]
    scores = playtest.columns["scores"][owners].astype(np.float64)
    starts = playtest.start_standings.copy()
    has_plies = playtest.lengths > 0
    starts[has_plies] = judged[playtest.offsets[:-1][has_plies]]
    return np.where(is_end[:, None], scores, standings), starts
