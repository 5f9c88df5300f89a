"""A small family goes through everything that games go through."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner, Result

from ludwright.cli.main import app
from ludwright.criticism.evidence import Evidence
from ludwright.criticism.profile import profile_of
from ludwright.errors import GameCheckError, LudwrightError, PlayerError, UnknownName
from ludwright.language.game import Game, read_game
from ludwright.play.families import family_of, load_rules, open_game
from ludwright.play.player import Budget
from ludwright.play.playtest import playtest, replay
from ludwright.play.playtest_file import from_bytes, from_jsonl, to_bytes, to_jsonl
from ludwright.play.roster import make_player
from ludwright.presentation.rules_sections import rules_sections
from ludwright.synthesis.screen import Screening, screen
from ludwright.synthesis.steering import Steering
from ludwright.testing.conformance import compare_random, compare_records
from tests.toy.family import GAMES
from tests.toy.reference import CARD, PIPS

FOLDER = Path(__file__).parent
MOST_LINES = 400
PLAYERS = ("ismcts:playouts=40", "mcts:playouts=40", "greedy", "uniform", "steady:11")


def fifteen() -> Game:
    return open_game("fifteen")


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exit_code == 0, result.output
    return result


def game_file(folder: Path) -> str:
    path = folder / "mine.game"
    path.write_text(fifteen().text)
    return str(path)


# --- Texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_text_is_read_and_written(name: str) -> None:
    game = open_game(name)
    assert read_game(game.text).digest == game.digest
    assert "(seats " in game.text


def test_pages_left_out_the_first_rules_of_families_without_sections() -> None:
    sections = rules_sections(family_of(fifteen()).rules_text(fifteen()))
    assert [one.heading for one in sections] == ["Start", "Turn", "End"]
    assert "The deck holds two of each card from 1 to 8." in sections[0].paragraphs[0]


def test_a_text_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(GameCheckError, match="expected a limit of 8 or more"):
        load_rules(read_game("(toy Low (seats 3 3) (cards 8) (die 6) (limit 7))"))
    with pytest.raises(GameCheckError, match="expected 2 to 4 seats"):
        load_rules(read_game("(toy Many (seats 3 5) (cards 8) (die 6) (limit 9))"))


def test_seats_are_those_of_the_text() -> None:
    assert load_rules(fifteen()).seats == 3
    assert [load_rules(open_game("twenty-one"), seats).seats for seats in (None, 3, 4)] == [2, 3, 4]
    with pytest.raises(LudwrightError, match="expected 2 to 4 seats, got 5"):
        load_rules(open_game("twenty-one"), 5)


# --- Play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_engines_agree(seats: int) -> None:
    game = open_game("twenty-one")
    for seed in range(40):
        found = compare_random(game, seed, seats=seats)
        assert found.disagreement is None
        assert found.is_over
    played = playtest(game, ["ismcts:playouts=10"], 20, seed=5, seats=seats)
    assert all(one.disagreement is None and one.is_over for one in compare_records(played))


@pytest.mark.parametrize("player", PLAYERS)
def test_matches_are_equal_on_any_number_of_threads(player: str) -> None:
    one, three = (playtest(fifteen(), [player], 30, seed=8, jobs=jobs) for jobs in (1, 3))
    assert to_bytes(one) == to_bytes(three)
    assert replay(one) == int(one.offsets[-1])


def test_files_hold_chance_standings_and_points() -> None:
    played = playtest(fifteen(), ["uniform"], 20, seed=3, rotate_seats=True)
    for again in (from_bytes(to_bytes(played)), from_jsonl(to_jsonl(played))):
        assert to_bytes(again) == to_bytes(played)
        assert replay(again) == int(again.offsets[-1])
    assert {int(seat) for seat in played.columns["seats"]} == {-1, 0, 1, 2}
    assert played.columns["standings"].shape[1] == 3
    # The judge looks after every turn, not after every ply.
    assert len(played.columns["standings"]) < len(played.columns["seats"]) / 1.5
    assert (played.columns["points"].max(axis=1) <= 15).all()


def test_measures_are_recorded_at_every_moment() -> None:
    played = playtest(fifteen(), ["steady:9", "uniform", "greedy"], 12, seed=3, rotate_seats=True)
    assert played.measures.shape == (len(played.standings), 1)
    slow = playtest(fifteen(), [Spy(), "uniform", "steady:9"], 6, seed=3)
    for record in (*played, *slow):
        positions = list(record.positions(load_rules(fifteen())))
        judged = [positions[ply].measures() for ply in record.moment_plies]
        assert list(map(tuple, record.measures.tolist())) == judged
        assert (record.measures[0, 0], record.measures[-1, 0]) in ((0, 3), (1, 3))
    again = from_jsonl(to_jsonl(played))
    for part in (again.some(2, 5), from_bytes(to_bytes(played)).some(2, 5)):
        assert (part[0].measures == played[2].measures).all()
    assert (Evidence(fifteen(), {"main": played}).measures == played.measures).all()
    assert Evidence(fifteen(), {"main": slow}).part(0, 2).measures.shape[1] == 1


def test_three_matches_of_a_rotation_share_the_deal() -> None:
    played = playtest(
        fifteen(), ["uniform", "greedy", "mcts:playouts=5"], 9, seed=1, rotate_seats=True
    )
    deals = [tuple(map(tuple, record.moves[:3].tolist())) for record in played]
    assert deals[0] == deals[1] == deals[2]
    assert deals[0] != deals[3]
    assert played.columns["seating"][:3].tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_ismcts_beats_uniform() -> None:
    players = ["ismcts:playouts=200", "uniform", "uniform"]
    share = playtest(fifteen(), players, 300, seed=4, rotate_seats=True).player_share(0)
    assert share.low > 0.5


def test_the_player_of_the_family_stands_at_its_total() -> None:
    played = playtest(fifteen(), ["steady:total=3"], 100, seed=2)
    # It rolls once or twice with a card of 1 or 2, and never with a higher one.
    assert {int(total) for total in played.columns["points"].ravel()} == {3, 4, 5, 6, 7, 8}
    with pytest.raises(PlayerError, match="total: expected a whole number from 0 to 60"):
        playtest(fifteen(), ["steady:61"], 1)


def test_the_player_of_the_family_gives_a_hint(tmp_path: Path) -> None:
    said = run("play", game_file(tmp_path), "--seed", "5", typed="hint steady:1\n").stdout
    assert "1. stand   no opinion" in said
    assert "by steady:1" in said


def test_players_of_other_families_are_not_known() -> None:
    with pytest.raises(
        UnknownName, match="got 'alphabeta'; known: greedy, ismcts, mcts, steady, uniform"
    ):
        playtest(fifteen(), ["alphabeta:2"], 1)


# --- Chance and hidden cards ----------------------------------------------------------------------


def test_a_million_events_of_chance_match_their_weights() -> None:
    played = playtest(open_game("twenty-one"), ["uniform"], 130_000, seed=2026, seats=4, jobs=2)
    events = played.columns["moves"][played.columns["seats"] == -1]
    assert len(events) >= 1_000_000
    pips = np.bincount(events[events[:, 0] == PIPS][:, 1], minlength=9)[1:]
    assert chi_square(pips, np.ones(8)) < 24.3  # 7 degrees of freedom, one in a thousand
    deals = played.columns["moves"][played.offsets[:-1, None] + np.arange(4)][:, :, 1]
    assert (played.columns["moves"][played.offsets[:-1]][:, 0] == CARD).all()
    assert chi_square(np.bincount(deals[:, 0])[1:], np.ones(10)) < 27.9  # 9 degrees
    # The second card: one of the first is gone, so each of the others is twice as likely.
    is_pair = deals[:, 0] == deals[:, 1]
    assert chi_square(np.array([is_pair.sum(), (~is_pair).sum()]), np.array([1.0, 18.0])) < 10.8


def chi_square(counts: NDArray[Any], weights: NDArray[Any]) -> float:
    expected = counts.sum() * weights / weights.sum()
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("player", PLAYERS)
def test_no_choice_changes_when_hidden_cards_are_reshuffled(player: str) -> None:
    rules = load_rules(fifteen())
    chooser, rng, compared = make_player(player), Random(6), 0
    for match in range(12):
        position = rules.start()
        while position.outcome() is None:
            seat, moves = position.seat, position.moves()
            if seat >= 0:
                choices = {
                    chooser.choose(shown.redealt(seat, 99), Budget(), Random(match))
                    for shown in (position, *(position.redealt(seat, deal) for deal in range(5)))
                }
                compared += 1
                assert len(choices) == 1
            position = position.after(rng.choices(moves, position.weights() or None)[0])
    assert compared > 50


def test_a_seat_sees_its_own_card_only() -> None:
    position = load_rules(fifteen()).start()
    for move in ((CARD, 7), (CARD, 2), (CARD, 8)):
        position = position.after(move)
    views = [position.view(seat) for seat in range(3)]
    assert [view["card"] for view in views] == [7, 2, 8]
    believed = {position.redealt(0, seed).view(1)["card"] for seed in range(60)}
    assert len(believed) > 4
    assert {position.redealt(0, seed).view(0)["card"] for seed in range(9)} == {7}


def test_a_seat_that_has_no_card_yet_saw_that_of_the_first() -> None:
    position = load_rules(fifteen()).start()
    for move in ((CARD, 7), (CARD, 2)):
        position = position.after(move)
    for seat in range(2):
        assert len({position.redealt(2, seed).view(seat)["card"] for seed in range(60)}) > 4


class Spy:
    """Looks for the cards of the others in all that it is given."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def choose(self, position: Any, budget: Budget, rng: Random) -> Any:  # noqa: ARG002
        for look in (position.history, position.encode):
            try:
                self.found.append(repr(look()))
            except ValueError:
                continue
        self.found += [str(step) for step in position._path.steps()]
        return rng.choice(position.moves())


