"""Which games become parents: by score, from the archive, or by novelty."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from ludwright.criticism.measure import Score
from ludwright.errors import UnknownName
from ludwright.running.settings import settings_for
from ludwright.synthesis.archive import Archive, axes_named
from ludwright.synthesis.breeding import Breeding
from ludwright.synthesis.candidate import Candidate, Generation
from ludwright.synthesis.population import Population
from tests.synthesis.small_runs import FAMILY, small_seeds, small_settings

CHILDREN = 60


def templates(**changed: Any) -> Counter[str]:
    """How often each of five games is the template: scores fall, novelty rises."""
    settings = replace(small_settings(), **changed)
    population = Population()
    found = [
        Candidate(
            number,
            0,
            game.name,
            game.digest,
            game.text,
            score=Score(-float(number), 0.1, 10),
            distances={"seeds": 0.1 * number},
        )
        for number, game in enumerate(small_seeds())
    ]
    population.absorb(Generation(0, tuple(found)))
    archive = Archive(axes_named(settings.axes, FAMILY))
    breeding = Breeding(settings, small_seeds(), population, archive)
    children = breeding._children(1, CHILDREN)
    names = {one.digest: one.name for one in found}
    return Counter(names[child.parents[0]] for child in children)


def test_pressure_is_how_often_the_best_is_a_parent() -> None:
    hard, even = templates(pressure=2.0), templates(pressure=1.0)
    first, last = small_seeds()[0].name, small_seeds()[-1].name
    assert hard[first] > even[first]
    assert hard[last] == 0
    assert even[last] > 0


def test_parents_by_novelty_are_far_from_the_seeds() -> None:
    usual, novel = templates(), templates(novelty_share=1.0)
    last = small_seeds()[-1].name
    assert novel[last] > usual[last]
    assert novel.most_common(1)[0][0] == last


def test_the_loop_of_the_paper_has_neither_archive_parents_nor_retests() -> None:
    found = settings_for(FAMILY, small_seeds(), preset="paper", pressure=1.5)
    assert (found.archive_share, found.retests, found.pressure) == (0.0, 0, 1.5)
    assert settings_for(FAMILY, small_seeds()).archive_share == 0.5
    with pytest.raises(UnknownName, match="paper"):
        settings_for(FAMILY, small_seeds(), preset="papers")
