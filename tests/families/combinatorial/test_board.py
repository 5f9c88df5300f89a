"""Facts about boards: counts, steps, sides, rows, labels, colours and distances."""

from __future__ import annotations

import math
import pickle
import re
from itertools import combinations, pairwise

import pytest

from ludwright.families.combinatorial.board import Board, make_board

PLANE_SIZES: dict[str, list[tuple[int, ...]]] = {
    "square": [(1,), (3,), (4, 6), (5, 2)],
    "rhombus": [(1,), (5,), (3, 4)],
    "tri": [(1,), (2,), (7,)],
    "hex": [(1,), (3,), (5,)],
    "trapezium": [(1,), (7, 7), (4, 2)],
    "boardless": [(3,), (8,)],
}
ALL_BOARDS: list[Board] = [
    make_board(tiling, shape, sizes, indirect=indirect)
    for tiling in ("square", "hex", "tri", "trunc-square")
    for shape, many in PLANE_SIZES.items()
    if tiling != "trunc-square" or shape in ("square", "rhombus")
    for sizes in many
    for indirect in (False, True)
] + [
    make_board("square", "square", sizes, indirect=indirect)
    for sizes in ((3, 3, 3), (4, 4, 4), (2, 3, 4), (5, 5, 1), (30, 30))
    for indirect in (False, True)
]
every_board = pytest.mark.parametrize("board", ALL_BOARDS, ids=repr)


def index_of(board: Board, name: str) -> int:
    return [line.name for line in board.directions].index(name)


def labels(board: Board, sites: frozenset[int]) -> set[str]:
    return {board.label(site) for site in sites}


def at(board: Board, label: str) -> int:
    site = board.site(label)
    assert site is not None
    return site


@pytest.mark.parametrize(
    ("tiling", "shape", "sizes", "count"),
    [
        ("square", "square", (8,), 64),
        ("square", "square", (7, 6), 42),
        ("square", "square", (4, 4, 4), 64),
        ("square", "tri", (4,), 10),
        ("square", "hex", (3,), 19),
        ("hex", "hex", (5,), 61),
        ("hex", "rhombus", (11,), 121),
        ("hex", "tri", (7,), 28),
        ("hex", "trapezium", (7, 7), 70),
        ("hex", "square", (5, 4), 20),
        ("hex", "boardless", (4,), 37),
        ("tri", "hex", (3,), 54),
        ("tri", "tri", (7,), 49),
        ("tri", "rhombus", (5,), 50),
        ("tri", "trapezium", (3, 2), 16),
        ("tri", "square", (4, 3), 24),
        ("tri", "boardless", (4,), 32),
        ("trunc-square", "square", (4,), 16 + 9),
        ("trunc-square", "rhombus", (3, 5), 15 + 8),
    ],
)
def test_boards_have_the_right_number_of_cells(
    tiling: str, shape: str, sizes: tuple[int, ...], count: int
) -> None:
    assert len(make_board(tiling, shape, sizes).sites) == count


def test_equal_arguments_give_the_same_board() -> None:
    assert make_board("hex", "hex", [4]) is make_board("hex", "hex", (4,), indirect=False)
    board = make_board("tri", "tri", (4,), indirect=True)
    assert pickle.loads(pickle.dumps(board)) is board


@every_board
def test_sites_are_places_in_the_embedding(board: Board) -> None:
    assert board.sites == tuple(sorted(set(board.sites)))
    assert board.extent == board.sites[-1] + 1
    for site in board.sites:
        level, row, column = board.coordinates(site)
        assert site == (level * board.height + row) * board.width + column


@every_board
def test_a_step_there_and_back_returns(board: Board) -> None:
    on_board = set(board.sites)
    for d, table in enumerate(board.step):
        assert len(table) == board.extent
        assert board.opposite[board.opposite[d]] == d != board.opposite[d]
        for site, target in enumerate(table):
            if target >= 0:
                assert site in on_board
                assert target in on_board
                assert board.step[board.opposite[d]][target] == site


