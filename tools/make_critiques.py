"""Write golden files: the quick and the full critique of twelve packaged games.

    python -m tools.make_critiques                 all games, a few minutes
    python -m tools.make_critiques hex-7           some games

A changed file means changed behaviour: commit it with the reason.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import isclose
from pathlib import Path
from typing import Any

from ludwright.criticism.effort import plan_of
from ludwright.criticism.gathering import critique
from ludwright.criticism.profile import profile_of
from ludwright.criticism.review import Review
from ludwright.families.combinatorial.library import open_game, resolve

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "critiques"
SEED = 1
"""The default of `ludwright critique`."""
GAMES: dict[str, str] = {
    "breakthrough-6": "a race to the far row",
    "clobber": "captures until a player cannot move",
    "connect-four": "lines of pieces that fall",
    "draughts-mini": "compulsory captures and promotion",
    "fox-and-geese": "unequal sides; some matches are abandoned",
    "hex-7": "a connection that always comes about",
    "hexapawn": "so short that a criterion has no value",
    "lasca-lite": "stacks that take pieces along",
    "lines-of-action-5": "all pieces in one group",
    "reversi-6": "pieces that change sides, passes and a final count",
    "tic-tac-toe": "mostly draws",
    "yavalath": "a line that wins and a line that loses",
}
"""The games, and what each adds to the others."""
EFFORTS = ("quick", "full-alphabeta")
"""The usual effort, and all criteria by players of a fixed depth, which takes less time than the
matches of a trial."""
RELATIVE, ABSOLUTE = 1e-9, 1e-12
"""How far numbers may be apart. Not 0: compilers, numpy and the mathematical functions of the
system may add in another order or round the last digit differently on another processor. A single
match that ends differently changes values by far more."""


def golden_path(name: str, effort: str) -> Path:
    """Where the golden file of a critique is."""
    return FOLDER / f"{name}.{effort}.json"


def golden(name: str, effort: str) -> dict[str, Any]:
    """The critique in the golden file."""
    found = json.loads(golden_path(name, effort).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def criticised(name: str, effort: str, jobs: int = 1) -> dict[str, Any]:
    """The part of `ludwright critique NAME --effort EFFORT --json` that is golden."""
    game = open_game(name)
    found, evidence = critique(game, plan_of(game.family).effort(effort), SEED, jobs)
    return golden_part(Review(found, evidence, profile_of(None, game.family)).to_json())


def golden_part(review: Mapping[str, Any]) -> dict[str, Any]:
    """Everything measured, without comparisons with other games: those change with the library."""
    return {key: review[key] for key in ("game", "effort", "seed", "score", "measures")}


def differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> list[str]:
    """A line for each difference: which criterion, the golden measure and the new one."""
    lines = [
        f"{key}: golden {expected[key]!r}, got {got[key]!r}"
        for key in ("game", "effort", "seed")
        if expected[key] != got[key]
    ]
    old = {"score": expected["score"], **expected["measures"]}
    new = {"score": got["score"], **got["measures"]}
    return lines + list(_unlike(old, new))


def _unlike(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in dict.fromkeys((*old, *new)):
        expected, got = old.get(name), new.get(name)
        if expected is None or got is None or not _agree(expected, got):
            yield f"{name}: golden {_shown(expected)}, got {_shown(got)}"


def _agree(expected: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    return expected.keys() == got.keys() and all(
        isclose(one, got[key], rel_tol=RELATIVE, abs_tol=ABSOLUTE)
        if isinstance(one, float) and isinstance(got[key], float)
        else one == got[key]
        for key, one in expected.items()
    )


def _shown(measure: Mapping[str, Any] | None) -> str:
    if measure is None:
        return "no such criterion"
    if "unscored" in measure:
        return f"none ({measure['unscored']})"
    return f"{measure['value']!r} ± {measure['error']!r} (n = {measure['samples']})"


def as_text(found: Mapping[str, Any]) -> str:
    """The file: one line per criterion, so that a diff shows which of them changed."""
    head = [f" {json.dumps(key)}: {json.dumps(found[key])}" for key in found if key != "measures"]
    rows = [
        f"  {json.dumps(name)}: {json.dumps(one, allow_nan=False)}"
        for name, one in found["measures"].items()
    ]
    lines = ",\n".join([*head, ' "measures": {\n' + ",\n".join(rows) + "\n }"])
    return f"{{\n{lines}\n}}\n"


def main(names: Sequence[str]) -> None:
    """Write the files of the named games, or of all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in map(resolve, names) if names else GAMES:
        if name not in GAMES:
            sys.exit(f"expected one of {', '.join(GAMES)}, got {name!r}")
        for effort in EFFORTS:
            text = as_text(criticised(name, effort, jobs=2))
            golden_path(name, effort).write_text(text, encoding="utf-8")
            sys.stderr.write(f"{name}, {effort}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
