"""Opens, plays, measures and varies a game; everything comes from `import ludwright`."""

from __future__ import annotations

import sys
from pathlib import Path

import ludwright


def main(folder: Path, matches: int = 100, children: int = 8) -> None:
    game = ludwright.open_game("tic-tac-toe")
    print(ludwright.rules_text(game))

    found = ludwright.playtest(game, ["mcts:100", "uniform"], matches, seed=1, rotate_seats=True)
    print(f"mcts won {found.player_share(0)} of the points")

    review = ludwright.review(game, seed=1)
    print(f"{game}: {review.verdict}")
    for criterion in ("completion", "drawishness", "mean-length"):
        print(f"  {criterion}: {review.critique[criterion]}")

    run = ludwright.evolve(
        [game, "four-six"],
        folder / "run",
        children=children,
        finalists=1,
        effort="quick",
        seed=1,
        progress=lambda step: print(f"  {step.what} {step.done} of {step.most}"),
    )
    for child in run.champions:
        print(child.text)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
