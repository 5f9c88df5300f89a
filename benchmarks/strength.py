"""Strength of the players: tree search against random play, deep against shallow alpha-beta.

Matches start with two or four random plies and come in pairs that share an opening, with colours
swapped. Figures are saved in ``runs/strength`` every few matches; an interrupted run continues
where it stopped.

    python -m benchmarks.strength                    both parts; writes the results page
    python -m benchmarks.strength --fresh            start again, for example after rule changes
    python -m benchmarks.strength --part depth yavalath hex-7
    python -m benchmarks.strength --page             rewrite the page from the saved figures
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from ludwright._core import Stop
from ludwright.errors import LudwrightError
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.rules import NativeRules, load_rules
from ludwright.play.families import MatchOrder
from ludwright.play.share import Share, wilson

ROOT = Path(__file__).parents[1]
STATE = ROOT / "runs" / "strength" / "state.json"
PAGE = ROOT / "docs" / "results" / "strength.md"
MATCHES = 200
BLOCK = 20
"""Matches between saves; even, so that pairs stay together."""
OPENINGS = (2, 4)
MAX_PLIES = 300
SEED = 1912
SECONDS = 30.0
"""Processor time limit per game in the second part."""

TOO_SLOW = "too slow"

SEARCH_GAMES: tuple[str, ...] = (
    "yavalath",
    "hex-7",
    "breakthrough-6",
    "reversi-6",
    "lines-of-action-5",
)
SEARCH_LEAST = 0.95
DEPTH_LEAST = 0.60
DEPTH_GAMES_LEAST = 20

Spec = dict[str, Any]
PARTS: dict[str, tuple[Spec, Spec]] = {
    "search": ({"kind": "mcts", "playouts": 1000}, {"kind": "uniform"}),
    "depth": ({"kind": "alphabeta", "depth": 3}, {"kind": "alphabeta", "depth": 1}),
}
"""The stronger and the weaker player of each part."""


@dataclass
class Score:
    """The stronger player's results so far."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> Share:
        """The share of the points with its interval; a draw counts half."""
        return wilson(self.wins + 0.5 * self.draws, self.matches)

    def add(self, points: Sequence[float]) -> None:
        """Add more matches."""
        self.wins += sum(point == 1.0 for point in points)
        self.draws += sum(point == 0.5 for point in points)
        self.losses += sum(point == 0.0 for point in points)


@lru_cache(maxsize=1)
def rules_of(game: str) -> NativeRules:
    """The rules of a game; its policy is calibrated once for all blocks."""
    return load_rules(open_game(game))


def play_block(
    game: str, specs: tuple[Spec, Spec], first: int, count: int, seconds: float = 0.0, jobs: int = 1
) -> list[float]:
    """The points of the first player in `count` matches, starting with number `first`.

    Play stops after the given processor time (0: no limit); unfinished matches are left out.
    """
    rules, stop = rules_of(game), Stop()
    order = MatchOrder(
        specs, count, SEED, jobs, OPENINGS, MAX_PLIES, rotate_seats=True, first_index=first
    )
    begin = time.process_time()

    def told(_: int) -> None:
        if 0 < seconds < time.process_time() - begin:
            stop.request()

    columns = rules.play_matches(order, told, stop)
    if columns["interruption"] is not None:
        raise columns["interruption"]
    scores = np.asarray(columns["scores"])[np.asarray(columns["seating"]) == 0]
    finished: list[float] = scores[np.asarray(columns["finished"]).astype(bool)].tolist()
    return finished


def play_game(
    game: str,
    specs: tuple[Spec, Spec],
    score: Score,
    *,
    seconds: float,
    jobs: int,
    save: Callable[[], None],
) -> None:
    """Play until there are enough matches or the time is up; 0 seconds means no limit."""
    while score.matches < MATCHES and not score.note:
        left = seconds - score.seconds if seconds else 0.0
        if seconds and left <= 0:
            score.note = TOO_SLOW
            break
        begin = time.process_time()
        try:
            points = play_block(game, specs, score.matches, BLOCK, left, jobs)
        except (LudwrightError, ValueError) as error:
            score.note = f"cannot be played: {error}"
            break
        score.seconds += time.process_time() - begin
        if len(points) < BLOCK:
            score.note = TOO_SLOW
            break
        score.add(points)
        save()
    save()


# --- both parts -----------------------------------------------------------------------------------

State = dict[str, dict[str, Score]]


def load_state() -> State:
    """The results of earlier runs."""
    if not STATE.exists():
        return {part: {} for part in PARTS}
    found = json.loads(STATE.read_text(encoding="utf-8"))
    return {
        part: {game: Score(**score) for game, score in found.get(part, {}).items()}
        for part in PARTS
    }


