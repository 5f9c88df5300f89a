"""Speed of the searching players against that of another checkout, move for move.

Both builds play the same matches in turns, round by round; the best of each counts, in processor
time. Where a limit of nodes ends a search, a faster one sees more in the same number of nodes, so
moves may differ; without a limit they must not.

    python -m benchmarks.alphabeta ../other/.venv
    python -m benchmarks.alphabeta ../other/.venv --games yavalath,hex-7 --rounds 9
    python -m benchmarks.alphabeta ../other/.venv --players mcts:playouts=300
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

GAMES: tuple[str, ...] = (
    "yavalath",
    "hex-11",
    "connect-four",
    "y-11",
    "clobber",
    "breakthrough-8",
    "reversi-8",
    "lines-of-action-8",
    "gomoku-15",
    "english-draughts",
)
PLAYERS: tuple[str, ...] = (
    "alphabeta:depth=2,nodes=20000",
    "alphabeta:depth=3,nodes=20000",
    "alphabeta:depth=3,nodes=3000",
)
"""As in the efforts of a critique."""
SECONDS = 0.1
"""Of one slice, at least."""
MAX_PLIES = 60
SEED = 2008


@dataclass(frozen=True)
class Slice:
    """What one build did in one round."""

    seconds: float
    nodes: int
    digest: str
    """Of every move and value."""


class Build:
    """A process that plays with the package installed in an environment."""

    def __init__(self, environment: Path) -> None:
        command = [str(environment / "bin" / "python"), __file__, "--worker"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, game: str, player: str, matches: int) -> Slice:
        """Have it play some matches."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([game, player, matches]), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"expected an answer about {game}, got none: see above")
        return Slice(*json.loads(answer))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def work() -> None:
    """Play what is asked on the standard input. Runs in either environment."""
    from ludwright.families.combinatorial.library import open_game
    from ludwright.play.playtest import playtest

    for line in sys.stdin:
        name, player, matches = json.loads(line)
        game = open_game(name)
        begin = time.process_time()
        played = playtest(game, [player, player], matches, SEED, max_plies=MAX_PLIES)
        seconds = time.process_time() - begin
        column = played.columns
        digest = hashlib.sha256(column["moves"].tobytes() + column["values"].tobytes())
        print(json.dumps([seconds, int(column["work"].sum()), digest.hexdigest()]), flush=True)


def compare(builds: tuple[Build, Build], game: str, player: str, rounds: int) -> float:
    """Print the row of one game; the other build's time as a multiple of this one's."""
    for build in builds:
        build.play(game, player, 1)  # loads the game
    matches = 1
    while builds[1].play(game, player, matches).seconds < SECONDS:
        matches *= 2
    slices: tuple[list[Slice], list[Slice]] = ([], [])
    for _ in range(rounds):
        for build, done in zip(builds, slices, strict=True):
            done.append(build.play(game, player, matches))
    this, other = (min(done, key=lambda one: one.seconds) for done in slices)
    same = "same" if this.digest == other.digest else "different"
    ratio = other.seconds / this.seconds
    print(
        f"{game:20} {matches:7} {1000 * other.seconds:9.1f} {1000 * this.seconds:9.1f}"
        f" {ratio:6.3f} {other.nodes / max(1, this.nodes):6.3f}  {same}",
        flush=True,
    )
    return ratio


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, nargs="?", help="the other checkout's environment")
    parser.add_argument("--games", default=",".join(GAMES), help="names, separated by commas")
    parser.add_argument("--players", nargs="+", default=PLAYERS, help="specifications of players")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.other is None and not parsed.worker:
        parser.error("expected the environment of another checkout, such as ../other/.venv")
    return parsed


def main() -> None:
    """Measure every player on every game."""
    options = arguments()
    if options.worker:
        work()
        return
    builds = Build(Path(sys.prefix)), Build(options.other)
    for player in options.players:
        print(f"\n{player}")
        print(f"{'game':20} {'matches':>7} {'other ms':>9} {'this ms':>9}  ratio  nodes  moves")
        ratios = [
            compare(builds, game, player, options.rounds) for game in options.games.split(",")
        ]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{'geometric mean':47} {mean:6.3f}", flush=True)
    for build in builds:
        build.close()


if __name__ == "__main__":
    main()
