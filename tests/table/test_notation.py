"""Lists of moves are written for people, and read as people paste them."""

from __future__ import annotations

import pytest

from ludwright.table.notation import Ply, in_order, move_words, numbered, that_begin


def plies(*seats_and_texts: tuple[int, str]) -> list[Ply]:
    return [Ply(*one) for one in seats_and_texts]


def test_each_round_has_its_number() -> None:
    found = numbered(plies((0, "E5"), (1, "D4"), (0, "F6")))
    assert found == ["1. E5 D4  2. F6"]


def test_plies_of_one_turn_stay_together_so_that_who_moved_can_be_seen() -> None:
    chain = plies((0, "C3-D4"), (1, "F6-E5"), (0, "D4-F6"), (0, "F6-H8"), (1, "pass"))
    assert numbered(chain) == ["1. C3-D4 F6-E5  2. D4-F6,F6-H8 pass"]


def test_three_seats_and_chance_share_a_round() -> None:
    toy = plies((-1, "6"), (0, "a"), (1, "b"), (-1, "2"), (2, "c"), (0, "d"))
    assert numbered(toy) == ["1. 6 a b 2 c  2. d"]


def test_long_matches_are_wrapped_between_rounds() -> None:
    lines = numbered([Ply(i % 2, f"A{i}") for i in range(60)], width=30)
    assert all(len(line) <= 30 for line in lines)
    assert all(line[0].isdigit() for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "E5 D4 F6",
        "1. E5 D4 2. F6",
        "1.E5 D4\n2.F6",
        "1. E5 1... D4 2. F6 *",
        "  1. E5 {a fork, 3. G7} D4\n# a remark with A1\n2. F6  1-0",
        "E5, D4; F6",
    ],
)
def test_moves_pasted_from_replay_could_not_be_read(text: str) -> None:
    assert move_words(text) == ["E5", "D4", "F6"]


def test_labels_with_levels_are_no_move_numbers() -> None:
    assert move_words("1. C1.2 King@A1.3-B2.1:2+16") == ["C1.2", "King@A1.3-B2.1:2+16"]


def test_what_is_written_is_read_again() -> None:
    made = [Ply(i // 2 % 2, f"A{i}-B{i}") for i in range(40)]
    assert move_words("\n".join(numbered(made))) == [ply.text for ply in made]


def test_moves_were_listed_in_the_order_of_the_engine() -> None:
    assert in_order(["B1", "A10", "pass", "A2", "A1-B10", "A1-B2"]) == [
        "A1-B2",
        "A1-B10",
        "A2",
        "A10",
        "B1",
        "pass",
    ]


def test_moves_of_a_cell_leave_out_cells_that_only_begin_like_it() -> None:
    names = ["A1-A2", "A1-B1", "A10-A9", "B1-A1"]
    assert that_begin(names, "a1") == ["A1-A2", "A1-B1"]
    assert that_begin(names, "A") == ["A1-A2", "A1-B1", "A10-A9"]
    assert that_begin(names, "Z") == []


def test_names_with_separators_fell_apart_in_lists() -> None:
    made = plies((0, "attack Ural, 3 dice"), (1, "stand"))
    assert numbered(made) == ["1. attack_Ural_3_dice stand"]
    assert move_words(numbered(made)[0]) == ["attack_Ural_3_dice", "stand"]
