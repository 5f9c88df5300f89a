"""The plan of a critique: how thoroughly a game is tested, and in which modes it is played.

A plan is pure data and belongs to a family; `ludwright.criticism.gathering` plays it. All budgets
count matches, plies, nodes and playouts: the same seed gives the same evidence on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final

from ludwright.criticism.modes import AGAINST_RANDOM, LADDER, MAIN, OTHER_FIRST, SKILL_MODES
from ludwright.errors import LudwrightError, UnknownName
from ludwright.play.families import Annotation, family_named
from ludwright.play.judging import BY_EVALUATION, Judging
from ludwright.play.rules import Rules

PREFERRED_LENGTH: Final[int] = 60
"""M_pref, in turns; see `Evidence.preferred_length`."""
PLAYOUTS: Final[int] = 50
"""Playouts of an ordinary player at depth 1, where players think in playouts; they double with
each further depth."""
FEWEST_PLAYOUTS: Final[int] = 25
"""Playouts of the weaker side at the first level of the skill trace."""
SKILL_MATCHES: Final[int] = 60
"""Most matches per level of the skill trace."""
LADDER_PLAYOUTS: Final[int] = 8
"""Playouts of the weaker side at the lowest rung of the skill ladder; each rung has four times
those of the one below."""
LADDER_STEP: Final[int] = 4
"""How many times the playouts of the weaker side the stronger side has, at each rung."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many matches, how deep, and whether to measure the slow criteria."""

    name: str
    matches: int
    depth: int
    """How far ordinary players look ahead; the plan of the family says what that means."""
    is_slow: bool
    nodes: int = 20_000
    """Most nodes a player may search per move, where players count nodes."""
    preferred_length: int = PREFERRED_LENGTH
    """In turns, which are plies on boards."""
    player: str | None = None
    """Plays the ordinary matches instead of the plan's own players."""
    work: int = 0
    """Steps of counted work that a move should cost. Looking ahead goes as deep as they allow, at
    least to `depth`, and the kind of player that is strongest at that cost plays. 0: nothing is
    tried, and ordinary players look `depth` plies ahead."""
    trial: int = 10
    """Most matches of each encounter in which kinds of player are tried."""
    max_plies: int | None = None
    """Where a match is abandoned; None for what the plan says the game needs."""
    chosen: str | None = None
    """The ordinary player, once it has been found out; gathering fills it in."""

    @property
    def is_tried(self) -> bool:
        """Whether it has to be found out which kind of player plays."""
        return self.work > 0 and self.player is None and self.chosen is None

    def __str__(self) -> str:
        return self.told(f"depth {self.depth}")

    def told(self, thinking: str) -> str:
        """The effort in words, with how hard its players think."""
        slow = ", slow criteria too" if self.is_slow else ""
        how = f"at {thinking}" if self.player is None else f"by {self.player}"
        return f"{self.name}: {self.matches} matches {how}{slow}"


def thinking_in(words: str) -> str:
    """How the players of an effort thought, from the effort in words.

    Values of efforts that differ only in the number of matches have the same expectation.
    """
    how = words.partition(" matches ")[2] or words
    return how.partition(", slow criteria too")[0].partition(" [")[0]


