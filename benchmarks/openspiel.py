"""Random play and speed of OpenSpiel, the engine that ours is compared with.

Our engine must have the same rules (equal statistics of uniformly random play) and be faster
(rollouts and tree-search simulations per second of processor time), so both are measured here for
OpenSpiel. Random play is recorded in ``data/openspiel_random_play.json``, so that tests can compare
without OpenSpiel.

    python openspiel.py speed                        speeds of every game, as JSON
    python openspiel.py play --matches 20000         random play of every game, as JSON
    python openspiel.py record --matches 20000       the same, written to the recorded data
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

RECORD = Path(__file__).parent / "data" / "openspiel_random_play.json"

GAMES: dict[str, str] = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "hex-11": "hex(board_size=11)",
    "hex-7": "hex(board_size=7)",
    "y-11": "y(board_size=11)",
    "gomoku-15": "gomoku(size=15,connect=5)",
    "breakthrough-8": "breakthrough(rows=8,columns=8)",
    "breakthrough-6": "breakthrough(rows=6,columns=6)",
    "reversi-8": "othello",
    "lines-of-action-8": "lines_of_action",
    "english-draughts": "checkers",
    "clobber": "clobber(rows=5,columns=6)",
    "havannah-8": "havannah(board_size=8)",
    "havannah-4": "havannah(board_size=4)",
    "amazons-10": "amazons(board_size=10)",
    "pentago": "pentago",
    "nine-mens-morris": "nine_mens_morris",
    "mnk-15-15-5": "mnk(m=15,n=15,k=5)",
    "go-9": "go(board_size=9)",
}
"""Games that both engines could have: our name, and OpenSpiel's."""

SPEED_GAMES: tuple[str, ...] = (
    "tic-tac-toe",
    "connect-four",
    "hex-11",
    "y-11",
    "gomoku-15",
    "mnk-15-15-5",
    "breakthrough-8",
    "reversi-8",
    "lines-of-action-8",
    "english-draughts",
    "clobber",
)
SEARCH_GAMES: tuple[str, ...] = ("hex-11", "breakthrough-8")

EXPLORATION = 1.4
"""The constant of upper-confidence tree search."""

MEMORY_MEGABYTES = 2000
"""More than any measured search needs, so that no tree is ever pruned."""

SMALLEST_SLICE = 0.05
"""The least seconds of a timed call, so that the overhead of Python does not matter."""


@dataclass(frozen=True)
class RandomPlay:
    """Statistics of uniformly random matches; errors are standard errors of the means."""

    matches: int
    mean_plies: float
    mean_plies_error: float
    first_share: float
    first_share_error: float
    draws: float


def version() -> str:
    """The installed version of OpenSpiel."""
    return importlib.metadata.version("open_spiel")


def uniform_numbers(seed: int, block: int = 65536) -> Iterator[float]:
    """An endless stream of numbers in [0, 1), drawn in blocks because single draws are slow."""
    generator = np.random.default_rng(seed)
    while True:
        yield from generator.random(block).tolist()


def play_match(game: Any, numbers: Iterator[float]) -> tuple[int, float]:
    """Play one uniformly random match; returns its plies and the first player's points."""
    state = game.new_initial_state()
    plies = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(next(numbers) * len(actions))])
        plies += 1
    return plies, (float(state.player_return(0)) + 1.0) / 2.0


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of the values and its standard error."""
    array = np.asarray(values, dtype=np.float64)
    error = float(array.std(ddof=1)) / math.sqrt(len(array)) if len(array) > 1 else 0.0
    return float(array.mean()), error


def random_play(game_string: str, matches: int, seed: int) -> RandomPlay:
    """Statistics of uniformly random matches of an OpenSpiel game without chance."""
    game = pyspiel.load_game(game_string)
    numbers = uniform_numbers(seed)
    results = [play_match(game, numbers) for _ in range(matches)]
    mean_plies, mean_plies_error = mean_and_error([plies for plies, _ in results])
    first_share, first_share_error = mean_and_error([share for _, share in results])
    draws = sum(share == 0.5 for _, share in results) / matches
    return RandomPlay(matches, mean_plies, mean_plies_error, first_share, first_share_error, draws)


def search_once(game: Any, simulations: int, rollouts: int, seed: int) -> float:
    """Processor time of one tree search from the start; the whole loop runs in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=EXPLORATION,
        max_simulations=simulations,
        max_memory_mb=MEMORY_MEGABYTES,
        solve=False,
        seed=seed,
        verbose=False,
    )
    state = game.new_initial_state()
    start = time.process_time()
    bot.mcts_search(state)
    return time.process_time() - start


