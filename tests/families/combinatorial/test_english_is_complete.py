"""Every part of a rule that changes the game changes its English too.

Each ludeme is tested in the small game of its example, with each field changed in turn. If the
changed game has another program, its rules must read differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.rules_in_english import rules_text
from ludwright.language.check import is_well_typed
from ludwright.language.game import Game
from ludwright.language.grammar import table_of
from ludwright.language.ludeme import FieldSpec, Ludeme, Name, SiteLabel
from ludwright.language.syntax import read
from tools.ludeme_examples import OWN_EXAMPLES, frame_of

WITHOUT_EFFECT: frozenset[str] = frozenset(
    (
        # With a single move there is no order of priority, and there are no steps to direct.
        "Move.priority",
        "Move.direction",
        # In these games nothing uses values, and no placement leaves a trail.
        "Piece.value",
        "Push.trail",
        # With one move per turn these make no difference.
        "Play.first_move_one",
    )
)
"""Fields whose change gives another program but the same game, in the game of the example."""
SAME: tuple[frozenset[Any], ...] = (
    frozenset((v.Role.MOVER, v.Role.CURRENT, v.Role.FRIEND, None)),
    frozenset((v.Role.ENEMY, v.Role.NEXT)),
    frozenset((v.Role.NONE, v.Role.NEUTRAL)),
    frozenset((v.Coord.TO, None)),
    frozenset((v.Coord.FROM, None)),
)
"""Words for the same player or cell."""
CHOICES: dict[str, tuple[StrEnum, ...]] = {
    # A piece given to All or any is given to the mover.
    "Push.player": (v.Role.ENEMY, v.Role.NEUTRAL),
    "Convert.player": (v.Role.ENEMY, v.Role.NEUTRAL),
    # The same shape can be walked in several ways.
    "Pattern.steps": (v.Turtle.FL,),
}
"""Words to try where others would mean the same."""


def game_of(ludeme: type[Ludeme]) -> v.BoardGame:
    text = frame_of(ludeme).replace("{0}", ludeme.example or OWN_EXAMPLES[ludeme.__name__])
    root = read(text, v.BoardGame, ludeme.__name__)
    assert isinstance(root, v.BoardGame)
    return root


def told(root: v.BoardGame) -> str:
    return rules_text(Game(root))


def program_of(root: v.BoardGame) -> list[int] | None:
    """The numbers of a game, or None if it makes no sense."""
    try:
        return lower(root).tolist() if is_well_typed(root) else None
    except (ValueError, KeyError):
        return None


def is_same(one: object, other: object) -> bool:
    return any(one in words and other in words for words in SAME)


def others(spec: FieldSpec, value: Any, root: v.BoardGame, place: str) -> Iterator[Any]:
    """Values that the field could have instead."""
    for kind in spec.types:
        if kind is bool:
            yield not value
        elif kind is int:
            yield value + 1 if type(value) is int and value < spec.high else max(spec.low, 2)
        elif kind is SiteLabel and isinstance(value, SiteLabel):
            yield SiteLabel("B2")
        elif kind is Name:
            yield from (piece.name for piece in (root.pieces or v.Pieces(pieces=())).pieces)
        elif issubclass(kind, StrEnum):
            # Outside captures `current` is another word for `to`.
            words = CHOICES.get(place, tuple(kind))
            yield from (word for word in words if word is not v.Coord.CURRENT)
        elif kind is v.PieceRecord:
            yield from records(root)
        elif kind is v.Condition:
            yield v.Corner(site=v.Coord.TO)


def records(root: v.BoardGame) -> Iterator[v.PieceRecord]:
    for piece in root.pieces.pieces if root.pieces else ():
        yield v.PieceRecord(piece=piece.name)
    yield v.PieceRecord(player=v.Role.ALL)
    yield v.PieceRecord(state=3)
    yield v.PieceRecord(value=3)
    yield v.PieceRecord(flags=(v.Compass.N,))


def changed(node: Any, ludeme: type[Ludeme], root: v.BoardGame) -> Iterator[tuple[str, Any]]:
    """The node with one field of one ludeme of the type changed, and the name of the field."""
    for spec in table_of(type(node)).specs:
        value = getattr(node, spec.name)
        for at, part in enumerate(value if isinstance(value, tuple) else (value,)):
            for place, new in changes(part, spec, node, ludeme, root):
                whole = (*value[:at], new, *value[at + 1 :]) if isinstance(value, tuple) else new
                yield place, replace(node, **{spec.name: whole})


def changes(
    part: Any, spec: FieldSpec, node: Ludeme, ludeme: type[Ludeme], root: v.BoardGame
) -> Iterator[tuple[str, Any]]:
    place = f"{type(node).__name__}.{spec.name}"
    if isinstance(part, Ludeme):
        yield from changed(part, ludeme, root)
    is_meant = type(node) is ludeme and place not in WITHOUT_EFFECT and spec.is_identity
    if is_meant:
        for other in others(spec, part, root, place):
            if other != part and not is_same(other, part):
                yield place, other


LUDEMES = [one for one in v.Combinatorial.vocabulary.ludemes if one is not v.Support]


@pytest.mark.parametrize("ludeme", LUDEMES, ids=lambda ludeme: ludeme.__name__)
def test_a_part_of_a_rule_was_left_out_of_the_english(ludeme: type[Ludeme]) -> None:
    root = game_of(ludeme)
    program, text = program_of(root), told(root)
    silent = [
        place
        for place, other in changed(root, ludeme, root)
        if program_of(other) not in (None, program) and told(other) == text
    ]
    assert silent == []


STEPS = (
    "(game Steps (players {players}) (board (tiling {tiling}) (size 5)) (pieces {pieces}) "
    "(start (place (Man White) A1) (place (Man Black) C3)) (end {end}))"
)


def told_with(
    *moves: str, tiling: str = "square", players: str = "White Black", end: str = "(no-move)"
) -> str:
    pieces = f"(Man All (moves {' '.join(moves)})) (King All)"
    text = STEPS.format(players=players, tiling=tiling, pieces=pieces, end=f"(All win {end})")
    root = read(text, v.BoardGame, "steps")
    assert isinstance(root, v.BoardGame)
    return " ".join(told(root).split())


@pytest.mark.parametrize("tiling", ["square", "hex", "tri", "trunc-square"])
def test_the_direction_of_steps_was_left_out_of_the_english(tiling: str) -> None:
    move = "(move {} (pre (steps {})) (action (pop) (push)))"
    directions = ["", "(dirn e)", "(dirn w)", "(dirn all)"]
    texts = [told_with(move.format(one, "f f"), tiling=tiling) for one in directions]
    texts += [told_with(move.format("", steps), tiling=tiling) for steps in ("f", "b", "f l f")]
    texts.append(told_with(move.format("", "f"), tiling=tiling, players="(White e) (Black w)"))
    assert len(set(texts)) == len(texts)


def test_the_order_of_priorities_was_left_out_of_the_english() -> None:
    first = "(move (priority {}) (pre (empty to)) (action (push)))"
    second = "(move (priority {}) (pre (and (empty to) (adjacent))) (action (pop) (push)))"
    orders = [(1, 1), (1, 2), (2, 1)]
    texts = [told_with(first.format(one), second.format(other)) for one, other in orders]
    assert len(set(texts)) == 3


@pytest.mark.parametrize(
    "goal",
    [
        "(connect {} all-sides)",
        "(cycle {})",
        "(cycle {} 2)",
        "(cycle {} full)",
        "(group {})",
        "(group {} 4)",
        "(in-a-row {} 3)",
        "(pattern {} f f)",
        "(pattern {} f r f r f)",
        "(reach {} away)",
        "(reach {} 3 away)",
        "(reach {} all away)",
        "(reach {} fill away)",
        "(reach {} 2 all-sides)",
        "(stack {} 3)",
        "(stack {} 3 owner)",
        "(state {} 2)",
    ],
)
def test_goals_dropped_the_type_and_the_owner_of_pieces(goal: str) -> None:
    records = ["King", "Man", "(King enemy)", "(_ enemy)", "(_ neutral)", "(King (state 1))"]
    move = "(move (pre (empty to)) (action (push)))"
    texts = [told_with(move, end=goal.format(record)) for record in records]
    assert len(set(texts)) == len(records)
    assert "King" in texts[0]


def test_captures_dropped_the_type_of_pieces() -> None:
    move = "(move (pre (empty to)) (action (push)))"
    goals = ["(capture King)", "(capture King 3)", "(capture 3)", "(capture King all)"]
    texts = [told_with(move, end=goal) for goal in goals]
    assert len(set(texts)) == len(goals)
    assert "captured at least three Kings" in texts[1]
