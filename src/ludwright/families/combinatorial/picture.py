"""Pictures of native positions: the data `drawing` needs, from the position and its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludwright.errors import UnknownName
from ludwright.families.combinatorial import drawing
from ludwright.families.combinatorial.endings import ending
from ludwright.families.combinatorial.reference import turn_length
from ludwright.families.combinatorial.rules import NativePosition, NativeRules
from ludwright.families.combinatorial.rules_in_english import moves_in_english
from ludwright.families.combinatorial.vocabulary import Role
from ludwright.families.painted import Paint, plain
from ludwright.language.english import counted
from ludwright.play.seat_colours import SeatColour, seat_colours


@dataclass(frozen=True, slots=True)
class _Shown:
    owner: int
    colour: SeatColour | None
    letter: str
    state: int


def draw_svg(
    position: NativePosition,
    *,
    title: str = "",
    captions: Sequence[str] | None = None,
    moves: bool = False,
) -> str:
    """The position as SVG, with the last move ringed and, optionally, the legal moves marked."""
    rules = position.rules
    return drawing.draw_svg(
        rules.board,
        _stacks(position),
        marks=_marks(position) if moves else (),
        last=_last(position),
        regions=_regions(rules),
        title=title,
        captions=_captions(position) if captions is None else captions,
    )


def draw_text(position: NativePosition, *, moves: bool = False, paint: Paint = plain) -> str:
    """The position in characters, coloured by `paint`."""
    return drawing.draw_text(
        position.rules.board,
        _stacks(position),
        marks=_marks(position) if moves else (),
        last=_last(position),
        paint=paint,
    )


def status(position: NativePosition, *, signs: bool = True) -> list[str]:
    """Whose turn it is or how it ended, then hands and points where there are any.

    `signs` adds the O and X of the text board.
    """
    first, second = position.rules.seat_names
    lines = [_turn(position, signs=signs)]
    for name, hand in zip((first, second), position.hands(), strict=True):
        if hand:
            held = ", ".join(counted(count, piece) for piece, count in hand.items())
            lines.append(f"{name} holds {held}")
    points = position.native.scores
    if any(points):
        lines.append(f"points: {first} {points[0]}, {second} {points[1]}")
    return lines


def _captions(position: NativePosition) -> list[str]:
    """The status, and what the letters on the pieces mean."""
    rules = position.rules
    lines = status(position, signs=False)
    letters = piece_letters(rules)
    if len(letters) > 1:
        named = zip(letters, rules.setting.pieces, strict=True)
        lines.append(", ".join(f"{letter} {piece.name}" for letter, piece in named))
    return lines


def _turn(position: NativePosition, *, signs: bool) -> str:
    colours = seat_colours(position.rules.seat_names)
    names = []
    for name, colour in zip(position.rules.seat_names, colours, strict=True):
        if signs:
            # With one type of piece the board shows O and X, else upper and lower case letters.
            letters = " ".join(_letters_of(position.rules, name))
            names.append(f"{name} ({colour.letter(letters) if letters else colour.sign})")
        else:
            names.append(name if colour.is_evident else f"{name} ({colour.name})")
    outcome = position.outcome()
    if outcome is None:
        return f"{names[position.side]} to move{turn_progress(position)}"
    if signs:
        return ending(position)
    if outcome.scores[0] == outcome.scores[1]:
        return "draw"
    winner = int(outcome.scores[1] > outcome.scores[0])
    return f"{names[position.side_of(winner)]} wins"


def turn_progress(position: NativePosition) -> str:
    """Which move of the turn comes next, if a turn has several: ", move 2 of 3"."""
    rule, site = position.native.going_on
    if rule >= 0:
        where = f" with the piece on {position.rules.board.label(site)}" if site >= 0 else ""
        return f", continuing{where}"
    play = position.rules.root.play
    if play is None or (play.moves_per_turn == 1 and not play.progressive):
        return ""
    made, turn = _moves_this_turn(position)
    length = turn_length(play, turn)
    return f", move {made + 1} of {length}" if length > 1 else ""


def _moves_this_turn(position: NativePosition) -> tuple[int, int]:
    """How many moves of the turn are made, and which turn it is, from 1."""
    made, turn = 0, 1
    before = position.rules.start()
    for move in position.history():
        after = before.after(move)
        if after.seat != before.seat:
            made, turn = 0, turn + 1
        elif after.native.going_on[0] < 0:
            # A move that continues is not finished, so it does not count yet.
            made += 1
        before = after
    return made, turn


def legend(position: NativePosition) -> list[str]:
    """The rules behind the numbers in the notation of the legal moves, if there are any."""
    named = zip(position.notation, position.moves(), strict=True)
    numbers = sorted({move.rule for name, move in named if f":{move.rule}" in name})
    if not numbers:
        return []
    sentences = moves_in_english(position.rules.root)
    return [f":{number}  {sentences[number] if number >= 0 else 'pass'}" for number in numbers]


def look(position: NativePosition, cell: str) -> list[str]:
    """The pieces on a cell, from top to bottom; raises UnknownName if there is no such cell."""
    rules = position.rules
    labels = {rules.board.label(site): site for site in rules.board.sites}
    site = rules.board.site(cell.strip().upper())
    if site is None or site not in labels.values():
        raise UnknownName("cell", cell, labels)
    name = rules.board.label(site)
    pieces = [piece for piece in position.native.pieces() if piece[0] == site][::-1]
    state = dict(position.native.cell_states()).get(site, 0)
    lines = [f"{name}: {len(pieces)} pieces, from top to bottom" if len(pieces) > 1 else f"{name}:"]
    lines += [f"  {_piece_words(rules, kind, owner, mark)}" for _, kind, owner, mark, _ in pieces]
    if not pieces:
        lines = [f"{name} is empty"]
    return [*lines, *([f"  the cell has state {state}"] if state else [])]


def _piece_words(rules: NativeRules, kind: int, owner: int, state: int) -> str:
    kinds = rules.setting.pieces
    name = str(kinds[kind].name) if kind < len(kinds) else "blocker"
    whose = rules.seat_names[owner] if owner < len(rules.seat_names) else "neutral"
    return f"{whose} {name}" + (f", state {state}" if state else "")


def _stacks(position: NativePosition) -> dict[int, list[_Shown]]:
    letters = piece_letters(position.rules)
    colours = seat_colours(position.rules.seat_names)
    stacks: dict[int, list[_Shown]] = {}
    for site, kind, owner, state, _ in position.native.pieces():
        letter = letters[kind] if kind < len(letters) else ""
        colour = colours[owner] if owner < len(colours) else None
        stacks.setdefault(site, []).append(_Shown(owner, colour, letter, state))
    return stacks


def _regions(rules: NativeRules) -> list[drawing.Region]:
    """The regions of the board; those that both seats own have no seat's colour."""
    colours = seat_colours(rules.seat_names)
    owners: dict[int, SeatColour] = {1 << seat: colour for seat, colour in enumerate(colours)}
    return [drawing.Region(cells, owners.get(mask)) for mask, cells in rules.setting.regions]


def piece_letters(rules: NativeRules) -> list[str]:
    """One letter per type of piece, all different where possible; none if there is one type."""
    names = [str(piece.name) for piece in rules.setting.pieces]
    if len(names) == 1:
        return [""]
    taken: list[str] = []
    for name in names:
        letters = [letter.upper() for letter in name if letter.isalpha()]
        free = [letter for letter in letters if letter not in taken]
        taken.append((free or letters or ["?"])[0])
    return taken


def _letters_of(rules: NativeRules, name: str) -> list[str]:
    """The letters of the types of pieces that a seat may own."""
    nobodys = (Role.NONE, Role.NEUTRAL)
    return [
        letter
        for letter, piece in zip(piece_letters(rules), rules.setting.pieces, strict=True)
        if letter and piece.player not in nobodys
        if isinstance(piece.player, Role) or piece.player == name
    ]


def _marks(position: NativePosition) -> set[int]:
    return {move.target for move in position.moves() if move.target >= 0}


def _last(position: NativePosition) -> set[int]:
    move = position.last_move
    return set() if move is None else {site for site in (move.source, move.target) if site >= 0}
