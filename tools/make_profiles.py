"""Write the packaged profiles of board games: means and spreads of the packaged games.

python -m tools.make_peers && python -m tools.make_profiles

Reads src/ludwright/families/combinatorial/peers.quick.json, so it takes no time. Run it whenever
that table was made again.
"""

from __future__ import annotations

import json
import sys

from ludwright.criticism.peers import Peers
from ludwright.criticism.profile import Profile, write_profile
from ludwright.families.combinatorial.profiles import board_profile, ludi_profile
from ludwright.plain import read_plain
from tools.make_peers import PACKAGE, table_path

FAMILY, EFFORT = "combinatorial", "quick"


def made_profiles() -> list[Profile]:
    """The profiles, from the table of packaged games."""
    table = read_plain(Peers, json.loads(table_path(FAMILY, EFFORT).read_text(encoding="utf-8")))
    return [made(table.critiques, table.effort) for made in (board_profile, ludi_profile)]


def main() -> None:
    """Write one file for each profile."""
    for profile in made_profiles():
        path = PACKAGE / FAMILY / f"{profile.name}.profile.json"
        write_profile(profile, path)
        sys.stderr.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
