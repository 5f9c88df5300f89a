"""What `ludwright experiment people` writes: a page, a table, a plot and plain data."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any, Final

import numpy as np

from ludwright.criticism.measure import Measure, Score
from ludwright.criticism.regression import CriteriaSet, Study
from ludwright.experiments.people import BOARD_SIZE, Compared, PaperGame, People, RatedGame
from ludwright.experiments.rank_statistics import Agreement, Tested, spearman
from ludwright.plain import plain_of
from ludwright.presentation.scatter_plot import Point, scatter_plot

PAPER_SETS: Final[Mapping[str, float]] = {
    "all": 0.426,
    "intrinsic": 0.115,
    "quality": 0.437,
    "viability": 0.609,
    "best": 0.828,
}
"""Table I of Browne & Maire 2010: correlations with the ranking of 79 games."""
EVOLVED: Final[int] = 19
"""Games of the paper's evolution that people ranked."""
MOST_CRITERIA: Final[int] = 15
"""Criteria in the page; the data have all."""


# ------------------------------------------------------------------------------------------ data


def people_json(found: People) -> dict[str, Any]:
    """Everything as plain data; the result first, the games last."""
    result = found.result
    return {
        "spearman": result.spearman.value,
        "pairs": result.pairs.value,
        "n": result.n,
        "spearman_interval": [result.spearman.low, result.spearman.high],
        "pairs_interval": [result.pairs.low, result.pairs.high],
        "p": result.p,
        "is_null": found.is_null,
        "profile": found.headline,
        "effort": found.effort,
        "seed": found.seed,
        "tried": found.tried,
        "profiles": plain_of(found.profiles, Mapping[str, Compared]),
        "baselines": plain_of(found.baselines, Mapping[str, Compared]),
        "sets": [] if found.study is None else _sets_json(found.study),
        "criteria": plain_of(found.criteria, Mapping[str, Tested]),
        "paper_games": [_paper_json(one) for one in found.paper_games],
        "left_out": [{"game": one.game, "why": one.why} for one in found.left_out],
        "games": [_game_json(one, found.headline) for one in found.games],
    }


def _sets_json(study: Study) -> list[Any]:
    return [{**plain_of(one, CriteriaSet), "paper": PAPER_SETS.get(one.name)} for one in study.sets]


def _paper_json(one: PaperGame) -> dict[str, Any]:
    scores = {name: plain_of(score) for name, score in one.scores.items()}
    return {"game": one.game, "rank": one.rank, "of": one.of, "scores": scores}


def _game_json(one: RatedGame, headline: str) -> dict[str, Any]:
    rated = one.rated
    score = one.scores[headline]
    return {
        "game": rated.game,
        "name": rated.name,
        "rating": rated.rating,
        "users": rated.users,
        "year": rated.year,
        "fidelity": rated.fidelity,
        "cells": one.cells,
        "viable": one.is_viable,
        "score": score.value if isinstance(score, Score) else None,
        "error": score.error if isinstance(score, Score) else None,
        "failed_gates": list(one.failed[headline]),
        "scores": {name: plain_of(found) for name, found in one.scores.items()},
    }


def games_csv(found: People) -> str:
    """One line for each rated game: ratings, scores and all criteria."""
    profiles = list(found.profiles)
    criteria = list(dict.fromkeys(name for one in found.games for name in one.critique.measures))
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(["game", "rating", "users", "year", "fidelity", "cells", "viable", *profiles, *criteria])
    for one in found.games:
        rated = one.rated
        scores = [_cell(one.scores[name]) for name in profiles]
        values = [_cell(one.critique[name]) for name in criteria]
        facts = [rated.game, rated.rating, rated.users, rated.year or "", rated.fidelity]
        write([*facts, one.cells, int(one.is_viable), *scores, *values])
    return text.getvalue()


def _cell(found: Measure) -> str:
    return f"{found.value:.6g}" if isinstance(found, Score) else ""


# ------------------------------------------------------------------------------------------ plot


def people_svg(found: People) -> str:
    """The rated games by score and rating; those that fail gates or have no score at the left."""
    passed = [
        (one, score)
        for one in found.games
        if isinstance(score := one.scores[found.headline], Score) and not one.failed[found.headline]
    ]
    values = [score.value - score.margin for _, score in passed] or [0.0]
    left = min(values) - 0.05 * (max(values) - min(values) or 1.0)
    points = [
        Point(
            one.rated.game,
            score.value,
            one.rated.rating,
            score.margin,
            0 if one.rated.is_same else 1,
        )
        for one, score in passed
    ]
    names = {one.words for one in points}
    points += [
        Point(one.rated.game, left, one.rated.rating, kind=2)
        for one in found.games
        if one.rated.game not in names
    ]
    return scatter_plot(
        f"Ratings by people and the score of the profile {found.headline}",
        "score (bars: 95 %)",
        "mean rating",
        points,
        (
            "the rules of the rated game",
            "a simplified or smaller version",
            "fails a gate or has no score: below all others",
        ),
    )


# ------------------------------------------------------------------------------------------ page


def people_lines(found: People) -> list[str]:
    """The page, as Markdown that can be read at a terminal too."""
    return [
        "# Scores and people's ratings",
        "",
        *_result(found),
        "",
        "## Profiles and baselines",
        "",
        *_compared_table({**found.profiles, **found.baselines}),
        "",
        f"Given {BOARD_SIZE}: the rank correlation that is left once the number of cells is "
        "accounted for. In folds: the correlation of ratings with predictions for games that the "
        "prediction was not fitted to.",
        "",
        "## Games",
        "",
        *_games_table(found),
        *_failed(found),
        *_left_out(found),
        "",
        "## Sets of criteria",
        "",
        *_sets_table(found.study),
        "",
        "## Criteria",
        "",
        *_criteria_table(found),
        "",
        "## The paper's games",
        "",
        *_paper_table(found),
    ]