QUICK: Final = Effort("quick", 20, 2, is_slow=False)
FULL: Final = Effort("full", 100, 3, is_slow=True)
EFFORTS: Final[Mapping[str, Effort]] = {effort.name: effort for effort in (QUICK, FULL)}


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of playing a game in order to test it."""

    name: str
    players: tuple[str, ...]
    """One for all seats, or one per seat."""
    matches: int
    rotate_seats: bool = False
    is_other_first: bool = False
    """Whether the usual second player moves first; not played where the family has no such game."""

    def seated(self, seats: int) -> tuple[str, ...]:
        """The players, one per seat."""
        if len(self.players) not in (1, seats):
            raise LudwrightError(
                f"mode {self.name}: expected 1 or {seats} players, got {len(self.players)}"
            )
        return self.players if len(self.players) == seats else self.players * seats


@dataclass(frozen=True, slots=True)
class Sampling:
    """Which positions of the ordinary matches are searched deeply, and how."""

    positions: int
    """Of each match."""
    request: Annotation


def _in_plies(effort: Effort) -> str:
    return f"depth {effort.depth}"


def _twice_preferred(effort: Effort, rules: Rules) -> int:  # noqa: ARG001
    return 2 * effort.preferred_length


@dataclass(frozen=True, slots=True)
class Contender:
    """A kind of player that may play the ordinary matches."""

    made: Callable[[int], str]
    """The player that makes so many playouts for a move."""
    sample: int
    """How many it makes while their cost is found out."""


@dataclass(frozen=True)
class Plan:
    """How the games of a family are tested."""

    modes: Callable[[Effort, int], tuple[Mode, ...]]
    """(effort, seats): the modes to play; `main` is the first."""
    efforts: Mapping[str, Effort] = field(default_factory=lambda: EFFORTS)
    """By name; all families have `quick` and `full`."""
    screening: str = "quick"
    """The effort by which children of a run are measured, unless they ask for another."""
    thinking: Callable[[Effort], str] = _in_plies
    """How hard the ordinary players think, in words."""
    annotation: Callable[[Effort], Annotation] | None = None
    """What to compute about the ordinary matches; None where moves have no values."""
    judging: Judging | None = None
    """How leads of the ordinary matches are searched; None where the standings are the judge."""
    max_plies: Callable[[Effort, Rules], int] = _twice_preferred
    """Where a match is abandoned unless the effort says so; where turns take several plies, more
    than the default."""
    ordinary: Callable[[Effort], str] | None = None
    """The player that looks `depth` plies ahead; None where nothing is tried."""
    contenders: tuple[Contender, ...] = ()
    """The kinds of player that challenge it, where an effort counts work."""
    deep: Sampling | None = None
    """What slow efforts compute in addition; None where moves have no values."""

    def effort(self, name: str) -> Effort:
        """The effort with this name."""
        if name not in self.efforts:
            raise UnknownName("effort", name, self.efforts)
        return self.efforts[name]

    def most_plies(self, effort: Effort, rules: Rules) -> int:
        """Where a match is abandoned."""
        return self.max_plies(effort, rules) if effort.max_plies is None else effort.max_plies

    def told(self, effort: Effort, *, is_searched: bool = True) -> str:
        """An effort in words; values of efforts that differ in them are not comparable.

        `is_searched` is False where a search of the leads would have been too dear.
        """
        found = effort.told(self.thinking(effort))
        if self.judging is None:
            return found
        return f"{found}, leads by {'search' if is_searched else BY_EVALUATION}"


def plan_of(family: str) -> Plan:
    """The plan of a family: `PLAN` in the module that its record names, or else a common one."""
    record = family_named(family)
    if not record.efforts:
        return HIDDEN if record.is_hidden else OPEN
    plan: Plan = import_module(record.efforts).PLAN
    return plan


# --- A plan for any family ------------------------------------------------------------------------


def playouts_plan(player: str = "mcts", efforts: Mapping[str, Effort] = EFFORTS) -> Plan:
    """The plan for games that are only played, by a searching player that counts playouts.

    Players with hidden information need `ismcts`; moves have no values.
    """

    def thinker(playouts: int) -> str:
        return f"{player}:playouts={playouts}"

    def normal(effort: Effort) -> int:
        return PLAYOUTS << (effort.depth - 1)

    def modes(effort: Effort, seats: int) -> tuple[Mode, ...]:
        ordinary = thinker(normal(effort))
        found = ordinary_modes(ordinary, effort)
        if not effort.is_slow:
            return found
        return (
            *found,
            *contests([(AGAINST_RANDOM, ordinary, "uniform")], effort.matches, seats),
            *skill_modes(thinker, effort.matches, seats),
            *ladder_modes(thinker, effort.matches, seats),
        )

    return Plan(modes, efforts, thinking=lambda effort: f"{normal(effort)} playouts")


def ordinary_modes(player: str, effort: Effort) -> tuple[Mode, ...]:
    """The modes that every effort plays."""
    return (
        Mode(MAIN, (player,), effort.matches),
        # Half as many are nearly as good: rates, not counts, are averaged.
        Mode(OTHER_FIRST, (player,), -(-effort.matches // 2), is_other_first=True),
    )


def contests(pairs: list[tuple[str, str, str]], matches: int, seats: int) -> tuple[Mode, ...]:
    """Modes in which one player meets others at every seat in turn: (mode, player, others)."""
    whole = -(-matches // seats) * seats
    return tuple(
        Mode(name, (player, *[other] * (seats - 1)), whole, rotate_seats=True)
        for name, player, other in pairs
    )


def skill_modes(thinker: Callable[[int], str], matches: int, seats: int) -> tuple[Mode, ...]:
    """The levels of the skill trace: at each a player meets others with half its playouts."""
    weak = {mode: FEWEST_PLAYOUTS << level for level, mode in enumerate(SKILL_MODES)}
    pairs = [(mode, thinker(2 * few), thinker(few)) for mode, few in weak.items()]
    whole = SKILL_MATCHES // seats * seats
    return contests(pairs, min(matches, whole), seats)


def ladder_modes(thinker: Callable[[int], str], matches: int, seats: int) -> tuple[Mode, ...]:
    """The rungs of the skill ladder: at each a player meets others with a quarter of its playouts.

    Ladders of few matches a rung are too noisy to tell games apart, so all matches are played.
    """
    weak = {mode: LADDER_PLAYOUTS * LADDER_STEP**rung for rung, mode in enumerate(LADDER)}
    pairs = [(mode, thinker(LADDER_STEP * few), thinker(few)) for mode, few in weak.items()]
    return contests(pairs, matches, seats)


OPEN: Final[Plan] = playouts_plan()
"""For families without a plan of their own."""
HIDDEN: Final[Plan] = playouts_plan("ismcts")
"""The same where seats may see different things."""
