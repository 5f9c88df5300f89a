"""Features of the board before and after the phases of every turn, as a table of any playtest.

Lozano & Bratz (section 1.3) wrote such features of each turn to a file, to find out which of them
go with winning. A row is one moment of a turn as seen by whoever has the turn; only what all may
see is used.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, fields
from enum import StrEnum
from io import StringIO
from typing import Any

from ludwright.families.conquest.lower import borders_of
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.rules import ConquestPosition, ConquestRules, load_rules
from ludwright.play.playtest import Playtest
from ludwright.play.record import Record


class Stage(StrEnum):
    """A moment of a turn."""

    START = "start"
    PLACED = "placed"
    ATTACKED = "attacked"
    END = "end"


@dataclass(frozen=True, slots=True)
class Features:
    """What one seat has at one moment of its turn."""

    match: int
    turn: int
    """Completed turns of all players before this one."""
    seat: int
    player: str
    """Who sits there."""
    stage: Stage
    has_won: int
    """1 if the seat wins the match, else 0."""
    territories: int
    armies: int
    income: int
    """Armies that it would receive if its turn began now, without cards."""
    continents: int
    cards: int
    territory_share: float
    army_share: float
    largest_income: int
    """Of the others."""
    most_armies: int
    """Of any other seat."""
    borders: int
    """Own territories next to others'."""
    border_armies: int
    """Armies on these."""
    threatening_armies: int
    """Armies of the others next to own territories."""
    players_left: int


NAMES: tuple[str, ...] = tuple(one.name for one in fields(Features))
MEASURED: tuple[str, ...] = NAMES[6:]
"""The features proper; the others say where a row belongs."""


def features_of(playtest: Playtest) -> Iterator[Features]:
    """The rows of all matches, in their order."""
    rules = load_rules(playtest.game, playtest.seats)
    for number, record in enumerate(playtest):
        yield from features_of_match(record, rules, number)


def features_csv(rows: Iterable[Features]) -> str:
    """The rows as a table of values separated by commas, under the names of the features."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(NAMES)
    writer.writerows(astuple(row) for row in rows)
    return text.getvalue()


def features_json(rows: Iterable[Features]) -> str:
    """The rows as JSON: a list of objects with the features by name."""
    return json.dumps([asdict(row) for row in rows]) + "\n"


def features_of_match(record: Record, rules: ConquestRules, number: int = 0) -> Iterator[Features]:
    """The rows of one match; a turn that the end of the match cuts short has fewer."""
    board = _Board(rules)
    scores = record.outcome.scores
    winner = scores.index(max(scores)) if max(scores) == 1.0 else None

    def seen(position: ConquestPosition, turn: int, seat: int, stage: Stage) -> Features:
        place = (number, turn, seat, record.players[seat], stage, int(seat == winner))
        return Features(*place, **board.measured(position, seat))

    position: Any = rules.start()
    stages: list[Stage] = []
    for row in record.moves.tolist():
        move = rules.unpack_move(row)
        mover = int(position.state["mover"])
        turn = int(position.state["turns"])
        for stage in _begun(position, stages):
            yield seen(position, turn, mover, stage)
        position = position.after(move)
        if position.turn_completed():
            for stage in list(Stage)[len(stages) :]:
                yield seen(position, turn, mover, stage)
            stages.clear()


def _begun(position: ConquestPosition, stages: list[Stage]) -> list[Stage]:
    """The stages of a turn that are reached in a position; they are added to `stages`."""
    phase = Phase(position.state["phase"])
    if phase < Phase.TRADE:
        return []
    reached = 1
    if phase > Phase.PLACE:
        reached = 3 if phase >= Phase.FORTIFY else 2
    new = list(Stage)[len(stages) : reached]
    stages += new
    return new


class _Board:
    """What stays the same in all positions of a game."""

    def __init__(self, rules: ConquestRules) -> None:
        self.neighbours: list[list[int]] = [[] for _ in rules.territory_names]
        for first, second in borders_of(rules.tree.map):
            self.neighbours[first].append(second)
            self.neighbours[second].append(first)
        self.continents: list[range] = []
        first = 0
        for one in rules.tree.map.continents:
            self.continents.append(range(first, first + len(one.territories)))
            first += len(one.territories)

    def measured(self, position: ConquestPosition, seat: int) -> dict[str, Any]:
        """The features proper, as a seat sees them in a position."""
        state: Mapping[str, Any] = position.state
        owners, armies = state["owners"], state["armies"]
        own = [t for t, owner in enumerate(owners) if owner == seat]
        border = [t for t in own if any(owners[n] != seat for n in self.neighbours[t])]
        threats = {n for t in border for n in self.neighbours[t] if owners[n] != seat}
        others = [one for one in range(len(state["territories"])) if one != seat]
        alive = [one for one in others if state["territories"][one] > 0]
        counts = state["army_counts"]
        return {
            "territories": len(own),
            "armies": counts[seat],
            "income": state["incomes"][seat],
            "continents": sum(all(owners[t] == seat for t in one) for one in self.continents),
            "cards": len(state["hands"][seat]),
            "territory_share": len(own) / max(1, sum(state["territories"])),
            "army_share": counts[seat] / max(1, sum(counts)),
            "largest_income": max((state["incomes"][one] for one in alive), default=0),
            "most_armies": max((counts[one] for one in alive), default=0),
            "borders": len(border),
            "border_armies": sum(armies[t] for t in border),
            "threatening_armies": sum(armies[t] for t in threats),
            "players_left": len(alive) + (1 if own else 0),
        }
