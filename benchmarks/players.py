"""Which kind of player is chosen for a game: `python -m benchmarks.players [GAME ...]`.

The trial of a quick critique, then fresh matches between alpha-beta and the best of the others at
equal cost, and what a quick critique costs with and without the trial. Writes
docs/results/players-by-trial.md; takes about four minutes of processor time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.effort import plan_of
from ludwright.criticism.gathering import critique
from ludwright.criticism.trial import ChosenPlayer, Encounter, chosen_player
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import Game
from ludwright.play.playtest import playtest
from ludwright.play.work import counted_work

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "players-by-trial.md"
HEAD = "<!-- The table; python -m benchmarks.players writes it. -->\n"
FRESH_MATCHES = 40
FRESH_SEED = 77
GAMES = (
    *("hex-7", "hex-11", "y-11", "yavalath", "gomoku-15", "connect-four"),
    *("breakthrough-8", "knightthrough", "reversi-8", "lines-of-action-8", "clobber"),
    *("english-draughts", "konane-8", "teeko", "snort", "atari-go", "isolation"),
    *("ataxx-mini", "tic-tac-toe"),
)


@dataclass(frozen=True)
class Row:
    """One game."""

    game: str
    chosen: ChosenPlayer
    rival: str
    """The best of the others."""
    share: float
    """Of its points against alpha-beta in fresh matches."""
    error: float
    dearness: float
    """Processor time of its moves, in those of alpha-beta."""
    work: float
    """The same in counted work."""
    before: float
    """Seconds of a quick critique by alpha-beta at depth 2."""
    after: float
    """The same with the trial."""

    def line(self) -> str:
        """The row of the table."""
        trial = ", ".join(f"{one.points:g}/{one.matches}" for one in self.chosen.encounters)
        return (
            f"| {self.game} | {_short(self.chosen.player)} | {self.chosen.steps:,} | {trial} "
            f"| {_short(self.rival)} | {self.share:.2f} ± {1.96 * self.error:.2f} "
            f"| {self.work:.2f} | {self.dearness:.1f} | {self.before:.2f} | {self.after:.2f} |"
        )


def measured(name: str) -> Row:
    """The trial of one game, its check by fresh matches, and its cost."""
    game, plan = open_game(name), plan_of("combinatorial")
    # Loading the rules is no part of the comparison.
    critique(game, replace(plan.effort("quick-alphabeta"), matches=2), 2)
    before = _seconds(lambda: critique(game, plan.effort("quick-alphabeta"), 1))
    after = _seconds(lambda: critique(game, plan.effort("quick"), 1))
    chosen = chosen_player(game, plan.effort("quick"))
    assert chosen is not None
    searcher, rival = chosen.encounters[0].champion, _best(chosen)
    played = playtest(game, (rival, searcher), FRESH_MATCHES, FRESH_SEED, rotate_seats=True)
    tables = played.player_points(0).reshape(-1, 2).mean(axis=1)
    work, seconds = zip(*(_cost(game, one) for one in (rival, searcher)), strict=True)
    return Row(
        name,
        chosen,
        rival,
        float(tables.mean()),
        float(tables.std(ddof=1)) / sqrt(len(tables)),
        seconds[0] / seconds[1],
        work[0] / work[1],
        before,
        after,
    )


def _best(chosen: ChosenPlayer) -> str:
    """The chosen player, or else the challenger that came nearest to being chosen."""

    def share(one: Encounter) -> float:
        return one.points / one.matches

    challengers = [one.challenger for one in chosen.encounters]
    if chosen.player in challengers:
        return chosen.player
    return max(chosen.encounters, key=share).challenger


def _cost(game: Game, player: str) -> tuple[float, float]:
    """Steps and seconds of a move, in matches of a player against itself."""
    begun = time.process_time()
    with counted_work() as work:
        played = playtest(game, player, 4, FRESH_SEED)
    decisions = int((played.lengths - played.columns["opening_plies"]).sum())
    return work.spent / decisions, (time.process_time() - begun) / decisions


def _seconds(call: Callable[[], object]) -> float:
    begun = time.process_time()
    call()
    return time.process_time() - begun


def _short(player: str) -> str:
    words = player.replace(",nodes=20000", "").replace("alphabeta:depth=", "alpha-beta ")
    return words.replace("mcts:playouts=", "MCTS ").replace(",rollout=", " ")


def table(rows: Sequence[Row]) -> str:
    """All rows, and the sums below."""
    names = ("game", "plays", "steps a move", "trial", "best MCTS", "its points", "work", "time")
    head = [*names, "before, s", "after, s"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(one.line() for one in rows)]
    before, after = sum(one.before for one in rows), sum(one.after for one in rows)
    ratios = sorted(one.after / one.before for one in rows)
    by_mcts = sum(one.chosen.player.startswith("mcts") for one in rows)
    lines += [
        "",
        f"MCTS plays {by_mcts} of {len(rows)} games. A quick critique of all of them takes "
        f"{before:.1f} s of processor time by alpha-beta at depth 2 and {after:.1f} s with the "
        f"trial and the players it chooses: {after / before:.1f} times as much, the median game "
        f"{ratios[len(ratios) // 2]:.1f} times.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure the games and write the table below the words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    rows = []
    for name in parser.parse_args().games:
        rows.append(measured(name))
        sys.stderr.write(rows[-1].line() + "\n")
    words = RESULTS.read_text(encoding="utf-8").partition(HEAD)[0]
    RESULTS.write_text(words + HEAD + "\n" + table(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
