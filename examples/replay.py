"""Plays a few matches, replays them exactly, and prints the moves of one with its leads."""

from __future__ import annotations

import ludwright


def main() -> None:
    found = ludwright.playtest("yavalath", ["mcts:playouts=100", "uniform"], matches=10, seed=7)
    print(f"replayed {ludwright.replay(found)} plies of {len(found)} matches")
    record = found[0]
    rules = ludwright.load_rules(found.game)
    leads = record.lead_history()[1:]
    for ply, (move, lead) in enumerate(zip(record.notation(rules), leads, strict=True), 1):
        print(f"{ply:3d}. {move:4s} {lead:+.2f}")
    print(record.outcome)


if __name__ == "__main__":
    main()
