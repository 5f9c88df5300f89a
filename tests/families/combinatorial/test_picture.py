"""Pictures of positions show the seats by name, with captions."""

from __future__ import annotations

import re

from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.picture import draw_svg, draw_text, status
from ludwright.families.combinatorial.rules import NativePosition, load_rules
from ludwright.language.game import read_game
from ludwright.play.seat_colours import seat_colours

WHITE, BLACK = seat_colours(("White", "Black"))
SEATS = "(game Sides (players {}) (board (tiling hex) (shape rhombus) (size 3 3) {}) (end {}))"


def start(name: str) -> NativePosition:
    return load_rules(open_game(name)).start()


def test_black_of_reversi_was_drawn_white() -> None:
    position = start("reversi-8")
    owners = {site: owner for site, _, owner, *_ in position.native.pieces()}
    assert position.rules.seat_names[0] == "Black"
    for site, owner in owners.items():
        x, y = position.rules.board.centre_of(site)
        if owner == 0:
            assert f'<rect x="{60 * x - 20.52:g}"' in draw_svg(position)
        else:
            assert f'<circle cx="{60 * x:g}" cy="{-60 * y:g}"' in draw_svg(position)
    assert draw_text(position).count("X") == list(owners.values()).count(0) == 2


def test_signs_in_the_legend_are_those_of_the_board() -> None:
    position = start("reversi-8")
    assert status(position)[0] == "Black (X) to move"
    after = position.after(position.moves()[0])
    assert status(after)[0] == "White (O) to move"
    # Black has its two pieces, the one placed and the one turned.
    assert draw_text(after).count("X") == 4


def test_sides_of_hex_had_colours_of_nobody() -> None:
    svg = draw_svg(start("hex-7"))
    fills = set(re.findall(r'<polygon [^>]*fill="(#\w+)" fill-opacity="0\.', svg))
    assert fills == {WHITE.fill, BLACK.fill}


def test_regions_of_both_players_are_neutral() -> None:
    text = SEATS.format("White Black", "(regions (All n) (All s))", "(All win (in-a-row 3))")
    svg = draw_svg(load_rules(read_game(text)).start())
    fills = set(re.findall(r'<polygon [^>]*fill="(#\w+)" fill-opacity="0\.', svg))
    assert len(fills) == 2
    assert not fills & {WHITE.fill, BLACK.fill}


def test_captions_tell_the_colour_of_a_seat_whose_name_does_not() -> None:
    text = SEATS.format("Anna Black", "", "(All win (in-a-row 3))")
    position = load_rules(read_game(text)).start()
    assert "Anna (white) to move" in draw_svg(position)
    assert "Black to move" in draw_svg(position.after(position.moves()[0]))


def test_captions_tell_what_the_letters_mean() -> None:
    assert "K King, M Man" in draw_svg(start("english-draughts"))


def test_five_stones_were_five_stone() -> None:
    position = start("three-mens-morris")
    assert "White holds 3 Stones" in status(position)


def test_the_legend_named_types_that_a_seat_cannot_own() -> None:
    position = start("tablut-mini")
    assert status(position)[0] == "White (K M) to move"
    after = position.after(position.moves()[0])
    assert status(after)[0] == "Black (m) to move"