def test_a_player_in_python_finds_no_history_in_its_position() -> None:
    spy = Spy()
    played = playtest(fifteen(), [spy, "uniform", "uniform"], 6, seed=1)
    assert not spy.found
    assert not any(played.is_faulty)


# --- Commands, criticism and evolution ------------------------------------------------------------


def test_commands_know_the_family(tmp_path: Path) -> None:
    mine = game_file(tmp_path)
    assert "roll a die with 6 sides" in run("rules", mine).stdout
    assert "Fifteen" in run("check", mine).stdout
    assert "card ?" in run("show", mine).stdout or "pile 0" in run("show", mine).stdout
    assert "fifteen" in run("games").stdout
    kept = str(tmp_path / "kept.playtest")
    words = ("playtest", mine, "-p", "uniform", "-n", "12", "--seats", "3", "--output", kept)
    found = json.loads(run(*words, "--json").stdout)
    assert found["seats"] == 3
    assert "12" in run("replay", kept).stdout


def test_a_person_plays_in_the_terminal(tmp_path: Path) -> None:
    words = ("play", game_file(tmp_path), "--seed", "5")
    said = run(*words, typed="roll\nroll\nstand\nstand\n").stdout
    assert "the die shows" in said
    assert "card ?" in said


def test_events_of_chance_counted_as_legal_moves() -> None:
    played = playtest(fifteen(), "uniform", 6)
    assert played.summary()["options_mean"] == 2.0
    assert {one["options_mean"] for one in played.to_records()} == {2.0}


