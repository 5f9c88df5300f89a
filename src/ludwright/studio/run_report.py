"""The report of a run: one page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from shlex import quote

from ludwright.criticism.radar import radar_svg
from ludwright.errors import LudwrightError
from ludwright.language.game import Game
from ludwright.play.families import family_named, family_of
from ludwright.play.page import html_page
from ludwright.play.playtest import playtest
from ludwright.store.runs import CandidateRow
from ludwright.studio.run_plots import archive_plot, score_plot
from ludwright.studio.run_view import RunView, score_told
from ludwright.synthesis.candidate import Candidate

QUICK_PLAYER: str = "mcts:playouts=20"
"""Plays the match whose end is drawn."""
QUICK_PLIES: int = 150
MOST_ANCESTORS: int = 40


@dataclass(frozen=True)
class Exhibit:
    """A game of the report, and the file it was written to."""

    candidate: Candidate
    path: Path


def report_page(
    view: RunView, rows: Sequence[CandidateRow], exhibits: Sequence[Exhibit], seed: int = 1
) -> str:
    """The page; `rows` are all candidates, `exhibits` the games that are shown in full."""
    family_named(view.run.family)  # its games can be read from now on
    axes = [str(one) for one in view.run.settings.get("axes", ())]
    named = {row.digest: row for row in reversed(rows)}
    sections = [
        _asked(view),
        _counts(view),
        f"<h2>Scores</h2>\n<figure>{score_plot(rows)}</figure>",
        _archive(archive_plot(rows, axes)),
        _causes(view),
        _contents(exhibits),
        *(_game(place, one, named, seed) for place, one in enumerate(exhibits, start=1)),
    ]
    return html_page(f"Run {view.run.name}", "\n".join(one for one in sections if one))


def _asked(view: RunView) -> str:
    run = view.run
    facts = {
        "family": run.family,
        "seed": run.seed,
        "state": view.state,
        "begun": f"{run.created:%Y-%m-%d %H:%M} UTC",
        "last change": f"{run.updated:%Y-%m-%d %H:%M} UTC",
        "version": run.version,
    }
    settings = json.dumps(dict(run.settings), indent=2, ensure_ascii=False)
    return (
        f"<h2>What was asked</h2>\n{_table(facts)}\n"
        f"<details><summary>All settings</summary><pre>{escape(settings)}</pre></details>"
    )


def _counts(view: RunView) -> str:
    standing = view.standing
    facts: dict[str, object] = {
        "seeds": standing.seeds,
        "generations": standing.generations,
        "children": standing.children,
        "survivors": standing.survivors,
        "viable": standing.viable,
        "retests": standing.retests,
        "best score": score_told(standing.best),
    }
    if standing.rate is not None:
        facts["children a minute, at the end"] = f"{standing.rate:.1f}"
    if standing.work:
        facts["matches of the screening"] = f"{sum(standing.work.values()):,.0f}"
    if standing.seconds:
        minutes = sum(standing.seconds.values()) / 60
        facts["processor time of the screening"] = f"{minutes:.1f} minutes"
    return f"<h2>What came of it</h2>\n{_table(facts)}"


def _table(facts: Mapping[str, object]) -> str:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(str(fact))}</td></tr>"
        for name, fact in facts.items()
    )
    return f"<table>{rows}</table>"


def _archive(svg: str) -> str:
    return f"<h2>Kinds of games</h2>\n<figure>{svg}</figure>" if svg else ""


def _causes(view: RunView) -> str:
    if not view.rejections:
        return "<h2>Rejected</h2>\n<p>No child was rejected.</p>"
    rows = "".join(
        f'<tr><td>{escape(stage)}</td><td>{escape(cause)}</td><td class="number">{count}</td>'
        f'<td class="number">{100 * count / max(view.standing.children, 1):.1f} %</td></tr>'
        for (stage, cause), count in view.rejections.items()
    )
    head = "<tr><th>stage</th><th>cause</th><th>children</th><th>share</th></tr>"
    return f"<h2>Rejected</h2>\n<table>{head}{rows}</table>"


def _contents(exhibits: Sequence[Exhibit]) -> str:
    if not exhibits:
        return "<h2>Games</h2>\n<p>No child has survived.</p>"
    rows = "".join(
        f'<tr><td class="number">{place}</td>'
        f'<td><a href="#game-{place}">{escape(_name(one.candidate))}</a></td>'
        f"<td>{escape(score_told(one.candidate.score))}</td>"
        f"<td>{_verdict(one.candidate)}</td></tr>"
        for place, one in enumerate(exhibits, start=1)
    )
    head = "<tr><th></th><th>game</th><th>score</th><th></th></tr>"
    return f"<h2>Games</h2>\n<table>{head}{rows}</table>"


def _verdict(candidate: Candidate) -> str:
    if candidate.is_viable:
        return '<span class="good">viable</span>'
    why = f": {'; '.join(candidate.failings)}" if candidate.failings else ""
    return f'<span class="bad">not viable{escape(why)}</span>'


def _game(place: int, exhibit: Exhibit, named: Mapping[str, CandidateRow], seed: int) -> str:
    candidate = exhibit.candidate
    facts = {
        "score": score_told(candidate.score),
        "candidate": f"{candidate.number}, of generation {candidate.generation}",
        **({"kind": ", ".join(candidate.cell)} if candidate.cell else {}),
        **{f"distance ({name})": f"{d:.3f}" for name, d in candidate.distances.items()},
        "parents": " and ".join(_named(one, named) for one in candidate.parents) or "none",
        "line of templates": " ← ".join(_ancestors(candidate, named)) or "none",
        "digest": candidate.digest,
    }
    command = f"ludwright play {quote(str(exhibit.path))}"
    return (
        f'<section id="game-{place}">\n<h2>{place}. {escape(_name(candidate))}</h2>\n'
        f"<p>{_verdict(candidate)}. Play it: <code>{escape(command)}</code></p>\n"
        f'<div class="side">{_pictures(candidate, seed)}</div>\n{_table(facts)}\n'
        f"{_rules(candidate)}\n</section>"
    )


def _pictures(candidate: Candidate, seed: int) -> str:
    try:
        svgs = _boards(candidate.game, seed)
        if candidate.critique is not None:
            svgs.append(radar_svg(candidate.critique))
    except Exception as error:  # noqa: BLE001 - one bad game never takes the report down
        return f'<p class="bad">It could not be drawn: {escape(_why(error))}</p>'
    return "".join(f"<figure>{svg}</figure>" for svg in svgs)


def _boards(game: Game, seed: int) -> list[str]:
    """The position at the start, and at the end of a quick match."""
    family = family_of(game)
    rules = family.load_rules(game)
    players = [QUICK_PLAYER] * rules.seats
    record = playtest(game, players, 1, seed, openings=(0,), max_plies=QUICK_PLIES)[0]
    last = list(record.positions(rules))[-1]
    name = game.name.replace("-", " ")
    end = f"{name}, a quick match after {len(record.seats)} plies"
    return [family.draw_svg(rules.start(0), title=name), family.draw_svg(last, title=end)]


def _rules(candidate: Candidate) -> str:
    try:
        told = family_of(candidate.game).rules_text(candidate.game)
    except Exception as error:  # noqa: BLE001 - one bad game never takes the report down
        told = f"The rules could not be told in English: {_why(error)}"
    return (
        f"<h3>Rules</h3>\n<pre>{escape(told)}</pre>\n"
        f"<details><summary>As text</summary><pre>{escape(candidate.text)}</pre></details>"
    )


def _why(error: Exception) -> str:
    """An error in words; one that nobody raised on purpose is named."""
    is_ours = isinstance(error, LudwrightError | ValueError)
    return str(error) if is_ours and str(error) else f"{type(error).__name__}: {error}"


def _name(candidate: Candidate) -> str:
    return candidate.name.replace("-", " ") or candidate.digest


def _named(digest: str, named: Mapping[str, CandidateRow]) -> str:
    row = named.get(digest)
    if row is None:
        return digest
    return f"{row.name} (seed)" if row.generation == 0 else row.name


def _ancestors(candidate: Candidate, named: Mapping[str, CandidateRow]) -> list[str]:
    """The names from the template back to a seed."""
    found: list[str] = []
    seen: set[str] = set()
    parents = candidate.parents
    while parents and parents[0] not in seen and len(found) < MOST_ANCESTORS:
        seen.add(parents[0])
        found.append(_named(parents[0], named))
        row = named.get(parents[0])
        parents = row.parents if row is not None else ()
    return found
