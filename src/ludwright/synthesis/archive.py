"""The best game of each kind: a quality-diversity archive whose elites are retested.

A cell is a kind of game: by its concept and its length, or by any two measures. The holder of a
cell is measured again with fresh seeds, before it takes the cell and while it holds it. Only the
fresh measurements count for its score, since chance may have made it look the best.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isinf, sqrt

from ludwright.criticism.criterion import Criterion, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Score
from ludwright.errors import UnknownName
from ludwright.synthesis.candidate import Candidate, Retest

CONCEPT = "concept"
"""The axis for the kind of goal; the only one that is not a measure."""
DEFAULT_AXES: tuple[str, str] = (CONCEPT, "mean-length")
LENGTHS: tuple[float, ...] = (12, 20, 30, 45, 60, 90)
"""Where one bin of mean length ends and the next begins."""
BINS: int = 8
"""The number of bins over the range of a measure."""
MOST_BINS: int = 200
"""The most bins of an axis whose width is given."""
CONTENDERS: int = 3
"""Games that a cell keeps, including the holder."""
UNKNOWN = "unscored"

Cell = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of the archive."""

    name: str
    edges: tuple[float, ...] = ()

    def bin_of(self, concept: str, critique: Critique) -> str:
        """The bin of a game on this axis."""
        if self.name == CONCEPT:
            return concept
        value = critique.value(self.name)
        if value is None:
            return UNKNOWN
        place = bisect_right(self.edges, value)
        low = f"{self.edges[place - 1]:g}" if place else ""
        high = f"{self.edges[place]:g}" if place < len(self.edges) else ""
        return f"{low}–{high}" if low and high else f"below {high}" if high else f"from {low}"


def axes_named(names: Sequence[str], family: str) -> tuple[Axis, ...]:
    """The axes of an archive, by name: `concept`, or a criterion.

    A criterion may be followed by the width of its bins: `duration:0.2`.
    """
    known = {one.name: one for one in criteria_of(family)}
    found: list[Axis] = []
    for text in names:
        name, _, width = text.partition(":")
        if name in known and width:
            found.append(_axis_in_steps(known[name], text, width))
        elif name == CONCEPT:
            found.append(Axis(name))
        elif name == "mean-length":
            found.append(Axis(name, LENGTHS))
        elif name in known:
            low, high = known[name].low, known[name].high
            step = (high - low) / BINS
            found.append(Axis(name, tuple(low + step * place for place in range(1, BINS))))
        else:
            raise UnknownName("criterion", name, [CONCEPT, *known])
    return tuple(found)


def _axis_in_steps(criterion: Criterion, text: str, width: str) -> Axis:
    try:
        step = float(width)
    except ValueError:
        step = 0.0
    low, high = criterion.low, criterion.high
    if isinf(high):
        high = low + BINS * step
    if not step > 0 or (high - low) / step > MOST_BINS:
        raise ValueError(
            f"expected a width that divides {low:g} to {high:g} into at most {MOST_BINS} bins, "
            f"such as {criterion.name}:{(high - low) / BINS:g}, got {text!r}"
        )
    count = round((high - low) / step)
    return Axis(criterion.name, tuple(low + step * place for place in range(1, count)))


@dataclass(frozen=True, slots=True)
class Elite:
    """A contender for a cell."""

    number: int
    """The candidate."""
    score: Score
    """From its retests; from its screening while there are none."""
    retests: int = 0
    last_tested: int = 0
    """The generation of its last test."""


class Archive:
    """Elites by cell; a fold over generations, so that a resumed run has the same archive."""

    def __init__(self, axes: Sequence[Axis]) -> None:
        self.axes = tuple(axes)
        self._cells: dict[Cell, list[Elite]] = {}
        self._cell_of: dict[int, Cell] = {}

    def __len__(self) -> int:
        return len(self._cells)

    def cell(self, concept: str, critique: Critique) -> Cell:
        """The cell of a game."""
        return tuple(axis.bin_of(concept, critique) for axis in self.axes)

    def add(self, candidate: Candidate) -> None:
        """Let a viable candidate contend for its cell."""
        if not candidate.is_viable or candidate.score is None or not candidate.cell:
            return
        elite = Elite(candidate.number, candidate.score, 0, candidate.generation)
        contenders = [*self._cells.get(candidate.cell, []), elite]
        self._cells[candidate.cell] = self._ranked(contenders)[:CONTENDERS]
        self._cell_of[candidate.number] = candidate.cell

    def retest(self, found: Retest, generation: int) -> None:
        """Rank a contender by its fresh score, or remove it if it is no longer viable."""
        cell = self._cell_of.get(found.number, ())
        contenders = [one for one in self._cells.get(cell, []) if one.number != found.number]
        if found.is_viable:
            elite = Elite(found.number, found.score, found.tests, generation)
            contenders = self._ranked([*contenders, elite])[:CONTENDERS]
        if contenders:
            self._cells[cell] = contenders
        else:
            self._cells.pop(cell, None)

    def holders(self) -> Iterator[tuple[Cell, Elite]]:
        """The best elite of each cell that a retest has confirmed."""
        for cell, contenders in sorted(self._cells.items()):
            held = next((one for one in contenders if one.retests), None)
            if held is not None:
                yield cell, held

    def contenders(self) -> Iterator[tuple[Cell, Elite]]:
        """All elites of all cells, the best of each cell first."""
        for cell, contenders in sorted(self._cells.items()):
            for one in contenders:
                yield cell, one

    def best_of(self, cell: Cell) -> Elite | None:
        """The best elite of a cell, confirmed or not; None if there is none."""
        contenders = self._cells.get(cell)
        return contenders[0] if contenders else None

    def rivals(self, number: int) -> list[float]:
        """The scores of the other contenders for the cell of this one."""
        contenders = self._cells.get(self._cell_of.get(number, ()), [])
        return [one.score.value for one in contenders if one.number != number]

    def due(self, count: int, *, if_open: bool = False) -> list[Elite]:
        """Contenders to retest next: leaders never retested, then those not tested for longest.

        `if_open` leaves out leaders whose place is clear: those retested, unless their interval
        reaches down to the score of the second.
        """
        cells = [one for _, one in sorted(self._cells.items())]
        leaders = [one[0] for one in cells if not if_open or self._is_open(one)]
        leaders.sort(key=lambda one: (one.retests > 0, one.last_tested, one.number))
        return leaders[:count]

    @staticmethod
    def _is_open(contenders: Sequence[Elite]) -> bool:
        """Whether it is open which of them is the best."""
        first, others = contenders[0], contenders[1:]
        if not first.retests:
            return True
        return bool(others) and others[0].score.value >= first.score.interval()[0]

    @staticmethod
    def _ranked(contenders: Iterable[Elite]) -> list[Elite]:
        return sorted(contenders, key=lambda one: (-one.score.value, one.number))


def pooled(first: Score, second: Score) -> Score:
    """Two independent measurements as one, weighted by their samples."""
    count = first.samples + second.samples
    value = (first.value * first.samples + second.value * second.samples) / count
    error = sqrt((first.error * first.samples) ** 2 + (second.error * second.samples) ** 2) / count
    return replace(first, value=value, error=error, samples=count)