def test_the_winner_in_a_table_was_numbered_unlike_its_columns() -> None:
    for one in playtest(fifteen(), "uniform", 12).to_records():
        best = max(one[f"score_{seat}"] for seat in (1, 2, 3))
        assert one["winner"] is None or one[f"score_{one['winner']}"] == best == 1.0


def test_three_players_were_all_against_each_other(tmp_path: Path) -> None:
    played = playtest(fifteen(), ("uniform", "greedy", "steady"), 3)
    assert "uniform, greedy, steady" in repr(played)
    assert "uniform, greedy, steady" in repr(played[0])
    assert repr(load_rules(fifteen())) == "<Rules of 'Fifteen' for 3 seats>"
    said = run("playtest", game_file(tmp_path), "-p", "uniform", "-n", "6").stdout
    assert "of the decided; 33.3% is even" in said
    assert "drawn or shared: " in said


def test_a_match_whose_moves_have_spaces_could_not_be_loaded(tmp_path: Path) -> None:
    kept, words = tmp_path / "kept.match", ("play", game_file(tmp_path), "--seed", "5")
    said = run(*words, typed=f"roll\nsave {kept}\n").stdout
    assert "it also holds what is hidden from you" in said
    assert "card_" in kept.read_text()
    assert "roll pips_" in run(*words, "--load", str(kept), typed="list\n").stdout
    assert "Player 1 to move" in run("show", words[1], "--load", str(kept)).stdout


