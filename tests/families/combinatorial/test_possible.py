"""Warned events never happen, and impossible events are warned of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludwright.families.combinatorial import (
    possible,
    reference,
    reference_ends,
    reference_terms,
)
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.reference import ReferenceRules
from ludwright.families.combinatorial.variation import VARIATION
from ludwright.language.check import check, warnings
from ludwright.language.game import Game
from ludwright.language.syntax import read
from ludwright.synthesis.steering import Steering

PLACING = "(move (pre (empty to)) (action (push)))"
STEPPING = "(move (pre (and (owner from) (empty to) (adjacent))) (action (pop) (push)))"
TAKING = (
    "(move (pre (and (owner from) (enemy to) (adjacent))) (action (pop) (push)) (post (capture)))"
)


def game_with(
    end: str,
    *,
    size: str = "3 3",
    regions: str = "",
    moves: str = PLACING,
    other: str = "",
    start: str = "",
) -> Game:
    """A small game with this end clause and the other given parts."""
    pieces = f"(pieces (Stone All (moves {moves})) {other})"
    board = f"(board (tiling square) (size {size}) {regions})"
    text = f"(game Little (players White Black) {board} {pieces} {start} (end {end}))"
    root = read(text, v.BoardGame)
    assert check(Game(root)) == []
    return Game(root)


def told(game: Game) -> list[str]:
    return [finding.message for finding in warnings(game)]


FIVE_EACH = "(start (in-hand (Stone All) 5))"
ON_BOARD = "(start (place (Stone All) home))"
NOWHERE = "(regions (White) (Black n))"
TWO = "(regions (White n) (White s))"


@pytest.mark.parametrize(
    ("end", "given", "message"),
    [
        ("(All win (in-a-row 7))", {}, "longest line of the board has 3"),
        ("(All win (in-a-row 6))", {"size": "9 9", "start": FIVE_EACH}, "at most 5 such pieces"),
        ("(All win (connect own-regions))", {}, "needs two regions to connect, but there are none"),
        ("(All win (connect (regions 0)))", {"regions": "(regions (All n))"}, "there is one"),
        ("(All win (connect own-regions))", {"regions": TWO}, "for Black: it needs two regions"),
        ("(All win (connect (regions 0 1)))", {"regions": NOWHERE}, "has no cells"),
        ("(All win (connect flagged all-sides))", {}, "no piece has flags"),
        (
            "(All win (connect i-nbors (regions 0 1)))",
            {"size": "2 2", "regions": "(regions (All A1) (All A2))"},
            "no chain of cells joins",
        ),
        ("(All win (cycle))", {"size": "2 9"}, "0 cells that are not at its edge"),
        ("(All win (cycle 2))", {}, "1 cells that are not at its edge"),
        ("(All win (group 12))", {}, "one of 9 cells"),
        ("(All win (group 6))", {"start": FIVE_EACH}, "at most 5 such pieces"),
        ("(All win (pattern f f f))", {}, "no walk of these steps"),
        ("(All win (reach 4 away))", {}, "room for 3 pieces"),
        ("(All win (reach (region 0)))", {"regions": NOWHERE}, "the goal has no cells"),
        (
            "(All win (reach fill away))",
            {"start": "(start (in-hand (Stone All) 2))"},
            "at most 2 such pieces",
        ),
        (
            "(All win (reach (King) away))",
            {"other": f"(King All (moves {STEPPING}))"},
            "no such piece can ever be",
        ),
        ("(All win (capture))", {}, "no move captures anything"),
        (
            "(All win (capture 4))",
            {"moves": TAKING, "start": ON_BOARD},
            "at most 3 such pieces can be captured",
        ),
        (
            "(All win (capture all King))",
            {"moves": TAKING, "other": "(King All)"},
            "at most 0 such pieces can be captured",
        ),
        ("(All win (eliminate enemy))", {}, "no piece ever leaves the board"),
        ("(All win (eliminate neutral))", {"moves": f"{PLACING} {TAKING}"}, "no player is meant"),
        ("(All lose (no-pieces))", {}, "no piece ever leaves the board"),
        ("(All win (score 10))", {}, "at most 9 such pieces"),
        (
            "(All win (score 1))",
            {"moves": "(move (pre (empty to)) (action (push)) (post (score -1)))"},
            "no move scores points",
        ),
        ("(All win (stack 2))", {}, "two pieces can never be on one cell"),
        (
            "(All win (stack 7))",
            {
                "moves": "(move (pre (and (owner from) (occupied to))) (action (pop) (push)))",
                "start": ON_BOARD,
            },
            "6 pieces in all",
        ),
        ("(All win (state 3))", {}, "no piece can ever have a state other than 0"),
        ("(All win (state A1 3))", {}, "no cell can ever have a state other than 0"),
        ("(neutral win (in-a-row 3))", {}, "applies to no player"),
        ("(All win (and (in-a-row 3) (in-a-row 7)))", {}, "longest line"),
        ("(All win (not (in-a-row 7)))", {}, "longest line"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_goal_that_cannot_happen_went_unsaid(
    end: str, given: dict[str, str], message: str
) -> None:
    found = told(game_with(end, **given))
    assert any(message in text for text in found), found


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("(move (pre (and (empty to) (in-region to))) (action (push)))", "owns a region"),
        (f"{PLACING} (move (pre (steps f f f)) (action (pop) (push)))", "no walk of these steps"),
        ("(move (pre (> (height to) 40)) (action (push)))", "from 0 to 33 and 40"),
        ("(move (pre (= (phase to) 2)) (action (push)))", "from 0 to 1 and 2"),
        ("(move (pre (>= (num-nbors to any) 5)) (action (push)))", "from 0 to 4 and 5"),
        ("(move (pre (= (- (group-size to) 1) 9)) (action (push)))", "from -1 to 8 and 9"),
        ("(move (pre (< (num-pieces) 0)) (action (push)))", "0 or more and 0"),
    ],
)
def test_a_condition_that_cannot_hold_went_unsaid(moves: str, message: str) -> None:
    game = game_with("(All win (in-a-row 3))", moves=moves)
    assert any(message in text for text in told(game)), told(game)


def test_a_type_of_piece_that_never_comes_to_the_board_went_unsaid() -> None:
    king = f"(King All (moves {STEPPING}))"
    (text,) = told(game_with("(All win (in-a-row 3))", other=king))
    assert "no King can ever get onto the board" in text
    made = PLACING[:-1] + " (post (convert King)))"
    assert told(game_with("(All win (in-a-row 3))", moves=made, other=king)) == []


def test_a_game_without_any_goal_that_can_happen_is_told_so() -> None:
    found = told(game_with("(All win (in-a-row 7)) (All lose (capture))"))
    assert found[-1] == "no clause of the end can ever hold, so no match has a winner"
    assert len(told(game_with("(All win (in-a-row 7)) (All lose (in-a-row 3))"))) == 1


@pytest.mark.parametrize(
    ("end", "given"),
    [
        ("(All win (in-a-row 3))", {}),
        ("(All win (in-a-row 5))", {"size": "9 9", "start": FIVE_EACH}),
        ("(White win (connect own-regions))", {"regions": TWO}),
        ("(All win (cycle 1))", {}),
        ("(All win (reach 3 away))", {}),
        ("(All win (capture 3))", {"moves": TAKING, "start": ON_BOARD}),
        (
            "(All win (capture 9))",
            {"moves": TAKING.replace("(capture)", "(capture recycle)"), "start": ON_BOARD},
        ),
        ("(All win (score 9))", {}),
        ("(All win (score best))", {}),
        ("(All lose (no-move))", {}),
        ("(All win (eliminate enemy))", {"moves": TAKING, "start": ON_BOARD}),
    ],
)
def test_what_may_happen_is_not_warned_of(end: str, given: dict[str, str]) -> None:
    assert told(game_with(end, **given)) == []


def test_packaged_games_have_no_warnings() -> None:
    assert {name: told(open_game(name)) for name in game_names() if told(open_game(name))} == {}


# --- What is called impossible, while matches are played ------------------------------------------


class Watch:
    """Plays with the reference engine and records every flagged condition that held."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.flagged: dict[int, set[int]] = {}
        self.broken: list[str] = []
        is_met, holds = reference_ends.is_met, reference_terms.holds

        def watched_end(condition: Any, scene: Any, facts: Any) -> bool:
            found = is_met(condition, scene, facts)
            if found and scene.mover in self.flagged.get(id(condition), ()):
                self.broken.append(str(condition))
            return found

        def watched_condition(condition: Any, scene: Any) -> bool:
            found = holds(condition, scene)
            if found and id(condition) in self.flagged:
                self.broken.append(str(condition))
            return found

        monkeypatch.setattr(reference_ends, "is_met", watched_end)
        for module in (reference_terms, reference):
            monkeypatch.setattr(module, "holds", watched_condition)

    def play(self, root: v.BoardGame, rng: Random, matches: int, plies: int) -> int:
        """Play and return the number of warnings; `broken` collects those that were wrong."""
        facts = possible.Facts(root)
        told = list(possible.warnings(root))
        self.flagged = dict(self._flagged(root, facts, [finding.place for finding in told]))
        idle = [
            kind for kind in range(len(facts.equipment.pieces)) if not self._supply(facts, kind)
        ]
        for _ in range(matches if told else 0):
            position = ReferenceRules(root).start()
            for _ in range(plies):
                if position.outcome is not None or not position.moves():
                    break
                position = position.after(rng.choice(position.moves()))
                kinds = {piece.kind for stack in position.stacks for piece in stack}
                self.broken += [f"piece {kind}" for kind in kinds.intersection(idle)]
        return len(told)

    @staticmethod
    def _supply(facts: possible.Facts, kind: int) -> float:
        return sum(facts.supply[kind, owner] for owner in possible.OWNERS)

    @staticmethod
    def _flagged(
        root: v.BoardGame, facts: possible.Facts, places: list[str]
    ) -> Iterator[tuple[int, set[int]]]:
        for place in places:
            node: Any = root
            for index, name in re.findall(r"\[([0-9]+)\]|([^.\[]+)", place):
                node = node[int(index)] if index else getattr(node, name)
            if isinstance(node, v.EndCondition):
                yield id(node), {seat for seat in (0, 1) if possible._never(node, seat, facts)}
            elif isinstance(node, v.Condition):
                yield id(node), {0, 1}


def children(rng: Random, count: int) -> Iterator[v.BoardGame]:
    """Children of packaged games and of such children; small boards, so that matches are quick."""
    known = [game for game in VARIATION.seeds() if _area(game) <= 64]
    for _ in range(count):
        made = VARIATION.child(rng.choice(known), rng.choice(known), rng, Steering())
        assert isinstance(made.root, v.BoardGame)
        if _area(made) <= 64:
            known.append(made)
            yield made.root


def _area(game: Game) -> int:
    assert isinstance(game.root, v.BoardGame)
    size = game.root.board.size
    return size[0] * size[-1]


def test_what_is_called_impossible_never_happens_in_children(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch, rng = Watch(monkeypatch), Random("impossible")
    found = [watch.play(root, rng, 2, 30) for root in children(rng, 120)]
    assert watch.broken == []
    assert sum(map(bool, found)) >= 10
