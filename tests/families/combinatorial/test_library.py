"""Every packaged game can be read and played, ends, and has the recorded perft counts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ludwright.errors import GameSyntaxError, UnknownName
from ludwright.families.combinatorial import vocabulary as words
from ludwright.families.combinatorial.library import (
    aliases,
    game_names,
    game_text,
    open_game,
    perft_table,
    seed_names,
)
from ludwright.families.combinatorial.reference import PASS, ReferenceRules, perft
from ludwright.language.check import check
from ludwright.language.ludeme import walk
from ludwright.language.syntax import read, write

DOCS = Path(__file__).parents[3] / "docs" / "games.md"

MATCHES = 10
MOST_PLIES = 150
"""A random match longer than this counts as unfinished."""

MOST_LEAVES = 400
"""Depths with more leaves than this are left to the native engine."""

NOT_ENDED_HERE = {
    "ataxx-7": "aimless jumps leave cells empty for hundreds of plies",
    "chinese-checkers-mini": "aimless play fills no camp; 400 plies are a draw",
    "chinese-checkers-star": "aimless play fills no camp; 999 plies are a draw",
    "connect6": "a ply of the plain engine is slow on 361 cells",
    "five-field-kono": "aimless play fills no camp; 400 plies are a draw",
    "gonnect-13": "a match takes as many plies as the board has cells",
    "halma-16": "aimless play fills no camp; 999 plies are a draw",
    "halma-mini": "aimless play fills no camp; 400 plies are a draw",
    "hasami-shogi": "aimless sliding takes hundreds of plies to five captures",
    "hasami-shogi-9": "aimless sliding takes hundreds of plies to eight captures",
    "hexxagon-5": "aimless jumps leave cells empty for hundreds of plies",
    "ming-mang": "aimless sliding turns stones to and fro for hundreds of plies",
    "pente-19": "a ply of the plain engine is slow on 361 cells",
}
"""Games of which no random match ends in time, and why."""

REQUIRED = """
    yavalath hex-11 gomoku-15 connect-four y-11 breakthrough-8 reversi-8 lines-of-action-8
    english-draughts clobber konane-10 hex-7 reversi-6 breakthrough-6 lines-of-action-5
    pentalath ndengrod teiglith elrostir gorodrui valion tic-tac-toe havannah-8 konane-8