@every_board
def test_parts_agree_with_steps(board: Board) -> None:
    for table, parts in zip(board.step, board.parts, strict=True):
        assert len(parts) <= (2 if board.tiling == "tri" else 1)
        stepped = {site: site + delta for delta, sites in parts for site in sites}
        assert stepped == {site: target for site, target in enumerate(table) if target >= 0}


@every_board
def test_neighbours_are_mutual_and_follow_the_adjacency_flag(board: Board) -> None:
    for site in board.sites:
        direct, indirect = board.direct_neighbours[site], board.indirect_neighbours[site]
        assert not set(direct) & set(indirect)
        assert board.neighbours[site] == tuple(
            sorted((*direct, *(indirect if board.indirect else ())))
        )
        assert site not in board.neighbours[site]
        assert all(site in board.neighbours[other] for other in board.neighbours[site])


@pytest.mark.parametrize(
    ("board", "label", "direct", "indirect"),
    [
        (make_board("square", "square", (5,)), "C3", 4, 4),
        (make_board("square", "square", (3, 3, 3)), "B2.2", 6, 20),
        (make_board("hex", "hex", (3,)), "C3", 6, 6),
        (make_board("tri", "hex", (3,)), "C5", 3, 9),
        (make_board("trunc-square", "square", (3,)), "C3", 8, 0),
        (make_board("trunc-square", "square", (3,)), "B2", 4, 0),
    ],
)
def test_inner_cells_have_all_their_neighbours(
    board: Board, label: str, direct: int, indirect: int
) -> None:
    site = at(board, label)
    assert len(board.direct_neighbours[site]) == direct
    assert len(board.indirect_neighbours[site]) == indirect


@pytest.mark.parametrize(
    "board", [b for b in ALL_BOARDS if b.levels == 1 and len(b.sites) < 200], ids=repr
)
def test_direct_neighbours_share_an_edge_in_the_picture(board: Board) -> None:
    corners = {
        site: {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in board.polygon(site)}
        for site in board.sites
    }
    for one, other in combinations(board.sites, 2):
        shared = len(corners[one] & corners[other])
        assert (other in board.direct_neighbours[one]) == (shared == 2)
        if board.tiling in ("square", "tri"):
            assert (other in board.indirect_neighbours[one]) == (shared == 1)


@every_board
def test_polygons_surround_their_centres_and_steps_point_their_way(board: Board) -> None:
    for site in board.sites[:60]:
        x, y = board.centre_of(site)
        points = board.polygon(site)
        assert math.isclose(sum(p[0] for p in points) / len(points), x, abs_tol=1e-9)
        assert math.isclose(sum(p[1] for p in points) / len(points), y, abs_tol=1e-9)
    for d, line in enumerate(board.directions):
        for site, target in enumerate(board.step[d]):
            if target >= 0 and len(line.name) <= 2 and not set(line.name) & {"u", "d"}:
                (x, y), (to_x, to_y) = board.centre_of(site), board.centre_of(target)
                assert ("n" in line.name) <= (to_y - y > -1e-9)
                assert ("s" in line.name) <= (to_y - y < 1e-9)
                assert ("e" in line.name) <= (to_x - x > -1e-9)
                assert ("w" in line.name) <= (to_x - x < 1e-9)


@every_board
def test_labels_are_well_formed_and_invertible(board: Board) -> None:
    pattern = re.compile(r"[A-Z]+[0-9]+([.][0-9]+)?")
    for site in board.sites:
        assert pattern.fullmatch(board.label(site))
        assert board.site(board.label(site)) == site
    assert len({board.label(site) for site in board.sites}) == len(board.sites)
    assert board.site("ZZ99") is None
    assert board.site("") is None


