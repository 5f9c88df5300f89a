"""Grammatical evolution: reading grammars, deriving genomes, and genomes as such."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.errors import GrammarError
from ludwright.synthesis.grammar import (
    MOST,
    Applied,
    AtEnd,
    Deriving,
    derive,
    gaussian_mutant,
    one_point_child,
    random_genome,
    read_grammar,
)

PLATFORMS = """
; Grammar (1) of Smith, from Shaker et al. 2012
<chunks> ::= <chunk> | <chunk> <chunks>
<chunk>  ::= gap(<x>, <y>, <wg>) | platform(<x>, <y>, <w>)
<x> ::= [5, 95]  <y> ::= [3, 5]
<wg> ::= [2, 5]  <w> ::= [3, 15]
"""
codons = st.lists(st.integers(0, MOST), min_size=1, max_size=60)


def test_the_platform_grammar_of_the_paper_derives_a_level() -> None:
    half = MOST // 2
    found = derive(read_grammar(PLATFORMS), [1, 0, 0, half, MOST, 2, 1, 0, 0, 0])
    assert found.text == "gap(5, 4, 5) platform(5, 3, 3)"
    assert found.used == 10
    assert found.is_complete


def test_a_trace_names_codons_choices_and_depths() -> None:
    found = derive(read_grammar(PLATFORMS), [4, 7, 0, 0, 0])
    lines = found.trace.split("\n")
    assert lines[0] == "<chunks> -> <chunk>  (codon 0: 4 mod 2 = 0)"
    assert lines[1].startswith("  <chunk> -> platform(<x>, <y>, <w>)  (codon 1: 7 mod 2 = 1)")
    assert "<x> -> 5 in [5, 95]  (codon 2: 0 of the range)" in lines[2]
    assert len(lines) == 5


def test_a_grammar_is_written_as_it_is_read() -> None:
    grammar = read_grammar(PLATFORMS)
    assert read_grammar(str(grammar)) == grammar


def test_whole_numbers_come_from_remainders_and_reach_both_ends() -> None:
    grammar = read_grammar("<n> ::= int[1, 6]")
    assert [derive(grammar, [codon]).values for codon in (0, 5, 6, 11)] == [(1,), (6,), (1,), (6,)]


def test_braces_repeat_a_symbol_and_quotes_keep_a_text_together() -> None:
    grammar = read_grammar('<all> ::= <one>{3}\n<one> ::= "a b" | c')
    assert derive(grammar, [0, 1, 0]).values == ("a b", "c", "a b")


def test_one_option_takes_no_codon() -> None:
    found = derive(read_grammar("<a> ::= <b> <b>\n<b> ::= x"), [3])
    assert (found.text, found.used) == ("x x", 0)


def test_a_genome_that_is_too_short_is_read_again_or_the_derivation_stops() -> None:
    grammar = read_grammar("<a> ::= <b>{5}\n<b> ::= x | y")
    wrapped = derive(grammar, [0, 1], AtEnd.WRAP)
    assert (wrapped.text, wrapped.used, wrapped.is_complete) == ("x y x y x", 5, True)
    stopped = derive(grammar, [0, 1], AtEnd.STOP)
    assert (stopped.text, stopped.used, stopped.is_complete) == ("x y", 2, False)


def test_a_genome_that_never_ends_a_recursion_is_incomplete_after_its_last_reading() -> None:
    grammar = read_grammar("<a> ::= x | x <a>")
    found = Deriving(grammar, [1], AtEnd.WRAP, most_wraps=3).derive()
    assert (found.text, found.is_complete) == ("x x x x", False)


def test_actions_compute_and_have_symbols_derived_at_once_or_later() -> None:
    grammar = read_grammar("<a> ::= seed(<n>) seed(<n>)\n<n> ::= int[0, 9]\n<leaf> ::= leaf(<n>)")
    for is_later, wanted in ((False, [1, 2, 3, 4]), (True, [1, 2, 3, 4])):
        seen: list[tuple[str, Any]] = []

        def seed(deriving: Deriving, values: Sequence[Any], _: Any, late: bool = is_later) -> Any:
            seen.append(("seed", values[0]))  # noqa: B023
            (deriving.later if late else deriving.now)("leaf", values[0])
            return values[0]

        def leaf(_: Deriving, values: Sequence[Any], context: Any) -> Any:
            seen.append((f"leaf of {context}", values[0]))  # noqa: B023
            return None

        found = derive(grammar, [1, 2, 3, 4], actions={"seed": seed, "leaf": leaf})
        kinds = [kind.split(" ")[0] for kind, _ in seen]
        assert kinds == (["seed", "seed", "leaf", "leaf"] if is_later else ["seed", "leaf"] * 2)
        assert [number for _, number in seen] == wanted
        assert found.values == ((1, 2) if is_later else (1, 3))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a rule such as"),
        ("<a> ::= ", "expected an option, got 'the end'"),
        ("<a> ::= x | | y", "line 1, column 13"),
        ("<a> := x", "expected a part of a rule|::= after"),
        ("<a> ::= <b>", "symbol that has a rule, got <b>"),
        ("<a> ::= x\n<a> ::= y", "line 2, column 1: expected one rule for <a>"),
        ("<a> ::= f(x", "a comma or a closing bracket"),
        ("<a> ::= [5, 3]", "the lower end first"),
        ("<a> ::= [1.2.3, 4]", "two numbers"),
        ("<a> ::= <b>{0}\n<b> ::= x", "1 to 100 in braces"),
        ("<a> ::= <a>", "endless derivations of <a>"),
        ("<a> ::= x <b>\n<b> ::= y <a> | f(<b>)", "endless derivations of <a>, <b>"),
        ("x" * 100_001, "at most 100000 characters"),
    ],
)
def test_a_bad_grammar_gets_a_clear_error(text: str, words: str) -> None:
    with pytest.raises(GrammarError, match=words):
        read_grammar(text)


def test_a_recursion_without_codons_ends_with_a_clear_error() -> None:
    grammar = read_grammar("<a> ::= again()")

    def again(deriving: Deriving, _: Sequence[Any], __: Any) -> None:
        deriving.now("a")

    with pytest.raises(GrammarError, match=r"at most 50 steps.*recurs without an end"):
        Deriving(grammar, [1], actions={"again": again}, most_steps=50).derive()


def test_an_empty_genome_is_an_error() -> None:
    with pytest.raises(GrammarError, match="at least one codon"):
        derive(read_grammar("<a> ::= x"), [])


@given(codons)
def test_the_same_genome_gives_the_same_level_whose_numbers_are_in_their_ranges(
    genome: list[int],
) -> None:
    grammar = read_grammar(PLATFORMS)
    found = derive(grammar, genome)
    assert found == derive(grammar, genome)
    assert len(found.choices) == found.used
    for one in found.values:
        assert isinstance(one, Applied)
        x, y, width = one.arguments
        assert 5 <= x <= 95
        assert 3 <= y <= 5
        assert (2, 3)[one.name == "platform"] <= width <= (5, 15)[one.name == "platform"]


@given(codons, st.integers(0, 2**32))
def test_codons_behind_the_last_one_read_do_not_matter(genome: list[int], seed: int) -> None:
    grammar = read_grammar(PLATFORMS)
    found = derive(grammar, genome, AtEnd.STOP)
    more = [*genome[: found.used], *random_genome(5, random.Random(seed))]
    if found.is_complete:
        assert derive(grammar, more, AtEnd.STOP).values == found.values


@given(st.integers(0, 2**32), st.integers(2, 50))
def test_a_child_has_a_head_of_one_parent_and_a_tail_of_the_other(seed: int, length: int) -> None:
    rng = random.Random(seed)
    first, second = random_genome(length, rng), random_genome(length, rng)
    child = one_point_child(first, second, rng)
    assert any(child == (*first[:at], *second[at:]) for at in range(1, length))


def test_mutation_changes_about_the_share_of_codons_asked_for_and_stays_in_range() -> None:
    rng = random.Random(5)
    genome = random_genome(20_000, rng)
    mutant = gaussian_mutant(genome, 0.1, 0.5, rng)
    changed = sum(one != other for one, other in zip(genome, mutant, strict=True))
    assert 1_700 < changed < 2_300
    assert all(0 <= one <= MOST for one in mutant)
    assert gaussian_mutant(genome, 0.0, 0.5, rng) == genome


def test_parents_of_different_lengths_are_refused() -> None:
    with pytest.raises(GrammarError, match="one length, got 1 and 2"):
        one_point_child([1], [1, 2], random.Random(0))