def _result(found: People) -> Iterator[str]:
    result = found.result
    if found.is_null:
        yield (
            f"**Null result: the score of the profile {found.headline} does not tell which games "
            "people rate higher.** Its interval contains 0."
        )
    else:
        yield (
            f"**The higher the score of the profile {found.headline}, the higher people rate a "
            "game.** Its interval lies above 0."
        )
    yield ""
    yield (
        f"Spearman's correlation {result.spearman}, p = {result.p:.3f}; pairs in the right order "
        f"{_share(result)}; {result.n} games ({found.effort}, seed {found.seed})."
    )
    size = found.baselines[BOARD_SIZE].whole
    yield f"Board size alone: {size.spearman}; pairs {_share(size)}."
    yield ""
    yield (
        f"{found.tried} things were compared with the ratings. The first is the result; the rest "
        "is exploration. Intervals are 95 %, by resampling games."
    )


def _share(one: Agreement) -> str:
    pairs = one.pairs
    return f"{pairs.value:.0%} ({pairs.low:.0%} to {pairs.high:.0%})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    line = "| " + " | ".join(head) + " |"
    return [line, "|---" * len(head) + "|", *("| " + " | ".join(row) + " |" for row in rows)]


def _compared_table(compared: Mapping[str, Compared]) -> list[str]:
    head = ("", "Spearman", "pairs", "n", "given board size", "in folds", "same rules", "others")
    rows = [
        (
            name,
            str(one.whole.spearman),
            _share(one.whole),
            str(one.whole.n),
            "" if one.given_board_size is None else str(one.given_board_size),
            f"{one.in_folds.value:+.2f} ({one.in_folds.low:+.2f} to {one.in_folds.high:+.2f})",
            _part(one.same),
            _part(one.simplified),
        )
        for name, one in compared.items()
    ]
    return _table(head, rows)


def _part(one: Agreement | None) -> str:
    return "too few" if one is None else f"{one.spearman}, n = {one.n}"


def _games_table(found: People) -> list[str]:
    head = ("game", "rating", "people", *found.profiles, "cells", "viable", "fidelity")
    rows = [
        (
            one.rated.game,
            f"{one.rated.rating:.2f}",
            str(one.rated.users),
            *(_told(one.scores[name]) for name in found.profiles),
            str(one.cells),
            "yes" if one.is_viable else "no",
            one.rated.fidelity,
        )
        for one in found.games
    ]
    return _table(head, rows)


def _told(found: Measure) -> str:
    return f"{found.value:+.2f} ± {found.margin:.2f}" if isinstance(found, Score) else "none"


def _failed(found: People) -> list[str]:
    failed = {one.rated.game: one.failed[found.headline] for one in found.games}
    rows = [f"- {game}: {'; '.join(why)}" for game, why in failed.items() if why]
    return ["", f"Fail gates of the profile {found.headline}: {len(rows)}.", "", *rows]


def _left_out(found: People) -> list[str]:
    if not found.left_out:
        return ["", "No rated game was left out."]
    rows = [f"- {one.game}: {' '.join(one.why.split())}" for one in found.left_out]
    return ["", f"Left out: {len(rows)}.", "", *rows]


def _sets_table(study: Study | None) -> list[str]:
    if study is None:
        return ["No criterion differs between these games."]
    rows = [
        (
            f"{one.name} ({one.criteria})",
            str(one.outer),
            f"{PAPER_SETS[one.name]:.3f}" if one.name in PAPER_SETS else "",
        )
        for one in study.sets
    ]
    return [
        *_table(("set", "in folds, with the choice repeated in each", "the paper's Table I"), rows),
        "",
        f"The best set on the games it was chosen by, as in the paper: {study.inner}.",
    ]


def _criteria_table(found: People) -> list[str]:
    rows = [
        (name, f"{one.spearman:+.2f}", str(one.n), f"{one.p:.3f}", f"{one.family_wise:.3f}")
        for name, one in list(found.criteria.items())[:MOST_CRITERIA]
    ]
    surviving = sum(one.family_wise < 0.05 for one in found.criteria.values())
    return [
        f"{surviving} of {len(found.criteria)} criteria stand after correction for their number "
        "(family-wise p below 0.05).",
        "",
        *_table(("criterion", "Spearman", "n", "p alone", "family-wise p"), rows),
    ]


def _paper_table(found: People) -> list[str]:
    names = list(found.profiles)
    ranked = sorted(found.paper_games, key=lambda one: (one.of, one.rank))
    rows = [
        (one.game, f"{one.rank} of {one.of}", *(_told(one.scores[name]) for name in names))
        for one in ranked
    ]
    told = ", ".join(f"{_rank_agreement(ranked, name):+.2f} ({name})" for name in names)
    return [
        *_table(("game", "rank by people", *names), rows),
        "",
        f"Spearman's correlation of score and rank, best rank first, over the games ranked among "
        f"{EVOLVED}: {told}. They are too few to tell more than that.",
    ]


def _rank_agreement(games: Sequence[PaperGame], profile: str) -> float:
    evolved = [one for one in games if one.of == EVOLVED]
    scores = np.asarray([_value(one, profile) for one in evolved])
    return spearman(scores, np.asarray([-float(one.rank) for one in evolved]))


def _value(one: PaperGame, profile: str) -> float:
    score = one.scores[profile]
    return score.value if isinstance(score, Score) else -inf
