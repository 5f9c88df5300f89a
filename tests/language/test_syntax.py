"""The reader and the printer of game texts."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.errors import GameSyntaxError, LimitExceeded
from ludwright.language.ludeme import Name, Text
from ludwright.language.syntax import (
    DEEPEST_TEXT,
    LARGEST_TEXT,
    head_of,
    read,
    read_with_spans,
    write,
    write_line,
)
from tests.language.toy import (
    SEEDS,
    Cell,
    Clause,
    Empty,
    Height,
    Outcome,
    Piece,
    Row,
    Rule,
    Tangle,
    Toy,
    ToyGame,
    Who,
    grown_game,
)

SEED_NUMBERS = st.integers(min_value=0, max_value=2**32)


@pytest.mark.parametrize("cls", Toy.vocabulary.ludemes)
def test_every_example_is_read_and_written_back(cls: type[Toy]) -> None:
    ludeme = read(cls.example, cls)
    assert type(ludeme) is cls
    assert read(write(ludeme), cls) == ludeme


@pytest.mark.parametrize("text", SEEDS)
@pytest.mark.parametrize("width", [1, 20, 96, 1000])
def test_any_width_reads_back(text: str, width: int) -> None:
    game = read(text, ToyGame)
    assert read(write(game, width), ToyGame) == game
    assert read(write_line(game), ToyGame) == game


@given(SEED_NUMBERS)
@settings(max_examples=300, deadline=None)
def test_what_is_written_reads_back(seed: int) -> None:
    game = grown_game(seed)
    assert read(write(game), ToyGame) == game
    assert read(write_line(game), ToyGame) == game
    assert write(read(write(game), ToyGame)) == write(game)


def test_lines_keep_within_the_width() -> None:
    for seed in range(50):
        lines = write(grown_game(seed), 60).splitlines()
        # A long string or a deep indent may not fit; ordinary clauses do.
        assert sum(len(line) > 60 for line in lines) <= len(lines) // 10


def test_defaults_are_left_out_and_bare_pieces_lose_their_brackets() -> None:
    assert write(Height(cell=Cell.TO)) == "(height)"
    assert write(Row(piece=Piece(name=Name("King")), count=3)) == "(row King 3)"
    assert write(Row(piece=Piece(owner=Who.ALL), count=3)) == "(row (All) 3)"
    assert write(Row(piece=Piece(state=1), count=3)) == "(row (_ (state 1)) 3)"


def test_fields_that_could_be_confused_are_closed() -> None:
    assert write(Tangle(second=7)) == "(tangle _ 7)"
    assert write(Tangle(first=4)) == "(tangle 4)"
    assert write(Tangle(whose=Who.MOVER)) == "(tangle mover)"
    assert write(Tangle(whose=Who.ANY)) == "(tangle _ 4 _ any)"
    assert write(Tangle(pieces=(Piece(name=Name("Ox")),))) == "(tangle (Ox))"


def test_optional_attributes_come_in_any_order() -> None:
    text = "(toy Fun (end (All win (row strict 3))) (size 3 4) quick)"
    other = "(toy quick (size 3 4) (end (All win (row 3 strict))) Fun)"
    assert read(text, ToyGame) == read(other, ToyGame)


def test_comments_and_strings_are_read() -> None:
    text = (
        '(toy Fun ; a comment with ( and "\n (size 3) (end (All win (row 3))) (note "a;b \\" c"))'
    )
    game = read(text, ToyGame)
    assert isinstance(game, ToyGame)
    assert game.note == Text('a;b " c')


def test_an_enum_word_goes_before_a_name() -> None:
    clause = read("(All win (empty to))", Clause)
    assert isinstance(clause, Clause)
    assert clause.who is Who.ALL
    assert clause.result is Outcome.WIN


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "empty text"),
        ("(toy Fun\n  (size 3)\n  (end (All wim (row 3))))", 3, 13, "did you mean 'win'"),
        ("(toy Fun (size 3) (end (All win (rwo 3))))", 1, 34, "did you mean 'row'"),
        ("(toy Fun (size 21) (end (All win (row 3))))", 1, 16, "from 1 to 20"),
        ("(toy Fun (size 3) (end (All win (row 10))))", 1, 38, "from 2 to 9 cells"),
        ("(toy Fun (size 3) (end (All win (row))))", 1, 33, "(row …) to hold 2..9"),
        ("(toy Fun (size) (end (All win (row 3))))", 1, 10, "to hold"),
        ("(toy Fun (size 3))", 1, 1, "(end"),
        ("(toy Fun quick quick (size 3) (end (All win (row 3))))", 1, 16, "one already"),
        ("(toy Fun (size 3) (size 3) (end (All win (row 3))))", 1, 20, "one already"),
        ("(toy Fun (size 3 3 3 3) (end (All win (row 3))))", 1, 22, "3 already"),
        ("(game Fun)", 1, 2, "(toy …)"),
        ("(toy Fun (size 3) (end (All win (row 3)))) 5", 1, 44, "end of the text"),
        ("(toy Fun", 1, 1, "')'"),
        (")", 1, 1, "closes more than was opened"),
        ('(toy "Fun', 1, 6, "string"),
        ('(toy "Fu\\n")', 1, 6, "string"),
        ("()", 1, 2, "(toy …)"),
        ("(toy _)", 1, 6, "Name"),
    ],
)
def test_errors_name_the_place_and_the_way_out(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(GameSyntaxError) as caught:
        read(text, ToyGame)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)


def test_an_error_names_its_source() -> None:
    with pytest.raises(GameSyntaxError, match=r"my\.game: line 1, column \d+: expected"):
        read("(toy", ToyGame, source="my.game")


def test_spans_say_where_each_part_stands() -> None:
    text = "(toy Fun\n  (size 3 4)\n  (end (All win (and (empty to)\n (row 3)))))"
    game, spans = read_with_spans(text, ToyGame)
    assert game == read(text, ToyGame)
    assert spans[()] == (1, 1)
    assert spans["name",] == (1, 6)
    assert spans["size",] == (2, 3)
    assert spans["size", 1] == (2, 11)
    assert spans["end", 0, "result"] == (3, 13)
    assert spans["end", 0, "rule", "rules", 1] == (4, 2)
    assert spans["end", 0, "rule", "rules", 1, "piece"] == (4, 2)


def test_limits_hold() -> None:
    with pytest.raises(LimitExceeded, match="characters"):
        read(" " * (LARGEST_TEXT + 1), ToyGame)
    with pytest.raises(LimitExceeded, match="brackets"):
        read("(not " * (DEEPEST_TEXT + 1) + "(empty to)" + ")" * (DEEPEST_TEXT + 1), Rule)
    with pytest.raises(LimitExceeded, match="clauses and atoms"):
        read("(and" + " (empty to)" * 5000 + ")", Rule)
    deep = "(not " * (DEEPEST_TEXT - 1) + "(empty to)" + ")" * (DEEPEST_TEXT - 1)
    assert read(write(read(deep, Rule)), Rule) == read(deep, Rule)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 60000,
        ")" * 60000,
        '"' * 60001,
        '"\\' * 30000,
        "a" * 60000,
        "(and " * 60 + "x" * 60000,
        "9" * 60000,
        "; " * 30000,
        "(row " + "9" * 60000 + ")",
        "A" * 60000,
        "_ " * 4000,
        "\\" * 60000,
        "\x00" * 60000,
        "(_" * 50 + ")" * 50,
    ],
)
def test_hostile_text_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises((GameSyntaxError, LimitExceeded)):
        read(text, Rule)
    # Takes milliseconds; a backtracking reader would take minutes.
    assert time.process_time() - start < 2


@given(st.text(alphabet='()"\\; \n_abtoywinrow3-9AZ.é', max_size=80))
@settings(max_examples=400, deadline=None)
def test_random_text_raises_only_our_errors(text: str) -> None:
    with suppress(GameSyntaxError, LimitExceeded):
        read(text, Rule)


@given(SEED_NUMBERS)
@settings(max_examples=300, deadline=None)
def test_damaged_text_raises_only_our_errors(seed: int) -> None:
    rng = random.Random(seed)
    text = list(rng.choice(SEEDS))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text))
        text[at] = rng.choice(
            ["", "(", ")", '"', " ", "_", "x", "9", text[rng.randrange(len(text))]]
        )
    damaged = "".join(text)
    try:
        game = read(damaged, ToyGame)
    except (GameSyntaxError, LimitExceeded):
        return
    assert read(write(game), ToyGame) == game


def test_the_head_is_found() -> None:
    assert head_of(" ; x\n (toy Fun)") == ("toy", 2, 3)
    assert head_of("")[0] == ""
    assert head_of("()")[0] == ""


def test_a_category_reads_any_of_its_ludemes() -> None:
    assert read("(empty A1)", Rule) == read("(empty A1)", Empty)
