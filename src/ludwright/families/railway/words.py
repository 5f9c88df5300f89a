"""Positions and moves of railway games in words: whose turn it is, what happened, how it ended.

Whatever depends on hidden cards or tickets takes the seat that looks; None sees everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from ludwright.families.railway.english import ticket_text
from ludwright.families.railway.journeys import Journey, is_open, journey
from ludwright.families.railway.moves import UNSEEN, Kind, RailwayMove
from ludwright.families.railway.notation import CARD_NAMES
from ludwright.families.railway.reference import Phase
from ludwright.families.railway.vocabulary import LOCOMOTIVE, Colour, Gridlock
from ludwright.language.english import counted, listing
from ludwright.play.outcome import Reason

_COLOURS: Final[tuple[Colour, ...]] = tuple(Colour)
_RECENT: Final[int] = 12
"""How many plies back the last track that was built may lie."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What all see of a seat; after the end also what its tickets brought."""

    seat: int
    name: str
    points: int
    """For tracks; after the end all."""
    trains: int
    cards: int
    tickets: int
    path: int
    """The spaces of its longest path."""
    is_mover: bool


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A ticket of a seat, and what is missing."""

    ticket: int
    text: str
    is_completed: bool
    journey: Journey | None
    """None if the ticket is completed, or cannot be any more."""
    state: str
    """In words: `completed`, `4 spaces missing: …` or `cannot be completed any more`."""


def seat_letter(name: str) -> str:
    """The letter of a seat on the board; Blue has the B, so Black has the K."""
    return "K" if name == "Black" else name[0]


def seat_rows(position: Any) -> list[SeatRow]:
    """A row for each seat."""
    state, is_over = position.state, position.outcome() is not None
    points = state["final_points"] if is_over else state["route_points"]
    return [
        SeatRow(
            *(seat, name, points[seat], state["trains"][seat], state["hand_counts"][seat]),
            *(state["ticket_counts"][seat], state["longest_paths"][seat]),
            is_mover=seat == state["mover"] and not is_over,
        )
        for seat, name in enumerate(position.rules.seat_names)
    ]


# --- Tracks and cards -----------------------------------------------------------------------------


def route_text(rules: Any, track: int) -> str:
    """The cities of a track: `Atlanta - Raleigh`."""
    one, other = rules.tracks[track].one, rules.tracks[track].other
    return f"{rules.city_names[one]} - {rules.city_names[other]}"


def track_text(rules: Any, track: int) -> str:
    """A track with its length and colour: `Atlanta - Raleigh 2 gray`."""
    found = rules.tracks[track]
    return f"{route_text(rules, track)} {found.length} {_COLOURS[found.colour]}"


def cards_text(counts: Sequence[int]) -> str:
    """Some cards: `2 red, 1 blue, 1 locomotive`; "none" if there are none."""
    told = [f"{count} {CARD_NAMES[kind]}" for kind, count in enumerate(counts) if count]
    return ", ".join(_plural_locomotives(told)) or "none"


def _plural_locomotives(told: Iterable[str]) -> Iterator[str]:
    for one in told:
        yield f"{one}s" if one.endswith("locomotive") and not one.startswith("1 ") else one


def payment_text(rules: Any, move: RailwayMove) -> str:
    """The cards that a track is paid with: `1 red and 1 locomotive`."""
    counts = [0] * (LOCOMOTIVE + 1)
    counts[LOCOMOTIVE] = move.c
    if move.b != LOCOMOTIVE:
        counts[move.b] = rules.tracks[move.a].length - move.c
    return cards_text(counts).replace(", ", " and ")


def market_text(position: Any) -> str:
    """The cards that lie face up, and how many are in the pile and discarded."""
    state = position.state
    pile, discards = state["pile_count"], sum(state["discards"])
    return f"{cards_text(state['market'])}; {pile} in the pile, {discards} discarded"


def card_name(kind: int) -> str:
    """A card with its article: `a red card`, `a locomotive`."""
    if kind == LOCOMOTIVE:
        return "a locomotive"
    name = CARD_NAMES[kind]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} card"


# --- Hands and tickets ----------------------------------------------------------------------------


def shown_seats(position: Any, viewer: int | None) -> Sequence[int]:
    """The seats whose cards and tickets the viewer sees."""
    return range(position.rules.seats) if viewer is None else (viewer,)


def ticket_name(rules: Any, ticket: int) -> str:
    """A ticket in words: `Boston - Miami 12`."""
    return ticket_text(rules.tree.board.tickets[ticket])


def ticket_rows(position: Any, seat: int) -> list[TicketRow]:
    """The tickets of a seat, completed ones last."""
    state = position.state
    rows = [ticket_row(position, seat, ticket) for ticket in state["tickets"][seat]]
    return sorted(rows, key=lambda row: (row.is_completed, row.ticket))


def ticket_row(position: Any, seat: int, ticket: int) -> TicketRow:
    """A ticket and how far it is completed by a seat, whether or not it is the seat's."""
    name = ticket_name(position.rules, ticket)
    way = journey(position, seat, ticket)
    if way is None:
        return TicketRow(ticket, name, False, None, "cannot be completed any more")
    if not way.tracks:
        return TicketRow(ticket, name, True, None, "completed")
    missing = ", ".join(_missing_text(position, seat, track) for track in way.tracks)
    told = f"{counted(way.spaces, 'space')} missing: {missing}"
    if way.spaces > position.state["trains"][seat]:
        told = f"{counted(way.spaces, 'space')} missing, more than there are trains"
    return TicketRow(ticket, name, False, way, told)


