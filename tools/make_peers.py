"""Measure all packaged games, so that `ludwright critique` can show percentiles.

python -m tools.make_peers                 about five minutes on two cores
python -m tools.make_peers --new           only games that are new or changed

Writes src/ludwright/families/combinatorial/peers.quick.json, with the effort, the seed and the
version in it. Run it after any change to a game, a criterion or a search.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from ludwright import __version__
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import EFFORTS, plan_of
from ludwright.criticism.peers import Peers
from ludwright.plain import plain_of, read_plain
from ludwright.play.families import family_named
from ludwright.synthesis.evaluation import critique_task
from ludwright.synthesis.worker_pool import worker_pool

SEED = 1
PACKAGE = Path(__file__).parents[1] / "src" / "ludwright" / "families"


def table_path(family: str, effort: str) -> Path:
    """Where the table of a family is kept."""
    return PACKAGE / family / f"peers.{effort}.json"


def kept_critiques(path: Path) -> dict[str, Critique]:
    """The critiques already in the table, by digest."""
    if not path.is_file():
        return {}
    table = read_plain(Peers, json.loads(path.read_text(encoding="utf-8")))
    return {one.digest: one for one in table.critiques} if table.version == __version__ else {}


def measured(family: str, effort: str, jobs: int, known: dict[str, Critique]) -> Peers:
    """All packaged games; those not in the table are measured."""
    plan = plan_of(family)
    chosen = plan.effort(effort)
    named = family_named(family)
    games = {name: named.open_game(name) for name in named.game_names()}
    missing = {name: game for name, game in games.items() if game.digest not in known}
    found = {one.digest: one for one in known.values()}
    with worker_pool(jobs) as pool:
        results = pool.map_ordered(critique_task(g.text, SEED, chosen) for g in missing.values())
        for done, (name, result) in enumerate(zip(missing, results, strict=True), 1):
            if not isinstance(result, dict):
                sys.exit(f"{name} cannot be measured: {result}")
            found[games[name].digest] = read_plain(Critique, result)
            sys.stderr.write(f"{done} of {len(missing)}: {name}\n")
    ordered = tuple(replace(found[game.digest], game=name) for name, game in games.items())
    return Peers(plan.told(chosen), SEED, __version__, ordered, len(ordered))


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--family", default="combinatorial")
    parser.add_argument("--effort", default="quick", choices=sorted(EFFORTS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--new", action="store_true", help="keep what was measured before")
    asked = parser.parse_args()
    path = table_path(asked.family, asked.effort)
    known = kept_critiques(path) if asked.new else {}
    table = plain_of(measured(asked.family, asked.effort, asked.jobs, known))
    games = table.pop("games")
    # One line per game, so that a diff shows which games changed.
    rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in games.items())
    head = json.dumps(table, indent=1).rstrip("}\n")
    path.write_text(f'{head},\n "games": {{\n{rows}\n }}\n}}\n', encoding="utf-8")
    sys.stderr.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
