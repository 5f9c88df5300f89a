"""Colours of tracks and cards, and their symbols."""

from __future__ import annotations

from itertools import combinations

from ludwright.families.railway.colours import LOCOMOTIVE_LOOK, LOOKS, drawn_symbol
from ludwright.families.railway.vocabulary import CARD_COLOURS, Colour
from ludwright.play.seat_colours import lightness


def test_every_colour_of_cards_has_a_symbol_of_its_own_and_gray_none() -> None:
    looks = [*(LOOKS[colour] for colour in CARD_COLOURS), LOCOMOTIVE_LOOK]
    drawn = [drawn_symbol(look, 10, 20, 3) for look in looks]
    assert all(drawn)
    for one, other in combinations(range(len(looks)), 2):
        assert drawn[one].replace(looks[one].ink, "") != drawn[other].replace(looks[other].ink, "")
    assert drawn_symbol(LOOKS[Colour.GRAY], 10, 20, 3) == ""


def test_symbols_stand_out_from_their_colour() -> None:
    for look in (*(LOOKS[colour] for colour in CARD_COLOURS), LOCOMOTIVE_LOOK):
        bright, dark = sorted((lightness(look.fill), lightness(look.ink)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 3.0