def _missing_text(position: Any, seat: int, track: int) -> str:
    """A track with its colour, or with that of the other one too if either can be built."""
    rules = position.rules
    told, twin = track_text(rules, track), rules.twins[track]
    if twin is None or not is_open(position, twin, seat):
        return told
    other = str(_COLOURS[rules.tracks[twin].colour])
    return told if told.endswith(f" {other}") else f"{told} or {other}"


def offered_rows(position: Any, viewer: int | None) -> list[TicketRow]:
    """The tickets that the mover chooses from, if the viewer sees them."""
    state = position.state
    mover = state["mover"]
    if Phase(state["phase"]) is not Phase.KEEP or viewer not in (None, mover):
        return []
    return [ticket_row(position, mover, ticket) for ticket in state["offered"]]


def hand_lines(position: Any, viewer: int | None = None) -> list[str]:
    """The cards and tickets of the viewer, or of everyone."""
    rules, state = position.rules, position.state
    lines: list[str] = []
    for seat in shown_seats(position, viewer):
        whose = f"{rules.seat_names[seat]}'s"
        lines.append(f"{whose} cards: {cards_text(state['hands'][seat])}")
        rows = ticket_rows(position, seat)
        lines += [f"{whose} ticket {row.text}: {row.state}" for row in rows]
    return lines


# --- Whose turn it is -----------------------------------------------------------------------------


def status(position: Any, viewer: int | None = None) -> list[str]:
    """Whose turn it is and what can be done, or how the match ended; then where the match is."""
    del viewer  # cards and tickets are shown with the board
    if position.outcome() is not None:
        return [ending(position), *_score_lines(position)]
    return [f"{_turn_text(position)}{_last_text(position)}", *_match_text(position)]


def _turn_text(position: Any) -> str:
    rules, state = position.rules, position.state
    who = rules.seat_names[state["mover"]]
    match Phase(state["phase"]):
        case Phase.DEAL:
            return "the first cards are dealt"
        case Phase.MARKET:
            return "the market is laid out"
        case Phase.OFFER:
            return f"{who} draws tickets"
        case Phase.BLIND:
            return f"{who} draws a card"
        case Phase.KEEP:
            least = min(move.b for move in position.moves())
            drawn = counted(len(state["offered"]), "ticket")
            return f"{who} to keep at least {least} of {drawn}"
        case Phase.SECOND:
            return f"{who} to take a second card"
        case _:
            pass
    if any(move.kind == Kind.PASS for move in position.moves()):
        return f"{who} is stuck: no card to take and nothing to build"
    return f"{who} to take cards, build a track or draw tickets"


def _match_text(position: Any) -> Iterator[str]:
    """The number of the turn, and how many tickets are left."""
    state = position.state
    if Phase(state["phase"]) is not Phase.DEAL:
        yield f"turn {state['turns'] + 1}; {counted(state['tickets_left'], 'ticket')} left"


def _last_text(position: Any) -> str:
    """Whether the turn is among the last ones."""
    left = position.state["last_turns"]
    if left < 0:
        return ""
    return "; the last turn" if left == 1 else f"; the last {left} turns"


# --- What happened --------------------------------------------------------------------------------


def observed(position: Any, move: Any, viewer: int | None) -> str:
    """A move or an event of chance as the viewer learns of it, without who decided it."""
    made = RailwayMove(*move)
    if position.seat >= 0:
        return _decision(position, made, viewer)
    return _event(position, made, viewer)


def _decision(position: Any, move: RailwayMove, viewer: int | None) -> str:
    rules = position.rules
    match move.kind:
        case Kind.TAKE:
            return f"takes {card_name(move.a)} from the market"
        case Kind.DRAW:
            return "draws from the pile"
        case Kind.TICKETS:
            return "draws tickets"
        case Kind.KEEP:
            return _kept(position, move, viewer)
        case Kind.BUILD:
            points = counted(rules.tree.points[rules.tracks[move.a].length - 1], "point")
            paid = payment_text(rules, move)
            return f"builds {track_text(rules, move.a)} with {paid} for {points}"
        case _:
            return "passes"


