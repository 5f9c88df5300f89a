"""The full proof that the two engines of conquest games agree.

`python -m benchmarks.prove_conquest [PART …]`; the parts are `games`, `maps` and `variants`. Both
engines follow random matches and matches of scripted players, and every position is compared.
Progress is saved in runs/prove-conquest/state.json and the next start continues from there; after
a change of the engines or the games it starts again. docs/results/conquest-conformance.md is
written at the end and whenever it stops.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

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
from ludwright.families.comparing import Comparison
from ludwright.families.conquest.conformance import (
    compare_random,
    compare_records,
    seats_for,
    variant,
)
from ludwright.families.conquest.library import game_names, open_game
from ludwright.families.conquest.maps import map_names
from ludwright.families.conquest.players import PLAYERS
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.game import Game, game_of
from ludwright.language.seats import seats_of
from ludwright.play.playtest import playtest

RESULTS = HOME / "docs" / "results" / "conquest-conformance.md"
SOURCES = (
    *(
        f"src/ludwright/families/conquest/{name}.py"
        for name in ("vocabulary", "lower", "maps", "moves", "reference", "reference_battle")
    ),
    "src/ludwright/families/conquest/conformance.py",
    "src/ludwright/families/comparing.py",
    "src/ludwright/games/conquest/*.game",
    "src/ludwright/maps/*.map",
    "native/conquest/battle.*",
    "native/conquest/position.*",
    "native/conquest/program.*",
)
PROOF = Proof(HOME / "runs" / "prove-conquest" / "state.json", SOURCES)

PARTS = ("games", "maps", "variants")
MATCHES = 64
"""Of every packaged game with every number of seats."""
MATCH_BATCH = 4
MAP_MATCHES = 6
"""Of the rules of Lux on every packaged map with every number of seats."""
MAP_SEATS = range(2, 7)
VARIANTS = 600
VARIANT_BATCH = 10
VARIANT_SEED = 1
RANDOM_PLIES = 250
RECORDED_PLIES = 1500
VARIANT_PLIES = 200
SCRIPTED = tuple(kind.name for kind in PLAYERS)


def main() -> int:
    """Run the given parts, or all."""
    parser = arguments_of(__doc__, PARTS)
    parser.add_argument(
        "--match-seconds",
        type=float,
        default=10.0,
        help="CPU time; longer matches are cut off and counted as such",
    )
    arguments = parser.parse_args()
    state = PROOF.load(fresh=arguments.fresh, keep=arguments.keep)
    state["command"] = "python -m benchmarks.prove_conquest"
    tasks = [*_tasks(arguments.parts or PARTS, arguments.match_seconds)]
    work = {"games": _games, "maps": _maps, "variants": _variants}
    PROOF.run(tasks, work, state, arguments.workers)
    _write_results(state)
    return int(has_failed(state))


def _tables() -> Iterator[tuple[str, int]]:
    """Every packaged game with every number of seats."""
    for name in game_names():
        least, most = seats_of(open_game(name))
        yield from ((name, seats) for seats in range(least, most + 1))


def _tasks(parts: Sequence[str], seconds: float) -> Iterator[Task]:
    if "variants" in parts:
        for first in range(0, VARIANTS, VARIANT_BATCH):
            yield "variants", "", first, seconds
    if "maps" in parts:
        for name in map_names():
            for seats in MAP_SEATS:
                yield "maps", f"{name}/{seats}", 0, seconds
    if "games" in parts:
        # A few matches of every game first, so that a proof stopped halfway covers all games.
        for first in range(0, MATCHES, MATCH_BATCH):
            for name, seats in _tables():
                yield "games", f"{name}/{seats}", first, seconds


def _games(table: str, first: int, seconds: float) -> dict[str, Any]:
    name, seats = table_of(table)
    return _matches(open_game(name), seats, range(first, first + MATCH_BATCH), seconds)


def _maps(table: str, first: int, seconds: float) -> dict[str, Any]:
    """The rules of Lux on another map."""
    name, seats = table_of(table)
    rules = open_game("risk-lux").text
    text = rules[: rules.index("  (map ")] + f"  (map {name})\n" + rules[rules.index("  (setup") :]
    game = game_of(text, ConquestGame)
    return _matches(game, seats, range(first, first + MAP_MATCHES), seconds)


def _variants(_: str, first: int, seconds: float) -> dict[str, Any]:
    result = no_matches()
    for number in range(first, first + VARIANT_BATCH):
        game = variant(number, VARIANT_SEED)
        rng = Random(number)
        seats = seats_for(game, rng)
        result["variants"] = result.get("variants", 0) + 1
        try:
            found = [compare_random(game, number, VARIANT_PLIES, seats, seconds)]
            found += _recorded(game, seats, number, VARIANT_PLIES, seconds)
        except Exception as error:  # noqa: BLE001 - whatever the error is, the proof must name the variant
            result["wrong"].append(f"variant {number}: {error!r}\n{game.text}")
            continue
        count_matches(result, found, game, f"variant {number}", VARIANT_PLIES)
    return result


def _matches(game: Game, seats: int, seeds: Iterable[int], seconds: float) -> dict[str, Any]:
    """Random matches and matches of scripted players in turn."""
    result = no_matches()
    for seed in seeds:
        if seed % 2:
            found, most = [compare_random(game, seed, RANDOM_PLIES, seats, seconds)], RANDOM_PLIES
        else:
            most = RECORDED_PLIES
            found = _recorded(game, seats, seed, most, seconds)
        count_matches(result, found, game, f"{game.name}, {seats} seats, seed {seed}", most)
    return result


def _recorded(game: Game, seats: int, seed: int, plies: int, seconds: float) -> list[Comparison]:
    rng = Random(f"{game.name} {seats} {seed}")
    players = [rng.choice(SCRIPTED) for _ in range(seats)]
    played = playtest(game, players, 1, seed=seed, seats=seats, max_plies=plies)
    return [*compare_records(played, seconds)]


# --- Results --------------------------------------------------------------------------------------


def _write_results(state: State) -> None:
    by_table: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for key, result in state["done"].items():
        part, table, _ = key.split(" ")
        by_table.setdefault((part, table), []).append(result)
    every = [*state["done"].values()]
    played = {
        part: [r for (p, _), rs in by_table.items() if p == part for r in rs] for part in PARTS
    }
    wrong = sum(len(result["wrong"]) for result in every)
    matches = total(played["games"], "matches") + total(played["maps"], "matches")
    plies = total(played["games"], "plies") + total(played["maps"], "plies")
    variants = sum(result.get("variants", 0) for result in every)
    lines = [
        "# Conquest: the native core and the reference",
        "",
        "Both engines follow the same match; before every ply owners, armies, hands, missions,",
        "pools, phase, mover, turns, rounds, incomes, legal moves in their order, chances,",
        "standings and the outcome are compared. Half of the matches are random; in the others",
        "scripted players play, and the reference replays the record.",
        f"Command: `{state['command']}` (resumable; sources {state['sources']}).",
        "",
        f"**Disagreements: {wrong}.**",
        "",
        "- Packaged games with every number of seats, and the rules of Lux on every map: "
        f"{matches} matches, {plies} plies.",
        f"- Random variants of rules and maps: {variants}, two matches of at most {VARIANT_PLIES} "
        f"plies each ({total(played['variants'], 'plies')} plies).",
        f"- A match is followed for at most {RANDOM_PLIES} (random) or {RECORDED_PLIES} (recorded) "
        f"plies; {total(every, 'over')} of {total(every, 'matches')} ended before, "
        f"{total(every, 'cut')} were cut off by time.",
        f"- Time: {sum(r['seconds'] for r in every) / 60:.0f} minutes of one process.",
        "",
        "| rules and map | seats | matches | mean plies | ended |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for (part, table), results in sorted(by_table.items()):
        if part == "variants":
            continue
        name, seats = table_of(table)
        count = total(results, "matches")
        told = name if part == "games" else f"Lux on {name}"
        mean = total(results, "plies") / count
        lines.append(f"| {told} | {seats} | {count} | {mean:.0f} | {total(results, 'over')} |")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
