"""Numbers that are not a program are rejected with BadProgram, whichever of them is wrong."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from ludwright._core import combinatorial as native
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.family import FAMILY
from ludwright.families.combinatorial.library import open_game
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.policy import default_policy
from ludwright.families.combinatorial.program import NODE
from ludwright.families.combinatorial.reference import ReferenceRules

GAMES = ("tic-tac-toe", "breakthrough-6", "reversi-6", "hex-7", "english-draughts")


@cache
def program_of(name: str) -> NDArray[np.int32]:
    root = open_game(name).root
    assert isinstance(root, v.BoardGame)
    return lower(root)


class Layout:
    """Where each section of a program begins."""

    def __init__(self, numbers: NDArray[np.int32]) -> None:
        self.numbers = numbers
        self.begin: dict[str, int] = {}
        self._at = 2
        extent, kinds = (int(number) for number in numbers[2:4])
        self._skip("header", 8)
        self._list("sites")
        directions = int(numbers[self._at])
        self._skip("directions", 2)
        for name in ("opposite", "turn_left", "turn_right", "ahead_left", "ahead_right"):
            self._skip(name, directions)
        self._skip("step", directions * extent)
        self.begin["neighbours"] = self._at
        for _ in range(2 * extent):
            self._list("")
        self._lists("masks")
        tables = int(numbers[self._at])
        self._skip("tables", 1 + tables * extent)
        self._lists("walks")
        self._lists("region_sets")
        self._skip("records", 1 + 6 * int(numbers[self._at]))
        self._skip("nodes", 1 + 5 * int(numbers[self._at]))
        self._skip("pieces", 5 * kinds + 6)
        self._skip("placed", 1 + 3 * int(numbers[self._at]))
        self._skip("play", 8)
        self.begin["rules"] = self._at

    def _skip(self, name: str, count: int) -> None:
        self.begin[name] = self._at
        self._at += count

    def _list(self, name: str) -> None:
        self._skip(name, 1 + int(self.numbers[self._at]))

    def _lists(self, name: str) -> None:
        count, begin = int(self.numbers[self._at]), self._at
        self._at += 1
        for _ in range(count):
            self._list("")
        self.begin[name] = begin


def refuses(numbers: NDArray[np.int32]) -> None:
    with pytest.raises(native.BadProgram):
        native.Program(numbers)


def changed(name: str, section: str, offset: int, value: int) -> NDArray[np.int32]:
    numbers = program_of(name).copy()
    numbers[Layout(numbers).begin[section] + offset] = value
    return numbers


@pytest.mark.parametrize("name", GAMES)
def test_the_program_itself_is_accepted(name: str) -> None:
    assert native.Program(program_of(name)).start().outcome is None
    numbers = program_of(name)
    assert 0 < Layout(numbers).begin["rules"] < len(numbers)


@pytest.mark.parametrize("name", GAMES)
def test_a_program_cut_short_is_refused(name: str) -> None:
    numbers = program_of(name)
    for length in {*range(0, len(numbers), 7), *range(len(numbers) - 40, len(numbers))}:
        refuses(numbers[:length])


def test_numbers_after_the_end_are_refused() -> None:
    refuses(np.append(program_of("hex-7"), np.int32(0)))


@pytest.mark.parametrize("section", ["sites", "masks", "walks", "region_sets", "records", "nodes"])
@pytest.mark.parametrize("value", [-1, 1 << 20, 2**31 - 1, -(2**31)])
def test_a_count_out_of_range_is_refused(section: str, value: int) -> None:
    refuses(changed("english-draughts", section, 0, value))


@pytest.mark.parametrize("offset", range(8))
@pytest.mark.parametrize("value", [-2, 5000])
def test_a_header_out_of_range_is_refused(offset: int, value: int) -> None:
    refuses(changed("breakthrough-6", "header", offset, value))


@pytest.mark.parametrize("offset", range(8))
@pytest.mark.parametrize("value", [-1, 200_000])
def test_a_rule_of_play_out_of_range_is_refused(offset: int, value: int) -> None:
    refuses(changed("breakthrough-6", "play", offset, value))


@pytest.mark.parametrize("section", ["opposite", "turn_left", "turn_right", "ahead_left"])
def test_a_direction_that_is_not_there_is_refused(section: str) -> None:
    refuses(changed("reversi-6", section, 0, 26))
    refuses(changed("reversi-6", section, 0, -2))


def test_a_site_listed_twice_is_refused() -> None:
    numbers = program_of("hex-7")
    begin = Layout(numbers).begin["sites"]
    refuses(changed("hex-7", "sites", 2, int(numbers[begin + 1])))


def test_a_direction_that_is_its_own_opposite_is_refused() -> None:
    refuses(changed("reversi-6", "opposite", 0, 0))


def test_a_step_without_a_way_back_is_refused() -> None:
    # Regression: a slide's source was sought off the board, along a wrong opposite direction.
    numbers = program_of("reversi-6")
    begin, extent = Layout(numbers).begin["step"], int(numbers[2])
    for site in range(extent):
        if numbers[begin + site] >= 0:
            refuses(changed("reversi-6", "step", site, -1))
            return
    raise AssertionError("no step in the first direction")


def test_a_direction_in_a_circle_is_refused() -> None:
    numbers = program_of("tic-tac-toe").copy()
    layout, extent = Layout(numbers), int(numbers[2])
    ahead = 0
    back = int(numbers[layout.begin["opposite"] + ahead])
    steps = [layout.begin["step"] + d * extent for d in (ahead, back)]
    sites = [int(s) for s in numbers[layout.begin["sites"] + 1 : layout.begin["directions"]]]
    for begin in steps:
        numbers[begin : begin + extent] = -1
    for here, there in ((sites[0], sites[1]), (sites[1], sites[0])):
        numbers[steps[0] + here] = there
        numbers[steps[1] + there] = here
    refuses(numbers)


def test_a_step_off_the_board_is_refused() -> None:
    refuses(changed("hex-7", "step", 3, int(program_of("hex-7")[2])))


@pytest.mark.parametrize("offset", range(5))
def test_a_node_with_a_wrong_argument_is_refused(offset: int) -> None:
    numbers = program_of("breakthrough-6")
    begin = Layout(numbers).begin["nodes"]
    refused = 0
    for node in range(int(numbers[begin])):
        bad = numbers.copy()
        bad[begin + 1 + 5 * node + offset] = 30_000
        try:
            native.Program(bad).start().playouts(2, 1, max_plies=60)
        except native.BadProgram:
            refused += 1
    assert refused > 0 or offset > 2


def with_nodes(nodes: list[tuple[int, int, int, int, int]]) -> NDArray[np.int32]:
    """A program with these nodes inserted before its own, whose indices shift accordingly."""
    numbers = program_of("tic-tac-toe")
    begin = Layout(numbers).begin["nodes"]
    count = int(numbers[begin])
    assert all(NODE["kEndNot"] < int(op) for op in numbers[begin + 1 : begin + 1 + 5 * count : 5])
    added = [number for node in nodes for number in node]
    parts = (numbers[:begin], [count + len(nodes)], numbers[begin + 1 : begin + 1 + 5 * count])
    return np.concatenate([*parts, added, numbers[begin + 1 + 5 * count :]]).astype(np.int32)


def test_a_child_that_comes_later_is_refused() -> None:
    numbers = program_of("tic-tac-toe")
    count = int(numbers[Layout(numbers).begin["nodes"]])
    refuses(with_nodes([(NODE["kNot"], count + 1, 0, 0, 0), (NODE["kTrue"], 0, 0, 0, 0)]))
    refuses(with_nodes([(NODE["kNot"], count, 0, 0, 0)]))


def test_a_child_of_another_sort_is_refused() -> None:
    count = int(program_of("tic-tac-toe")[Layout(program_of("tic-tac-toe")).begin["nodes"]])
    refuses(with_nodes([(NODE["kConst"], 1, 0, 0, 0), (NODE["kNot"], count, 0, 0, 0)]))
    refuses(with_nodes([(NODE["kTrue"], 0, 0, 0, 0), (NODE["kAbsolute"], count, 0, 0, 0)]))


def test_an_expression_that_doubles_at_every_level_is_refused() -> None:
    # Forty nodes, each the sum of the previous one with itself: a trillion visits.
    count = int(program_of("tic-tac-toe")[Layout(program_of("tic-tac-toe")).begin["nodes"]])
    doubled = [(NODE["kAdd"], count + i, count + i, 0, 0) for i in range(40)]
    native.Program(with_nodes([(NODE["kConst"], 1, 0, 0, 0), *doubled[:10]]))
    refuses(with_nodes([(NODE["kConst"], 1, 0, 0, 0), *doubled]))


def test_a_row_longer_than_advisors_count_is_refused() -> None:
    # Regression: evaluating such a position read beyond an array.
    native.Program(with_nodes([(NODE["kInARow"], 32, 0, -1, 0)]))
    refuses(with_nodes([(NODE["kInARow"], 33, 0, -1, 0)]))


@pytest.mark.parametrize("name", GAMES)
def test_programs_with_one_number_changed_are_refused_or_played(name: str) -> None:
    rng = Random(7)
    numbers = program_of(name)
    rules = Layout(numbers).begin["rules"]
    refused = 0
    for _ in range(300):
        changed = numbers.copy()
        place = rng.choice((rng.randrange(len(numbers)), rng.randrange(rules, len(numbers))))
        changed[place] = rng.choice((-8, -1, 0, 1, 2, 3, 5, 12, 33, 64, 300, 70_000, 2**31 - 1))
        try:
            native.Program(changed).start().playouts(2, 1, max_plies=60)
        except native.BadProgram:
            refused += 1
    assert 50 < refused < 300


def test_flanks_on_a_board_far_longer_than_wide_are_found() -> None:
    # Regression: a shift by more than the board's words, which is undefined.
    text = """(game Long (players (White n) (Black s)) (board (tiling square i-nbors) (size 30 2))
        (pieces (Stone All (moves (move (pre (and (empty to) (flanks))) (action (push))
            (post (convert flank mover))))))
        (start (place (Stone White) A1) (place (Stone Black) B1 C1 D1))
        (end (All lose (no-move))))"""
    root = FAMILY.read_game(text, "<long>").root
    assert isinstance(root, v.BoardGame)
    moves = native.Program(lower(root)).start().moves()
    assert len(moves) == 1


def test_a_goal_without_cells_is_no_goal() -> None:
    # Regression: the first ring of distances from such a goal was read, though there is none.
    text = """(game Nowhere (players (White n) (Black s))
        (board (tiling square) (size 4 4) (regions (All)))
        (pieces (Stone All (moves (move (pre (empty to)) (action (push))))))
        (end (All win (reach fill (region 0)))))"""
    root = FAMILY.read_game(text, "<nowhere>").root
    assert isinstance(root, v.BoardGame)
    program = native.Program(lower(root))
    policy = default_policy(root).native(program)
    assert native.evaluate(program.start(), policy) == 0.0


def agrees_with_the_reference(pieces: str, board: str, start: str = "") -> int:
    """Checks that both engines list the same first moves; returns how many."""
    text = f"""(game Small (players (White n) (Black s)) (board (tiling square i-nbors) {board})
        (pieces {pieces}) {start} (end (All win (in-a-row 3))))"""
    root = FAMILY.read_game(text, "<small>").root
    assert isinstance(root, v.BoardGame)
    native_moves = {tuple(map(int, move)) for move in native.Program(lower(root)).start().moves()}
    reference = ReferenceRules(root).start().moves()
    assert native_moves == {(m.rule, m.source, m.target, m.option) for m in reference}
    return len(native_moves)


def test_a_slide_from_an_empty_cell_is_no_move() -> None:
    # Regression: the source was sought as the first piece behind the target, off the board.
    move = (
        "(move (pre (and (empty from) (empty to) (line) (= (num-between any) 0))) (action (push)))"
    )
    assert agrees_with_the_reference(f"(Stone All (moves {move}))", "(size 3 3)") == 0


def test_a_full_line_of_32_pieces_is_counted() -> None:
    # Regression: counted as 31, so a move of 31 steps was found where 32 are required.
    move = """(move (pre (and (owner from) (not (friend to)) (line) (= (distance) (line-count))))
        (action (pop) (push)) (post (capture replace)))"""
    row = [
        f"{chr(ord('A') + i % 26)}" if i < 26 else f"A{chr(ord('A') + i - 26)}" for i in range(32)
    ]
    cells = [f"{column}1" for column in row]
    start = f"(start (place (Man White) {' '.join(cells[:31])}) (place (Man Black) {cells[31]}))"
    assert agrees_with_the_reference(f"(Man All (moves {move}))", "(size 32 2)", start) > 1


def test_stones_scattered_among_other_kinds_are_played_one_by_one() -> None:
    # Regression: placed without their kind, which rows of one kind then looked for.
    text = """(game Kinds (players (White n) (Black s)) (board (tiling square i-nbors) (size 5 5))
        (pieces (Stone All (moves (move (pre (empty to)) (action (push))))) (Rock All))
        (start (place (Rock White) C3)) (end (All win (in-a-row Stone 4))))"""
    root = FAMILY.read_game(text, "<kinds>").root
    assert isinstance(root, v.BoardGame)
    program = native.Program(lower(root))
    assert program.facts["scatter"] == 0
    played = program.start().playouts(200, 1)
    assert played["first"] > 0
    assert played["second"] > 0
