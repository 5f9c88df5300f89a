"""Pictures of native positions: what `drawing` needs, taken from the position and its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludwright.families.combinatorial import drawing
from ludwright.families.combinatorial.rules import NativePosition, NativeRules
from ludwright.families.combinatorial.vocabulary import Role
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
    """The position as SVG, with the last move ringed and, if asked, the legal moves marked."""
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


def draw_text(position: NativePosition, *, moves: bool = False) -> str:
    """The position in characters."""
    return drawing.draw_text(
        position.rules.board,
        _stacks(position),
        marks=_marks(position) if moves else (),
        last=_last(position),
    )


def status(position: NativePosition, *, signs: bool = True) -> list[str]:
    """Whose turn it is or how it ended, then hands and points where there are any.

    `signs` tells the O and X of the board in characters.
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
            # With one type of piece the board shows O and X, else large and small letters.
            letters = " ".join(_letters_of(position.rules, name))
            names.append(f"{name} ({colour.letter(letters) if letters else colour.sign})")
        else:
            names.append(name if colour.is_evident else f"{name} ({colour.name})")
    outcome = position.outcome()
    if outcome is None:
        return f"{names[position.seat]} to move"
    if outcome.scores[0] == outcome.scores[1]:
        return f"draw ({outcome.reason})"
    winner = int(outcome.scores[1] > outcome.scores[0])
    return f"{names[winner]} wins ({outcome.reason})"


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
    """The regions of the board; those that both seats own are in no seat's colour."""
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