def test_labels_follow_the_coordinates_of_each_tiling() -> None:
    square = make_board("square", "square", (30, 3))
    assert square.label(square.sites[0]) == "A1"
    assert square.label(square.sites[26]) == "AA1"
    assert square.step[index_of(square, "n")][at(square, "B1")] == at(square, "B2")
    hexes = make_board("hex", "hex", (3,))
    assert labels(hexes, hexes.sides["s"]) == {"A1", "A2", "A3"}
    assert labels(hexes, hexes.sides["n"]) == {"E1", "E2", "E3"}
    cube = make_board("square", "square", (3, 3, 3))
    assert cube.label(cube.sites[0]) == "A1.1"
    assert cube.site("A1") == cube.site("A1.1") == cube.sites[0]
    assert cube.step[index_of(cube, "u")][at(cube, "B2")] == at(cube, "B2.2")
    truncated = make_board("trunc-square", "square", (2,))
    assert {truncated.label(site) for site in truncated.sites} == {"A1", "C1", "A3", "C3", "B2"}


@every_board
def test_neighbours_across_an_edge_differ_in_phase(board: Board) -> None:
    assert {board.phase[site] for site in board.sites} <= set(range(board.phases))
    for site in range(board.extent):
        assert (board.phase[site] == -1) == (site not in board.sites)
        for other in board.direct_neighbours[site]:
            assert board.phase[site] != board.phase[other]


def test_directions_are_listed_clockwise_from_north() -> None:
    def names(tiling: str, shape: str = "square", sizes: tuple[int, ...] = (3,)) -> str:
        lines = make_board(tiling, shape, sizes).directions
        return " ".join(line.name if line.direct else f"({line.name})" for line in lines)

    assert names("square") == "n e s w (ne) (se) (sw) (nw)"
    assert names("hex") == "ne e se sw w nw (n) (ene) (ese) (s) (wsw) (wnw)"
    assert names("tri") == "ne e se sw w nw"
    assert names("trunc-square") == "n ne e se s sw w nw"
    cube = make_board("square", "square", (3, 3, 3))
    assert len({line.name for line in cube.directions}) == 26
    assert [line.name for line in cube.directions if line.direct] == ["n", "e", "s", "w", "u", "d"]


def test_line_directions_follow_the_named_class_or_the_flag() -> None:
    plain = make_board("square", "square", (3,))
    both = make_board("square", "square", (3,), indirect=True)
    assert plain.line_directions(None) == plain.line_directions("d-nbors") == (0, 1, 2, 3)
    assert plain.line_directions("i-nbors") == (4, 5, 6, 7)
    assert both.line_directions() == both.line_directions("all-nbors") == tuple(range(8))
    assert make_board("tri", "tri", (3,)).line_directions("i-nbors") == ()
    with pytest.raises(ValueError, match="expected one of d-nbors"):
        plain.line_directions("x-nbors")


@every_board
def test_rows_part_the_board_and_end_at_the_side_of_that_name(board: Board) -> None:
    back = {"n": "s", "e": "w", "ne": "sw", "se": "nw", "u": "d"}
    for name, opposite in back.items():
        rows = board.rows(name)
        assert sorted(site for row in rows for site in row) == list(board.sites)
        assert board.rows(opposite) == rows[::-1]
    for name, side in board.sides.items():
        last = board.rows(name)[-1]
        assert side <= last
        if board.tiling != "tri":
            assert side == last


def test_rows_of_triangles_are_strips() -> None:
    board = make_board("tri", "tri", (7,))
    assert [len(row) for row in board.rows("n")] == [13, 11, 9, 7, 5, 3, 1]
    assert [len(row) for row in board.rows("sw")] == [13, 11, 9, 7, 5, 3, 1]
    assert [len(row) for row in board.rows("se")] == [13, 11, 9, 7, 5, 3, 1]
    with pytest.raises(ValueError, match="expected one of n"):
        board.rows("x")


def test_rows_of_hexes_shrink_towards_the_short_side() -> None:
    board = make_board("hex", "trapezium", (7, 7))
    assert [len(row) for row in board.rows("n")] == [13, 12, 11, 10, 9, 8, 7]


