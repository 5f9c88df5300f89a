"""The experiments of Lozano & Bratz: their player among strong ones, and what goes with winning.

Each player in turn takes the first place at a table of four against the same three opponents, in
rotated seats. The paper names neither its opponents nor the number of its matches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from ludwright.families.conquest.features import MEASURED, Stage, features_of
from ludwright.families.conquest.players import CHARACTERS
from ludwright.play.families import game_from
from ludwright.play.playtest import Playtest, playtest
from ludwright.play.share import Z_95, Share

GAME: str = "risk-lux"
MATCHES: int = 400
MOST_PLIES: int = 50_000
STRONGEST: tuple[str, ...] = ("killbot", "better-pixie", "evil-pixie")
"""The strongest at four seats among the players of known character."""
BETTER: tuple[str, ...] = (*STRONGEST, "quo")
"""Four of the better players, whose matches are looked at for features."""
PAPER_EXPLORATION: float = 29.0
EXPLORATIONS: tuple[float, ...] = (3.0, PAPER_EXPLORATION, 100.0)
"""Values of A; the paper settled on 29."""
ROUNDS: int = 3
"""That the tree search plays on in each simulation."""
PAPER: float = 0.73
PAPER_BEST: float = 0.38
"""The paper's share, and that of the best of the provided players in its place."""

Told = Callable[[int, int], None]
"""Called with the numbers of (finished, all) matches."""


@dataclass(frozen=True)
class Contest:
    """What a player won in its place, and what that took."""

    player: str
    opponents: tuple[str, ...]
    share: Share
    milliseconds: float
    """Processor time of a match for each turn of the player, the opponents' turns included."""
    work: float
    """Simulations or nodes in each of its turns; 0 for players that do not search."""

    def to_json(self) -> dict[str, Any]:
        """All numbers as plain data."""
        return {
            "player": self.player,
            "opponents": list(self.opponents),
            "share": self.share.to_json(),
            "milliseconds_per_turn": self.milliseconds,
            "work_per_turn": self.work,
        }


def contest(
    player: str, opponents: Sequence[str], matches: int, seed: int, jobs: int, told: Told | None
) -> Contest:
    """A player against others in rotated seats; the share depends on the arguments only."""
    begun = time.process_time()
    found = playtest(
        game_from(GAME),
        [player, *opponents],
        matches,
        seed,
        jobs,
        seats=1 + len(opponents),
        max_plies=MOST_PLIES,
        rotate_seats=True,
        progress=told,
    )
    spent = time.process_time() - begun
    turns = max(1, _turns_of_first(found))
    own = found.columns["seating"] == 0
    return Contest(
        player,
        tuple(opponents),
        found.player_share(0),
        1000 * spent / turns,
        float(found.columns["work"][own].sum()) / turns,
    )


def _turns_of_first(found: Playtest) -> int:
    """The turns of the first player in all matches, those that the end cut short included."""
    counts = np.diff(found.moment_offsets)
    own = (found.columns["seating"] == 0).argmax(axis=1)
    # A turn may end with a card, an event of chance: whoever decided last had the turn.
    seats = found.columns["seats"]
    decided = np.maximum.accumulate(np.where(seats >= 0, np.arange(len(seats)), 0))
    last = np.repeat(found.offsets[:-1], counts) + found.columns["moment_plies"] - 1
    return int((seats[decided[last]] == np.repeat(own, counts)).sum())


def tree_search(simulations: int, exploration: float) -> str:
    """The player of the paper, by its name."""
    return f"lozano:simulations={simulations},exploration={exploration:g},rounds={ROUNDS}"


def contestants(simulations: int, nodes: int) -> tuple[str, ...]:
    """The players that take the place in turn: the searching ones, then the characters."""
    searching = [tree_search(simulations, one) for one in EXPLORATIONS]
    names = [name for name, _, _ in CHARACTERS]
    return (*searching, f"planner:nodes={nodes}", *names)


def lozano(
    matches: int,
    budgets: tuple[int, int],
    opponents: Sequence[str],
    seed: int,
    jobs: int,
    told: Callable[[str], Told | None],
) -> tuple[list[Contest], Contest]:
    """Everybody's share in the same place, and the planner against the tree search for two.

    The budgets are the simulations of the tree search and the nodes of the planner.
    """
    rows = [
        contest(one, opponents, matches, seed, jobs, told(one)) for one in contestants(*budgets)
    ]
    tree = tree_search(budgets[0], PAPER_EXPLORATION)
    planner = f"planner:nodes={budgets[1]}"
    return rows, contest(planner, [tree], matches, seed, jobs, told("head to head"))


