"""Children of board games are sound, whatever their parents; a small part of the full proof.

`python -m benchmarks.variation` makes ten thousand.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from ludwright._core import combinatorial as native
from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import modes_of
from ludwright.errors import UnknownName
from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.board import make_board
from ludwright.families.combinatorial.library import game_names, open_game, seed_names
from ludwright.families.combinatorial.lower import lower
from ludwright.families.combinatorial.repair import Repair
from ludwright.families.combinatorial.rules import load_rules
from ludwright.families.combinatorial.sense import ground_of
from ludwright.families.combinatorial.variation import (
    VARIATION,
    birth,
    concept,
    other_first,
    other_first_if_different,
    rename,
)
from ludwright.language.check import check, type_findings
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme
from ludwright.language.syntax import read, write
from ludwright.language.vary import cross, mutate
from ludwright.synthesis.steering import Steering
from ludwright.synthesis.variation import variation_named, variation_of

FREE = Steering()
BATCHES = 6
BATCH = 100


def test_the_family_registers_its_variation() -> None:
    assert variation_named("combinatorial") is VARIATION
    assert variation_of(open_game("hex-7")) is VARIATION
    with pytest.raises(UnknownName, match="combinatorial"):
        variation_named("combinatoric")


def test_the_seeds_are_those_of_the_list() -> None:
    assert len(VARIATION.seeds()) == len(seed_names()) == 107
    assert all(VARIATION.findings(game) == [] for game in VARIATION.seeds()[:10])


# --- Children -------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", range(BATCHES))
def test_children_and_their_children_are_sound_and_can_be_played(batch: int) -> None:
    rng = random.Random(f"children {batch}")
    parents = list(VARIATION.seeds())
    undone = 0
    for _ in range(BATCH):
        template, other = rng.choice(parents), rng.choice(parents[-150:])
        made = birth(template, other, rng, FREE)
        _require_sound(made.game)
        assert made.game.digest not in (template.digest, other.digest)
        undone += bool(made.undone)
        parents.append(made.game)
    assert undone <= BATCH // 20


def _require_sound(game: Game) -> None:
    assert type_findings(game.root) == []
    assert check(game) == []
    assert read(write(game.root), v.BoardGame) == game.root
    assert isinstance(game.root, v.BoardGame)
    native.Program(lower(game.root))


def test_the_same_seed_gives_the_same_child() -> None:
    first, second = open_game("breakthrough-8"), open_game("tablut-mini")
    children = [VARIATION.child(first, second, random.Random(8), FREE) for _ in range(2)]
    assert children[0] == children[1]


def test_children_take_from_both_parents_and_differ_from_each_other() -> None:
    first, second = open_game("hex-7"), open_game("gomoku")
    rng = random.Random(2)
    children = [VARIATION.child(first, second, rng, FREE) for _ in range(200)]
    assert len({child.digest for child in children}) > 180
    assert any("in-a-row" in child.text for child in children)
    assert any("(tiling square" in child.text for child in children)


def test_a_child_has_no_notes_of_its_parents() -> None:
    first, second = open_game("hex-7"), open_game("gomoku")
    child = VARIATION.child(first, second, random.Random(2), FREE)
    assert isinstance(child.root, v.BoardGame)
    assert child.root.support is None


def test_a_game_too_large_for_the_core_is_found_out() -> None:
    root = _board_game("tic-tac-toe")
    walks = tuple(
        v.Pattern(steps=(v.Turtle.F,) * count + (turn,) * more)
        for count in range(1, 8)
        for turn in (v.Turtle.L, v.Turtle.FL, v.Turtle.BR)
        for more in range(1, 5)
    )
    wide = tuple(v.EndOr(conditions=walks[i : i + 8]) for i in range(0, len(walks), 8))
    clauses = tuple(
        v.EndClause(player=v.Role.ALL, result=v.Result.WIN, condition=one) for one in wide
    )
    game = Game(replace(root, end=v.End(clauses=clauses)))
    assert check(game) == []
    assert "limits of the core" in str(VARIATION.findings(game)[0])


# --- Repairs --------------------------------------------------------------------------------------


def _board_game(name: str) -> v.BoardGame:
    root = open_game(name).root
    assert isinstance(root, v.BoardGame)
    return root


def _read(text: str) -> v.BoardGame:
    root = read(text, v.BoardGame)
    assert isinstance(root, v.BoardGame)
    return root


TEMPLATE = _read(
    "(game T (players Ann Bob) (board (tiling square) (size 5 5)) (end (All win (group))))"
)
OTHER = _read(
    "(game O (players Cy Di) (board (tiling square) (size 9 9) (regions (Cy A1 I9) (Di n)))"
    " (pieces (Pawn All (moves (move (pre (empty to)) (action (push)))))"
    " (Queen All)) (end (Cy win (reach Queen (region 1))) (Di win (capture Pawn))))"
)


def _mended(rest: str, board: str = "(tiling square) (size 5 5)") -> str:
    """The repaired rules of a game that was broken when made from the two above."""
    child = _read(f"(game T (players Ann Bob) (board {board}) {rest})")
    mended = Repair(child, TEMPLATE, OTHER).game
    assert check(mended) == []
    return write(mended, 10**6)


def test_players_keep_their_names_and_those_of_the_other_parent_become_theirs() -> None:
    child = _read(
        "(game T (players Cy Cy) (board (tiling square) (size 5 5) (regions (Di n)))"
        " (end (Cy win (group)) (Bob lose (no-move))))"
    )
    text = write(Repair(child, TEMPLATE, OTHER).game, 10**6)
    assert "(players Ann Bob)" in text
    assert "(regions (Bob n))" in text
    assert "(end (Ann win (group)) (Bob lose (no-move)))" in text


def test_unknown_pieces_become_those_in_their_place() -> None:
    assert "(reach Stone away)" in _mended("(end (All win (reach Queen away)))")
    pieces = "(pieces (Man All (moves (move (action (push))))) (Elk All))"
    assert "(reach Elk away)" in _mended(f"{pieces} (end (All win (reach Queen away)))")


def test_of_two_pieces_with_one_name_the_second_gets_another() -> None:
    twins = "(pieces (Man All (moves (move (action (push))))) (Man All) (Man All) (Man All))"
    text = _mended(f"{twins} (end (All win (group)))")
    names = [text.count(f"({name} All") for name in ("Man", "Stone", "Pawn", "Queen")]
    assert names == [1, 1, 1, 1]
    five = twins.removesuffix(")") + " (Man All))"
    assert "(Man-2 All)" in _mended(f"{five} (end (All win (group)))")


def test_cells_off_the_board_are_left_out_or_moved_onto_it() -> None:
    men = "(pieces (Man All (moves (move (pre (empty C9)) (action (push))))))"
    text = _mended(
        f"{men} (start (place (Man Ann) A1 I9 B2 (except H8)) (place (Man Bob) I1))"
        " (end (All win (reach Z3)))"
    )
    assert "(place (Man Ann) A1 B2)" in text
    assert "(place (Man Bob) E1)" in text
    assert "(reach E3)" in text
    assert "(empty C5)" in text


def test_sides_and_directions_are_those_of_the_board() -> None:
    hexagon = "(tiling hex) (shape hex) (size 3) (regions (Ann e w) (Bob u))"
    text = _mended("(end (All win (reach ne)) (All lose (reach e)))", hexagon)
    assert "(regions (Ann se nw) (Bob n))" in text
    assert "(reach ne)" in text
    assert "(reach se)" in text


def test_regions_that_are_not_there_become_others_or_the_edge() -> None:
    rest = (
        "(pieces (Man All (moves (move (pre (region to 4)) (action (push))))))"
        " (start (place (Man Ann) (region 3)))"
        " (end (All win (reach (region 2))) (All lose (connect (regions 0 1 2 3))))"
    )
    text = _mended(rest)
    assert "(pre (edge to))" in text
    assert "(place (Man Ann) (home 0))" in text
    assert "(reach away)" in text
    assert "(connect all-sides)" in text
    text = _mended(rest, "(tiling square) (size 5 5) (regions (Ann n) (Bob s))")
    assert "(region to 0)" in text
    assert "(reach (region 0))" in text
    assert "(connect (regions 0 1))" in text


@pytest.mark.parametrize("tiling", v.Tiling)
@pytest.mark.parametrize("shape", v.Shape)
def test_checks_and_engines_agree_about_boards(tiling: v.Tiling, shape: v.Shape) -> None:
    for sizes in ((1,), (2,), (5,), (40,), (1, 2), (4, 3), (30, 31), (65, 1), (2, 3, 1), (3, 2, 4)):
        clause = v.BoardOf(tiling=v.TilingOf(tiling=tiling), shape=shape, size=sizes)
        try:
            board = make_board(tiling.value, shape.value, sizes)
        except ValueError as error:
            with pytest.raises(ValueError, match=re.escape(str(error))):
                ground_of(clause)
            continue
        ground = ground_of(clause)
        assert ground.sides == tuple(board.sides)
        assert ground.levels == board.levels
        assert ground.phases == tuple(sorted({board.phase[site] for site in board.sites}))
        assert ground.labels >= {board.label(site) for site in board.sites}
        assert all(board.site(label) is not None for label in ground.labels)


def test_impossible_boards_become_possible_ones_nearby() -> None:
    end = "(end (All win (group)))"
    assert "(shape hex) (size 4)" in _mended(end, "(tiling hex) (shape hex) (size 4 7)")
    assert "(size 6 6 6)" in _mended(end, "(tiling square) (size 32 32 32)")
    assert "(size 18 18)" in _mended(end, "(tiling square) (size 32 32)")
    assert "(size 9 9)" in _mended(end, "(tiling square) (size 9 9)")
    assert "(tiling trunc-square) (size 4)" in _mended(
        end, "(tiling trunc-square) (shape tri) (size 4)"
    )


def test_somebody_can_move() -> None:
    text = _mended(
        "(pieces (Man All) (Elk All (moves (move (action pass))))) (end (All win (group)))"
    )
    assert "(Man All (moves (move (pre (empty to)) (action (push)))))" in text


def test_a_move_keeps_as_many_choices_as_it_may_have() -> None:
    posts = "(capture optional) (swap optional) (remove to optional) (rotate 1 optional)"
    choices = "(capture choice optional) (convert any-one)"
    text = _mended(
        f"(pieces (Man All (moves (move (action (push)) (post {choices} {posts})))))"
        " (end (All win (group)))"
    )
    assert text.count("optional") == 4
    assert "(convert any-one)" not in text


def test_useless_rules_are_kept() -> None:
    rest = "(end (All win (in-a-row 30)) (All win (connect own-regions)))"
    assert rest in _mended(rest)


def test_sound_children_are_given_back_untouched() -> None:
    rng = random.Random(12)
    names = seed_names()
    sound = 0
    while sound < 40:
        first, second = _board_game(rng.choice(names)), _board_game(rng.choice(names))
        child: Ludeme = mutate(cross(first, second, rng), rng)
        assert isinstance(child, v.BoardGame)
        if not check(child):
            sound += 1
            mended = Repair(child, first, second).game
            is_renamed = _seats(Game(mended)) != _seats(Game(child))
            assert mended is child or is_renamed or mended.board != child.board


# --- Names and concepts ---------------------------------------------------------------------------


def test_a_renamed_game_has_the_same_rules_and_its_ancestry_alone() -> None:
    game = open_game("hex-7")
    named = rename(game, "Ferunora", ("Hex-7", "Gomoku"))
    assert named.digest == game.digest
    assert named.name == "Ferunora"
    assert "(ancestry Hex-7 Gomoku)" in named.text
    assert "description" not in named.text
    assert "support" not in rename(game, "Ferunora").text


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("tic-tac-toe", "line"),
        ("gomoku-misere", "line"),
        ("hex-7", "connection"),
        ("havannah-8", "connection"),
        ("lines-of-action-8", "group"),
        ("breakthrough-8", "reach"),
        ("tablut-mini", "reach"),
        ("fox-and-geese", "capture"),
        ("reversi-8", "score"),
        ("clobber", "no-move"),
    ],
)
def test_a_game_has_one_word_for_what_it_is_won_by(name: str, word: str) -> None:
    assert concept(open_game(name)) == word


def test_every_seed_has_a_concept_and_they_are_of_many_kinds() -> None:
    words = {concept(game) for game in VARIATION.seeds()}
    assert len(words) >= 7
    assert "draw" not in words


def test_what_must_not_be_is_no_goal() -> None:
    root = replace(TEMPLATE, end=_end("(end (All win (and (not (in-a-row 3)) (stack 3))))"))
    assert concept(Game(root)) == "stack"
    root = replace(TEMPLATE, end=_end("(end (All draw (no-moves)))"))
    assert concept(Game(root)) == "draw"


def _end(text: str) -> v.End:
    end = read(text, v.End)
    assert isinstance(end, v.End)
    return end


# --- The other beginner ---------------------------------------------------------------------------


def _plies_by_name(game: Game, *, begins_with_pass: bool, luck: int, plies: int) -> list[object]:
    """A random match in terms of the players' names rather than their seats.

    A pass, which both games allow for this purpose, lets the usual second player move first.
    """
    assert isinstance(game.root, v.BoardGame)
    play = replace(game.root.play or v.Play(), can_pass=True)
    rules = load_rules(Game(replace(game.root, play=play)))
    names = rules.seat_names
    position = rules._start
    if begins_with_pass:
        position = position.after(-1, -1, -1, 0)
    rng = random.Random(luck)
    seen: list[object] = []
    while len(seen) < plies and position.outcome is None:
        moves = sorted(tuple(int(n) for n in move) for move in position.moves())
        moves = [move for move in moves if move[2] >= 0]
        owners = (*names, "nobody")
        pieces = [(site, kind, owners[who]) for site, kind, who, *_ in position.pieces()]
        hands = sorted(zip(names, position.hands(), strict=True))
        seen.append((names[position.seat], moves, pieces, hands))
        if not moves:
            break
        position = position.after(*rng.choice(moves))
    result = position.outcome
    assert result is None or isinstance(result, tuple)
    scores = result and sorted(zip(names, result[:2], strict=True))
    return [*seen, scores]


EITHER_WAY = (
    "breakthrough-8",
    "hex-7",
    "fox-and-geese",
    "tablut-mini",
    "hexapawn",
    "english-draughts",
    "reversi-8",
    "lines-of-action-8",
    "halma-mini",
    "three-mens-morris",
)


@pytest.mark.parametrize("name", EITHER_WAY)
def test_the_other_player_begins_and_nothing_else_changes(name: str) -> None:
    game = open_game(name)
    swapped = other_first(game)
    assert check(swapped) == []
    assert _seats(swapped) == _seats(game)[::-1]
    for luck in range(3):
        usual = _plies_by_name(game, begins_with_pass=True, luck=luck, plies=30)
        other = _plies_by_name(swapped, begins_with_pass=False, luck=luck, plies=30)
        assert usual == other


def _seats(game: Game) -> list[str]:
    assert isinstance(game.root, v.BoardGame)
    return [str(seat.name) for seat in game.root.players.seats]


@pytest.mark.parametrize(
    ("name", "is_same"),
    [
        ("tic-tac-toe", True),
        ("yavalath", True),
        ("gomoku-hexhex", True),
        ("y", True),
        ("hex-7", False),
        ("breakthrough-6", False),
        ("fox-and-geese", False),
    ],
)
def test_matches_with_the_other_first_were_played_where_both_orders_are_the_same(
    name: str, is_same: bool
) -> None:
    game = open_game(name)
    expected = None if is_same else other_first(game)
    assert other_first_if_different(game) == expected
    modes = {one.name for one in modes_of(game, QUICK, 2)}
    assert modes == ({"main"} if is_same else {"main", "other-first"})


START = """(game Roles (players Ann Bob) (board (tiling square) (size 5 6))
  (pieces (Man All (moves (move (pre (and (owner from) (empty to) (steps f))) (action (pop) (push)))
                          (move (pre (empty to)) (action (push)))))
          (Rock neutral))
  (start (place (Rock neutral) (home 1)) (place (Man mover) home) (place (Man next) C3 C4)
         (place (Man All) (home 2) (away 2)) (in-hand (Man mover) 3) (in-hand (Man enemy) 1))
  (end (All win (reach 3 away)) (All lose (no-pieces))))"""


def test_a_start_that_speaks_of_the_first_player_keeps_its_meaning() -> None:
    game = Game(_read(START))
    swapped = other_first(game)
    for luck in range(5):
        usual = _plies_by_name(game, begins_with_pass=True, luck=luck, plies=30)
        assert usual == _plies_by_name(swapped, begins_with_pass=False, luck=luck, plies=30)


@pytest.mark.parametrize("name", game_names()[::4])
def test_twice_the_other_is_the_first_again(name: str) -> None:
    game = open_game(name)
    back = other_first(other_first(game))
    usual, again = (load_rules(one)._start for one in (game, back))
    assert usual.pieces() == again.pieces()
    assert usual.hands() == again.hands()
    assert usual.perft(1) == again.perft(1)
