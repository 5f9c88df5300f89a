"""Compares random play of our games with random play of the same games in OpenSpiel.

If two engines have the same rules, their random matches have the same mean length and the same
share of the first player, up to chance. Random play of OpenSpiel is recorded in
``data/openspiel_random_play.json`` (by ``benchmarks/openspiel.py``); ours is played here.

    python -m benchmarks.agreement                     all games; writes the results page
    python -m benchmarks.agreement --matches 20000 hex-11
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.rules import load_rules

RECORD = Path(__file__).parent / "data" / "openspiel_random_play.json"
PAGE = Path(__file__).parents[1] / "docs" / "results" / "agreement.md"

MATCHES = 100_000
SEED = 8002
MAX_PLIES = 2000
MOST_Z = 3.5
"""Standard errors by which the engines may differ."""

GAMES: dict[str, str] = {
    "tic-tac-toe": "tic-tac-toe",
    "connect-four": "connect-four",
    "hex-11": "hex-11",
    "hex-7": "hex-7",
    "y-11": "y-11",
    "gomoku-15": "gomoku-15",
    "mnk-15-15-5": "gomoku-15",
    "breakthrough-8": "breakthrough-8",
    "breakthrough-6": "breakthrough-6",
    "reversi-8": "reversi-8",
    "lines-of-action-8": "lines-of-action-8",
    "english-draughts": "english-draughts",
    "clobber": "clobber",
    "havannah-8": "havannah-8",
}
"""The recorded games that we also have, and our names for them."""

DIFFERENCES: dict[str, str] = {
    "amazons-10": (
        "A turn has three plies there: which amazon, where to, and the arrow, each drawn at "
        "random. Ours has two, the move and the arrow, so amazons with many moves are drawn more "
        "often."
    ),
    "nine-mens-morris": "The language has no boards drawn as a special graph.",
    "pentago": "The language has no action that turns a part of the board.",
    "go-9": (
        "The language has no count of surrounded empty cells, no end for two passes in a row, and "
        "no head start of half points (komi)."
    ),
    "havannah-4": "The same rules as Havannah 8 on a smaller board; only size 8 is packaged.",
}
"""Recorded games that cannot be compared, and why."""

CHOICES: tuple[str, ...] = (
    "Reversi: a player without a flanking move passes, and the pass is a ply; the match ends as "
    "soon as neither can move, so never with a pass.",
    "Lines of Action: a repeated arrangement of pieces, with either player to move, is a draw at "
    "once; a player who joins both colours wins; a player who cannot move loses.",
    "English draughts: every hop is a ply and the same man continues; a crowned man stops; "
    "40 plies without a capture are a draw, even if the player to move has no move.",
    "Gomoku: six or more in a row win, as five do.",
    "Havannah: corners belong to no side, and a ring may enclose its own stones.",
    "Hex, Y and Havannah are played without a swap rule.",
)
"""Rules on which programs differ, and how both engines implement them here."""


@dataclass(frozen=True)
class Statistics:
    """Random matches of one engine; errors are standard errors of the means."""

    matches: int
    mean_plies: float
    mean_plies_error: float
    first_share: float
    first_share_error: float
    draws: float


@dataclass(frozen=True)
class Comparison:
    """One game by both engines."""

    game: str
    ours: Statistics
    theirs: Statistics

    @property
    def z_plies(self) -> float:
        """By how many standard errors the mean lengths differ."""
        errors = (self.ours.mean_plies_error, self.theirs.mean_plies_error)
        return z_score(self.ours.mean_plies - self.theirs.mean_plies, errors)

    @property
    def z_first(self) -> float:
        """By how many standard errors the shares of the first player differ."""
        errors = (self.ours.first_share_error, self.theirs.first_share_error)
        return z_score(self.ours.first_share - self.theirs.first_share, errors)

    @property
    def is_met(self) -> bool:
        """Whether the engines agree."""
        return abs(self.z_plies) <= MOST_Z and abs(self.z_first) <= MOST_Z


def z_score(difference: float, errors: tuple[float, float]) -> float:
    """A difference in standard errors; two constants that agree give 0."""
    error = math.hypot(*errors)
    if error == 0.0:
        return 0.0 if difference == 0.0 else math.copysign(math.inf, difference)
    return difference / error


def recorded() -> dict[str, Statistics]:
    """Random play of OpenSpiel, by the name of the record."""
    rows = json.loads(RECORD.read_text(encoding="utf-8"))["games"]
    names = Statistics.__dataclass_fields__
    return {row["game"]: Statistics(**{name: row[name] for name in names}) for row in rows}


def versions() -> list[str]:
    """The versions of OpenSpiel that were recorded."""
    rows = json.loads(RECORD.read_text(encoding="utf-8"))["games"]
    return sorted({str(row["version"]) for row in rows})


def our_play(name: str, matches: int, seed: int = SEED, jobs: int = 1) -> Statistics:
    """Random play of a packaged game."""
    start = load_rules(open_game(name)).start().native
    return statistics_of(start.playouts(matches, seed, MAX_PLIES, jobs), matches)


def statistics_of(sums: Mapping[str, Any], matches: int) -> Statistics:
    """Means and their errors from the sums of a native call."""
    if sums["limits"]:
        raise RuntimeError(f"{sums['limits']} matches were stopped after {MAX_PLIES} plies")
    plies = sums["plies"] / matches
    plies_variance = max(0.0, sums["plies_squared"] / matches - plies**2)
    share = (sums["first"] + 0.5 * sums["draws"]) / matches
    share_variance = max(0.0, (sums["first"] + 0.25 * sums["draws"]) / matches - share**2)
    return Statistics(
        matches=matches,
        mean_plies=plies,
        mean_plies_error=math.sqrt(plies_variance / (matches - 1)),
        first_share=share,
        first_share_error=math.sqrt(share_variance / (matches - 1)),
        draws=sums["draws"] / matches,
    )


def compare(names: Sequence[str], matches: int, jobs: int = 1) -> list[Comparison]:
    """Play the games and compare them with the record."""
    theirs = recorded()
    found: list[Comparison] = []
    for name in names:
        found.append(Comparison(name, our_play(GAMES[name], matches, jobs=jobs), theirs[name]))
        one = found[-1]
        print(f"{name}: z {one.z_plies:+.2f} {one.z_first:+.2f}", file=sys.stderr, flush=True)
    return found


def table(found: Sequence[Comparison]) -> str:
    """The comparison as a table in Markdown."""
    lines = [
        "| game | plies, ours | OpenSpiel | z | first player, ours | OpenSpiel | z | draws, ours "
        "| OpenSpiel | matches |  |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    for one in found:
        ours, theirs = one.ours, one.theirs
        cells = [
            one.game,
            f"{ours.mean_plies:.3f}",
            f"{theirs.mean_plies:.3f}",
            f"{one.z_plies:+.2f}",
            f"{ours.first_share:.2%}",
            f"{theirs.first_share:.2%}",
            f"{one.z_first:+.2f}",
            f"{ours.draws:.2%}",
            f"{theirs.draws:.2%}",
            f"{ours.matches:,} / {theirs.matches:,}",
            "agrees" if one.is_met else "**differs**",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def page(found: Sequence[Comparison]) -> str:
    """The results page."""
    differences = "\n".join(f"- `{name}`: {why}" for name, why in DIFFERENCES.items())
    choices = "\n".join(f"- {choice}" for choice in CHOICES)
    return f"""# Agreement with OpenSpiel

`python -m benchmarks.agreement` plays uniformly random matches of every game that both engines have
and compares mean length (plies) and the first player's share (a draw counts half) with OpenSpiel
{", ".join(versions())}, whose matches are recorded in `benchmarks/data/openspiel_random_play.json`.
z is the difference in standard errors; |z| ≤ {MOST_Z} is required. A small part runs as a test
(`tests/statistics/test_agreement.py`).

{table(found)}

## Rules on which programs differ

{choices}

## Games of OpenSpiel that are not compared

{differences}
"""


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="random play compared with OpenSpiel's")
    parser.add_argument("games", nargs="*", metavar="GAME", help="recorded names; default: all")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Compare, print, and write the page if all games were played."""
    asked = arguments()
    found = compare(asked.games or list(GAMES), asked.matches, asked.jobs)
    if not asked.games:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page(found), encoding="utf-8")
    if asked.json:
        rows = [asdict(one) | {"z_plies": one.z_plies, "z_first": one.z_first} for one in found]
        print(json.dumps({"games": rows}, indent=1))
    else:
        print(table(found))
    if not all(one.is_met for one in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