def test_a_wrong_move_listed_what_another_seat_could_play(tmp_path: Path) -> None:
    said = run(
        "play", game_file(tmp_path), "--seed", "5", typed="roll pips_1 roll nonsense\n"
    ).stdout
    assert "expected a move of chance, got 'nonsense'" in said
    assert "legal moves are" not in said


@pytest.mark.parametrize("isolated", ["--isolate", "--no-isolate"])
def test_a_player_from_a_file_took_a_larger_table_for_the_smallest(
    tmp_path: Path, isolated: str
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class Mine:\n    def choose(self, position, budget, random):\n"
        "        return position.moves()[0]\n"
    )
    seated = ("--seats", "4", "-p", f"person,{mine}:Mine,steady,uniform", isolated)
    said = run("play", "twenty-one", *seated, "--json", typed="stand\n").stdout
    assert json.loads(said)["verdict"]


def test_games_of_several_seats_stood_out_of_line() -> None:
    lines = run("games", "toy").stdout.splitlines()
    assert len({line.index("no board") for line in lines}) == 1


def test_a_picture_of_moves_that_cannot_be_read_says_what_they_may_be(tmp_path: Path) -> None:
    words = ["show", game_file(tmp_path), "--moves", "card 7"]
    said = CliRunner().invoke(app, words).output
    assert "which may be card 1, card 2" in said


def test_a_list_of_players_for_more_seats_did_not_say_how_to_seat_them() -> None:
    said = CliRunner().invoke(app, ["playtest", "twenty-one", "-p", "uniform,steady,greedy"]).output
    assert "--seats sets the number of seats" in " ".join(said.split())


def test_a_game_is_critiqued(tmp_path: Path) -> None:
    found = json.loads(run("critique", game_file(tmp_path), "--json").stdout)
    measures = found["critiques"][0]["measures"]
    assert measures["drama-average"]["samples"] > 0
    assert measures["clarity-variance"]["unscored"] == "no values of moves"


def test_games_evolve(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    words = ("evolve", "toy", "--children", "12", "--finalists", "1", "--effort", "quick")
    result = run(*words, "--out", out, "--seed", "3")
    assert "12 children: " in result.stdout
    assert "final list:" in result.stdout
    assert run("runs", "show", out).stdout


def test_evolution_played_at_the_fewest_seats_only(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    words = ("evolve", "--seeds", "twenty-one", "--children", "4", "--finalists", "1")
    run(*words, "--effort", "quick", "--seats", "4", "--out", out)
    kept = json.loads(run("runs", "measure", out, "--json").stdout)["games"]
    assert kept
    assert all("4 seats" in one["effort"] for one in kept)
    refused = CliRunner().invoke(app, [*words, "--seats", "5", "--out", str(tmp_path / "other")])
    assert "Twenty-One: expected 2 to 4 seats, got 5" in refused.output


def test_events_of_chance_were_too_many_moves_to_choose_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludwright.synthesis.screen.MOST_OPTIONS", 2)
    screening = Screening.of_family("toy", profile_of(None, "toy"), Steering())
    assert screen(fifteen().text, (), 1, screening).rejection is None


def test_the_family_is_a_page_of_code() -> None:
    paths = [path for path in FOLDER.iterdir() if path.suffix in (".py", ".h", ".cpp")]
    own = [path for path in paths if not path.name.startswith(("test_", "conftest"))]
    assert sum(code_lines(path) for path in own) < MOST_LINES


def code_lines(path: Path) -> int:
    """The lines of a file that are neither blank nor comment nor docstring."""
    text = path.read_text()
    text = "".join(text.split('"""')[::2]) if path.suffix == ".py" else text
    comment = "#" if path.suffix == ".py" else "//"
    lines = [line.strip() for line in text.splitlines()]
    return sum(1 for line in lines if line and not line.startswith(comment))
