"""Comparisons: which of two games a person liked better, one per line of a CSV file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from ludwright.errors import StoreError
from ludwright.files import read_text, write_text

COLUMNS: Final[tuple[str, ...]] = ("first", "second", "preferred", "person")
"""The columns of the file; `person` may be left out."""
LARGEST_FILE: Final[int] = 16 << 20
"""Characters in a file of comparisons: some 400,000 of them."""
FEW: Final[int] = 5
"""Games with fewer comparisons than this are reported."""
_MOST_LISTED = 8


class Preferred(StrEnum):
    """Which of the two was liked better."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A person's preference between two games."""

    first: str
    second: str
    preferred: Preferred
    person: str = ""


def read_comparisons(path: str | Path) -> tuple[Comparison, ...]:
    """The comparisons in a CSV file; all bad lines are reported at once."""
    path = Path(path)
    text = read_text(path, LARGEST_FILE)
    return comparisons_of(text, str(path))


def write_comparisons(comparisons: Iterable[Comparison], path: str | Path) -> None:
    """Write comparisons as a CSV file."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((one.first, one.second, one.preferred, one.person) for one in comparisons)
    write_text(Path(path), page.getvalue())


def comparisons_of(text: str, place: str = "comparisons") -> tuple[Comparison, ...]:
    """The comparisons in the text of a CSV file; `place` begins the message if one is bad."""
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
    found: list[Comparison] = []
    wrong: list[str] = []
    try:
        header = _header(next(reader, []), place)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            one = _comparison(header, row)
            if isinstance(one, Comparison):
                found.append(one)
            else:
                wrong.append(f"{place}, line {reader.line_num}: {one}")
    except csv.Error as error:
        wrong.append(f"{place}, line {reader.line_num}: expected CSV, got {error}")
    if wrong:
        rest = len(wrong) - _MOST_LISTED
        raise StoreError("\n".join([*wrong[:_MOST_LISTED], *([f"and {rest} more"] * (rest > 0))]))
    return _spelled_alike(found)


def _spelled_alike(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """Give names that differ only in case the spelling that came first: they are one game."""
    spelling: dict[str, str] = {}
    for one in comparisons:
        for name in (one.first, one.second):
            spelling.setdefault(name.casefold(), name)
    return tuple(
        replace(one, first=spelling[one.first.casefold()], second=spelling[one.second.casefold()])
        for one in comparisons
    )


def _header(row: Sequence[str], place: str) -> tuple[str, ...]:
    names = tuple(cell.strip().lower() for cell in row)
    is_whole = set(COLUMNS[:3]) <= set(names) <= set(COLUMNS) and len(set(names)) == len(names)
    if not is_whole:
        raise StoreError(
            f"{place}, line 1: expected the columns {','.join(COLUMNS)} (person may be left out), "
            f"got {','.join(names) or 'nothing'}"
        )
    return names


def _comparison(header: Sequence[str], row: Sequence[str]) -> Comparison | str:
    """The comparison in a line, or what is wrong with it."""
    if len(row) != len(header):
        return f"expected {len(header)} values, got {len(row)}"
    cell: Mapping[str, str] = {name: value.strip() for name, value in zip(header, row, strict=True)}
    for name in COLUMNS[:2]:
        if not cell[name]:
            return f"expected the name of a game as {name}, got nothing"
    if cell["first"].casefold() == cell["second"].casefold():
        return f"expected two different games, got {cell['first']!r} twice"
    preferred = cell["preferred"].lower()
    if preferred not in tuple(Preferred):
        return f"expected first, second or tie as preferred, got {cell['preferred']!r}"
    return Comparison(cell["first"], cell["second"], Preferred(preferred), cell.get("person", ""))


# -------------------------------------------------------------------------------------- checks


@dataclass(frozen=True, slots=True)
class Coverage:
    """How well comparisons cover the games."""

    comparisons: int
    people: int
    ties: int
    counts: Mapping[str, int]
    """Comparisons of each game, by name."""
    groups: tuple[tuple[str, ...], ...]
    """Games linked by comparisons, the largest group first; ideally there is one group."""

    def few(self, least: int = FEW) -> tuple[str, ...]:
        """The games with fewer than the given number of comparisons."""
        return tuple(name for name, count in sorted(self.counts.items()) if count < least)

    def remarks(self) -> list[str]:
        """What to fix before relying on a ranking."""
        found: list[str] = []
        if few := self.few():
            found.append(
                f"{len(few)} of {len(self.counts)} games have fewer than {FEW} comparisons: "
                + _listed(few)
            )
        if len(self.groups) > 1:
            shown = "; ".join(_listed(group, 4) for group in self.groups)
            found.append(
                f"the games fall into {len(self.groups)} groups that were never compared with each "
                f"other, so their order is a guess: {shown}"
            )
        return found

    def to_json(self) -> dict[str, Any]:
        """The coverage as plain data."""
        return {
            "comparisons": self.comparisons,
            "games": len(self.counts),
            "people": self.people,
            "ties": self.ties,
            "few": list(self.few()),
            "groups": [list(group) for group in self.groups],
        }


def coverage_of(comparisons: Sequence[Comparison]) -> Coverage:
    """How well the comparisons cover their games."""
    counts = Counter(name for one in comparisons for name in (one.first, one.second))
    return Coverage(
        comparisons=len(comparisons),
        people=len({one.person for one in comparisons if one.person}),
        ties=sum(one.preferred is Preferred.TIE for one in comparisons),
        counts=dict(sorted(counts.items())),
        groups=_groups(comparisons),
    )


def _groups(comparisons: Iterable[Comparison]) -> tuple[tuple[str, ...], ...]:
    group: dict[str, set[str]] = {}
    for one in comparisons:
        small, large = sorted(
            (group.setdefault(one.first, {one.first}), group.setdefault(one.second, {one.second})),
            key=len,
        )
        if small is not large:
            large |= small
            group.update(dict.fromkeys(small, large))
    distinct = {id(names): tuple(sorted(names)) for names in group.values()}
    return tuple(sorted(distinct.values(), key=lambda names: (-len(names), names)))


def _listed(names: Sequence[str], most: int = _MOST_LISTED) -> str:
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest
