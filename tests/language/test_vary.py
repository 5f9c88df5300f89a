"""Growth, mutation and crossover of typed trees."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.language.check import type_findings
from ludwright.language.game import digest
from ludwright.language.ludeme import Ludeme, Name, field_specs, size, walk
from ludwright.language.syntax import read, write
from ludwright.language.vary import CannotGrow, Labels, Locks, cross, grow, mutate
from tests.language.toy import LABELS, SEEDS, Clause, Not, Piece, Rule, Toy, ToyGame, grown_game

SEED_NUMBERS = st.integers(min_value=0, max_value=2**32)
GAMES: list[Ludeme] = [read(text, ToyGame) for text in SEEDS]


def names_in(*roots: Ludeme) -> set[str]:
    return {
        part
        for root in roots
        for ludeme in walk(root)
        for spec in field_specs(type(ludeme))
        for part in _parts(getattr(ludeme, spec.name))
        if isinstance(part, Name)
    }


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


@given(SEED_NUMBERS)
@settings(max_examples=300, deadline=None)
def test_mutants_and_crosses_are_well_typed_and_can_be_written(seed: int) -> None:
    rng = random.Random(seed)
    first, second = rng.choice([*GAMES, grown_game(seed)]), rng.choice(GAMES)
    child = mutate(cross(first, second, rng, 0.3), rng, 0.3)
    assert type_findings(child) == []
    assert read(write(child), ToyGame) == child


@given(SEED_NUMBERS)
@settings(max_examples=100, deadline=None)
def test_no_name_is_invented(seed: int) -> None:
    rng = random.Random(seed)
    first, second = rng.choice(GAMES), rng.choice(GAMES)
    child = mutate(cross(first, second, rng, 0.3), rng, 0.3)
    assert names_in(child) <= names_in(first, second)


@given(SEED_NUMBERS)
@settings(max_examples=50, deadline=None)
def test_the_same_seed_gives_the_same_child(seed: int) -> None:
    children = [
        mutate(cross(GAMES[1], GAMES[2], random.Random(seed)), random.Random(seed))
        for _ in range(2)
    ]
    assert children[0] == children[1]


def test_a_long_line_of_mutants_stays_within_bounds() -> None:
    rng = random.Random(7)
    game = GAMES[2]
    for _ in range(300):
        game = mutate(game, rng, 0.3)
        assert size(game) <= 800
    assert type_findings(game) == []


def test_rate_zero_changes_nothing_and_a_high_rate_much() -> None:
    rng = random.Random(1)
    assert mutate(GAMES[2], rng, 0.0) is GAMES[2]
    assert cross(GAMES[2], GAMES[1], rng, 0.0) is GAMES[2]
    kinds = {digest(mutate(GAMES[2], rng, 0.5)) for _ in range(100)}
    assert len(kinds) > 80


def test_locked_parts_and_names_are_left_alone() -> None:
    locks = Locks.of([("end",), ("size", 0)])
    rng = random.Random(3)
    for game in GAMES:
        assert isinstance(game, ToyGame)
        for _ in range(50):
            child = _varied(game, rng, locks)
            assert child.end == game.end
            assert child.size[0] == game.size[0]
            assert len(child.size) == len(game.size)
            assert (child.name, child.note) == (game.name, game.note)


def test_what_holds_a_locked_part_is_varied_around_it() -> None:
    game = read("(toy Fun (size 3 4) Ox (end (Ox win (not (row 3))) (Ox lose (row 2))))", ToyGame)
    assert isinstance(game, ToyGame)
    locks = Locks.of([("end", 0, "rule", "rule")])
    rng = random.Random(4)
    ends = set()
    for _ in range(200):
        child = _varied(game, rng, locks)
        first, wanted = child.end[0].rule, game.end[0].rule
        assert isinstance(first, Not)
        assert isinstance(wanted, Not)
        assert first.rule == wanted.rule
        assert len(child.end) == 2
        ends.add(write(child.end[0]))
    assert len(ends) > 1


def test_a_lock_on_what_is_left_out_keeps_it_out() -> None:
    rng = random.Random(6)
    bare = read("(toy Fun (size 3) Ox (end (Ox win (row 3))))", ToyGame)
    assert isinstance(bare, ToyGame)
    absent = [
        spec.name
        for spec in field_specs(ToyGame)
        if spec.is_identity and spec.is_optional and not getattr(bare, spec.name)
    ]
    assert absent
    locks = Locks.of([(name,) for name in absent])
    for _ in range(50):
        child = _varied(bare, rng, locks)
        assert all(not getattr(child, name) for name in absent)


def _varied(game: ToyGame, rng: random.Random, locks: Locks) -> ToyGame:
    child = mutate(cross(game, GAMES[0], rng, 0.8, locks=locks), rng, 0.8, locks=locks)
    assert isinstance(child, ToyGame)
    return child


def test_every_kind_of_change_happens() -> None:
    rng = random.Random(5)
    game = read("(toy Fun (size 3 4) Ox (end (Ox win (not (row 3)))))", ToyGame)
    assert isinstance(game, ToyGame)
    children = [mutate(game, rng) for _ in range(3000)]
    texts = " ".join(write(child, 10**6) for child in children)
    for wanted in (
        "(row 4)",
        "(row 2)",
        "lose",
        "quick",
        "(rule ",
        "(not (not (row",
        "win (row 3)",
        "(and (not (row 3)) ",
        "(size 3)",
        "(size 3 4 ",
    ):
        assert wanted in texts, wanted


def test_crossing_brings_in_what_the_template_lacks() -> None:
    rng = random.Random(5)
    children = [cross(GAMES[0], GAMES[2], rng) for _ in range(2000)]
    texts = " ".join(write(child, 10**6) for child in children)
    for wanted in (
        "(size 5 4)",
        "lose",
        "(rule ",
        "(King mover (state 2))",
        "strict",
        "(row King 4)",
    ):
        assert wanted in texts, wanted


def test_growth_keeps_to_the_depth_where_it_can() -> None:
    for seed in range(200):
        rule = grow(Rule, Toy.vocabulary, random.Random(seed), 1, LABELS)
        assert (
            all(child is rule or isinstance(child, Piece) for child in walk(rule))
            or size(rule) <= 3
        )


def test_growth_says_when_it_lacks_a_name() -> None:
    with pytest.raises(CannotGrow):
        grow(ToyGame, Toy.vocabulary, random.Random(1), 4)
    assert grow(Clause, Toy.vocabulary, random.Random(1), 4)
    assert grow((int, Piece), Toy.vocabulary, random.Random(1), 4, Labels()) is not None
