"""A small language with every kind of declaration, for testing the machinery without a family."""

from __future__ import annotations

import random
from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar

from ludwright.errors import Finding
from ludwright.language.ludeme import Ludeme, Name, SiteLabel, Text, Vocabulary, item
from ludwright.language.vary import Labels, grow


class Outcome(StrEnum):
    """How it ends."""

    WIN = "win"
    LOSE = "lose"


Outcome.IS_RESULT = True  # type: ignore[attr-defined]


class Who(StrEnum):
    """A player by relation."""

    ALL = "All"
    ANY = "any"
    MOVER = "mover"


class Cell(StrEnum):
    """A cell of the move."""

    FROM = "from"
    TO = "to"
    ANY = "any"

    @property
    def english(self) -> str:
        return f"the {self.value} cell"


class Toy(Ludeme):
    """Any ludeme of the toy."""

    vocabulary: ClassVar[Vocabulary] = Vocabulary("toy")


class Rule(Toy):
    """Something that holds or not."""


class Both(Rule, word="and", english="{rules}", example="(and (empty to) (empty from))"):
    """All hold."""

    rules: tuple[Rule, ...] = item(at_least=1, at_most=4)


class Either(Rule, word="or", english="{rules|or}", example="(or (empty to) (empty from))"):
    """One holds."""

    rules: tuple[Rule, ...] = item(at_least=1, at_most=4)


class Not(Rule, word="not", english="not {rule}", example="(not (empty to))"):
    """It does not hold."""

    rule: Rule


class Empty(Rule, word="empty", english="{cell} is empty", example="(empty A1)"):
    """The cell is empty."""

    cell: Cell | SiteLabel
    """Which cell is asked about."""


class Row(
    Rule,
    word="row",
    english="make {count} in a row[ of {piece}][ strictly{is_strict}]",
    example="(row (Stone All) 3 strict)",
):
    """A number of pieces in a row."""

    piece: Piece | None = None
    count: int = item(low=2, high=9, unit="cells")
    is_strict: bool = item(default=False, flag="strict")


class More(Rule, word=">", example="(> 3 -2)"):
    """One number is larger."""

    left: int | Number = item(low=-9, high=9)
    right: int | Number = item(low=-9, high=9)


class AtLeast(Rule, word=">=", example="(>= (height to) 2)"):
    """One number is not smaller."""

    left: int | Number = item(low=-9, high=9)
    right: int | Number = item(low=-9, high=9)


class Number(Toy):
    """Something to count."""


class Height(Number, word="height", english="the height of {cell}", example="(height to)"):
    """How many pieces are there."""

    cell: Cell = Cell.TO


class Piece(Toy, headless=True, bare=True, english="{name}", example="(Stone All)"):
    """A piece and its owner."""

    name: Name | None = None
    owner: Who | None = None
    state: int | None = item(default=None, clause="state", low=0, high=5)


class Tangle(Rule, word="tangle", example="(tangle _ 3)"):
    """Fields that take each other's items, so that omitted ones must be marked."""

    first: int | None = item(default=None, low=0, high=9)
    second: int = item(default=4, low=0, high=9)
    cells: tuple[Cell, ...] = item(default=(), at_most=3)
    whose: Who | None = None
    more: tuple[Cell, ...] = item(default=(), at_most=3)
    pieces: tuple[Name | Piece, ...] = item(default=(), at_most=2)


class Clause(
    Toy, headless=True, english="{who} {result}s if {rule}", example="(All win (empty to))"
):
    """Who gets which result."""

    who: Who | Name
    result: Outcome
    rule: Rule


class ToyGame(
    Toy,
    word="toy",
    example="(toy Fun (size 3 4) (end (All win (row 3))))",
):
    """A whole toy."""

    name: Name = item(is_identity=False)
    is_quick: bool = item(default=False, flag="quick")
    size: tuple[int, ...] = item(clause="size", at_least=1, at_most=3, low=1, high=20)
    pieces: tuple[Piece, ...] = item(default=(), at_most=4)
    home: SiteLabel | None = item(default=None, clause="home")
    rule: Rule | None = item(default=None, clause="rule")
    end: tuple[Clause, ...] = item(clause="end", at_least=1, at_most=4)
    note: Text | None = item(default=None, clause="note", is_identity=False)

    def findings(self) -> Iterable[Finding]:
        """A toy called Bad makes no sense."""
        if self.name == "Bad":
            yield Finding("expected a better name, got 'Bad'", "name")


SEEDS: tuple[str, ...] = (
    "(toy Fun (size 3 4) (end (All win (row 3))))",
    "(toy Go quick (size 9 9) Stone (home A1) (end (White win (empty B2)) (Black lose (> 1 2))))",
    "(toy Odd (size 5) (King mover (state 2)) (rule (and (empty to) (not (row King 4)))) "
    '(end (All lose (or (>= (height) 3) (row 2 strict)))) (note "a \\"small\\" one"))',
    "(toy Knot (size 1) (end (any win (tangle _ 3)) (All win (tangle any to _ any (Stone)))))",
)
"""Games for tests."""

LABELS: Labels = Labels(
    by_name={
        "name": [Name("Stone"), Name("King"), Text("free")],
        "who": [Name("White"), Name("Black")],
        "cell": [SiteLabel("A1"), SiteLabel("C2.3")],
        "home": [SiteLabel("B7")],
        "pieces": [Name("Stone"), Name("Ox")],
        "note": [Text("two words"), Text("word"), Text('a "quoted" \\ one'), Text("")],
    }
)


def grown_game(seed: int, depth: int = 6) -> ToyGame:
    """A random toy."""
    game = grow(ToyGame, Toy.vocabulary, random.Random(seed), depth, LABELS)
    assert isinstance(game, ToyGame)
    return game
