"""The full proof that the two engines of railway games agree, and that every match balances.

`python -m benchmarks.prove_railway [PART …]`. Both engines follow whole matches, random ones and
those of scripted and searching players, and every position is compared: `games` on the packaged
games with every number of seats, `boards` on evolved boards, `variants` with random rules.
`books` keeps the books of random matches from their records alone. Progress is saved in
runs/prove-railway/state.json and the next start continues from there; after a change of the engines
or the games it starts again. docs/results/railway-conformance.md is written at the end and whenever
it stops.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, cast

from benchmarks.proof import (
    HOME,
    Proof,
    State,
    Task,
    arguments_of,
    count_matches,
    has_failed,
    no_matches,
    table_of,
    total,
)
from ludwright.errors import GameFault
from ludwright.families.comparing import Comparison
from ludwright.families.railway import vocabulary as words
from ludwright.families.railway.conformance import (
    compare_random,
    compare_records,
    seats_for,
    variant,
)
from ludwright.families.railway.ledger import Draws, Ledger
from ludwright.families.railway.library import game_names, open_game
from ludwright.families.railway.players import PLAYERS
from ludwright.families.railway.reference import reference
from ludwright.language.game import Game
from ludwright.play.playtest import playtest
from ludwright.running.run import Run

RESULTS = HOME / "docs" / "results" / "railway-conformance.md"
SOURCES = (
    *(
        f"src/ludwright/families/railway/{name}.py"
        for name in ("vocabulary", "lower", "moves", "reference", "conformance", "ledger")
    ),
    "src/ludwright/families/comparing.py",
    "src/ludwright/games/railway/*.game",
    "src/ludwright/boards/*.board",
    "native/railway/position.*",
    "native/railway/program.*",
    "native/railway/trail.*",
)
PROOF = Proof(HOME / "runs" / "prove-railway" / "state.json", SOURCES)

PARTS = ("books", "games", "boards", "variants")
SEATS = range(2, 6)
MATCHES = 128
"""Of every packaged game with every number of seats."""
MATCH_BATCH = 4
BOARDS = 200
BOARD_BATCH = 5
PRESETS = ("ours", "paper")
VARIANTS = 400
VARIANT_BATCH = 10
VARIANT_SEED = 1
BOOKS = 2600
"""Matches of the official game with every number of seats."""
BOOK_BATCH = 200
PLIES = 5000
"""More than a match on a board of this size has."""
FEW = {"rail-ismcts": "rail-ismcts:playouts=8"}
COMPANY = ("uniform", "ismcts:playouts=8", *(FEW.get(one.name, one.name) for one in PLAYERS))


def main() -> int:
    """Run the given parts, or all."""
    parser = arguments_of(__doc__, PARTS)
    parser.add_argument(
        "--match-seconds",
        type=float,
        default=30.0,
        help="CPU time; longer matches are cut off and counted as such",
    )
    arguments = parser.parse_args()
    state = PROOF.load(fresh=arguments.fresh, keep=arguments.keep)
    state["command"] = "python -m benchmarks.prove_railway"
    parts = arguments.parts or PARTS
    if "boards" in parts:
        evolve_boards()
    tasks = [*_tasks(parts, arguments.match_seconds)]
    work = {"games": _games, "boards": _boards, "variants": _variants, "books": _books}
    PROOF.run(tasks, work, state, arguments.workers)
    _write_results(state)
    return int(has_failed(state))


def _tasks(parts: Sequence[str], seconds: float) -> Iterator[Task]:
    if "books" in parts:
        for first in range(0, BOOKS, BOOK_BATCH):
            for seats in SEATS:
                yield "books", f"north-america/{seats}", first, seconds
    if "variants" in parts:
        for first in range(0, VARIANTS, VARIANT_BATCH):
            yield "variants", "", first, seconds
    if "boards" in parts:
        for first in range(0, BOARDS, BOARD_BATCH):
            yield "boards", "", first, seconds
    if "games" in parts:
        # A few matches of every game first, so that a proof stopped halfway covers all games.
        for first in range(0, MATCHES, MATCH_BATCH):
            for name in game_names():
                for seats in SEATS:
                    yield "games", f"{name}/{seats}", first, seconds


def _games(table: str, first: int, seconds: float) -> dict[str, Any]:
    """Random matches and matches of players in turn."""
    name, seats = table_of(table)
    game, result = open_game(name), no_matches()
    for seed in range(first, first + MATCH_BATCH):
        if seed % 2:
            found = [compare_random(game, seed, PLIES, seats, seconds)]
        else:
            found = _recorded(game, seats, seed, seconds)
        count_matches(result, found, game, f"{name}, {seats} seats, seed {seed}", PLIES)
    return result


def _boards(_: str, first: int, seconds: float) -> dict[str, Any]:
    result = no_matches()
    for number in range(first, first + BOARD_BATCH):
        game = evolved_game(number)
        result["boards"] = result.get("boards", 0) + 1
        _both(result, game, f"board {number}", number, seconds)
    return result


def _variants(_: str, first: int, seconds: float) -> dict[str, Any]:
    result = no_matches()
    for number in range(first, first + VARIANT_BATCH):
        game = variant(number, VARIANT_SEED)
        result["variants"] = result.get("variants", 0) + 1
        _both(result, game, f"variant {number}", number, seconds)
    return result


def _both(result: dict[str, Any], game: Game, what: str, number: int, seconds: float) -> None:
    """A random match and one of players."""
    seats = seats_for(game, Random(number))
    try:
        found = [compare_random(game, number, PLIES, seats, seconds)]
        found += _recorded(game, seats, number, seconds)
    except Exception as error:  # noqa: BLE001 - whatever the error is, the proof must name the game
        result["wrong"].append(f"{what}: {error!r}\n{game.text}")
        return
    count_matches(result, found, game, what, PLIES)


def _recorded(game: Game, seats: int, seed: int, seconds: float) -> list[Comparison]:
    rng = Random(f"{game.name} {seats} {seed}")
    players = [rng.choice(COMPANY) for _ in range(seats)]
    return [*compare_records(playtest(game, players, 1, seed=seed, seats=seats), seconds)]


def evolve_boards() -> None:
    """One search by each preset, unless it has been done; its last children are the boards."""
    for preset in PRESETS:
        folder = PROOF.state.parent / preset
        if not folder.exists():
            size = ("--generations", "5", "--offspring", "40", "--matches", "40")
            how = ("--seed", "1", "--jobs", "1", "--finalists", "0", "--no-evidence")
            where = ("--out", str(folder), "--quiet")
            order = ("evolve", "railway", "--preset", preset, *size, *how, *where)
            subprocess.run((sys.executable, "-m", "ludwright.cli.main", *order), check=True)


@cache
def evolved_boards(preset: str) -> tuple[words.Board, ...]:
    """The boards of the last children of a search, all different."""
    born = [
        one.game for part in Run(PROOF.state.parent / preset).generations for one in part.candidates
    ]
    boards = dict.fromkeys(cast("words.RailwayGame", game.root).board for game in reversed(born))
    return tuple(boards)[: BOARDS // len(PRESETS)]


def evolved_game(number: int) -> Game:
    """A packaged game on an evolved board; the presets in turn."""
    rules = cast("words.RailwayGame", open_game(Random(number).choice(game_names())).root)
    board = evolved_boards(PRESETS[number % len(PRESETS)])[number // len(PRESETS)]
    return Game(replace(rules, board=board))


def _books(table: str, first: int, _: float) -> dict[str, Any]:
    """Random matches as the core plays them, without the reference."""
    name, seats = table_of(table)
    game, draws, result = open_game(name), Draws(), no_matches()
    rules = reference(game, seats).rules
    # A seed of its own for every table, as equal seeds deal equal first cards.
    seed = 10 * first + seats
    played = playtest(game, ["uniform"] * seats, BOOK_BATCH, seed=seed, jobs=1, seats=seats)
    for record in played:
        result["matches"] += 1
        result["plies"] += len(record)
        result["over"] += 1
        try:
            Ledger(rules, draws).follow(record)
        except GameFault as error:
            result["wrong"].append(str(error))
    result["draws"] = [draws.count, draws.surplus, draws.variance]
    return result


# --- Results --------------------------------------------------------------------------------------


def _write_results(state: State) -> None:
    done = [(key.split(" "), result) for key, result in state["done"].items()]
    by_part = {part: [r for (p, *_), r in done if p == part] for part in PARTS}
    every = [result for _, result in done]
    wrong = sum(len(result["wrong"]) for result in every)
    followed = [result for part in PARTS[1:] for result in by_part[part]]
    lines = [
        "# Railway: the native core and the reference",
        "",
        "Both engines follow the same match; before every ply the piles, the market, hands, what",
        "is known of them, tickets, trains, owners of tracks, phase, mover, counts, longest paths,",
        "points, measures, legal moves in their order, chances, standings and the outcome are",
        "compared. Half of the matches are random; in the others scripted and searching players",
        "play, and the reference replays the record.",
        f"Command: `{state['command']}` (resumable; sources {state['sources']}).",
        "",
        f"**Disagreements: {wrong}.**",
        "",
        f"- Packaged games with 2 to 5 seats: {_told(by_part['games'])}.",
        f"- Evolved boards, of the last generations of the presets {' and '.join(PRESETS)}: "
        f"{sum(r.get('boards', 0) for r in every)}, {_told(by_part['boards'])}.",
        f"- Random variants of rules and boards: {sum(r.get('variants', 0) for r in every)}, "
        f"{_told(by_part['variants'])}.",
        f"- {total(followed, 'over')} of {total(followed, 'matches')} matches were followed to "
        f"their end, {total(followed, 'cut')} were cut off by time.",
        f"- Books of random matches, kept from their records alone: {_told(by_part['books'])}. "
        "Every card, ticket and train is accounted for, and points and scores are those that "
        "follow from tracks and tickets.",
        *_drawn(by_part["books"]),
        f"- Time: {sum(r['seconds'] for r in every) / 60:.0f} minutes of one process.",
        "",
        "| game | seats | matches | mean plies | ended |",
        "| --- | ---: | ---: | ---: | ---: |",
        *_rows(done),
    ]
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _told(results: Sequence[dict[str, Any]]) -> str:
    return f"{total(results, 'matches'):,} matches, {total(results, 'plies'):,} plies"


def _drawn(results: Iterable[dict[str, Any]]) -> list[str]:
    """How far the cards that chance drew are from what is expected, at most."""
    draws = Draws()
    for result in results:
        count, surplus, variance = result["draws"]
        draws.count += count
        draws.surplus = [a + b for a, b in zip(draws.surplus, surplus, strict=True)]
        draws.variance = [a + b for a, b in zip(draws.variance, variance, strict=True)]
    if not draws.count:
        return []
    most = max(map(abs, draws.deviations()))
    return [
        f"- Of {draws.count:,} cards drawn in them, the kind that is farthest from its expected "
        f"number is {most:.1f} standard deviations away."
    ]


def _rows(done: Iterable[tuple[list[str], dict[str, Any]]]) -> Iterator[str]:
    by_table: dict[str, list[dict[str, Any]]] = {}
    for (part, table, _), result in done:
        if part == "games":
            by_table.setdefault(table, []).append(result)
    for table, results in sorted(by_table.items()):
        name, seats = table_of(table)
        count = total(results, "matches")
        mean = total(results, "plies") / count
        yield f"| {name} | {seats} | {count} | {mean:.0f} | {total(results, 'over')} |"


if __name__ == "__main__":
    sys.exit(main())
