"""Pictures show every cell and piece, are well formed and never trust their text."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from xml.etree import ElementTree

import pytest

from ludwright.families.combinatorial.board import Board, make_board
from ludwright.families.combinatorial.drawing import Region, draw_svg, draw_text
from ludwright.play.seat_colours import SeatColour, seat_colours
from ludwright.presentation.picture_file import svg_to_png

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    make_board("square", "square", (4, 3)),
    make_board("square", "square", (3, 3, 2)),
    make_board("square", "hex", (3,)),
    make_board("hex", "hex", (3,)),
    make_board("hex", "square", (4,)),
    make_board("tri", "hex", (2,)),
    make_board("tri", "trapezium", (3, 2)),
    make_board("trunc-square", "square", (3,)),
]
WHITE, BLACK = seat_colours(("White", "Black"))
every_board = pytest.mark.parametrize("board", BOARDS, ids=repr)


@dataclass(frozen=True)
class Stone:
    owner: int
    letter: str = ""
    state: int = 0

    @property
    def colour(self) -> SeatColour | None:
        return (WHITE, BLACK, None)[self.owner]


def parts(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + tag))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parts(svg, "text")]


@every_board
def test_every_cell_lies_inside_the_picture(board: Board) -> None:
    svg = draw_svg(board, {}, title="a title", captions=("one", "two"))
    left, top, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    cells = parts(svg, "polygon")
    assert len(cells) == len(board.sites)
    for cell in cells:
        for point in cell.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert left < x < left + width
            assert top < y < top + height


@every_board
def test_text_shows_every_cell_once(board: Board) -> None:
    shown = draw_text(board, {})
    if board.tiling in ("hex", "tri"):
        labels = [
            f"{name}{number}"
            for name, *numbers in (line.split() for line in shown.splitlines())
            for number in numbers
        ]
        assert sorted(labels) == sorted(board.label(site) for site in board.sites)
    else:
        assert shown.count(".") == len(board.sites)
    everywhere = {site: [Stone(2)] for site in board.sites}
    assert draw_text(board, everywhere).count("#") == len(board.sites)


def test_owners_differ_in_shape_and_not_only_in_colour() -> None:
    board = make_board("square", "square", (3,))
    empty = draw_svg(board, {})
    site = board.sites[0]

    def added(tag: str, owner: int) -> int:
        return len(parts(draw_svg(board, {site: [Stone(owner)]}), tag)) - len(parts(empty, tag))

    assert [added(tag, 0) for tag in ("circle", "rect", "line")] == [1, 0, 0]
    assert [added(tag, 1) for tag in ("circle", "rect", "line")] == [0, 1, 0]
    assert [added(tag, 2) for tag in ("circle", "rect", "line")] == [0, 0, 4]


def test_stacks_show_their_height_and_the_top_piece() -> None:
    board = make_board("hex", "hex", (2,))
    stack = [Stone(0)] * 11 + [Stone(1, "Q", 7)]
    svg = draw_svg(board, {board.sites[0]: stack})
    assert {"12", "Q", "7"} <= set(texts(svg))
    assert "12" not in texts(draw_svg(board, {board.sites[0]: stack[-1:]}))
    assert "q^" in draw_text(board, {board.sites[0]: stack})
    assert "O3" in draw_text(board, {board.sites[0]: [Stone(1), Stone(1), Stone(0)]})


def test_marks_last_sites_and_regions_add_to_the_picture() -> None:
    board = make_board("square", "square", (3,))
    plain = draw_svg(board, {})
    one, other = board.sites[:2]
    assert len(parts(draw_svg(board, {}, marks=(one, other)), "circle")) == 2
    assert len(parts(draw_svg(board, {}, last=(one,)), "circle")) == 1
    tinted = draw_svg(board, {}, regions=(Region(board.corners), Region(board.centre)))
    assert len(parts(tinted, "polygon")) == len(parts(plain, "polygon")) + 5


def test_a_region_has_the_colour_of_its_owner() -> None:
    board = make_board("hex", "rhombus", (4,))
    owners = {"n": WHITE, "s": WHITE, "e": BLACK, "w": BLACK}
    sides = [(board.sides[side], seat) for side, seat in owners.items()]
    svg = draw_svg(board, {}, regions=[Region(cells, seat) for cells, seat in sides])
    tints = [cell.attrib["fill"] for cell in parts(svg, "polygon")[len(board.sites) :]]
    # Eight cells of each seat, of which four are corners of both.
    assert sorted(tints) == sorted([WHITE.fill] * 8 + [BLACK.fill] * 8)
    bars = [line.attrib["stroke"] for line in parts(svg, "line")]
    assert bars.count(WHITE.fill) == bars.count(BLACK.fill)
    unowned = draw_svg(board, {}, regions=[Region(cells) for cells, _ in sides])
    assert not {WHITE.fill, BLACK.fill} & {
        cell.attrib["fill"] for cell in parts(unowned, "polygon")
    }
    assert not parts(unowned, "line")


def test_text_is_escaped() -> None:
    board = make_board("square", "square", (2,))
    evil = '<script>"&</script>'
    svg = draw_svg(board, {board.sites[0]: [Stone(0, "<")]}, title=evil, captions=(evil,))
    assert "<script" not in svg
    assert texts(svg).count(evil) == 2
    assert "<" in texts(svg)
    assert ElementTree.fromstring(svg).attrib["aria-label"] == evil


def test_squares_in_text_have_named_rows_and_columns() -> None:
    board = make_board("square", "square", (3,))
    a1, b1, c1, a2, b2, *_ = board.sites
    pieces = {
        a1: [Stone(0)],
        b1: [Stone(1)],
        c1: [Stone(2)],
        a2: [Stone(0, "k")],
        b2: [Stone(1, "K")],
    }
    assert draw_text(board, pieces, marks=(a1, board.sites[-1]), last=(b2,), title="T") == (
        "T\n"
        " 3  .  .  +\n"
        " 2  K  k! .\n"
        " 1  O* X  #\n"
        "    A  B  C\n"
    )  # fmt: skip


def test_hexes_in_text_had_no_columns_so_empty_ones_show_their_number() -> None:
    board = make_board("hex", "hex", (2,))
    c2 = board.site("C2")
    assert c2 is not None
    assert draw_text(board, {c2: [Stone(0)]}, marks=(board.sites[0],), last=(c2,)) == (
        " C    1   O!  (2)\n"
        " B  1   2   3\n"
        " A    1+  2\n"
    )  # fmt: skip


def test_colours_change_no_visible_character() -> None:
    board = make_board("hex", "hex", (3,))
    pieces = {board.sites[3]: [Stone(1)], board.sites[5]: [Stone(2), Stone(0)]}
    seen: set[str] = set()

    def paint(text: str, *roles: str) -> str:
        seen.update(roles)
        return f"<{text}>"

    painted = draw_text(board, pieces, marks=(board.sites[0],), last=(board.sites[3],), paint=paint)
    plain = draw_text(board, pieces, marks=(board.sites[0],), last=(board.sites[3],))
    assert painted.replace("<", "").replace(">", "") == plain
    assert seen == {"seat white", "seat black", "empty", "mark", "last", "label"}


def test_rows_of_triangles_in_text_narrow_towards_the_apex() -> None:
    assert draw_text(make_board("tri", "tri", (2,)), {}) == (
        " B     1\n"
        " A  1  2  3\n"
    )  # fmt: skip


def test_levels_in_text_come_one_after_another() -> None:
    text = draw_text(make_board("square", "square", (2, 2, 2)), {})
    assert text.count("level") == 2
    assert text.index("level 1") < text.index("level 2")


@pytest.mark.skipif(find_spec("resvg_py") is None, reason="needs the extra 'picture'")
@every_board
def test_pictures_become_png(board: Board) -> None:
    png = svg_to_png(draw_svg(board, {board.sites[0]: [Stone(0, "K")]}), width=200)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 200
