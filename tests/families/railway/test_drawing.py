"""Pictures: everything is there, nothing hidden is, and nothing is markup."""

from __future__ import annotations

import itertools
from typing import Any
from xml.etree import ElementTree

import pytest

from ludwright.families.labels import overlap
from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.drawing import BoardDrawing, board_svg, draw_svg
from ludwright.families.railway.library import open_game
from ludwright.families.railway.reference import Phase
from ludwright.families.railway.vocabulary import Board
from ludwright.language.syntax import read
from tests.families.railway.matches import random_match, reached
from tests.families.railway.wheel import wheel

HOSTILE = ("<b>bold</b>", "a & b", "it's this", "escape\x1b[31m", "\u202eright to left", "x" * 39)


def texts(svg: str) -> list[str]:
    """All that is written in a picture, which has to be well-formed."""
    root = ElementTree.fromstring(svg)
    return [part.text or "" for part in root.iter() if part.tag.endswith("text")]


def test_a_board_has_the_names_of_all_cities_and_a_car_for_each_space() -> None:
    board = packaged_board("north-america")
    svg = board_svg(board, title="America", captions=["said below"])
    written = " ".join(texts(svg))
    assert {word for city in board.cities for word in str(city.name).split()} <= set(
        written.split()
    )
    assert "said below" in written
    assert "America" in written
    assert svg.count('transform="rotate(') == 309


def test_names_do_not_lie_over_cities_or_each_other_and_hardly_over_cars() -> None:
    drawing = BoardDrawing(packaged_board("north-america"))
    boxes = [label.box for label in drawing.labels]
    radius = drawing.layout.radius
    circles = [(x - radius, y - radius, x + radius, y + radius) for x, y in drawing.places]
    assert sum(overlap(box, circle) > 8 for box in boxes for circle in circles) == 0
    pairs = [(one, other) for at, one in enumerate(boxes) for other in boxes[:at]]
    assert sum(overlap(one, other) > 4 for one, other in pairs) == 0
    middles = [
        (car.x + dx, car.y + dy)
        for row in drawing.layout.cars
        for car in row
        for dx, dy in [(drawing.places[0][0] - drawing.layout.places[0][0], 34.0)]
    ]
    covered = [
        (x, y) for x, y in middles for box in boxes if box[0] < x < box[2] and box[1] < y < box[3]
    ]
    assert len(covered) <= 3


def test_names_stay_inside_the_picture() -> None:
    drawing = BoardDrawing(packaged_board("north-america"))
    for label in drawing.labels:
        left, top, right, bottom = label.box
        assert left >= 0
        assert top >= 0
        assert right <= drawing.width
        assert bottom <= drawing.height


def test_names_are_escaped() -> None:
    quoted = [f'"{name}"' for name in HOSTILE]
    cities = " ".join(
        f"(city {name} {100 * at} {50 * at % 300})" for at, name in enumerate(quoted, 1)
    )
    routes = " ".join(f"(route {one} {other} 2 gray)" for one, other in itertools.pairwise(quoted))
    board = read(f"(board M {cities} {routes})", Board, "test")
    assert isinstance(board, Board)
    svg = board_svg(board, title="<i>", captions=["<script>"])
    written = texts(svg)
    assert "<i>" in written
    assert "<script>" in written
    assert "<b>bold</b>" in " ".join(written)
    for mark in ("\x1b", "\u202e", "<b>", "<script>"):
        assert mark not in svg


# --- Positions ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def late() -> Any:
    *_, last = random_match(open_game("north-america"), 2, 3, plies=300)
    return last


def test_trains_carry_the_letter_of_their_owner(late: Any) -> None:
    tracks, owners = late.rules.tracks, late.state["owners"]
    spaces = [
        sum(track.length for track, owner in zip(tracks, owners, strict=True) if owner == seat)
        for seat in range(3)
    ]
    written = texts(draw_svg(late))
    # Each seat has its letter in the table of players too.
    assert [written.count(letter) - 1 for letter in "RBY"] == spaces
    assert spaces == [45 - trains for trains in late.state["trains"]]


def test_players_and_the_market_are_told(late: Any) -> None:
    written = texts(draw_svg(late, title="Trains", captions=["said below"]))
    for told in ("Trains", "said below", "Red", "Blue", "Yellow", "points", "market"):
        assert told in written
    assert any("in the pile" in one for one in written)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_cards_and_tickets_of_others_are_not_drawn(late: Any, viewer: int) -> None:
    written = texts(draw_svg(late, viewer=viewer))
    for seat, name in enumerate(late.rules.seat_names):
        assert any(one.startswith(f"{name}'s") for one in written) == (seat == viewer)
    assert all(f"{name}'s cards" in texts(draw_svg(late)) for name in late.rules.seat_names)


def test_tracks_that_can_be_built_are_marked_for_their_player_only() -> None:
    position = reached(open_game("north-america-smith"), Phase.TURN)
    plain = draw_svg(position, viewer=0)
    assert draw_svg(position, viewer=0, moves=True).count("<rect") > plain.count("<rect")
    assert draw_svg(position, viewer=1, moves=True) == draw_svg(position, viewer=1)


def test_pictures_are_as_wide_as_they_say(late: Any) -> None:
    root = ElementTree.fromstring(draw_svg(late, viewer=0))
    left, _, width, height = map(float, root.attrib["viewBox"].split())
    assert left == 0
    assert width <= 1200
    assert height <= 1300


def test_the_start_and_the_end_are_drawn() -> None:
    positions = list(random_match(wheel(), 1, 4))
    first = texts(draw_svg(positions[0]))
    assert len(first) > 20
    assert "Red's cards" not in first
    last = texts(draw_svg(positions[-1], viewer=1))
    assert any("win" in one for one in last)


def test_tickets_to_choose_from_are_drawn_for_their_player_only() -> None:
    position = reached(open_game("north-america"), Phase.KEEP)
    assert texts(draw_svg(position, viewer=position.seat)).count("?") == 3
    assert "?" not in texts(draw_svg(position, viewer=1 - position.seat))