def _kept(position: Any, move: RailwayMove, viewer: int | None) -> str:
    offered = position.state["offered"]
    told = f"keeps {move.b} of {counted(len(offered), 'ticket')}"
    if viewer not in (None, position.seat) or move.a == UNSEEN:
        return told
    kept = [ticket for at, ticket in enumerate(offered) if move.a >> at & 1]
    return f"{told}: {listing(ticket_name(position.rules, ticket) for ticket in kept)}"


def _event(position: Any, move: RailwayMove, viewer: int | None) -> str:
    rules, mover = position.rules, position.state["mover"]
    who = rules.seat_names[mover]
    is_seen = viewer in (None, mover) and move.a != UNSEEN
    match move.kind:
        case Kind.DEAL:
            return f"{who} is dealt {card_name(move.a) if is_seen else 'a card'}"
        case Kind.TURN_UP:
            return f"{card_name(move.a)} is laid face up"
        case Kind.OFFER:
            return f"{who} draws {ticket_name(rules, move.a) if is_seen else 'a ticket'}"
        case _:
            return f"{who} draws {card_name(move.a) if is_seen else 'a card'}"


# --- How it ended ---------------------------------------------------------------------------------


def ending(position: Any) -> str:
    """Who won a finished match and why."""
    rules, state = position.rules, position.state
    outcome = position.outcome()
    winners = [seat for seat, score in enumerate(outcome.scores) if score > 0]
    names = listing(rules.seat_names[seat] for seat in winners)
    points = state["final_points"]
    told = f"{names} {'wins' if len(winners) == 1 else 'share the win'}"
    if winners:
        told += f" with {counted(points[winners[0]], 'point')}"
        told += _tie_text(position, winners)
    return f"{told}{_gridlock_text(position)}"


def _tie_text(position: Any, winners: Sequence[int]) -> str:
    """What decided between seats with equal points."""
    state = position.state
    best = state["final_points"][winners[0]]
    equal = [seat for seat, points in enumerate(state["final_points"]) if points == best]
    if len(equal) == len(winners):
        return ""
    completed = [len(state["completed"][seat]) for seat in equal]
    reason = "more completed tickets"
    if completed.count(max(completed)) > len(winners):
        reason = "the longest path"
    return f", ahead of others with as many by {reason}"


def _gridlock_text(position: Any) -> str:
    if position.outcome().reason is not Reason.NO_MOVES:
        return ""
    rules, state = position.rules, position.state
    stuck = "no card to take and nothing to build"
    if rules.tree.gridlock is Gridlock.FIRST:
        who = rules.seat_names[state["mover"]]
        return f"; gridlock: {who} has {stuck}"
    return f"; gridlock: all players passed, with {stuck}"


def _score_lines(position: Any) -> Iterator[str]:
    """For each seat how its points came about."""
    rules, state = position.rules, position.state
    paths = state["longest_paths"]
    for seat, name in enumerate(rules.seat_names):
        tickets, completed = state["tickets"][seat], set(state["completed"][seat])
        values = {ticket: rules.tickets[ticket][2] for ticket in tickets}
        gained = sum(values[ticket] for ticket in completed)
        lost = sum(value for ticket, value in values.items() if ticket not in completed)
        failed = len(tickets) - len(completed)
        parts = [f"{state['route_points'][seat]} for tracks"]
        if completed:
            parts.append(f"{gained} for {counted(len(completed), 'ticket')}")
        if failed:
            parts.append(f"-{lost} for {failed} not completed")
        if rules.tree.longest and 0 < paths[seat] == max(paths):
            parts.append(f"{rules.tree.longest} for the longest path")
        total = counted(state["final_points"][seat], "point")
        yield f"{name}: {total} ({', '.join(parts)}; path of {counted(paths[seat], 'space')})"


# --- Where something happens ----------------------------------------------------------------------


def last_tracks(position: Any) -> frozenset[int]:
    """The track that was built last, if that is not long ago."""
    for move in islice(position.latest_moves(), _RECENT):
        if move.kind == Kind.BUILD:
            return frozenset({move.a})
    return frozenset()


def legal_tracks(position: Any, viewer: int | None = None) -> frozenset[int]:
    """The tracks that can be built now; none for another seat, whose cards that would show."""
    if position.seat < 0 or viewer not in (None, position.seat):
        return frozenset()
    return frozenset(move.a for move in position.moves() if move.kind == Kind.BUILD)