@pytest.mark.parametrize(
    ("tiling", "shape", "sizes", "sides"),
    [
        ("square", "square", (4, 6), {"n": 4, "e": 6, "s": 4, "w": 6}),
        ("square", "square", (3, 4, 2), {"n": 6, "e": 8, "s": 6, "w": 8, "u": 12, "d": 12}),
        ("hex", "rhombus", (5, 3), {"n": 5, "e": 3, "s": 5, "w": 3}),
        ("hex", "hex", (4,), dict.fromkeys(("n", "ne", "se", "s", "sw", "nw"), 4)),
        ("hex", "tri", (5,), {"ne": 5, "s": 5, "nw": 5}),
        ("hex", "trapezium", (3, 4), {"n": 3, "ne": 4, "s": 6, "nw": 4}),
        ("hex", "square", (5, 4), {"n": 5, "e": 4, "s": 5, "w": 4}),
        ("tri", "hex", (3,), dict.fromkeys(("n", "ne", "se", "s", "sw", "nw"), 3)),
        ("tri", "tri", (4,), {"ne": 4, "s": 4, "nw": 4}),
        ("trunc-square", "square", (3, 4), {"n": 3, "e": 4, "s": 3, "w": 4}),
    ],
)
def test_sides_have_the_right_length(
    tiling: str, shape: str, sizes: tuple[int, ...], sides: dict[str, int]
) -> None:
    found = make_board(tiling, shape, sizes).sides
    assert {name: len(cells) for name, cells in found.items()} == sides
    assert list(found) == list(sides)


def test_corners_edge_and_centre_are_where_a_player_sees_them() -> None:
    square = make_board("square", "square", (4,))
    assert labels(square, square.corners) == {"A1", "D1", "A4", "D4"}
    assert labels(square, square.centre) == {"B2", "B3", "C2", "C3"}
    assert len(square.edge) == 12
    hexes = make_board("hex", "hex", (4,))
    assert len(hexes.corners) == 6
    assert labels(hexes, hexes.centre) == {"D4"}
    assert len(hexes.edge) == 18
    triangle = make_board("tri", "tri", (4,))
    assert labels(triangle, triangle.corners) == {"A1", "A7", "D1"}
    assert len(triangle.edge) == 9
    assert len(make_board("tri", "hex", (2,)).centre) == 6
    cube = make_board("square", "square", (3, 3, 3))
    assert len(cube.corners) == 8
    assert labels(cube, cube.centre) == {"B2.2"}
    truncated = make_board("trunc-square", "square", (3,))
    assert labels(truncated, truncated.corners) == {"A1", "E1", "A5", "E5"}
    assert labels(truncated, truncated.centre) == {"C3"}
    assert len(truncated.edge) == 8
    row = make_board("square", "square", (5, 1))
    assert labels(row, row.corners) == {"A1", "E1"}


def test_distances_count_steps_between_neighbours() -> None:
    plain = make_board("square", "square", (8,))
    kings = make_board("square", "square", (8,), indirect=True)
    assert plain.distance(at(plain, "A1"), at(plain, "H8")) == 14
    assert kings.distance(at(kings, "A1"), at(kings, "H8")) == 7
    hexes = make_board("hex", "hex", (5,))
    assert hexes.distance(at(hexes, "A1"), at(hexes, "I5")) == 8
    assert hexes.distance(at(hexes, "E5"), at(hexes, "A1")) == 4
    cube = make_board("square", "square", (3, 3, 3))
    assert cube.distance(at(cube, "A1.1"), at(cube, "C3.3")) == 6
    off_board = next(site for site in range(hexes.extent) if site not in hexes.sites)
    assert hexes.distance(at(hexes, "A1"), off_board) == -1


