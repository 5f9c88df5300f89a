"""Plays a few matches, replays them exactly, and prints the moves of one with its leads."""

from __future__ import annotations

from ludwright.families.combinatorial.library import open_game
from ludwright.play.families import load_rules
from ludwright.play.playtest import playtest, replay


def main() -> None:
    game = open_game("yavalath")
    found = playtest(game, ["mcts:playouts=100", "uniform"], matches=10, seed=7)
    print(f"replayed {replay(found)} plies of {len(found)} matches")
    record = found[0]
    rules = load_rules(game)
    leads = record.lead_history()[1:]
    for ply, (move, lead) in enumerate(zip(record.notation(rules), leads, strict=True), 1):
        print(f"{ply:3d}. {move:4s} {lead:+.2f}")
    print(record.outcome)


if __name__ == "__main__":
    main()