"""

every_game = pytest.mark.parametrize("name", game_names())


@cache
def root_of(name: str) -> words.BoardGame:
    root = open_game(name).root
    assert isinstance(root, words.BoardGame)
    return root


@cache
def rules_of(name: str) -> ReferenceRules:
    return ReferenceRules(root_of(name))


@every_game
def test_the_file_is_comments_and_the_canonical_text(name: str) -> None:
    text = game_text(name)
    comments = "".join(re.findall(r"^;.*\n", text, re.MULTILINE))
    assert comments
    assert text == comments + write(root_of(name)) + "\n"
    assert read(write(root_of(name)), words.BoardGame) == root_of(name)


@every_game
def test_the_file_is_named_after_the_game(name: str) -> None:
    assert root_of(name).name.lower() == name


@every_game
def test_the_game_makes_sense(name: str) -> None:
    assert check(open_game(name)) == []


@every_game
def test_the_game_has_notes(name: str) -> None:
    support = root_of(name).support
    assert support is not None
    assert support.description
    assert support.aim
    assert support.origin


@every_game
def test_the_game_is_open_at_the_start_and_has_a_first_move(name: str) -> None:
    start = rules_of(name).start()
    assert start.outcome is None
    assert start.moves()
    assert PASS not in start.moves()


@every_game
def test_a_random_match_ends(name: str) -> None:
    if name in NOT_ENDED_HERE:
        assert not _ends(name, seed=0, most_plies=12)
    else:
        assert any(_ends(name, seed, MOST_PLIES) for seed in range(MATCHES))


def _ends(name: str, seed: int, most_plies: int) -> bool:
    rng, position = Random(seed), rules_of(name).start()
    while position.outcome is None and position.ply < most_plies:
        position = position.after(rng.choice(position.moves()))
    return position.outcome is not None


@every_game
def test_perft_is_as_recorded(name: str) -> None:
    recorded = perft_table(name)
    start = rules_of(name).start()
    for depth, leaves in enumerate(recorded, start=1):
        if depth == 1 or leaves <= MOST_LEAVES:
            assert perft(start, depth) == leaves


def test_published_perft_is_recorded_in_full() -> None:
    assert perft_table("reversi-8") == (4, 12, 56, 244, 1396, 8200, 55092, 390216)
    assert perft_table("connect-four")[5:] == (117649, 823536, 5673234)
    assert perft_table("english-draughts") == (7, 49, 302, 1469, 7361, 36768, 179255)
    assert perft_table("breakthrough-8") == (22, 484, 11132, 256036, 6182818)


@every_game
def test_the_documents_list_the_game(name: str) -> None:
    assert f"| `{name}` |" in DOCS.read_text(encoding="utf-8")


def test_the_required_games_are_there() -> None:
    assert [open_game(name).name for name in REQUIRED.split()]
    assert len(seed_names()) == 107
    assert set(seed_names()) < set(game_names())


def test_the_index_of_aliases_agrees_with_the_texts() -> None:
    supports = {name: root_of(name).support or words.Support() for name in game_names()}
    told = {alias.lower(): name for name in supports for alias in supports[name].aliases}
    assert aliases() == told
    assert not set(told) & set(game_names())


def test_no_seed_wins_with_a_line_and_loses_with_a_shorter_one() -> None:
    for name in seed_names():
        results = {
            clause.result
            for clause in root_of(name).end.clauses
            if any(isinstance(part, words.InARow) for part in walk(clause))
        }
        assert results != {words.Result.WIN, words.Result.LOSE}, name


def test_no_two_games_have_the_same_rules() -> None:
    digests = [open_game(name).digest for name in game_names()]
    assert len(set(digests)) == len(digests)


def test_names_and_aliases_open_games_in_any_case() -> None:
    assert open_game("HEX").name == "Hex-7"
    assert open_game("Pentalath").name == "Ndengrod"


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="yavalath"):
        open_game("yavalat")


def test_a_path_opens_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.game"
    path.write_text(game_text("yavalath"), encoding="utf-8")
    assert open_game(path) == open_game("yavalath")
    assert open_game(str(path)).digest == open_game("yavalath").digest


def test_bytes_that_are_no_text_are_a_syntax_error(tmp_path: Path) -> None:
    path = tmp_path / "mine.game"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(GameSyntaxError, match="UTF-8"):
        open_game(path)


BOARD = "(board (tiling square) (size 3 3) (regions (White n)))"
END = "(end (All win (in-a-row 3)))"
PLAIN = "(move (pre (empty to)) (action (push)))"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (f"(players White White) {BOARD} {END}", "players: expected each player once"),
        (f"(players White Black) (board (tiling hex) (size 3 3 3)) {END}", "board: expected 1 to"),
        (
            "(players White Black) (board (tiling square) (size 32 32 32)) " + END,
            "board: expected a board of at most",
        ),
        (
            f"(players (White u) Black) {BOARD} {END}",
            "players.seats[0].direction: expected a direction on a flat board, got 'u'",
        ),
        (
            f"(players White Black) (board (tiling square) (size 3 3) (regions (Red n))) {END}",
            "board.regions[0].owner: expected a player (Black, White), got 'Red'",
        ),
        (
            f"(players White Black) (board (tiling square) (size 3 3) (regions (White d))) {END}",
            "board.regions[0].sides[0]: expected a side of the board (n, e, s, w), got 'd'",
        ),
        (
            f"(players White Black) {BOARD} (start (place (Stone White) D4)) {END}",
            "start.places[0].where[0]: expected a cell of the board, got 'D4'",
        ),
        (
            f"(players White Black) {BOARD} (start (in-hand (King White) 1)) {END}",
            "expected a type of piece (Stone), got 'King'",
        ),
        (
            f"(players White Black) {BOARD} (end (All win (reach (region 1))))",
            "end.clauses[0].condition.target.region: expected the number of one of 1 regions",
        ),
        (
            f"(players White Black) {BOARD} (end (All win (connect (regions 0 3))))",
            "end.clauses[0].condition.target.regions[1]: expected the number of one of 1 regions",
        ),
        (
            f"(players White Black) {BOARD} (pieces (Man All (moves (move (action pass))))) {END}",
            "expected a move that lifts or puts down a piece",
        ),
        (
            f"(players White Black) {BOARD} (pieces (Man All (moves {PLAIN})) "
            f"(Man All (moves {PLAIN}))) {END}",
            "expected each type of piece once, got 'Man' 2 times",
        ),
        (
            f"(players White Black) {BOARD} (pieces (Man All (moves (move (action (push)) "
            f"(post (convert King)))))) {END}",
            "post[0].piece: expected a type of piece (Man), got 'King'",
        ),
        (
            f"(players White Black) {BOARD} (pieces (Man All (moves (move (action (push)) "
            f"(post (capture choice) (capture any-one)))))) {END}",
            "expected at most one choosing post, got 2",
        ),
        (
            f"(players White Black) {BOARD} (pieces (Man All (moves (move (action (push)) (post "
            f"{'(capture d-nbors optional) ' * 5}))))) {END}",
            "expected at most 4 optional posts, got 5",
        ),
    ],
)
def test_a_senseless_game_is_found_out(rules: str, message: str) -> None:
    found = check(read(f"(game Odd {rules})", words.BoardGame))
    assert any(message in str(finding) for finding in found), found


def test_a_useless_rule_is_no_finding() -> None:
    text = f"(game Odd (players White Black) {BOARD} (end (All win (in-a-row 9))))"
    assert check(read(text, words.BoardGame)) == []
