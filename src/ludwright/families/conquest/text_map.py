"""The map as text: a line for each territory, grouped by continent, and the players below.

A line has the number of the territory, its name, the letter of its owner, its armies, and the
numbers of the territories it borders. Moves can be typed with these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from ludwright.families.conquest.words import (
    ContinentRow,
    continent_rows,
    hand_lines,
    last_territories,
    legal_territories,
    seat_rows,
)
from ludwright.families.painted import Paint, plain
from ludwright.play.seat_colours import seat_colours
from ludwright.shown import brief, shown

WIDTH: Final[int] = 100
"""The most characters of a line."""
_GAP: Final[int] = 2
_ONE_COLUMN: Final[int] = 22
"""A map with more lines than this stands in two columns."""


def draw_text(
    position: Any, *, moves: bool = False, paint: Paint = plain, viewer: int | None = None
) -> str:
    """The map in lines, coloured by `paint`.

    `*` marks where the last move was, `+` where the next one can go, if `moves` asks for that.
    """
    board = _Board(position, paint, legal_territories(position) if moves else frozenset())
    lines = [*board.map_lines(), "", *board.seat_lines()]
    for line in hand_lines(position, viewer):
        lines += wrap(shown(line), WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it is painted, and its width."""

    text: str
    width: int


class _Board:
    """One position on its way to text."""

    def __init__(self, position: Any, paint: Paint, marked: frozenset[int]) -> None:
        rules = position.rules
        self.position = position
        self.paint = paint
        self.marked = marked
        self.last = set(last_territories(position))
        self.names = rules.territory_names
        self.letters = [name[0] for name in rules.seat_names]
        self.roles = [f"seat {colour.name}" for colour in seat_colours(rules.seat_names)]
        self.beside = rules.beside
        self.sizes = [len(one.territories) for one in rules.tree.map.continents]

    # --- Territories ------------------------------------------------------------------------------

    def map_lines(self) -> list[str]:
        """The continents, in one column or two."""
        blocks = list(self._blocks())
        if sum(map(len, blocks)) <= _ONE_COLUMN:
            return [line.text.rstrip() for block in blocks for line in block]
        left, right = _columns(blocks)
        width = max(line.width for line in left)
        rows = max(len(left), len(right))
        left += [_Line("", 0)] * (rows - len(left))
        right += [_Line("", 0)] * (rows - len(right))
        return [
            (one.text + " " * (width + _GAP - one.width) + other.text).rstrip()
            for one, other in zip(left, right, strict=True)
        ]

    def _blocks(self) -> Iterator[list[_Line]]:
        first = 0
        for size, row in zip(self.sizes, continent_rows(self.position), strict=True):
            territories = range(first, first + size)
            yield [self._heading(row), *(self._territory(at) for at in territories)]
            first += size

    @property
    def _is_narrow(self) -> bool:
        return len(self.names) + len(self.sizes) > _ONE_COLUMN

    @property
    def _room(self) -> int:
        """The characters of a column."""
        return (WIDTH - _GAP) // 2 if self._is_narrow else WIDTH

    def _heading(self, row: ContinentRow) -> _Line:
        name = brief(row.name, 24).upper()
        told = f"{name}  +{row.bonus}"
        if row.owner is None:
            return _Line(self.paint(told, "label"), len(told))
        held = f"  held by {row.holder}"
        painted = self.paint(told, "label") + self.paint(held, self.roles[row.owner])
        return _Line(painted, len(told) + len(held))

    def _territory(self, at: int) -> _Line:
        state = self.position.state
        owner, armies = state["owners"][at], state["armies"][at]
        letter, role = self._owner(owner)
        widest = max(len(name) for name in self.names)
        room = min(widest, 21 if self._is_narrow else 40)
        name = brief(self.names[at], room)
        sign = "*" if at in self.last else "+" if at in self.marked else " "
        count = str(armies) if owner >= 0 else ""
        head = f"{at + 1:>{len(str(len(self.names)))}} {name:<{room}} "
        mark = f"{letter} {count:>3}{sign}"
        roles = (role, "last") if at in self.last else (role,)
        borders, width = self._borders(at, self._room - len(head) - len(mark) - 1)
        text = f"{head}{self.paint(mark, *roles)} {borders}"
        return _Line(text, len(head) + len(mark) + 1 + width)

    def _owner(self, owner: int) -> tuple[str, str]:
        if owner < 0:
            return "·", "empty"
        if owner >= len(self.letters):
            return "N", "neutral"
        return self.letters[owner], self.roles[owner]

    def _borders(self, at: int, room: int) -> tuple[str, int]:
        """The numbers of the neighbours in the colours of their owners, as far as there is room."""
        owners = self.position.state["owners"]
        painted: list[str] = []
        width = 0
        for number, other in enumerate(self.beside[at]):
            told = str(other + 1)
            is_last = number == len(self.beside[at]) - 1
            if width + len(told) + (0 if is_last else 2) > room:
                painted.append("…")
                width += 1
                break
            painted.append(self.paint(told, self._owner(owners[other])[1]))
            width += len(told) + (0 if is_last else 1)
        return " ".join(painted), width

    # --- Players ----------------------------------------------------------------------------------

    def seat_lines(self) -> Iterator[str]:
        """A line for each player."""
        has_cards = self.position.rules.tree.cards is not None
        for row in seat_rows(self.position):
            sign = ">" if row.is_mover else " "
            letter, role = self._owner(row.seat)
            if row.is_out:
                yield self.paint(f"{sign} {letter} {row.name:<8} eliminated", "empty")
                continue
            territories, armies, income, cards = row.numbers
            told = f"{territories:>3} territories {armies:>4} armies"
            told += f"  {income:>4} a turn" if income else ""
            told += (
                f"  {cards:>2} {'card' if cards == '1' else 'cards'}" if has_cards and cards else ""
            )
            yield f"{sign} {self.paint(f'{letter} {row.name:<8}', role)} {told}"


def _columns(blocks: Sequence[list[_Line]]) -> tuple[list[_Line], list[_Line]]:
    """The blocks in two columns of similar length, in their order."""
    sizes = [len(block) for block in blocks]
    cuts = range(1, len(blocks) + 1)
    cut = min(cuts, key=lambda at: max(sum(sizes[:at]), sum(sizes[at:])))
    left = [line for block in blocks[:cut] for line in block]
    right = [line for block in blocks[cut:] for line in block]
    return left, right
