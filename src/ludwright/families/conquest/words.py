"""Positions and moves of conquest games in words: whose turn it is, what happened, how it ended.

Whatever depends on hidden cards or missions takes the seat that looks; None sees everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ludwright.families.conquest.battle import Dice, Odds, odds
from ludwright.families.conquest.english import KINDS, mission_text
from ludwright.families.conquest.lower import armies_for, bonus_in_round
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.vocabulary import Destroy, Sets, Share, Ties
from ludwright.language.english import counted, listing

_RECENT = 8
"""How many plies back the last move on the map may lie."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What all see of a seat, or of the neutral armies."""

    seat: int
    name: str
    numbers: tuple[str, str, str, str]
    """Territories, armies, new armies in a turn, cards."""
    is_mover: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class ContinentRow:
    """A continent, and who owns all of it."""

    name: str
    bonus: int
    """The armies that it brings in this round."""
    size: int
    owner: int | None
    holder: str
    """The name of the owner; "" if nobody owns all of it."""


def seat_rows(position: Any) -> list[SeatRow]:
    """A row for each seat, then one for the neutral armies if there are any."""
    state, names = position.state, position.rules.seat_names
    is_dealt = state["phase"] not in (Phase.MISSIONS, Phase.DEAL)
    rows: list[SeatRow] = []
    for seat, name in enumerate(names):
        territories = state["territories"][seat]
        is_out = is_dealt and territories == 0
        income = f"+{state['incomes'][seat]}" if is_dealt and not is_out else ""
        held = str(len(state["hands"][seat]))
        numbers = (str(territories), str(state["army_counts"][seat]), income, held)
        is_mover = seat == state["mover"] and state["phase"] != Phase.OVER
        rows.append(SeatRow(seat, name, numbers, is_mover, is_out))
    neutral = [at for at, owner in enumerate(state["owners"]) if owner >= len(names)]
    if neutral:
        armies = sum(state["armies"][at] for at in neutral)
        numbers = (str(len(neutral)), str(armies), "", "")
        rows.append(SeatRow(len(names), "neutral", numbers, is_mover=False, is_out=False))
    return rows


def continent_rows(position: Any) -> list[ContinentRow]:
    """A row for each continent."""
    rules, state = position.rules, position.state
    growth = rules.tree.reinforcement.growth
    rows: list[ContinentRow] = []
    first = 0
    for continent in rules.tree.map.continents:
        size = len(continent.territories)
        owners = set(state["owners"][first : first + size])
        first += size
        owner = owners.pop() if len(owners) == 1 else None
        is_held = owner is not None and 0 <= owner < len(rules.seat_names)
        bonus = bonus_in_round(continent.bonus, growth, state["round"])
        holder = owner_name(rules, owner) if is_held and owner is not None else ""
        rows.append(
            ContinentRow(str(continent.name), bonus, size, owner if is_held else None, holder)
        )
    return rows


def owner_name(rules: Any, owner: int) -> str:
    """Who owns a territory, in a word."""
    return str(rules.seat_names[owner]) if owner < len(rules.seat_names) else "neutral"


# --- Cards ----------------------------------------------------------------------------------------


def card_text(rules: Any, card: int) -> str:
    """A card in words: `Alaska (infantry)`, `a wild card`."""
    names = rules.territory_names
    if card >= len(names):
        return "a wild card"
    if rules.tree.cards.sets is Sets.ANY:
        return str(names[card])
    return f"{names[card]} ({KINDS[card % len(KINDS)]})"


def hand_lines(position: Any, viewer: int | None = None) -> list[str]:
    """The cards and the mission of the viewer, or of everyone; numbered as in `trade 1 2 3`."""
    rules, state = position.rules, position.state
    seats = range(rules.seats) if viewer is None else (viewer,)
    lines: list[str] = []
    for seat in seats:
        whose = f"{rules.seat_names[seat]}'s"
        hand = state["hands"][seat]
        if hand:
            told = [f"{at}. {card_text(rules, card)}" for at, card in enumerate(hand, start=1)]
            lines.append(f"{whose} cards: {', '.join(told)}")
        number = state["missions"][seat]
        if rules.missions is not None and number >= 0:
            lines.append(f"{whose} mission: {_own_mission(rules, seat, number)}")
    return lines


# --- Whose turn it is -----------------------------------------------------------------------------


def status(position: Any, viewer: int | None = None) -> list[str]:
    """Whose turn it is and what can be done, or how the match ended; then where the match is."""
    del viewer  # cards are shown with the map
    if position.outcome() is not None:
        return [ending(position)]
    return [_turn_text(position), *_match_text(position)]


