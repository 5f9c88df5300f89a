"""Every command of the command line on small conquest games, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludwright.cli.main import app
from tests.families.conquest.matches import full_game

SMALL = "rossato-artificial-3-10t"
TWO = ("--first", "person", "--second", "person")


def told(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small game with cards for two or three."""
    path = tmp_path_factory.mktemp("games") / "small.game"
    path.write_text(full_game(limit="(limit 40)").text, encoding="utf-8")
    return str(path)


def test_games_are_listed_checked_and_explained(game: str) -> None:
    assert "risk-missions" in told("games", "--tag", "missions")
    assert told("check", game).strip().endswith(")")
    assert "Conquests\n" in told("rules", game)
    assert json.loads(told("rules", game, "--json"))["text"].startswith("(conquest")


def test_positions_are_shown_as_text_picture_and_data(game: str, tmp_path: Path) -> None:
    moves = "deal_A deal_B deal_C"
    assert "1 A R   1" in told("show", game, "--moves", moves)
    assert "Y Yellow" in told("show", game, "--seats", "3")
    picture = tmp_path / "map.svg"
    told("show", game, "--moves", moves, "-o", str(picture), "--legal")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    data = json.loads(told("show", game, "--moves", moves, "--json"))
    assert data["owners"][:3] == [0, 1, 0]
    assert data["cards"] == []


def test_matches_are_played_kept_and_replayed(game: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.playtest")
    words = ("--players", "uniform", "--seats", "3", "--rotate", "--seed", "4")
    found = told("playtest", game, "-n", "6", *words, "-o", kept)
    assert "uniform" in found
    assert "all replay exactly" in told("replay", kept, "--verify")
    shown = told("replay", kept, "--match", "2")
    assert "deal_" in shown
    assert "wins" in shown or "share the win" in shown


def test_speed_is_measured(game: str) -> None:
    assert "small" in told("bench", "playouts", game, "-s", "0.01", "--max-plies", "50")


def test_matches_may_be_longer_than_on_boards() -> None:
    found = json.loads(told("playtest", SMALL, "-n", "2", "--players", "uniform", "--json"))
    assert found["settings"]["max_plies"] > 1000


def test_a_critique_is_written_and_learnt_from(game: str, tmp_path: Path) -> None:
    words = ("--no-keep", "--seed", "2", "--json")
    [critique] = json.loads(told("critique", game, *words))["critiques"]
    assert 0 <= critique["measures"]["completion"]["value"] <= 1
    assert {"balance", "drama-average", "mean-length"} <= set(critique["measures"])
    compared = tmp_path / "compared.csv"
    rows = [f"{SMALL},risk-lux,first,one", "risk-hahn,risk-lux,second,two"] * 3
    compared.write_text("\n".join(["first,second,preferred,person", *rows]), encoding="utf-8")
    ranking = told("learn", str(compared))
    assert ranking.index(SMALL) < ranking.index("risk-lux") < ranking.index("risk-hahn")


# --- Play -----------------------------------------------------------------------------------------

DEAL = "1. deal_A deal_D deal_B deal_E deal_C deal_F\n"
SPREAD = "a;d;" * 6


def test_a_match_goes_on_from_its_list_of_moves(game: str, tmp_path: Path) -> None:
    start = tmp_path / "match.txt"
    spread = " ".join(["place_A_1 place_D_1"] * 6)
    start.write_text(DEAL + spread + " place_A_5\n", encoding="utf-8")
    typed = "attack a d\nmoves\nundo\nroll a d 2\nboard\nlist\ndone\nhelp\nrules\nquit\n"
    found = told("play", game, *TWO, "--load", str(start), "--seed", "7", typed=typed)
    assert "1 A  12  attacks  4 D   7 Blue" in found
    assert "Red attacks D from A to the end: 11 against 7" in found
    assert "Red attacks D from A with 2 dice: 11 against 7" in found
    assert "place 3 ala" in found
    assert "Red loses" in found


def test_several_moves_in_a_line_are_made_one_after_another(game: str, tmp_path: Path) -> None:
    start = tmp_path / "match.txt"
    start.write_text(DEAL, encoding="utf-8")
    typed = SPREAD + "\nplace 2 a; place 3 b; done; nonsense; done\nlist\nquit\n"
    found = told("play", game, *TWO, "--load", str(start), typed=typed)
    assert "Red places 2 armies on A\nRed places 3 armies on B\nRed ends the attacks\n" in found
    assert "not done: done" in found
    found = told("play", game, *TWO, "--load", str(start), typed="a x2; d x9\nlist\nquit\n")
    assert "place_A_1" in found


def test_an_occupation_without_a_choice_does_not_stop_what_follows(
    game: str, tmp_path: Path
) -> None:
    start = tmp_path / "match.txt"
    spread = " ".join(["place_A_1 place_D_1"] * 6)
    start.write_text(f"{DEAL}{spread} place_C_1", encoding="utf-8")
    typed = "undo\nplace 5 b;least;done\nlist\nquit\n"
    found = told("play", game, *TWO, "--load", str(start), typed=typed)
    assert "the armies that had to move in have done so" in found
    assert "Red ends the attacks" in found


def test_too_many_armies_did_not_place_all_and_then_attack(game: str, tmp_path: Path) -> None:
    start = tmp_path / "match.txt"
    spread = " ".join(["place_A_1 place_D_1"] * 6)
    start.write_text(DEAL + spread, encoding="utf-8")
    found = told("play", game, *TWO, "--load", str(start), typed="a 4\na 4\nlist\nquit\n")
    assert "only 1 army can be placed" in found
    assert "assault" not in found


def test_hidden_cards_are_shown_to_their_owner_only(game: str, tmp_path: Path) -> None:
    start = tmp_path / "match.txt"
    spread = " ".join(["place_A_1 place_D_1"] * 6)
    first = "place_A_5 assault_A_to_D_11 losses_0_7 occupy_3 done done card_F"
    start.write_text(f"{DEAL}{spread} {first}\n", encoding="utf-8")
    words = ("--load", str(start), "--seed", "1")
    mine = told("play", game, "--first", "person", "--second", "uniform", *words, typed="quit\n")
    theirs = told("play", game, "--first", "uniform", "--second", "person", *words, typed="list\n")
    assert "Red's cards: 1. F (artillery)" in mine
    assert "F (artillery)" not in theirs
    assert "card_F" not in theirs
    assert "?" in theirs


def test_opponents_turns_are_told_in_a_few_lines(game: str) -> None:
    typed = SPREAD.replace("d;", "") + "\nplace all a\ndone\ndone\nquit\n"
    found = told("play", game, "--second", "rossato", "--seed", "2", typed=typed)
    assert "the territories are dealt\n" in found
    assert "Blue places" in found
    assert max(map(len, found.splitlines())) <= 200
