from __future__ import annotations

from pathlib import Path

from ludwright.families.combinatorial import vocabulary as v
from ludwright.language.distance import rule_distance
from ludwright.language.game import read_game
from ludwright.presentation.run_export import export_run
from ludwright.running.ancestry import noted_texts
from ludwright.running.run import Run
from tests.synthesis.small_runs import small_run


def test_the_notes_of_a_child_are_those_of_the_paper(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    small_run(folder, 8)
    run = Run(folder)
    ranked = run.evolution.population
    children = [one for one in ranked if one.generation > 0]
    assert children
    for child, text in zip(children, noted_texts(folder, children), strict=True):
        noted = read_game(text)
        assert noted.digest == child.digest
        assert isinstance(noted.root, v.BoardGame)
        support = noted.root.support
        assert support is not None
        assert support.generation == 1
        assert support.ranking == 1 + ranked.index(child)
        assert support.viable == ("yes" if child.is_viable else "no")
        assert child.score is not None
        assert support.score == f"{child.score.value:+.3f}"
        assert len(support.parents) == 2
        first = [rule_distance(child.game, one.game) for one in ranked if one.generation == 0]
        assert f"{sum(first) / len(first):.3f} to the first population" in str(support.distances)
        assert f"{child.distances['parents']:.3f} to the parents" in str(support.distances)
    seeds = [one for one in ranked if one.generation == 0]
    assert noted_texts(folder, seeds) == [one.text for one in seeds]
    assert noted_texts(folder, []) == []
    assert export_run(folder, tmp_path / "out").is_file()
