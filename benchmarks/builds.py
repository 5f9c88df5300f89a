"""Playouts and tree search of this build as a multiple of another build's, in one interleaved run.

The other build is a checkout with its own environment, usually of the commit before a change:

    git worktree add ../before COMMIT && make -C ../before install
    python -m benchmarks.builds ../before                        both
    python -m benchmarks.builds ../before --only mcts --rounds 15
    python -m benchmarks.builds ../before --only playouts --save   ratios for the page about speed

Each build has a process that stays alive; they take turns, about a quarter of a second each, and
the best rate of each counts, in processor time. `benchmarks.alphabeta` compares whole matches of
searching players, move for move.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks import alphabeta, compare

GAMES = alphabeta.GAMES[:8]
KINDS: dict[str, dict[str, Any] | None] = {
    "playouts": None,
    "mcts": {"kind": "mcts", "playouts": 2000, "exploration": 1.4},
}
SECONDS = 0.25

WORKER = """
import json, sys, time
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.rules import load_rules

def runner(game, spec):
    start = load_rules(open_game(game)).start()
    if spec is None:
        return lambda seed: (start.native.playouts(500, seed, 2000, 1), 500)[1]
    return lambda seed: start.search(spec, seed).work

for line in sys.stdin:
    game, spec, seconds = json.loads(line)
    run, spent, done, seed = runner(game, spec), 0.0, 0, 1
    run(0)
    while spent < seconds:
        begin = time.process_time()
        done += run(seed)
        spent += time.process_time() - begin
        seed += 1
    print(done / spent, flush=True)
"""


class Build:
    """A build, and the process that measures it."""

    def __init__(self, python: Path) -> None:
        self.process = subprocess.Popen(
            [str(python), "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self, game: str, spec: dict[str, Any] | None) -> float:
        """How often the work is done in a second."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([game, spec, SECONDS]) + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def ratio(ours: Build, theirs: Build, game: str, kind: str, rounds: int) -> float:
    """Our best rate as a multiple of theirs."""
    best = [0.0, 0.0]
    for turn in range(2 * rounds):
        which = (turn + turn // 2) % 2  # ours, theirs, theirs, ours, …
        best[which] = max(best[which], (ours, theirs)[which].rate(game, KINDS[kind]))
    return best[0] / best[1]


def save(ratios: dict[str, float]) -> None:
    """Keep the ratios beside the other figures of speed, and write their page."""
    figures = compare.load_figures()
    figures["builds"] = {**figures.get("builds", {}), **ratios}
    compare.save_figures(figures)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("other", type=Path, help="a checkout with the environment .venv")
    parser.add_argument("--only", default=",".join(KINDS), help="some of " + ", ".join(KINDS))
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--save", action="store_true", help="keep the ratios of playouts")
    given = parser.parse_args()
    ours = Build(Path(sys.executable))
    theirs = Build(given.other / ".venv" / "bin" / "python")
    print("| Game | " + " | ".join(given.only.split(",")) + " |")
    print("|---|" + "---|" * len(given.only.split(",")))
    found: dict[str, list[float]] = {}
    for game in given.games.split(","):
        row = [ratio(ours, theirs, game, kind, given.rounds) for kind in given.only.split(",")]
        for kind, one in zip(given.only.split(","), row, strict=True):
            found.setdefault(kind, []).append(one)
        print(f"| {game} | " + " | ".join(f"{one:.2f}" for one in row) + " |", flush=True)
    means = [statistics.geometric_mean(rates) for rates in found.values()]
    print("| geometric mean | " + " | ".join(f"{one:.2f}" for one in means) + " |")
    if given.save:
        save(dict(zip(given.games.split(","), found["playouts"], strict=True)))


if __name__ == "__main__":
    main()