def _turn_text(position: Any) -> str:
    rules, state = position.rules, position.state
    phase, mover = Phase(state["phase"]), state["mover"]
    who = owner_name(rules, mover)
    names = rules.territory_names
    match phase:
        case Phase.MISSIONS:
            return "the missions are dealt"
        case Phase.DEAL:
            left = counted(sum(owner < 0 for owner in state["owners"]), "free territory")
            return (
                f"{who} to claim one of {left}" if position.seat >= 0 else "territories are dealt"
            )
        case Phase.SPREAD:
            return _spread_text(position, who)
        case Phase.TRADE:
            can = "has to trade cards" if state["must_trade"] else "may trade cards"
            return f"{who} {can}: a set brings {counted(state['next_set'], 'army')} now"
        case Phase.PLACE:
            return _place_text(position, who)
        case Phase.ATTACK:
            return f"{who} to attack, or done"
        case Phase.BATTLE:
            return f"{who} attacks {names[state['to']]} from {names[state['from']]}"
        case Phase.OCCUPY:
            least, most = (position.moves()[at].n for at in (0, -1))
            return f"{who} to move {least} to {most} armies into {names[state['to']]}"
        case Phase.FORTIFY:
            return f"{who} to fortify, or done"
        case _:
            return f"{who} draws a card"


def _spread_text(position: Any, who: str) -> str:
    if position.seat < 0:
        return "the first armies are placed"
    target = position.moves()[0].a
    is_neutral = position.state["owners"][target] >= position.rules.seats
    left = armies_for(position.rules.tree, position.rules.seats)
    if is_neutral:
        return f"{who} to place an army on a neutral territory"
    left -= position.state["army_counts"][position.state["mover"]]
    return f"{who} to place an army on an own territory, of {left} that are left"


def _place_text(position: Any, who: str) -> str:
    state = position.state
    told = f"{who} to place {counted(state['whole_pool'], 'army')}"
    if state["pool_continent"] < 0:
        return told
    where = position.rules.continent_names[state["pool_continent"]]
    return f"{told}, first {state['pool']} in {where}"


def _match_text(position: Any) -> Iterator[str]:
    """The number of the turn, and what the next set of cards is worth."""
    rules, state = position.rules, position.state
    if state["phase"] in (Phase.MISSIONS, Phase.DEAL, Phase.SPREAD):
        return
    limit = rules.tree.limit
    told = f"turn {state['turns'] + 1}{f' of {limit.turns}' if limit else ''}"
    told += f", round {state['round'] + 1}"
    if rules.tree.cards is not None:
        told += f"; the next set of cards brings {counted(state['next_set'], 'army')}"
    yield told


# --- What happened --------------------------------------------------------------------------------


def observed(position: Any, move: Any, viewer: int | None) -> str:
    """A move or an event of chance as the viewer learns of it, without who decided it."""
    made = ConquestMove(*move)
    if position.seat >= 0:
        return _decision(position, made)
    return _event(position, made, viewer)


def _decision(position: Any, move: ConquestMove) -> str:
    names = position.rules.territory_names
    armies = counted(move.n, "army")
    match move.kind:
        case Kind.CLAIM:
            return f"claims {names[move.a]}"
        case Kind.PLACE:
            return f"places {armies} on {names[move.a]}"
        case Kind.TRADE:
            return _trade(position, move)
        case Kind.ROLL | Kind.ASSAULT:
            return _attack(position, move)
        case Kind.OCCUPY:
            return f"moves {armies} into {names[position.state['to']]}"
        case Kind.FORTIFY:
            return f"moves {armies} from {names[move.a]} to {names[move.b]}"
        case _:
            return {
                Phase.TRADE: "trades no more cards",
                Phase.ATTACK: "ends the attacks",
            }.get(Phase(position.state["phase"]), "ends the turn")


def _trade(position: Any, move: ConquestMove) -> str:
    rules = position.rules
    cards = listing(card_text(rules, card) for card in (move.a, move.b, move.c))
    told = f"trades {cards} for {counted(position.state['next_set'], 'army')}"
    if not move.n:
        return told
    more = counted(rules.tree.cards.depicted, "army")
    return f"{told}, and {more} on {rules.territory_names[move.n - 1]}"


def _attack(position: Any, move: ConquestMove) -> str:
    names, armies = position.rules.territory_names, position.state["armies"]
    chance = win_text(attack_odds(position, move.a, move.b, committed(position, move)).win)
    way = f"with {counted(move.n, 'die')}" if move.kind == Kind.ROLL else "to the end"
    way = way.replace("dies", "dice")
    return (
        f"attacks {names[move.b]} from {names[move.a]} {way}: "
        f"{committed(position, move)} against {armies[move.b]}, {chance} to conquer it"
    )


def committed(position: Any, move: ConquestMove) -> int:
    """The armies that may be lost in an attack."""
    return move.n if move.kind == Kind.ASSAULT else int(position.state["armies"][move.a]) - 1


