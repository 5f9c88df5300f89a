"""The report of a run, one self-contained page: the games, the course of the run, its settings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from ludwright.criticism.profile import Profile
from ludwright.criticism.remarks import Observation
from ludwright.criticism.review import remarks_of
from ludwright.plain import read_plain
from ludwright.play.families import family_named
from ludwright.presentation.game_section import Exhibit, card_html, portrait_of, section_html
from ludwright.presentation.page import facts_html, html_page, table_html
from ludwright.presentation.run_plots import archive_plot, score_plot
from ludwright.presentation.run_view import RunView, score_told
from ludwright.store.runs import CandidateRow

__all__ = ["Exhibit", "report_page"]


def report_page(
    view: RunView, rows: Sequence[CandidateRow], exhibits: Sequence[Exhibit], seed: int = 1
) -> str:
    """The page; `rows` are all candidates, `exhibits` the games shown in full."""
    family_named(view.run.family)  # registers its games, so that they can be read
    axes = [str(one) for one in view.run.settings.get("axes", ())]
    named = {row.digest: row for row in reversed(rows)}
    shown = [(one, portrait_of(one.candidate, seed)) for one in exhibits]
    places = list(enumerate(shown, start=1))
    sections = [
        _headline(view, exhibits),
        _cards(view, [card_html(place, *one) for place, one in places]),
        *(section_html(place, *one, named, _remarks(view, one[0])) for place, one in places),
        _counts(view),
        _falls(view),
        f'<h3>Scores over the run</h3>\n<figure class="plot">{score_plot(rows)}</figure>',
        _archive(archive_plot(rows, axes)),
        _causes(view),
        _lost_seeds(view),
        _asked(view),
    ]
    return html_page(f"Run {view.run.name}", "\n".join(one for one in sections if one))


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
        f'<p class="lead">{_counted(standing.children, "child", "children")} of '
        f"{_counted(standing.seeds, 'seed', 'seeds')}: {standing.survivors:,} survived, "
        f"{standing.viable:,} viable.{escape(state)}</p>"
    )


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _cards(view: RunView, cards: Sequence[str]) -> str:
    """The final list first, then the other games shown."""
    if not cards:
        return "<p>No child has survived.</p>"
    final = len(view.finalists)
    listed, others = cards[:final], cards[final:]
    parts = [f'<div class="cards">{"".join(one)}</div>' for one in (listed, others) if one]
    return "\n<h3>Other games, not on the final list</h3>\n".join(parts)


def _counts(view: RunView) -> str:
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
    best = f"<p>Best score of a viable child: {escape(score_told(standing.best))}.</p>"
    return f"<h2>How the run went</h2>\n{facts_html(facts)}\n{best if standing.best else ''}"


def _falls(view: RunView) -> str:
    """The games that looked viable and failed the final tests."""
    if not view.falls:
        return ""
    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{escape(one.test)}</td>"
        f"<td>{'<br>'.join(map(escape, one.reasons))}</td></tr>"
        for one in view.falls
    )
    head = "<thead><tr><th>game</th><th>test</th><th>why</th></tr></thead>"
    return (
        "<h3>Failed the final tests</h3>\n"
        "<p>These looked viable, but failed when they were measured again for the final list.</p>\n"
        f'<div class="wide"><table>{head}{rows}</table></div>'
    )


def _archive(svg: str) -> str:
    return (
        f'<h3>The best viable child of each kind</h3>\n<figure class="plot">{svg}</figure>'
        if svg
        else ""
    )


def _causes(view: RunView) -> str:
    if not view.rejections:
        return "<h3>Rejected</h3>\n<p>No child was rejected.</p>"
    rows = "".join(
        f'<tr><td>{escape(stage)}</td><td>{escape(cause)}</td><td class="number">{count}</td>'
        f'<td class="number">{100 * count / max(view.standing.children, 1):.1f} %</td></tr>'
        for (stage, cause), count in view.rejections.items()
    )
    head = (
        '<thead><tr><th>stage</th><th>cause</th><th class="number">children</th>'
        '<th class="number">share</th></tr></thead>'
    )
    return f'<h3>Rejected</h3>\n<div class="wide"><table>{head}{rows}</table></div>'


def _lost_seeds(view: RunView) -> str:
    if not view.lost_seeds:
        return ""
    reasons = {one.name: one.rejection for one in view.lost_seeds}
    return f"<h3>Seeds left out</h3>\n{table_html(reasons)}"


def _asked(view: RunView) -> str:
    run = view.run
    facts = {
        "family": run.family,
        "seed": run.seed,
        "state": view.state,
        "started": f"{run.created:%Y-%m-%d %H:%M} UTC",
        "last change": f"{run.updated:%Y-%m-%d %H:%M} UTC",
        "version": run.version,
    }
    settings = json.dumps(dict(run.settings), indent=2, ensure_ascii=False)
    return (
        f"<h2>Settings</h2>\n{table_html(facts)}\n"
        f"<details><summary>All settings</summary><pre>{escape(settings)}</pre></details>"
    )
