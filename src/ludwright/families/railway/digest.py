"""What happened in a turn, in a sentence instead of a line for every card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from ludwright.families.railway.moves import UNSEEN, Kind, RailwayMove
from ludwright.families.railway.words import card_name, cards_text, observed, ticket_name
from ludwright.language.english import counted, listing

Step = tuple[Any, RailwayMove]
"""A position, and what was done in it."""


def turn_text(steps: Sequence[tuple[Any, Any]], viewer: int | None) -> list[str]:
    """The plies in sentences, as the viewer learns of them."""
    made: list[Step] = [(position, RailwayMove(*move)) for position, move in steps]
    lines: list[str] = []
    for is_deal, part in groupby(made, key=lambda step: step[1].kind == Kind.DEAL):
        plies = list(part)
        if is_deal:
            lines += _deal_lines(plies, viewer)
            continue
        for mover, turn in groupby(plies, key=lambda step: step[0].state["mover"]):
            lines += _turn_lines(mover, list(turn), viewer)
    return lines


def _deal_lines(steps: Sequence[Step], viewer: int | None) -> Iterator[str]:
    rules = steps[0][0].rules
    hands = [[0] * 9 for _ in rules.seat_names]
    for position, move in steps:
        if move.a != UNSEEN:
            hands[position.state["mover"]][move.a] += 1
    for seat, name in enumerate(rules.seat_names):
        if viewer in (None, seat) and any(hands[seat]):
            yield f"{name} is dealt {cards_text(hands[seat])}"
    if viewer is not None:
        yield "the other players are dealt cards too"


def _turn_lines(mover: int, steps: Sequence[Step], viewer: int | None) -> Iterator[str]:
    rules = steps[0][0].rules
    position, first = steps[0]
    is_start = position.state["turns"] == 0 and not any(position.state["ticket_counts"])
    if first.kind == Kind.TURN_UP and is_start:
        yield "the market is laid out"
    told = list(_parts(steps, viewer))
    if told:
        yield f"{rules.seat_names[mover]} {'; '.join(told)}"
    yield from _market_lines(steps)


def _parts(steps: Sequence[Step], viewer: int | None) -> Iterator[str]:
    """What the mover did."""
    rules, mover = steps[0][0].rules, steps[0][0].state["mover"]
    is_seen = viewer in (None, mover)
    taken = [card_name(move.a) for _, move in steps if move.kind == Kind.TAKE]
    blind = [move.a for _, move in steps if move.kind == Kind.CARD]
    offered = [move.a for _, move in steps if move.kind == Kind.OFFER]
    if taken:
        yield f"takes {listing(taken)} from the market"
    if blind:
        seen = listing(map(card_name, blind)) if is_seen and UNSEEN not in blind else ""
        # Who drew was told that before.
        is_new = any(move.kind == Kind.DRAW for _, move in steps)
        told = seen or counted(len(blind), "card")
        yield f"draws {told} from the pile" if is_new else f"gets {told}"
    if offered:
        seen = listing(ticket_name(rules, one) for one in offered) if is_seen else ""
        seen = "" if UNSEEN in offered else seen
        yield f"draws {seen or counted(len(offered), 'ticket')}"
    for position, move in steps:
        if move.kind in (Kind.KEEP, Kind.BUILD, Kind.PASS):
            yield observed(position, move, viewer)


def _market_lines(steps: Sequence[Step]) -> Iterator[str]:
    """That the market was discarded because of its locomotives."""
    cleared = sum(
        1
        for (before, _), (after, _) in pairwise(steps)
        if after.state["redraws"] > before.state["redraws"]
    )
    if cleared:
        times = "" if cleared == 1 else f", {cleared} times"
        yield f"the market is discarded for its locomotives{times}"
