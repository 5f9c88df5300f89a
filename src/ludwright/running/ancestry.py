"""The notes of evolved games, as Browne & Maire 2010 keep them: ancestry, ranking, score.

They are written when a run is exported, since the ranking and the distance to the last population
are known only then. Notes are no part of the rules: a game and its digest stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludwright.errors import LudwrightError
from ludwright.language.distance import rule_distance
from ludwright.language.game import Game
from ludwright.running.run import Run
from ludwright.synthesis.candidate import Candidate
from ludwright.synthesis.variation import Notes, variation_named


def noted_texts(folder: Path, candidates: Sequence[Candidate]) -> list[str]:
    """The texts of candidates of a run; those of children have notes, where the family has any.

    A text that cannot be read stays as it is, and so do all texts of a run that cannot be resumed.
    """
    try:
        run = Run(folder)
        last = run.evolution.population
        first = [one.game for one in run.generations[0].candidates]
        note = variation_named(run.settings.family).note
    except LudwrightError:
        return [one.text for one in candidates]
    if note is None:
        return [one.text for one in candidates]
    places = {one.number: place for place, one in enumerate(last, 1)}

    def noted(one: Candidate) -> str:
        if one.generation == 0:
            return one.text
        try:
            return note(one.game, _notes_of(one, places.get(one.number), first, last)).text
        except LudwrightError:
            return one.text

    return [noted(one) for one in candidates]


def _notes_of(
    candidate: Candidate, ranking: int | None, first: Sequence[Game], last: Sequence[Candidate]
) -> Notes:
    others = [one.game for one in last if one.number != candidate.number]
    distances = {
        "parents": candidate.distances.get("parents"),
        "first population": _mean_distance(candidate.game, first),
        "last population": _mean_distance(candidate.game, others),
    }
    return Notes(
        candidate.generation,
        ranking,
        candidate.is_viable,
        candidate.score,
        {name: one for name, one in distances.items() if one is not None},
    )


def _mean_distance(game: Game, others: Sequence[Game]) -> float | None:
    if not others:
        return None
    return sum(rule_distance(game, one) for one in others) / len(others)
