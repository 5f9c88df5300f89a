"""Plays two hundred matches between two players, swapping seats, and saves them to a file."""

from __future__ import annotations

import sys
from pathlib import Path

import ludwright


def main(folder: Path, matches: int = 200) -> None:
    players = ["mcts:playouts=200", "greedy"]
    found = ludwright.playtest("yavalath", players, matches, seed=1, jobs=2, rotate_seats=True)
    for seat, player in enumerate(players):
        print(f"{player} won {found.player_share(seat)}")
    print(f"the first seat won {found.first_share()}; {found.lengths.mean():.1f} plies a match")
    ludwright.save_playtest(found, folder / "yavalath.playtest")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
