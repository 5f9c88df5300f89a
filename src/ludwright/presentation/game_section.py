"""A game in the report of a run: a card at the top, and a section with the details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from ludwright.criticism.remarks import Observation
from ludwright.errors import LudwrightError
from ludwright.language.game import Game
from ludwright.play.families import family_of
from ludwright.play.playtest import playtest
from ludwright.presentation.critique_report import RemarkKind, remark_kinds
from ludwright.presentation.radar import radar_svg
from ludwright.presentation.rendering import score_told
from ludwright.presentation.rules_sections import RulesSection, goal_of, rules_sections
from ludwright.store.runs import CandidateRow
from ludwright.synthesis.candidate import Candidate, Fall

QUICK_PLAYER: str = "mcts:playouts=20"
"""Plays the match whose final position is drawn."""
QUICK_PLIES: int = 150
MOST_ANCESTORS: int = 40


@dataclass(frozen=True)
class Exhibit:
    """A game of the report, and the file it was written to."""

    candidate: Candidate
    path: Path
    fall: Fall | None = None
    """Why it is not on the final list, if it was close."""

    @property
    def name(self) -> str:
        """The name as people write it."""
        return self.candidate.name.replace("-", " ") or self.candidate.digest

    @property
    def failings(self) -> tuple[str, ...]:
        """Why it is not viable or not on the final list."""
        return tuple(self.candidate.failings if self.fall is None else self.fall.reasons)

    @property
    def command(self) -> str:
        """The command that plays it."""
        return f"ludwright play {quote(str(self.path))}"


@dataclass(frozen=True)
class Boards:
    """Pictures of the start position and of the end of a quick match."""

    start: str
    end: str
    plies: int


@dataclass(frozen=True)
class Portrait:
    """The boards and rules of a game, or why they cannot be shown."""

    boards: Boards | None
    goal: str
    """In a sentence; "" if it could not be written."""
    rules: str
    """In English; "" if they could not be written."""
    troubles: tuple[str, ...] = ()


def portrait_of(candidate: Candidate, seed: int) -> Portrait:
    """Draw a game and write its rules in English."""
    boards, goal, rules, troubles = None, "", "", []
    try:
        boards = _boards(candidate.game, seed)
    except Exception as error:  # noqa: BLE001 - one bad game must not break the report
        troubles.append(f"The board could not be drawn: {_why(error)}")
    try:
        goal = goal_of(candidate.game)
        rules = family_of(candidate.game).rules_text(candidate.game)
    except Exception as error:  # noqa: BLE001 - one bad game must not break the report
        troubles.append(f"The rules could not be written in English: {_why(error)}")
    return Portrait(boards, goal, rules, tuple(troubles))


def _why(error: Exception) -> str:
    """An error in words; unexpected ones include the name of the exception."""
    is_ours = isinstance(error, LudwrightError | ValueError)
    return str(error) if is_ours and str(error) else f"{type(error).__name__}: {error}"


def _boards(game: Game, seed: int) -> Boards:
    family = family_of(game)
    rules = family.load_rules(game)
    players = [QUICK_PLAYER] * rules.seats
    record = playtest(game, players, 1, seed, openings=(0,), max_plies=QUICK_PLIES)[0]
    last = list(record.positions(rules))[-1]
    start = family.draw_svg(rules.start(0), captions=())
    return Boards(start, family.draw_svg(last, captions=()), len(record.seats))


@dataclass(frozen=True)
class GameSection:
    """What the report shows of a game."""

    place: int
    exhibit: Exhibit
    portrait: Portrait
    remarks: Sequence[RemarkKind]
    origin: Mapping[str, object]
    """Where it comes from, for a table."""

    @property
    def rules(self) -> list[RulesSection]:
        """The rules in English; none if they could not be written."""
        return rules_sections(self.portrait.rules)

    @property
    def radar(self) -> str:
        """The criteria as a picture; "" if the game was not measured."""
        candidate = self.exhibit.candidate
        if candidate.critique is None:
            return ""
        return radar_svg(candidate.critique, candidate.game.family)


def game_section(
    place: int,
    exhibit: Exhibit,
    seed: int,
    named: Mapping[str, CandidateRow],
    remarks: Sequence[Observation],
) -> GameSection:
    """The section of a game: pictures, rules, remarks and origin."""
    portrait = portrait_of(exhibit.candidate, seed)
    origin = _origin(exhibit.candidate, named)
    return GameSection(place, exhibit, portrait, remark_kinds(remarks), origin)


def _origin(candidate: Candidate, named: Mapping[str, CandidateRow]) -> dict[str, object]:
    return {
        "score": score_told(candidate.score),
        "candidate": f"{candidate.number}, in generation {candidate.generation}",
        **({"kind": ", ".join(candidate.cell)} if candidate.cell else {}),
        **{f"distance ({name})": f"{d:.3f}" for name, d in candidate.distances.items()},
        "parents": " and ".join(_named(one, named) for one in candidate.parents) or "none",
        "line of templates": " ← ".join(_ancestors(candidate, named)) or "none",
        "digest": candidate.digest,
    }


def _named(digest: str, named: Mapping[str, CandidateRow]) -> str:
    row = named.get(digest)
    if row is None:
        return digest
    return f"{row.name} (seed)" if row.generation == 0 else row.name


def _ancestors(candidate: Candidate, named: Mapping[str, CandidateRow]) -> list[str]:
    """The names from the template back to a seed."""
    found: list[str] = []
    seen: set[str] = set()
    parents = candidate.parents
    while parents and parents[0] not in seen and len(found) < MOST_ANCESTORS:
        seen.add(parents[0])
        found.append(_named(parents[0], named))
        row = named.get(parents[0])
        parents = row.parents if row is not None else ()
    return found
