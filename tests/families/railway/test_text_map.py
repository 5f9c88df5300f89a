"""The board in letters."""

from __future__ import annotations

from ludwright.families.railway.boards import packaged_board
from ludwright.families.railway.text_map import LETTERS, TALLEST, WIDTH, map_lines
from ludwright.families.railway.vocabulary import Board, RailwayGame
from tests.families.railway.wheel import wheel


def drawn(board: Board, letter: str = "x") -> list[str]:
    return map_lines(board, lambda _: letter, lambda text, _: text)


def test_the_map_fits_a_terminal() -> None:
    lines = drawn(packaged_board("north-america"))
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) <= TALLEST + 1


def test_every_city_has_its_mark_and_a_name_that_is_understood() -> None:
    board = packaged_board("north-america")
    text = "\n".join(drawn(board))
    assert text.count("@") == len(board.cities)
    assert sum(str(city.name) in text for city in board.cities) >= 25
    for city in board.cities:
        assert str(city.name).split()[0][:3] in text or str(city.name)[0] in text


def test_every_track_is_on_the_map() -> None:
    board = packaged_board("north-america")
    seen: set[int] = set()

    def noted(text: str, track: int) -> str:
        seen.add(track)
        return text

    map_lines(board, lambda _: "x", noted)
    assert len(seen & set(range(100))) >= 97


def test_a_free_track_has_its_length_and_a_built_one_only_trains() -> None:
    board = packaged_board("north-america")
    free = "".join(drawn(board, LETTERS[board.routes[1].colour]))
    assert sum(character.isdigit() for character in free) >= 70
    built = "".join(drawn(board, "R"))
    assert not any(character.isdigit() for character in built)


def test_letters_of_colours_differ() -> None:
    assert len(set(LETTERS.values())) == 9


def test_boards_of_any_shape_are_drawn() -> None:
    shapes = (
        "(city A 0 0) (city B 0 2000) (city C 1 1000)",
        "(city A 0 0) (city B 1000 0) (city C 500 0)",
        "(city A 5 5) (city B 5 5) (city C 5 5)",
    )
    rest = "(route A B 6 red green) (route B C 2 gray) (ticket A B 2) (ticket B C 2)"
    for cities in shapes:
        game = wheel(board=f"(board Any {cities} {rest})")
        assert isinstance(game.root, RailwayGame)
        lines = drawn(game.root.board)
        assert "@" in "".join(lines)
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) <= TALLEST + 2
