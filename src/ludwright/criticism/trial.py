"""Trials: which kind of player is strongest on a game if all may spend the same on a move.

The player of a fixed depth looks as far ahead as the work of the effort allows; its mean cost of a
move is what all others may spend. Cost is counted work, never time: steps of the native core, by
which a node of one search and a playout of another are comparable. A few matches of each contender
against itself tell what one of its playouts costs. Then they meet: whoever has more than half of
the points stays. The seeds are always the same, so the choice depends on the game and the effort
alone: a game that is measured again is played by the same players, and its intervals need not cover
a change of players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from ludwright.criticism.effort import Contender, Effort, Plan, plan_of
from ludwright.errors import LimitExceeded
from ludwright.language.game import Game
from ludwright.play.families import load_rules
from ludwright.play.playtest import Playtest, playtest
from ludwright.play.rules import Rules
from ludwright.play.seeds import seed_of
from ludwright.play.work import UNCOUNTABLE, counted_work, memory_of_limit

SAMPLE_MATCHES: Final[int] = 6
"""Matches of a contender against itself, which tell what a move costs it."""
DEEPEST: Final[int] = 6
"""Plies that a player of a fixed depth may look ahead."""
MOST_UNITS: Final[int] = 100_000
"""Most playouts of a move, however cheap they look in a game that is over at once."""
DIGITS: Final[int] = 2
"""Significant digits of budgets: players should not change with every small change of costs."""
MOST_REMEMBERED: Final[int] = 64
"""Choices that are kept: evolution measures a child several times in a row."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """Matches between two players, at whose end the better one stays."""

    challenger: str
    champion: str
    """Stays if it has at least half of the points."""
    points: float
    """Of the challenger."""
    matches: int

    def __str__(self) -> str:
        return f"{self.challenger} {self.points:g} of {self.matches} against {self.champion}"


@dataclass(frozen=True, slots=True)
class ChosenPlayer:
    """Who plays the ordinary matches of a critique, and why."""

    player: str
    steps: int
    """Of counted work, that a move of any contender may cost."""
    encounters: tuple[Encounter, ...]
    """In their order."""

    def __str__(self) -> str:
        """In words, with the points of all encounters."""
        count = sum(one.matches for one in self.encounters)
        met = "; ".join(map(str, self.encounters))
        return (
            f"{self.player} plays, the strongest at {self.steps:,} steps a move in {count} trial "
            f"matches (points: {met})"
        )


_chosen: dict[Any, ChosenPlayer] = {}
_changing = Lock()


def chosen_player(
    game: Game, effort: Effort, jobs: int = 1, *, seats: int | None = None
) -> ChosenPlayer | None:
    """The player that an effort's trial finds for a game; None if the effort asks for no trial.

    Nothing can be tried if a match is over before the first move. What was chosen lately is not
    tried again. The number of threads makes no difference.
    """
    plan = plan_of(game.family)
    if not effort.is_tried or plan.ordinary is None or not plan.contenders:
        return None
    known: dict[Any, ChosenPlayer] = memory_of_limit(_chosen)
    # The text and not the digest: the policy is a note, and alpha-beta depends on it.
    asked = replace(effort, name="", matches=0, is_slow=False)
    key = (game.text, asked, seats)
    found = known.get(key)
    if found is None:
        rules = load_rules(game, seats)
        if rules.start(0).outcome() is not None:
            return None
        found = _Trial(game, effort, plan, rules, jobs).choice()
        with _changing:
            known[key] = found
            while len(known) > MOST_REMEMBERED:
                del known[next(iter(known))]
    return found


class _Trial:
    """A trial of one game."""

    def __init__(self, game: Game, effort: Effort, plan: Plan, rules: Rules, jobs: int) -> None:
        self._game = game
        self._effort = effort
        self._plan = plan
        self._jobs = jobs
        self._seats = rules.seats
        self._max_plies = plan.most_plies(effort, rules)

    def choice(self) -> ChosenPlayer:
        champion, steps = self._searching()
        encounters = []
        for contender in self._plan.contenders:
            met = self._encounter(self._with_budget(contender, steps), champion)
            encounters.append(met)
            if 2 * met.points > met.matches:
                champion = met.challenger
        return ChosenPlayer(champion, steps, tuple(encounters))

    def _searching(self) -> tuple[str, int]:
        """The player of a fixed depth, as deep as its work allows, and the steps of its moves."""
        effort = self._effort
        player = self._of_depth(effort.depth)
        # What rules work out once is no part of the cost of a move.
        self._sampled(player)
        played, spent = self._sampled(player)
        most = effort.work * SAMPLE_MATCHES * self._max_plies
        for depth in range(effort.depth + 1, DEEPEST + 1):
            deeper = self._of_depth(depth)
            try:
                again, steps = self._sampled(deeper, most)
            except LimitExceeded:
                break
            if steps > effort.work * _decisions(again):
                break
            player, played, spent = deeper, again, steps
        return player, _rounded(spent / _decisions(played))

    def _of_depth(self, depth: int) -> str:
        assert self._plan.ordinary is not None, "chosen_player has seen to it"
        return self._plan.ordinary(replace(self._effort, depth=depth))

    def _with_budget(self, contender: Contender, steps: int) -> str:
        """The contender that spends about so many steps on a move."""
        units = steps / self._steps_per_unit(contender.made(contender.sample))
        return contender.made(min(MOST_UNITS, _rounded(units)))

    def _steps_per_unit(self, player: str) -> float:
        """The cost of a node or playout, over whole matches: openings and endings differ."""
        played, spent = self._sampled(player)
        return max(1.0, spent / max(1, int(played.columns["work"].sum())))

    def _sampled(self, player: str, most: int = UNCOUNTABLE) -> tuple[Playtest, int]:
        """Some matches of a player against itself, and the steps that they took.

        Raises LimitExceeded if they would take more than `most`.
        """
        with counted_work(most) as work:
            played = self._played((player,) * self._seats, SAMPLE_MATCHES, "sample", 0)
        return played, work.spent

    def _encounter(self, challenger: str, champion: str) -> Encounter:
        """Matches at changing seats, until the rest cannot change who has more points."""
        others = (champion,) * (self._seats - 1)
        whole = -(-self._effort.trial // self._seats) * self._seats
        points, played = 0.0, 0
        for part in _parts(whole, self._seats):
            met = self._played((challenger, *others), part, f"{challenger} {champion}", played)
            points += float(met.player_points(0).sum())
            played += part
            if 2 * points > whole or 2 * (points + whole - played) <= whole:
                break
        return Encounter(challenger, champion, points, played)

    def _played(self, players: tuple[str, ...], matches: int, purpose: str, part: int) -> Playtest:
        return playtest(
            self._game,
            players,
            matches,
            seed_of(part, f"trial {purpose}"),
            self._jobs,
            seats=self._seats,
            max_plies=self._max_plies,
            rotate_seats=True,
        )


def _decisions(played: Playtest) -> int:
    """The plies that players chose; at least 1."""
    return max(1, int((played.lengths - played.columns["opening_plies"]).sum()))


def _parts(matches: int, seats: int) -> tuple[int, ...]:
    """A first part that settles clear cases, and the rest; both are whole turns of the seats."""
    first = min(matches, -(-(matches // 2 + 1) // seats) * seats)
    return (first, matches - first) if first < matches else (first,)


def _rounded(number: float) -> int:
    """A whole number of at least 1, with few significant digits."""
    return max(1, int(float(f"{number:.{DIGITS}g}")))
