"""Variation of board games: children that are always sound, renaming, goals, first player."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ludwright._core import combinatorial as native
from ludwright.errors import Finding
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.library import open_game, seed_names
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.policy import policy_of
from ludwright.families.combinatorial.policy_choice import choose_policy, improve_policy
from ludwright.families.combinatorial.program import setting_of, start_placement
from ludwright.families.combinatorial.repair import Repair
from ludwright.families.combinatorial.rules import NativeRules, board_game
from ludwright.language.check import check
from ludwright.language.game import Game
from ludwright.language.ludeme import Name, SiteLabel, Text, walk
from ludwright.language.vary import RATE, Locks, cross, mutate
from ludwright.play.families import load_rules
from ludwright.play.loaded_rules import remembered_rules
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import Notes, Variation

MOST_TRIES: Final[int] = 8
"""The most mutations of one child that still has the rules of its template."""
LARGEST_SURE_GAME: Final[int] = 60
"""Up to this many ludemes, a game is certain to stay within the limits of the native core."""
LARGEST_SURE_MOVE: Final[int] = 28
"""The same for one move: its condition becomes at most 64 instructions."""
MOST_SURE_OF_A_KIND: Final[int] = 60
"""Walks, records of pieces, ends; the core takes 64, 64 and 80 levels, and 256 sets of cells."""
_SETS: Final[tuple[type[v.Combinatorial], ...]] = (
    v.Side,
    v.Edge,
    v.Corner,
    v.AtHome,
    v.IsAway,
    v.InRegionNumber,
    v.InRegion,
    v.AtSite,
    v.Phase,
    v.Row,
    v.Column,
    v.DistanceHome,
    v.DistanceAway,
    v.Reach,
)
"""What becomes sets of cells, two at most: one for each seat."""
_DEFINING: Final[tuple[str, ...]] = ("players", "board", "pieces")
"""The parts to which names, cells and numbers in other parts refer."""


@dataclass(frozen=True, slots=True)
class Birth:
    """A child, and how it was made."""

    game: Game
    tries: int
    """Mutations until the child's rules differed from its template's."""
    undone: tuple[str, ...]
    """Parts that were restored from the template because no repair helped."""


# --- Children -------------------------------------------------------------------------------------


def seeds() -> tuple[Game, ...]:
    """The packaged games from which evolution starts."""
    return tuple(_seed(name) for name in seed_names())


@cache
def _seed(name: str) -> Game:
    return open_game(name)


def child(template: Game, other: Game, rng: random.Random, steering: Steering) -> Game:
    """A sound game made after the template, with elements of the other game and mutations."""
    return birth(template, other, rng, steering).game


def birth(template: Game, other: Game, rng: random.Random, steering: Steering) -> Birth:
    """Like `child`, with a record of how it was made."""
    first, second = _without_notes(board_game(template)), board_game(other)
    locks = steering.locks_on(first)
    crossed = cross(first, second, rng, RATE, locks=locks)
    tries = 0
    while True:
        tries += 1
        varied = cast("v.BoardGame", mutate(crossed, rng, RATE, locks=locks))
        root, undone = _made_sound(varied, first, second, locks)
        made = Game(root)
        if tries >= MOST_TRIES or made.digest not in (template.digest, other.digest):
            return Birth(made, tries, undone)


def findings(game: Game) -> list[Finding]:
    """Everything that prevents a game from being played."""
    return check(game) or _lowering_findings(board_game(game))


def _without_notes(root: v.BoardGame) -> v.BoardGame:
    return root if root.support is None else replace(root, support=None)


def _made_sound(
    varied: v.BoardGame, template: v.BoardGame, other: v.BoardGame, locks: Locks | None
) -> tuple[v.BoardGame, tuple[str, ...]]:
    """The repaired child; if that fails, with a few parts restored from the template."""
    found: list[Finding] = []
    for undone in ((), None, _DEFINING):
        parts = _places(found) if undone is None else undone
        mixed = {part: getattr(template, part) for part in parts}
        repair = Repair(replace(varied, **mixed) if mixed else varied, template, other, locks)
        found = _repair_findings(repair)
        if not found:
            return repair.game, parts
    return template, ("game",)


def _repair_findings(repair: Repair) -> list[Finding]:
    found = check(repair.game)
    # Lowering takes longer than everything else, and hardly any game comes near a limit.
    return found or ([] if _is_surely_lowered(repair) else _lowering_findings(repair.game))


def _is_surely_lowered(repair: Repair) -> bool:
    if repair.largest_move > LARGEST_SURE_MOVE:
        return False
    if repair.size <= LARGEST_SURE_GAME:
        return True
    kinds = Counter(type(ludeme) for ludeme in walk(repair.game))
    walks, records = kinds[v.Steps] + kinds[v.Pattern], kinds[v.PieceRecord]
    sets = sum(kinds[kind] for kind in _SETS)
    of_ends = sum(count for kind, count in kinds.items() if issubclass(kind, v.EndCondition))
    return max(walks, records, sets, of_ends) <= MOST_SURE_OF_A_KIND


def _lowering_findings(root: v.BoardGame) -> list[Finding]:
    try:
        native.Program(lower(root))
    except native.BadProgram as error:
        return [Finding(f"expected a game within the limits of the core, got {error}")]
    return []


def _places(found: Sequence[Finding]) -> tuple[str, ...]:
    """The parts with findings; for a finding without a place, those that grow."""
    places = {re.split(r"[.\[]", finding.place)[0] for finding in found}
    return tuple(sorted(places)) if "" not in places else ("pieces", "end")


# --- Names ----------------------------------------------------------------------------------------


def rename(game: Game, name: str, parents: Sequence[str] = ()) -> Game:
    """The same rules under another name; only the ancestry, if given, remains of its notes."""
    notes = v.Support(parents=tuple(map(Name, parents))) if parents else None
    return Game(replace(board_game(game), name=Name(name), support=notes))


def note(game: Game, notes: Notes) -> Game:
    """The same game with what a run found out about it in its notes."""
    root = board_game(game)
    far = ", ".join(f"{value:.3f} to the {name}" for name, value in notes.distances.items())
    support = replace(
        root.support or v.Support(),
        generation=notes.generation,
        ranking=notes.ranking,
        viable=Text("yes" if notes.is_viable else "no"),
        score=None if notes.score is None else Text(f"{notes.score.value:+.3f}"),
        distances=Text(far) if far else None,
    )
    return Game(replace(root, support=support))


# --- What a game is won by ------------------------------------------------------------------------


def concept(game: Game) -> str:
    """What the game is won by, in one word.

    Line, connection, group, reach, capture, score, stack, state or no-move, as the classes of the
    end conditions state: the most frequent among the conditions under which a player wins, the
    first in case of a tie; if no player can win by any, among those under which a player loses;
    `draw` if there are none.
    """
    clauses = board_game(game).end.clauses
    for result in (v.Result.WIN, v.Result.LOSE):
        decisive = [one.condition for one in clauses if one.result == result]
        # A negated condition is not a goal, unless there is nothing else.
        for with_negated in (False, True):
            goals = [goal for one in decisive for goal in _goals(one, with_negated=with_negated)]
            if goals:
                return Counter(goals).most_common(1)[0][0]
    return "draw"


def _goals(condition: v.EndCondition, *, with_negated: bool) -> list[str]:
    if isinstance(condition, v.EndNot):
        return _goals(condition.condition, with_negated=True) if with_negated else []
    if not isinstance(condition, v.EndAnd | v.EndOr):
        return [condition.concept]
    parts = [
        goal for one in condition.conditions for goal in _goals(one, with_negated=with_negated)
    ]
    # Next to a goal, `no-moves` only determines when that goal is evaluated.
    aims = [goal for goal in parts if goal != "no-move"]
    return aims if aims and isinstance(condition, v.EndAnd) else parts


# --- The other beginner ---------------------------------------------------------------------------

_FIRST_ROLES: Final = (v.Role.CURRENT, v.Role.MOVER, v.Role.FRIEND)
_SECOND_ROLES: Final = (v.Role.ENEMY, v.Role.NEXT)
_MOST_CELLS: Final[int] = 400
_SAMPLE_SEED, _SAMPLE_MATCHES, _SAMPLE_PLIES = 1, 12, 120
"""The matches that show whether it makes a difference who begins."""
_COMPARED: Final[tuple[str, ...]] = ("offsets", "options", "moves", "scores", "reasons")


def other_first(game: Game) -> Game:
    """The same game, but the player who is usually second begins; nothing else changes.

    Only the start depends on the order of the players: what it gives to the first or to both is
    given by name, and directions of play that follow from the order are written out.
    """
    root = board_game(game)
    first, second = root.players.seats
    seats = (
        replace(second, direction=second.direction or v.Compass.S),
        replace(first, direction=first.direction or v.Compass.N),
    )
    start = _start_by_name(root)
    return Game(replace(root, players=replace(root.players, seats=seats), start=start))


def other_first_if_different(game: Game) -> Game | None:
    """The game in which the other player begins; None if it makes no difference which of them does.

    It makes none if random matches, and matches of players that look one ply ahead, are the same
    move by move in both games.
    """
    found: tuple[Game | None] = remembered_rules(_different_other_first, game)
    return found[0]


def _different_other_first(game: Game) -> tuple[Game | None]:
    turned = other_first(game)
    if any(load_rules(one).start(0).outcome() is not None for one in (game, turned)):
        return (turned,)  # over before it begins: there are no matches to compare
    same = all(
        np.array_equal(one[name], other[name])
        for one, other in zip(_sampled_matches(game), _sampled_matches(turned), strict=True)
        for name in _COMPARED
    )
    return (None if same else turned,)


def _sampled_matches(game: Game) -> Iterator[dict[str, NDArray[Any]]]:
    """A few matches of blind players and of players that look one ply ahead."""
    rules = cast("NativeRules", load_rules(game))
    policy = policy_of(rules.root, rules.lowering).native(rules.program)
    for kind in ("uniform", "greedy"):
        yield native.play_matches(
            rules.program.start(),
            [{"kind": kind}] * 2,
            [policy] * 2,
            policy,
            1.0,
            _SAMPLE_SEED,
            [0, 2],
            _SAMPLE_PLIES,
            False,
            0,
            _SAMPLE_MATCHES,
            1,
        )


def _start_by_name(root: v.BoardGame) -> v.Start | None:
    start = root.start
    if start is None:
        return None
    names = [seat.name for seat in root.players.seats]

    def named(piece: v.PieceOf) -> v.PieceOf:
        if piece.player in _FIRST_ROLES:
            return replace(piece, player=names[0])
        return replace(piece, player=names[1]) if piece.player in _SECOND_ROLES else piece

    hands = tuple(replace(hand, piece=named(hand.piece)) for hand in start.hands)
    places = start.places
    if any(isinstance(place.piece.player, v.Role) for place in places):
        places = tuple(_places_by_cell(root))
    return v.Start(places=places, hands=hands)


def _places_by_cell(root: v.BoardGame) -> Iterator[v.Place]:
    """The pieces on the board at the start, cell by cell."""
    setting = setting_of(root)
    owners: list[v.Role | Name] = [seat.name for seat in root.players.seats]
    owners.append(v.Role.NEUTRAL)
    cells: dict[tuple[int, int], list[SiteLabel]] = {}
    for site, kind, owner in start_placement(setting):
        cells.setdefault((kind, owner), []).append(SiteLabel(setting.board.label(site)))
    for (kind, owner), labels in cells.items():
        piece = v.PieceOf(piece=setting.pieces[kind].name, player=owners[owner])
        for begin in range(0, len(labels), _MOST_CELLS):
            yield v.Place(piece=piece, where=tuple(labels[begin : begin + _MOST_CELLS]))


VARIATION: Final[Variation] = Variation(
    seeds=seeds,
    child=child,
    findings=findings,
    rename=rename,
    concept=concept,
    choose_policy=choose_policy,
    improve_policy=improve_policy,
    note=note,
)