def lozano_lines(rows: Sequence[Contest], head: Contest) -> Iterator[str]:
    """The shares as a table."""
    opponents = ", ".join(rows[0].opponents)
    yield f"in one seat of four against {opponents} ({GAME}, seats rotated)"
    yield f"{'player':<50}{'won':>7}  {'95 % interval':<16}{'ms a turn':>10}{'work a turn':>13}"
    for one in [*rows, head]:
        if one is head:
            yield ""
            yield f"for two, against {', '.join(head.opponents)}"
        share = one.share
        interval = f"{share.low:.3f} to {share.high:.3f}"
        value = f"{share.value or 0.0:.3f}"
        work = f"{one.work:.0f}"
        yield f"{one.player:<50}{value:>7}  {interval:<16}{one.milliseconds:>10.2f}{work:>13}"
    yield ""
    yield f"the paper: {PAPER:.2f} for its player, {PAPER_BEST:.2f} for the best of the others"


# --- Features -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Association:
    """How a feature at a stage of the turns goes with winning the match."""

    stage: str
    feature: str
    correlation: float
    low: float
    high: float
    matches: int

    def to_json(self) -> dict[str, Any]:
        """All numbers as plain data."""
        return {
            "stage": self.stage,
            "feature": self.feature,
            "correlation": self.correlation,
            "low": self.low,
            "high": self.high,
            "matches": self.matches,
        }


def associations(found: Playtest) -> list[Association]:
    """For each stage and feature, the correlation with winning, the strongest first.

    Rows of one match depend on each other. So the features of a seat are averaged over its turns in
    a match first, the correlation is taken over seats and matches, and its error comes from leaving
    out one match at a time (in blocks of equal size).
    """
    by_stage: dict[str, dict[tuple[int, int], list[list[float]]]] = {}
    won: dict[tuple[int, int], float] = {}
    for row in features_of(found):
        key = (row.match, row.seat)
        won[key] = row.has_won
        values = [float(getattr(row, name)) for name in MEASURED]
        by_stage.setdefault(row.stage, {}).setdefault(key, []).append(values)
    rows = []
    for stage in Stage:
        means = {key: np.mean(one, axis=0) for key, one in by_stage.get(stage, {}).items()}
        rows += _stage_rows(stage, means, won)
    return sorted(rows, key=lambda one: -abs(one.correlation))


BLOCKS: int = 50
"""Groups of matches that are left out in turn."""


def _stage_rows(
    stage: Stage, means: dict[tuple[int, int], Any], won: dict[tuple[int, int], float]
) -> list[Association]:
    if not means:
        return []
    keys = sorted(means)
    table = np.array([means[key] for key in keys])
    winners = np.array([won[key] for key in keys])
    matches = np.array([match for match, _ in keys])
    total = len(set(matches.tolist()))
    block = matches % min(BLOCKS, total)
    whole = _correlations(table, winners)
    left = np.array(
        [_correlations(table[block != one], winners[block != one]) for one in np.unique(block)]
    )
    count = len(left)
    away = left - left.mean(axis=0)
    error = np.sqrt((count - 1) / count * (away**2).sum(axis=0))
    return [
        Association(
            stage.value,
            name,
            float(value),
            float(max(-1.0, value - Z_95 * spread)),
            float(min(1.0, value + Z_95 * spread)),
            total,
        )
        for name, value, spread in zip(MEASURED, whole, error, strict=True)
    ]


def _correlations(table: Any, winners: Any) -> Any:
    """Pearson's correlation of each column with winning; 0 for a column that does not vary."""
    columns = table - table.mean(axis=0)
    wins = winners - winners.mean()
    scale = np.sqrt((columns**2).sum(axis=0)) * sqrt(float((wins**2).sum()))
    return np.divide(
        (columns * wins[:, None]).sum(axis=0), scale, out=np.zeros_like(scale), where=scale > 0
    )


def association_lines(rows: Sequence[Association]) -> Iterator[str]:
    """The correlations as a table: a line for each feature, a column for each stage."""
    names = sorted({one.feature for one in rows}, key=[one.feature for one in rows].index)
    known = {(one.stage, one.feature): one for one in rows}
    yield f"{'feature':<20}" + "".join(f"{stage.value:>24}" for stage in Stage)
    for name in names:
        cells = [known[(stage.value, name)] for stage in Stage if (stage.value, name) in known]
        told = (f"{one.correlation:+.2f} ({one.low:+.2f} to {one.high:+.2f})" for one in cells)
        yield f"{name:<20}" + "".join(f"{one:>24}" for one in told)


def feature_matches(
    matches: int, players: Sequence[str], seed: int, jobs: int, told: Told | None
) -> Playtest:
    """Matches of some players whose features are looked at."""
    return playtest(
        game_from(GAME),
        list(players),
        matches,
        seed,
        jobs,
        seats=len(players),
        max_plies=MOST_PLIES,
        rotate_seats=True,
        progress=told,
    )
