"""What happened in a turn, in a few sentences instead of a line for every roll of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.words import observed, owner_name
from ludwright.language.english import counted, listing

Step = tuple[Any, ConquestMove]
"""A position, and what was done in it."""
_SETUP: Final = frozenset({Phase.MISSIONS, Phase.DEAL, Phase.SPREAD})


def turn_text(steps: Sequence[tuple[Any, Any]], viewer: int | None) -> list[str]:
    """The plies in sentences, as the viewer learns of them."""
    made: list[Step] = [(position, ConquestMove(*move)) for position, move in steps]
    lines: list[str] = []
    for phase, part in groupby(made, key=_setup_phase):
        plies = list(part)
        if phase is not None:
            lines += _setup_lines(phase, plies, viewer)
            continue
        for mover, turn in groupby(plies, key=lambda step: step[0].state["mover"]):
            lines += _turn_lines(mover, list(turn), viewer)
    return lines


def _setup_phase(step: Step) -> Phase | None:
    phase = Phase(step[0].state["phase"])
    return phase if phase in _SETUP else None


def _setup_lines(phase: Phase, steps: Sequence[Step], viewer: int | None) -> Iterator[str]:
    rules = steps[0][0].rules
    if phase is Phase.MISSIONS:
        yield from (observed(*step, viewer) for step in steps)
        return
    if steps[0][1].kind in (Kind.DEAL, Kind.SCATTER):
        is_deal = phase is Phase.DEAL
        yield "the territories are dealt" if is_deal else "the first armies are put on the map"
        return
    verb = "claims" if phase is Phase.DEAL else "places an army on"
    for mover, part in groupby(steps, key=lambda step: step[0].state["mover"]):
        names = listing(rules.territory_names[move.a] for _, move in part)
        yield f"{owner_name(rules, mover)} {verb} {names}"


def _turn_lines(mover: int, steps: Sequence[Step], viewer: int | None) -> Iterator[str]:
    rules = steps[0][0].rules
    who = owner_name(rules, mover)
    is_alone = len(steps) == 1
    if is_alone and steps[0][1].kind == Kind.LOSSES:
        yield observed(*steps[0], viewer)
        return
    told: list[str] = []
    for is_fight, part in groupby(steps, key=lambda step: step[1].kind in _FIGHTING):
        plies = list(part)
        told += _battles(plies) if is_fight else _others(plies, viewer)
    if told:
        yield f"{who} {'; '.join(told)}"


_FIGHTING: Final = frozenset({Kind.ROLL, Kind.ASSAULT, Kind.LOSSES, Kind.OCCUPY})


def _others(steps: Sequence[Step], viewer: int | None) -> Iterator[str]:
    """Trades, placements, fortifications and cards."""
    for kind, part in groupby(steps, key=lambda step: step[1].kind):
        group = list(part)
        names = group[0][0].rules.territory_names
        if kind == Kind.PLACE:
            placed: dict[int, int] = {}
            for _, move in group:
                placed[move.a] = placed.get(move.a, 0) + move.n
            first, *rest = (f"on {names[at]}" for at in placed)
            counts = list(placed.values())
            more = (f"{count} {where}" for count, where in zip(counts[1:], rest, strict=True))
            armies = counted(counts[0], "army")
            yield f"places {listing([f'{armies} {first}', *more])}"
        elif kind == Kind.FORTIFY:
            ways = (f"{move.n} from {names[move.a]} to {names[move.b]}" for _, move in group)
            yield f"moves {listing(ways)}"
        elif kind == Kind.CARD:
            yield observed(*group[0], viewer).partition(" ")[2]
        elif kind == Kind.TRADE:
            yield from (observed(*step, viewer) for step in group)


def _battles(steps: Sequence[Step]) -> Iterator[str]:
    """What was conquered and what was attacked in vain, with the losses of both sides."""
    rules = steps[0][0].rules
    names = rules.territory_names
    lost = 0
    killed: dict[str, int] = {}
    conquered: list[str] = []
    attacked: list[int] = []
    out: list[str] = []
    for position, move in steps:
        if move.kind != Kind.LOSSES:
            continue
        state = position.state
        target, owner = state["to"], state["owners"][state["to"]]
        lost += move.n
        whom = owner_name(rules, owner)
        killed[whom] = killed.get(whom, 0) + move.m
        attacked.append(target)
        if state["armies"][target] == move.m:
            conquered.append(names[target])
            if owner < rules.seats and state["territories"][owner] == 1:
                out.append(f"eliminates {whom}")
    failed = [names[at] for at in dict.fromkeys(attacked) if names[at] not in conquered]
    losses = ", ".join(f"{whom} loses {count}" for whom, count in killed.items() if count)
    cost = f"loses {lost or 'nothing'}" + (f", {losses}" if losses else "")
    parts = []
    if conquered:
        parts.append(f"conquers {listing(conquered)}")
    if failed:
        parts.append(
            f"attacks {listing(failed)} in vain" if conquered else f"attacks {listing(failed)}"
        )
    if parts:
        yield f"{' and '.join(parts)} ({cost})"
    yield from out
