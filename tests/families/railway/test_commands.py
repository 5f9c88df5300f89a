"""Every command of the command line on railway games, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludwright.cli.main import app
from tests.families.railway.wheel import wheel

TWO = ("--first", "person", "--second", "person")
DEAL = "1. deal_red deal_blue deal_red deal_blue turn_up_white turn_up_red turn_up_pink "
TICKETS = "ticket_A_-_C_5 ticket_B_-_D_5 keep_1_2 ticket_B_-_E_4 ticket_A_-_B_3 keep_1"


def told(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "wheel.game"
    path.write_text(wheel().text, encoding="utf-8")
    return str(path)


@pytest.fixture
def start(tmp_path: Path) -> str:
    """A match after cards and tickets were dealt."""
    path = tmp_path / "match.txt"
    path.write_text(DEAL + TICKETS, encoding="utf-8")
    return str(path)


def test_games_are_listed_checked_and_explained(game: str) -> None:
    assert "north-america-smith" in told("games", "--tag", "railway")
    assert told("check", game).strip().endswith(")")
    assert "Building a track\n" in told("rules", game)
    assert json.loads(told("rules", game, "--json"))["text"].startswith("(railway")


def test_positions_are_shown_as_text_picture_and_data(game: str, tmp_path: Path) -> None:
    moves = (DEAL + TICKETS).removeprefix("1. ")
    assert "2 tickets" in told("show", game, "--moves", moves)
    assert "Y Yellow" in told("show", game, "--seats", "3")
    picture = tmp_path / "board.svg"
    told("show", game, "--moves", moves, "-o", str(picture), "--legal")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    data = json.loads(told("show", game, "--moves", moves, "--json"))
    assert data["owners"] == [-1] * 8
    assert data["cards"][0] == 2


def test_matches_are_played_kept_and_replayed(game: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.playtest")
    words = ("--players", "uniform", "--seats", "3", "--rotate", "--seed", "4")
    assert "uniform" in told("playtest", game, "-n", "6", *words, "-o", kept)
    assert "all replay exactly" in told("replay", kept, "--verify")
    shown = told("replay", kept, "--match", "2")
    assert "deal_" in shown
    assert "win" in shown


def test_speed_is_measured(game: str) -> None:
    assert "wheel" in told("bench", "playouts", game, "-s", "0.01", "--max-plies", "50")


def test_a_critique_is_written_and_learnt_from(game: str, tmp_path: Path) -> None:
    words = ("--no-keep", "--seed", "2", "--json")
    [critique] = json.loads(told("critique", game, *words))["critiques"]
    assert 0 <= critique["measures"]["completion"]["value"] <= 1
    compared = tmp_path / "compared.csv"
    rows = ["north-america,north-america-smith,first,one"] * 3
    compared.write_text("\n".join(["first,second,preferred,person", *rows]), encoding="utf-8")
    ranking = told("learn", str(compared))
    assert ranking.index("north-america") < ranking.index("north-america-smith")


# --- Play -----------------------------------------------------------------------------------------


def test_a_match_goes_on_from_its_list_of_moves(game: str, start: str) -> None:
    typed = "moves\nc e\nundo\nwhite; red\nlook e\nboard\nlist\nhelp\nrules\nquit\n"
    found = told("play", game, *TWO, "--load", start, "--seed", "7", typed=typed)
    assert "build C - E 2 red   +2 ticket: 2 red" in found
    assert "Red builds C - E 2 red with 2 red for 2 points" in found
    assert "Red takes a white card from the market\n" in found
    assert "to 3 C: 2 red, free" in found
    assert "atl ral red 1" in found


def test_a_colour_that_is_not_there_is_no_misspelt_command(game: str, start: str) -> None:
    typed = "red\ngreen\nquit\n"
    found = told("play", game, *TWO, "--load", start, "--seed", "7", typed=typed + "redo\n")
    assert "Red takes a red card" in found
    assert "the market has no green card" in found
    found = told("play", game, *TWO, "--load", start, "--seed", "7", typed="red; red; red\nquit\n")
    assert "did you mean 'redo'" not in found


def test_hidden_cards_and_tickets_are_shown_to_their_owner_only(game: str, start: str) -> None:
    words = ("--load", start, "--seed", "1")
    mine = told("play", game, "--first", "person", "--second", "uniform", *words, typed="quit\n")
    theirs = told("play", game, "--first", "uniform", "--second", "person", *words, typed="list\n")
    assert "Red's cards: 2 red" in mine
    assert "Red's ticket A - C 5" in mine
    assert "Blue's" not in mine
    assert "Red's cards" not in theirs
    assert "A - C 5" not in theirs
    assert "keep_1_2" not in theirs
    assert "?" in theirs


def test_a_saved_match_is_loaded_again(game: str, start: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.txt")
    told("play", game, *TWO, "--load", start, typed=f"a e red\nsave {kept}\nquit\n")
    again = told("play", game, *TWO, "--load", kept, typed="list\nquit\n")
    assert "build_A_-_E_gray_(1):_1_red" in again


def test_opponents_turns_are_told_in_a_few_lines(game: str) -> None:
    typed = "keep all\n" + "draw\n" * 12 + "quit\n"
    found = told("play", game, "--second", "uniform", "--seed", "2", typed=typed)
    assert "the market is laid out\n" in found
    assert "Blue " in found
    assert max(map(len, found.splitlines())) <= 200


def test_a_whole_match_ends_with_the_points_of_all(game: str) -> None:
    found = told("play", game, "--players", "uniform,uniform", "--seed", "3")
    assert "The match is over: " in found
    assert "for tracks" in found
