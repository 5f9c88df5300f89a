"""The memory of loaded rules."""

from __future__ import annotations

from ludwright.language.game import Game, read_game
from ludwright.play import loaded_rules
from ludwright.play.families import load_rules
from ludwright.play.loaded_rules import MOST_LOADED, remembered_rules
from ludwright.play.work import limited_work


def _named(number: int) -> Game:
    from ludwright.families.combinatorial.library import open_game

    text = open_game("tic-tac-toe").text
    return read_game(text.replace("Tic-Tac-Toe", f"Tic-Tac-Toe-{number}"))


class _Loader:
    def __init__(self) -> None:
        self.loads = 0

    def __call__(self, game: Game, seats: int = 2) -> list[str]:
        self.loads += 1
        return [game.name] * seats


def test_rules_of_the_same_text_are_loaded_once() -> None:
    load = _Loader()
    assert remembered_rules(load, _named(1)) is remembered_rules(load, _named(1))
    assert load.loads == 1
    assert load_rules(_named(1)) is load_rules(_named(1))


def test_games_that_differ_only_in_their_name_keep_their_names() -> None:
    assert _named(1).digest == _named(2).digest
    assert load_rules(_named(1)).game.name != load_rules(_named(2)).game.name


def test_rules_for_another_number_of_seats_are_other_rules() -> None:
    load = _Loader()
    remembered_rules(load, _named(1), 2)
    remembered_rules(load, _named(1), 3)
    assert load.loads == 2


def test_an_evolution_does_not_accumulate_rules() -> None:
    load = _Loader()
    for number in range(3 * MOST_LOADED):
        remembered_rules(load, _named(number))
    assert len(loaded_rules._loaded) == MOST_LOADED
    remembered_rules(load, _named(3 * MOST_LOADED - 1))
    assert load.loads == 3 * MOST_LOADED
    remembered_rules(load, _named(0))
    assert load.loads == 3 * MOST_LOADED + 1


def test_rules_in_use_are_not_forgotten() -> None:
    load = _Loader()
    for number in range(1, 3 * MOST_LOADED):
        remembered_rules(load, _named(0))
        remembered_rules(load, _named(number))
    assert load.loads == 3 * MOST_LOADED


def test_rules_loaded_before_a_limit_of_work_do_not_make_work_free_under_it() -> None:
    load = _Loader()
    remembered_rules(load, _named(1))
    with limited_work(1_000_000):
        remembered_rules(load, _named(1))
        remembered_rules(load, _named(1))
    remembered_rules(load, _named(1))
    assert load.loads == 2
