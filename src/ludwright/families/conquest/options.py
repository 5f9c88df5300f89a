"""What a player can do now, in a few lines instead of thousands of moves; attacks with odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any, Final

from ludwright.errors import UnknownName
from ludwright.families.conquest.english import KINDS
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.vocabulary import Fighting, Sets
from ludwright.families.conquest.words import attack_odds, owner_name, win_text
from ludwright.families.place_names import find_place
from ludwright.language.english import counted

WIDTH: Final[int] = 96
"""Characters in a line."""


def options_text(position: Any, viewer: int | None = None) -> list[str]:
    """The legal moves, grouped, line by line; none for another seat than the one to move."""
    if position.outcome() is not None or position.seat < 0:
        return []
    # What another player can trade shows what they hold.
    if viewer is not None and viewer != position.seat:
        return []
    match Phase(position.state["phase"]):
        case Phase.DEAL:
            return list(_free(position))
        case Phase.SPREAD | Phase.PLACE:
            return list(_places(position))
        case Phase.TRADE:
            return list(_trades(position))
        case Phase.ATTACK:
            return list(_attacks(position))
        case Phase.OCCUPY:
            return []
        case _:
            return list(_fortifications(position))


def look(position: Any, place: str) -> list[str]:
    """A territory and its neighbours; raises UnknownName."""
    rules, state = position.rules, position.state
    territory = find_place(rules.keys, place)
    if territory is None:
        raise UnknownName("territory", place, rules.territory_names)
    parts = rules.tree.map.continents
    continents = [str(part.name) for part in parts for _ in part.territories]

    def told(at: int) -> str:
        if state["owners"][at] < 0:
            return f"{_numbered(position, at)}, nobody's yet"
        armies, owner = counted(state["armies"][at], "army"), state["owners"][at]
        return f"{_numbered(position, at)}, {armies} of {owner_name(rules, owner)}"

    lines = [f"{told(territory)}, in {continents[territory]}; it borders"]
    return [*lines, *(f"  {told(other)}" for other in rules.beside[territory])]


def _numbered(position: Any, territory: int) -> str:
    return f"{territory + 1} {position.rules.territory_names[territory]}"


def _free(position: Any) -> Iterator[str]:
    """Free territories by continent."""
    free = {move.a for move in position.moves()}
    first = 0
    for continent in position.rules.tree.map.continents:
        own = range(first, first + len(continent.territories))
        first += len(continent.territories)
        names = [_numbered(position, at) for at in own if at in free]
        if names:
            told = f"{continent.name}: {', '.join(names)}"
            yield from wrap(told, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _places(position: Any) -> Iterator[str]:
    """Where armies can be placed: territories that border others', the most threatened first."""
    owners, armies = position.state["owners"], position.state["armies"]
    targets = sorted({move.a for move in position.moves()})
    mover = position.state["mover"]
    threats = {
        at: [other for other in position.rules.beside[at] if owners[other] != owners[at]]
        for at in targets
    }
    front = [at for at in targets if threats[at]]
    inner = [at for at in targets if not threats[at]]
    faced = {at: sum(armies[other] for other in threats[at]) for at in targets}
    front.sort(key=lambda at: armies[at] - faced[at])
    width = max(len(_numbered(position, at)) for at in targets)
    for at in front:
        others = ", ".join(f"{_numbered(position, other)} {armies[other]}" for other in threats[at])
        own = "" if owners[at] == mover else "neutral, "
        told = f"{_numbered(position, at):<{width}} {armies[at]:>3}, {own}faces {faced[at]:>3}: "
        yield _cut(told + others)
    if inner:
        names = ", ".join(f"{_numbered(position, at)} {armies[at]}" for at in inner)
        yield _cut(f"inside: {names}")


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _trades(position: Any) -> Iterator[str]:
    rules = position.rules
    hand = position.state["hands"][position.seat]
    sets: dict[tuple[int, int, int], list[int]] = {}
    for move in position.moves():
        if move.kind == Kind.TRADE:
            sets.setdefault((move.a, move.b, move.c), []).append(move.n)
    for cards, shown in sets.items():
        numbers = " ".join(str(hand.index(card) + 1) for card in cards)
        told = f"trade {numbers}"
        if rules.tree.cards.sets is Sets.KINDS:
            told += f": {', '.join(_kind(rules, card) for card in cards)}"
        places = [rules.territory_names[number - 1] for number in shown if number]
        if places:
            more = counted(rules.tree.cards.depicted, "army")
            told += f"; {more} more on {' or '.join(places)}"
        yield told
    if ConquestMove(Kind.DONE) in position.moves():
        yield "done: keep the cards"


def _kind(rules: Any, card: int) -> str:
    return KINDS[card % len(KINDS)] if card < len(rules.territory_names) else "wild"


def _attacks(position: Any) -> Iterator[str]:
    """Every attack with all armies, the most promising first: the chance, and who is left then."""
    armies, owners = position.state["armies"], position.state["owners"]
    pairs = {(move.a, move.b) for move in position.moves() if move.kind != Kind.DONE}
    found = [(attack_odds(position, one, other), one, other) for one, other in sorted(pairs)]
    found.sort(key=lambda row: (-row[0].win, -(row[0].survivors or 0.0)))
    names = [(_numbered(position, one), f"{_numbered(position, other)}") for _, one, other in found]
    width, other_width = _widths(names)
    for (odds, one, other), (name, other_name) in zip(found, names, strict=True):
        whose = owner_name(position.rules, owners[other])
        left = f", {odds.survivors:.1f} left" if odds.survivors else ""
        yield (
            f"{name:<{width}} {armies[one]:>3}  attacks  {other_name:<{other_width}} "
            f"{armies[other]:>3} {whose:<8} {win_text(odds.win):>9}{left}"
        )
    if position.rules.tree.battle.fighting is Fighting.BY_ROLLS:
        yield "chances are those of an attack to the end; roll fights a single roll; or done"
    else:
        yield "chances are those of an attack with all armies but one; or done"


def _widths(names: Iterable[tuple[str, str]]) -> tuple[int, int]:
    first, second = zip(*names, strict=True)
    return max(map(len, first)), max(map(len, second))


def _fortifications(position: Any) -> Iterator[str]:
    ways: dict[int, dict[int, int]] = {}
    for move in position.moves():
        if move.kind == Kind.FORTIFY:
            ways.setdefault(move.a, {})[move.b] = move.n
    for source, targets in ways.items():
        names = ", ".join(_numbered(position, target) for target in sorted(targets))
        most = max(targets.values())
        yield f"{_numbered(position, source)}, up to {most}, to {names}"