def count_per_second(run: Callable[[int, int], float], seconds: float) -> float:
    """Repeat ``run(count, seed)``, which returns its seconds, for the given time; returns the rate.

    First the count is doubled until one run is long enough to be timed; these runs are the warm-up.
    """
    count = 1
    while run(count, 0) < min(SMALLEST_SLICE, seconds):
        count *= 2
    done, spent, seed = 0, 0.0, 1
    while spent < seconds:
        spent += run(count, seed)
        done += count
        seed += 1
    return done / spent


def rollouts_per_second(game_string: str, seconds: float) -> float:
    """Random rollouts per second: one simulation whose evaluator plays them all."""
    game = pyspiel.load_game(game_string)
    return count_per_second(lambda count, seed: search_once(game, 1, count, seed), seconds)


def mcts_simulations_per_second(
    game_string: str, seconds: float, simulations: int = 10000
) -> float:
    """Simulations per second of searches from the start, with one rollout each."""
    game = pyspiel.load_game(game_string)
    done, spent, seed = 0, 0.0, 1
    while spent < seconds:
        spent += search_once(game, simulations, 1, seed)
        done += simulations
        seed += 1
    return done / spent


def play_rows(names: Sequence[str], matches: int, seed: int) -> list[dict[str, Any]]:
    """Random play of the named games as rows of the recorded data."""
    rows: list[dict[str, Any]] = []
    for name in names:
        statistics = asdict(random_play(GAMES[name], matches, seed))
        rows.append(
            {"game": name, "openspiel_string": GAMES[name], "version": version(), **statistics}
        )
    return rows


def speed_rows(names: Sequence[str], seconds: float) -> list[dict[str, Any]]:
    """Rollouts per second of the named games, and simulations per second where searched."""
    rows: list[dict[str, Any]] = []
    for name in names:
        row: dict[str, Any] = {"game": name, "openspiel_string": GAMES[name], "version": version()}
        row["rollouts_per_second"] = rollouts_per_second(GAMES[name], seconds)
        if name in SEARCH_GAMES:
            row["simulations_per_second"] = mcts_simulations_per_second(GAMES[name], seconds)
        rows.append(row)
    return rows


def record(rows: Sequence[dict[str, Any]], path: Path = RECORD) -> None:
    """Write rows to the recorded data; rows of other games are kept."""
    old = json.loads(path.read_text(encoding="utf-8"))["games"] if path.exists() else []
    by_name = {row["game"]: row for row in [*old, *rows]}
    ordered = [by_name[name] for name in GAMES if name in by_name]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"games": ordered}, indent=1) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="random play and speed of OpenSpiel")
    parser.add_argument("task", choices=("speed", "play", "record"), nargs="?", default="speed")
    parser.add_argument("games", nargs="*", metavar="GAME", help="our names; default: all")
    parser.add_argument("--matches", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=2.0)
    return parser.parse_intermixed_args()


def main() -> None:
    """Run the chosen task and print the results as JSON."""
    asked = arguments()
    if asked.task == "speed":
        print(
            json.dumps({"games": speed_rows(asked.games or SPEED_GAMES, asked.seconds)}, indent=1)
        )
        return
    rows: list[dict[str, Any]] = []
    for name in asked.games or GAMES:
        rows += play_rows([name], asked.matches, asked.seed)
        if asked.task == "record":
            record(rows[-1:])
    print(json.dumps({"games": rows}, indent=1))


if __name__ == "__main__":
    main()
