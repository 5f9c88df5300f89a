from __future__ import annotations

from ludwright.criticism.measure import Score
from ludwright.synthesis.archive import Archive, axes_named
from ludwright.synthesis.candidate import Candidate, Retest
from tests.synthesis.small_runs import FAMILY


def contender(number: int, score: float) -> Candidate:
    return Candidate(
        number,
        1,
        f"Game{number}",
        str(number),
        "",
        score=Score(score, 0.1, 100),
        is_viable=True,
        cell=("line",),
    )


def due(archive: Archive) -> list[int]:
    return [one.number for one in archive.due(6, if_open=True)]


def test_an_elite_whose_place_was_clear_was_tested_for_ever() -> None:
    archive = Archive(axes_named(("concept",), FAMILY))
    archive.add(contender(1, 1.0))
    assert due(archive) == [1]
    archive.retest(Retest(1, Score(0.9, 0.1, 100), 1, is_viable=True), 2)
    assert due(archive) == []
    assert [one.number for one in archive.due(6)] == [1]
    archive.add(contender(2, 0.5))
    assert due(archive) == []
    # Within the interval of the first, which may not be the better one.
    archive.add(contender(3, 0.8))
    assert due(archive) == [1]
    assert archive.rivals(1) == [0.8, 0.5]
    # A better newcomer has not been tested yet.
    archive.add(contender(4, 1.5))
    assert due(archive) == [4]