def attack_odds(position: Any, source: int, target: int, attackers: int | None = None) -> Odds:
    """The odds of attacking to the end, with all armies but one unless a number is given."""
    armies, battle = position.state["armies"], position.rules.tree.battle
    ties = Dice(
        battle.dice, battle.against, "attacker" if battle.ties is Ties.ATTACKER else "defender"
    )
    return odds(attackers or armies[source] - 1, armies[target], ties)


def win_text(chance: float) -> str:
    """A chance in per cent; never 0 % or 100 % unless it is."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 <= chance < 1:
        return "over 99 %"
    return f"{chance:.0%}".replace("%", " %")


def _event(position: Any, move: ConquestMove, viewer: int | None) -> str:
    rules, state = position.rules, position.state
    names, mover = rules.territory_names, state["mover"]
    who = owner_name(rules, mover)
    is_seen = viewer in (None, mover)
    match move.kind:
        case Kind.DEAL:
            return f"{names[move.a]} goes to {who}"
        case Kind.SCATTER:
            return (
                f"an army of {owner_name(rules, state['owners'][move.a])} goes to {names[move.a]}"
            )
        case Kind.LOSSES:
            return _losses(position, move)
        case Kind.CARD:
            return f"{who} draws {card_text(rules, move.a) if is_seen else 'a card'}"
        case _:
            told = f"{who} is dealt a mission"
            return f"{told}: {_own_mission(rules, mover, move.a)}" if is_seen else told


def _own_mission(rules: Any, seat: int, number: int) -> str:
    """A mission as it concerns the seat that has it."""
    mission = rules.missions.missions[number]
    if not isinstance(mission, Destroy):
        return mission_text(mission)
    instead = f"own {mission.otherwise} territories"
    if mission.seat - 1 == seat or mission.seat > rules.seats:
        return instead
    return f"eliminate {rules.seat_names[mission.seat - 1]}; {instead} if another player does that"


def _losses(position: Any, move: ConquestMove) -> str:
    rules, state = position.rules, position.state
    source, target = state["from"], state["to"]
    owner = state["owners"][target]
    who, whom = owner_name(rules, state["mover"]), owner_name(rules, owner)
    attackers, defenders = state["armies"][source] - move.n, state["armies"][target] - move.m
    told = f"{who} loses {move.n or 'nothing'}, {whom} loses {move.m or 'nothing'}"
    if defenders:
        left = f"{attackers} left against {defenders}"
        return f"{told}: {left}"
    told = f"{told}: {rules.territory_names[target]} is conquered"
    if owner < rules.seats and state["territories"][owner] == 1:
        taken = state["hands"][owner]
        cards = f", and {who} takes {counted(len(taken), 'card')}" if taken else ""
        told += f"; {whom} is eliminated{cards}"
    return told


# --- How it ended ---------------------------------------------------------------------------------


def ending(position: Any) -> str:
    """Who won a finished match and why."""
    rules, state = position.rules, position.state
    scores = position.outcome().scores
    winners = [seat for seat, score in enumerate(scores) if score > 0]
    names = listing(rules.seat_names[seat] for seat in winners)
    if len(winners) > 1:
        return f"{names} share the win after {counted(state['turns'], 'turn')}"
    if not winners:
        return "nobody wins"
    winner = winners[0]
    if sum(1 for count in state["territories"] if count) == 1:
        return f"{names} wins: all others are eliminated"
    if isinstance(rules.tree.goal, Share):
        owned = counted(state["territories"][winner], "territory")
        return f"{names} wins with {owned} of {len(state['owners'])}".replace(
            " territories of", " of"
        )
    if rules.missions is not None:
        mission = _own_mission(rules, winner, state["missions"][winner])
        return f"{names} wins by a mission: {mission}"
    return f"{names} wins"


# --- Where something happens ----------------------------------------------------------------------


def last_territories(position: Any) -> tuple[int, ...]:
    """Where the last move was: one territory, or two between which armies went."""
    for move in islice(position.latest_moves(), _RECENT):
        match move.kind:
            case Kind.CLAIM | Kind.DEAL | Kind.SCATTER | Kind.PLACE:
                return (move.a,)
            case Kind.ROLL | Kind.ASSAULT | Kind.FORTIFY:
                return (move.a, move.b)
    return ()


def legal_territories(position: Any) -> frozenset[int]:
    """Where the next move can go: to be claimed, reinforced, attacked or moved to."""
    if position.seat < 0:
        return frozenset()
    between = (Kind.ROLL, Kind.ASSAULT, Kind.FORTIFY)
    placed = (Kind.CLAIM, Kind.PLACE)
    targets = {move.b for move in position.moves() if move.kind in between}
    return frozenset(targets | {move.a for move in position.moves() if move.kind in placed})
