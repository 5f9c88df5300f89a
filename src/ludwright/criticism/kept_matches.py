"""The matches behind a critique, kept in files so that each can be replayed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import numpy as np

from ludwright.criticism.critique import Critique
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.lead_history import lead_history
from ludwright.criticism.modes import DEEP, MAIN
from ludwright.files import make_folder
from ludwright.play.families import load_rules
from ludwright.play.playtest import Playtest
from ludwright.play.playtest_file import save
from ludwright.play.verdict import verdict_of


@dataclass(frozen=True, slots=True)
class KeptMatches:
    """Where the playtests of a critique are stored."""

    folder: Path
    files: Mapping[str, Path]
    """By mode of play."""

    def command(self, match: int) -> str:
        """The command that shows an ordinary match move by move."""
        return f"ludwright replay {quote(str(self.files[MAIN]))} --match {match} --step"


@dataclass(frozen=True, slots=True)
class NotableMatch:
    """A match worth looking at."""

    match: int
    why: str
    ended: str
    """Who won and why, in the words of the rules."""
    plies: int


def keep_matches(critique: Critique, evidence: Evidence, root: Path) -> KeptMatches | None:
    """Keep the playtests in a separate folder below the root; None if nothing was played.

    The name of the folder depends on everything that determines the matches. Existing files
    therefore hold the same matches and are kept.
    """
    if MAIN not in evidence.playtests:
        return None
    folder = root / folder_name(critique, evidence.main)
    # Positions searched deeply are those of the ordinary matches.
    chosen = {mode: one for mode, one in evidence.playtests.items() if mode != DEEP}
    files = {mode: folder / f"{mode}.playtest" for mode in chosen}
    make_folder(folder)
    for mode, path in files.items():
        if not path.is_file():
            save(chosen[mode], path)
    return KeptMatches(folder, files)


def folder_name(critique: Critique, main: Playtest) -> str:
    """The name of the game, and a hash of everything that determines its matches."""
    source = f"{critique.digest} {main.game.text} {critique.effort} {critique.seed} {main.version}"
    mark = hashlib.blake2b(source.encode(), digest_size=4).hexdigest()
    stem = re.sub(r"[^a-z0-9]+", "-", critique.game.lower()).strip("-")[:40] or "game"
    return f"{stem}-{mark}"


def notable_matches(evidence: Evidence) -> tuple[NotableMatch, ...]:
    """The most dramatic, the most typical, the shortest and the longest match."""
    if MAIN not in evidence.playtests or not len(evidence.main):
        return ()
    main = evidence.main
    leads = lead_history(main)
    found: dict[int, list[str]] = {}
    if leads is not None and leads.dramatic is not None:
        found.setdefault(leads.dramatic[0], []).append("most dramatic")
    if leads is not None:
        found.setdefault(leads.typical[0][0], []).append("most typical")
    found.setdefault(int(np.argmin(main.lengths)), []).append("shortest")
    found.setdefault(int(np.argmax(main.lengths)), []).append("longest")
    rules = load_rules(evidence.game, main.seats)
    return tuple(
        NotableMatch(
            match, " and ".join(why), verdict_of(main[match], rules), int(main.lengths[match])
        )
        for match, why in found.items()
    )