def save_score(part: str, game: str, score: Score) -> None:
    """Save the results of one game, keeping what other runs have saved in the meantime."""
    state = load_state()
    state[part][game] = score
    rows = {
        name: {one: asdict(found) for one, found in games.items()} for name, games in state.items()
    }
    STATE.parent.mkdir(parents=True, exist_ok=True)
    written = STATE.with_suffix(".new")
    written.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    written.replace(STATE)


def run_part(part: str, games: Sequence[str], seconds: float, jobs: int) -> None:
    """Play one part; finished games are skipped."""
    limit = seconds if part == "depth" else 0.0
    for number, game in enumerate(games):
        score = load_state()[part].get(game, Score())
        if score.note == TOO_SLOW and score.seconds < limit:
            score.note = ""
        if score.matches < MATCHES and not score.note:
            save = partial(save_score, part, game, score)
            play_game(game, PARTS[part], score, seconds=limit, jobs=jobs, save=save)
        text = score.note or str(score.share)
        print(f"{part} {number + 1}/{len(games)} {game}: {text}", file=sys.stderr, flush=True)


def is_strong(part: str, score: Score) -> bool:
    """Whether a game meets the requirement."""
    if score.matches < MATCHES or score.share.value is None:
        return False
    if part == "search":
        return score.share.value >= SEARCH_LEAST
    return score.share.low >= DEPTH_LEAST


# --- the page -------------------------------------------------------------------------------------


def table(games: dict[str, Score]) -> str:
    """A table of games and scores in Markdown."""
    lines = [
        "| game | won | drawn | lost | share | 95 % interval |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for game, score in games.items():
        share = score.share
        value = "" if share.value is None else f"{share.value:.1%}"
        lines.append(
            f"| {game} | {score.wins} | {score.draws} | {score.losses} | {value} "
            f"| {share.low:.1%} to {share.high:.1%} |"
        )
    return "\n".join(lines)


def by_bound(games: dict[str, Score]) -> dict[str, Score]:
    """The games, highest lower bound first."""
    return dict(sorted(games.items(), key=lambda item: -item[1].share.low))


def page(state: State) -> str:
    """The results page."""
    search = {game: state["search"][game] for game in SEARCH_GAMES if game in state["search"]}
    met = sum(is_strong("search", score) for score in search.values())
    played = {game: one for game, one in state["depth"].items() if one.matches >= MATCHES}
    strong = by_bound({game: one for game, one in played.items() if is_strong("depth", one)})
    weak = by_bound({game: one for game, one in played.items() if not is_strong("depth", one)})
    slow = sorted(set(game_names()) - set(played))
    verdict = "met" if len(strong) >= DEPTH_GAMES_LEAST else "**not met**"
    return f"""# Strength

`python -m benchmarks.strength` plays {MATCHES} matches a game, two or four random opening
plies, in pairs that share an opening with colours swapped; a draw counts half, and a match of
{MAX_PLIES} plies is a draw. All players use the default policy that follows from the rules,
calibrated for the game. The seed is {SEED}, so the matches can be reproduced. A small part runs as
a test (`tests/statistics/test_strength.py`).

## Tree search against random play

`mcts:playouts=1000` against `uniform`; at least {SEARCH_LEAST:.0%} is required: {met} of
{len(SEARCH_GAMES)} games reach it.

{table(search)}

## Searching three plies against one

`alphabeta:depth=3` against `alphabeta:depth=1`; a lower bound of at least {DEPTH_LEAST:.0%}
(Wilson, 95 %) is required of {DEPTH_GAMES_LEAST} of the packaged games. **{len(strong)}** reach it:
{verdict}.

{table(strong)}

These were played and do not reach it:

{table(weak)}

Left out, because {MATCHES} matches take longer than the time limit or were not played yet:
{", ".join(slow) or "none"}.

What two changes of the evaluation gained is on [a page of its own](advisors.md).
"""


def write_page(state: State) -> None:
    """Write the results page."""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(state), encoding="utf-8")


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="strength of the players")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all games of the part")
    parser.add_argument("--part", choices=tuple(PARTS), default=None, help="default: both")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="limit per game in the second part"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    parser.add_argument("--page", action="store_true", help="only write the page")
    return parser.parse_args()


def main() -> None:
    """Play what is missing and write the page."""
    asked = arguments()
    if asked.fresh:
        STATE.unlink(missing_ok=True)
    for part in () if asked.page else PARTS:
        if asked.part in (None, part):
            games = asked.games or (SEARCH_GAMES if part == "search" else game_names())
            run_part(part, games, asked.seconds, asked.jobs)
            write_page(load_state())
    state = load_state()
    write_page(state)
    strong = sum(is_strong("depth", score) for score in state["depth"].values())
    good = [
        game for game in SEARCH_GAMES if is_strong("search", state["search"].get(game, Score()))
    ]
    print(f"tree search: {len(good)} of {len(SEARCH_GAMES)} games; depth: {strong} games")


if __name__ == "__main__":
    main()
