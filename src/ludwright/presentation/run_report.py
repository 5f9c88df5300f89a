"""The report of a run, one self-contained page: the games, the course of the run, its settings."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ludwright.criticism.profile import Profile
from ludwright.criticism.remarks import Observation
from ludwright.criticism.review import remarks_of
from ludwright.plain import read_plain
from ludwright.play.families import family_named
from ludwright.presentation.game_section import Exhibit, game_section
from ludwright.presentation.rendering import render
from ludwright.presentation.run_plots import archive_plot, score_plot
from ludwright.presentation.run_view import RunView
from ludwright.store.runs import CandidateRow

__all__ = ["Exhibit", "report_page"]


def report_page(
    view: RunView, rows: Sequence[CandidateRow], exhibits: Sequence[Exhibit], seed: int = 1
) -> str:
    """The page; `rows` are all candidates, `exhibits` the games shown in full."""
    family_named(view.run.family)  # registers its games, so that they can be read
    axes = [str(one) for one in view.run.settings.get("axes", ())]
    named = {row.digest: row for row in reversed(rows)}
    games = [
        game_section(place, one, seed, named, _remarks(view, one))
        for place, one in enumerate(exhibits, start=1)
    ]
    final = len(view.finalists)
    return render(
        "run.html",
        title=f"Run {view.run.name}",
        view=view,
        headline=_headline(view, exhibits),
        listed=games[:final],
        others=games[final:],
        counts=_counts(view),
        scores=score_plot(rows),
        archive=archive_plot(rows, axes),
        lost_seeds={one.name: one.rejection for one in view.lost_seeds},
        asked=_asked(view),
        settings=json.dumps(dict(view.run.settings), indent=2, ensure_ascii=False),
    )


def _remarks(view: RunView, exhibit: Exhibit) -> Sequence[Observation]:
    """Observations about a game, by the profile that the run used."""
    critique = exhibit.candidate.critique
    data = view.run.settings.get("screening", {}).get("profile")
    if critique is None or data is None:
        return ()
    return remarks_of(critique, view.run.family, read_plain(Profile, data))


def _headline(view: RunView, exhibits: Sequence[Exhibit]) -> str:
    standing = view.standing
    state = "" if view.state == "finished" else f" The run is {view.state}."
    if exhibits:
        state = f" {'These are' if len(exhibits) > 1 else 'This is'} the best.{state}"
    return (
        f"{_counted(standing.children, 'child', 'children')} of "
        f"{_counted(standing.seeds, 'seed', 'seeds')}: {standing.survivors:,} survived, "
        f"{standing.viable:,} viable.{state}"
    )


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _counts(view: RunView) -> dict[str, object]:
    standing = view.standing
    facts: dict[str, object] = {
        "seeds": standing.seeds,
        "generations": standing.generations,
        "children": f"{standing.children:,}",
        "survivors": f"{standing.survivors:,}",
        "viable": f"{standing.viable:,}",
        "retests": f"{standing.retests:,}",
    }
    if standing.rate is not None:
        facts["children per minute"] = f"{standing.rate:.1f}"
    if standing.work:
        facts["matches played in screening"] = f"{sum(standing.work.values()):,.0f}"
    if standing.seconds:
        minutes = sum(standing.seconds.values()) / 60
        facts["processor time, minutes"] = f"{minutes:.1f}"
    return facts


def _asked(view: RunView) -> dict[str, object]:
    run = view.run
    return {
        "family": run.family,
        "seed": run.seed,
        "state": view.state,
        "started": f"{run.created:%Y-%m-%d %H:%M} UTC",
        "last change": f"{run.updated:%Y-%m-%d %H:%M} UTC",
        "version": run.version,
    }