@every_board
def test_turning_all_the_way_round_returns(board: Board) -> None:
    full = 6 if board.tiling in ("hex", "tri") else 4
    for d, line in enumerate(board.directions):
        assert board.turn(d, full) == board.turn(d, 0) == d
        assert board.turn(board.turn(d, 1), -1) == d
        assert board.directions[board.turn(d, 1)].direct == line.direct
        if line.name in ("u", "d"):
            assert board.turn(d, 1) == d
        else:
            assert board.turn(d, full // 2) != d


def test_turning_right_goes_clockwise() -> None:
    for tiling, chain in (
        ("square", "n e s w n"),
        ("square", "ne se sw nw ne"),
        ("hex", "ne e se sw w nw ne"),
        ("hex", "n ene ese s wsw wnw n"),
        ("tri", "ne e se sw w nw ne"),
        ("trunc-square", "n e s w n"),
    ):
        board = make_board(tiling, "square", (3,))
        names = chain.split()
        for name, following in pairwise(names):
            assert board.directions[board.turn(index_of(board, name), 1)].name == following


def test_facing_takes_the_direct_direction_or_the_next_clockwise() -> None:
    def facing(tiling: str, compass: str) -> str:
        board = make_board(tiling, "square", (3,))
        return board.directions[board.facing(compass)].name

    assert [facing("square", name) for name in ("n", "s", "ne", "nw")] == ["n", "s", "e", "n"]
    assert [facing("hex", name) for name in ("n", "s", "e", "nw")] == ["ne", "sw", "e", "nw"]
    assert [facing("tri", name) for name in ("n", "s")] == ["ne", "sw"]
    assert facing("trunc-square", "ne") == "ne"
    cube = make_board("square", "square", (3, 3, 3))
    assert cube.directions[cube.facing("u")].name == "u"
    with pytest.raises(ValueError, match="got 'u'"):
        facing("square", "u")


def test_diagonals_lie_half_way_to_the_next_direction() -> None:
    def diagonals(board: Board, name: str) -> list[str | None]:
        both = (board.diagonal(index_of(board, name), side) for side in ("left", "right"))
        return [None if d is None else board.directions[d].name for d in both]

    square = make_board("square", "square", (3,))
    assert diagonals(square, "n") == ["nw", "ne"]
    assert diagonals(square, "s") == ["se", "sw"]
    assert diagonals(square, "ne") == ["n", "e"]
    assert diagonals(make_board("trunc-square", "square", (3,)), "e") == ["ne", "se"]
    assert diagonals(make_board("hex", "hex", (3,)), "ne") == ["nw", "e"]
    assert diagonals(make_board("tri", "tri", (3,)), "e") == ["ne", "se"]
    cube = make_board("square", "square", (3, 3, 3))
    assert diagonals(cube, "w") == ["sw", "nw"]
    assert diagonals(cube, "u") == [None, None]
    with pytest.raises(ValueError, match="expected 'left' or 'right'"):
        square.diagonal(0, "back")  # type: ignore[arg-type]


def test_strips_of_triangles_cross_the_whole_board() -> None:
    board = make_board("tri", "rhombus", (5,))
    for name, start in (("e", "A1"), ("ne", "A1")):
        site, seen = at(board, start), 0
        while site >= 0:
            site, seen = board.step[index_of(board, name)][site], seen + 1
        assert seen == 10


@pytest.mark.parametrize(
    ("tiling", "shape", "sizes", "message"),
    [
        ("cube", "square", (3,), "expected a tiling out of square, hex"),
        ("square", "circle", (3,), "expected a shape out of square, rhombus"),
        ("square", "square", (0,), "expected sizes from 1 to 64, got 0"),
        ("square", "square", (65, 1), "expected sizes from 1 to 64, got 65"),
        ("square", "square", (33,), "at most 1024 grid places, got 1089"),
        ("square", "square", (64, 64, 64), "at most 1024 grid places"),
        ("square", "square", (), "expected 1 to 3 sizes"),
        ("hex", "square", (3, 3, 3), "expected 1 to 2 sizes"),
        ("hex", "hex", (3, 3), "expected 1 to 1 sizes"),
        ("square", "rhombus", (3, 3, 3), "expected 1 to 2 sizes"),
        ("trunc-square", "hex", (3,), "expected shape square or rhombus"),
    ],
)
def test_senseless_boards_are_refused(
    tiling: str, shape: str, sizes: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make_board(tiling, shape, sizes)
