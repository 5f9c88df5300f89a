"""Build and run the hand-written programs that play one game each.

They are an upper bound on what a general engine could reach on this processor. They need AVX2 and
BMI2, and are compiled for the machine they run on.

    python yardsticks.py --seconds 2
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

SOURCES = Path(__file__).parent / "yardsticks"
GAMES: dict[str, str] = {
    "breakthrough-8": "breakthrough",
    "reversi-8": "reversi",
    "rossato-classic": "conquest",
    "yavalath": "yavalath",
}
FLAGS: tuple[str, ...] = ("-std=c++20", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror")


class Yardstick(TypedDict):
    """What one program reports; wins and draws are shares of the playouts."""

    game: str
    playouts: int
    playouts_per_second: float
    plies_per_playout: float
    plies_per_playout_error: float
    first_wins: float
    second_wins: float
    draws: float


def build(game: str, folder: Path) -> Path:
    """Compile the game's program into the folder, unless it is newer than its sources."""
    source = SOURCES / f"{GAMES[game]}.cpp"
    program = folder / GAMES[game]
    newest = max(file.stat().st_mtime for file in (source, SOURCES / "playouts.hpp"))
    if not program.exists() or program.stat().st_mtime < newest:
        folder.mkdir(parents=True, exist_ok=True)
        compiler = os.environ.get("CXX", "g++")
        subprocess.run([compiler, *FLAGS, str(source), "-o", str(program)], check=True)
    return program


def run(program: Path, seconds: float, seed: int) -> Yardstick:
    """Run a built program for some seconds of processor time and read its report."""
    command = [str(program), str(seconds), str(seed)]
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    report: Yardstick = json.loads(finished.stdout)
    return report


def measure(
    games: Sequence[str], seconds: float, seed: int = 1, folder: Path | None = None
) -> list[Yardstick]:
    """Build and run the programs of the given games, in a temporary folder if none is given."""
    if folder is not None:
        return [run(build(game, folder), seconds, seed) for game in games]
    with tempfile.TemporaryDirectory() as temporary:
        return [run(build(game, Path(temporary)), seconds, seed) for game in games]


def main() -> None:
    """Measure the games named on the command line and print the reports as JSON."""
    parser = argparse.ArgumentParser(
        description="speed of hand-written programs that play one game each"
    )
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=None, help="keep the built programs here")
    asked = parser.parse_intermixed_args()
    reports = measure(asked.games or list(GAMES), asked.seconds, asked.seed, asked.folder)
    print(json.dumps({"games": reports}, indent=1))


if __name__ == "__main__":
    main()
