"""Criteria of conquest games: the equations of Rossato et al. (2023), and guards.

Each equation with a defect is there twice: repaired, and as it is printed. Completion and advantage
are criteria of all games.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import cast

from ludwright.criticism.beyond_criteria import mean_turns
from ludwright.criticism.criterion import Criterion, Group, Remark, Source, Wanted, criterion
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.measure import (
    Measure,
    Unscored,
    exactly,
    mean_over_matches,
)
from ludwright.criticism.segments import Floats
from ludwright.criticism.viability_criteria import skill_score
from ludwright.families.conquest import courses, fitness
from ludwright.families.conquest.courses import Courses, courses_of
from ludwright.families.conquest.efforts import STRONG
from ludwright.families.conquest.fitness import Reading
from ludwright.families.conquest.lower import territories_of
from ludwright.families.conquest.vocabulary import ConquestGame

REAL_PAIRS: int = 2
"""Attacks between so many pairs of territories are a choice."""

_NO_TURN = "no match had a turn"
_NONE_WON = "no match was won"


def _courses(evidence: Evidence) -> Courses:
    """The courses of the ordinary matches, once for all criteria."""
    return courses_of(evidence.main)


def _of_courses(
    name: str,
    number: str,
    idea: str,
    formula: str,
    equation: str,
    fooled_by: str,
    values: Callable[[Courses], Floats],
    *,
    wanted: Wanted = Wanted.EITHER,
    why: str = _NO_TURN,
    low: float = 0.0,
    high: float = 1.0,
    source: Source = Source.ROSSATO,
    when_low: Remark | None = None,
    when_high: Remark | None = None,
) -> Criterion:
    """A mean over matches of a number that the course of each has."""
    declare = criterion(
        name,
        number=number,
        group=Group.BEYOND,
        idea=idea,
        formula=formula,
        wanted=wanted,
        source=source,
        equation=equation,
        fooled_by=fooled_by,
        low=low,
        high=high,
        is_mean=True,
        when_low=when_low,
        when_high=when_high,
    )
    return declare(lambda evidence: mean_over_matches(values(evidence.derived(_courses)), why))


def _printed(
    repaired: Criterion,
    number: str,
    formula: str,
    fooled_by: str,
    values: Callable[[Courses], Floats],
    *,
    why: str = _NO_TURN,
    low: float = 0.0,
    high: float = 1.0,
) -> Criterion:
    """The same criterion with its equation as it is printed."""
    return _of_courses(
        f"{repaired.name}-printed",
        number,
        f"{repaired.idea} The equation as printed.",
        formula,
        repaired.equation,
        fooled_by,
        values,
        wanted=repaired.wanted,
        why=why,
        low=low,
        high=high,
    )


# --- The paper's equations ------------------------------------------------------------------------

duration = _of_courses(
    "conquest-duration",
    "B10",
    "Matches should last about as long as people like to play: 24 turns.",
    "mean of |24 - D_j| / 24, where D_j is the number of turns that were begun in match j",
    "4",
    "A limit of turns: with one of 48, matches without an end count 1 and no more.",
    courses.duration,
    wanted=Wanted.LOW,
    high=inf,
    when_low=Remark("matches last about 24 turns"),
    when_high=Remark(
        "matches are far from 24 turns",
        "fewer territories or more armies for shorter matches, the opposite for longer ones",
    ),
)

branching = _of_courses(
    "conquest-branching",
    "B11",
    "How many moves a turn offers.",
    "mean over matches of min(1, log10(x + 1) / 2), where x is the mean over the turns of M_add +"
    " M_attack + M_fort: armies to place times own territories; over own territories, the enemies"
    " around times the armies that may attack, at most three; and own neighbours times the armies"
    " that may move. Each is counted once per turn. 0.5 for 9 moves, 1 for 99 or more",
    "9",
    "Placements that differ in name only: nearly all that is counted are places for armies.",
    courses.branching,
    when_low=Remark("turns offer few moves", "more territories, or more armies"),
    when_high=Remark("turns offer very many moves", "fewer territories, or fewer armies"),
)

branching_printed = _printed(
    branching,
    "B12",
    "mean over matches of min(1, log10(x + 1)) / 2, with x as in conquest-branching: never above"
    " 0.5, which 9 moves reach",
    "Any game with 9 moves or more per turn has the ideal value.",
    courses.branching_printed,
    high=0.5,
)

drama = _of_courses(
    "conquest-drama",
    "B13",
    "The eventual winner was behind for a while.",
    "mean over the won matches of the mean of sqrt(max of the others' H - H_winner) over the turns"
    " where the winner was behind, 0 where it never was; H = 0.8 share of territories + 0.2 share"
    " of armies",
    "10",
    "A single turn far behind counts as much as a whole match far behind; and the player who had"
    " no turn yet is behind.",
    courses.drama,
    why=_NONE_WON,
    when_low=Remark("the winner is rarely behind", "larger sets of cards, or smaller bonuses"),
    when_high=Remark("winners come from far behind"),
)

drama_printed = _printed(
    drama,
    "B14",
    "the same without the matches in which the winner was never behind: there the equation divides"
    " nothing by nothing",
    "A game in which one winner in a hundred was behind looks as dramatic as that one match.",
    courses.drama_printed,
    why="no winner was ever behind",
)

killer_move = _of_courses(
    "conquest-killer-move",
    "B15",
    "One turn swings the match.",
    "mean over matches of the largest |change| of the lead of any seat from one turn to the next,"
    " 0 for a match of one turn; the lead is H less the best of the others",
    "11",
    "The last turn: whoever wins takes all that is left, so quick wins are killer moves.",
    courses.killer_move,
    high=2.0,
    when_low=Remark("no turn changes much", "larger armies, or sets of cards that bring more"),
    when_high=Remark(
        "one turn can decide the match", "a lower income, or more dice to defend with"
    ),
)

killer_move_printed = _printed(
    killer_move,
    "B16",
    "mean over the matches of two or more turns of the largest change of the lead of the first"
    " seat, with its sign",
    "Matches that the second seat won: what it gained is not seen.",
    courses.killer_move_printed,
    why="no match had a second turn",
    low=-2.0,
    high=2.0,
)

lead_change = _of_courses(
    "conquest-lead-change",
    "B17",
    "How often the leader changes.",
    "mean over matches of the changes of leader / (D_j - 1), 0 for a match of one turn; at a tie"
    " the last leader stays the leader",
    "12",
    "Whoever just moved is often ahead: the lead may change at every turn and mean nothing.",
    courses.lead_change,
    when_low=Remark("the lead rarely changes hands"),
    when_high=Remark("the lead changes hands very often", "gains that last longer"),
)

lead_change_printed = _printed(
    lead_change,
    "B18",
    "mean over the matches of two or more turns of the changes of leader / (D_j - 1); at a tie the"
    " first of those who share the top leads",
    "Ties, which are common while armies are few: the second seat then loses the lead.",
    courses.lead_change_printed,
    why="no match had a second turn",
)


def _fitness(reading: Reading, name: str, number: str, of: str) -> Criterion:
    declare = criterion(
        name,
        number=number,
        group=Group.BEYOND,
        idea=f"How far seven criteria are from their ideals{of}.",
        formula="sum of |c - ideal| over completion (ideal 1), duration and advantage (0),"
        " branching, drama, killer move and lead change (0.5 each). A criterion that could not be"
        " measured counts with the largest possible distance",
        wanted=Wanted.LOW,
        source=Source.ROSSATO,
        equation="1",
        fooled_by="Trivial games: on a map of four territories most ideals are near by chance.",
        high=inf,
    )

    def measured(evidence: Evidence) -> Measure:
        found = fitness.fitness(evidence, reading=reading)
        return found if isinstance(found, Unscored) else found.score

    return declare(measured)


repaired_fitness = _fitness(Reading.REPAIRED, "conquest-fitness", "B19", "")
printed_fitness = _fitness(
    Reading.PRINTED, "conquest-fitness-printed", "B20", ", by the equations as printed"
)


# --- Guards against the trivial -------------------------------------------------------------------


@criterion(
    "territories",
    number="I17",
    group=Group.INTRINSIC,
    idea="The map is large.",
    formula="the number of territories",
    wanted=Wanted.EITHER,
    source=Source.OURS,
    fooled_by="Territories in a dead end, which nobody fights over.",
    low=2.0,
    high=120.0,
    needs=(),
    when_low=Remark("the map is small", "more territories"),
    when_high=Remark("the map is large", "fewer territories"),
)
def territories(evidence: Evidence) -> Measure:
    """How many territories the map has."""
    return exactly(len(territories_of(cast("ConquestGame", evidence.game.root).map)))


real_choices = _of_courses(
    "real-choices",
    "B21",
    "Turns should offer a choice of attacks.",
    "mean over matches of the share of turns in which attacks were possible between at least two"
    " pairs of territories when the attacks began",
    "",
    "Attacks that nobody would make count as well.",
    lambda played: played.turns.mean(played.pairs >= REAL_PAIRS),
    wanted=Wanted.HIGH,
    source=Source.OURS,
    when_low=Remark("many turns offer one attack or none", "more territories, or more borders"),
    when_high=Remark("nearly every turn offers a choice of attacks"),
)


@criterion(
    "conquest-skill",
    number="B22",
    group=Group.BEYOND,
    idea="Playing well should pay: a strong player beats the rule-based one.",
    formula="(p - 1 / S) / (1 - 1 / S), where p is the strong player's share of the points against"
    " rule-based players, seats rotated after each match",
    wanted=Wanted.HIGH,
    source=Source.OURS,
    fooled_by="A strong player that is weak on this map, or that thinks too little.",
    low=-1.0,
    needs=(STRONG,),
    when_low=Remark(
        "a strong player hardly beats a simple one",
        "more territories, or less that depends on the dice of the first turns",
    ),
    when_high=Remark("a strong player beats a simple one"),
)
def skill(evidence: Evidence) -> Measure:
    """How much of the possible a strong player wins against rule-based ones."""
    return skill_score(evidence.playtests[STRONG], "no matches")


CRITERIA: tuple[Criterion, ...] = (
    territories,
    mean_turns,
    duration,
    branching,
    branching_printed,
    drama,
    drama_printed,
    killer_move,
    killer_move_printed,
    lead_change,
    lead_change_printed,
    repaired_fitness,
    printed_fitness,
    real_choices,
    skill,
)
"""Besides the criteria of all games."""
