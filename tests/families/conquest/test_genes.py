from __future__ import annotations

import random
from typing import cast

from ludwright.families.conquest.genes import PUBLISHED, RULES, crossed, mutated, random_choices
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.check import check
from ludwright.language.game import Game


def classic() -> ConquestGame:
    return cast("ConquestGame", open_game("rossato-classic").root)


def values(root: ConquestGame) -> list[object]:
    return [gene.value(root) for gene in PUBLISHED]


def test_the_published_genes_are_four_attributes() -> None:
    assert [len(gene.choices) for gene in PUBLISHED] == [4, 2, 2, 2]


def test_children_complement_each_other_with_half_of_the_genes_each() -> None:
    rng = random.Random(4)
    first, second = classic(), classic()
    for gene in PUBLISHED:
        first = gene.chosen(first, gene.choices[0])
        second = gene.chosen(second, gene.choices[-1])
    masks = set()
    for _ in range(100):
        one, other = crossed(first, second, PUBLISHED, rng)
        taken = tuple(a == b for a, b in zip(values(one), values(first), strict=True))
        assert sum(taken) == 2
        assert [not each for each in taken] == [
            a == b for a, b in zip(values(other), values(first), strict=True)
        ]
        masks.add(taken)
    assert len(masks) == 6


def test_a_mutated_gene_has_another_value() -> None:
    rng = random.Random(5)
    root = classic()
    assert mutated(root, PUBLISHED, rng, 0.0) == root
    changed = mutated(root, PUBLISHED, rng, 1.0)
    assert all(a != b for a, b in zip(values(changed), values(root), strict=True))


def test_all_rule_choices_make_sense() -> None:
    rng = random.Random(6)
    seen: dict[str, set[str]] = {gene.name: set() for gene in RULES}
    for _ in range(120):
        root = random_choices(classic(), RULES, rng)
        assert not check(Game(root))
        for gene in RULES:
            seen[gene.name].add(repr(gene.value(root)))
    assert all(len(seen[gene.name]) == len(gene.choices) for gene in RULES)
