"""Critiques as a page to read and as a table to compute with."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from ludwright.criticism.criterion import Criterion, Group, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.evidence import MAIN
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.radar import radar_svg
from ludwright.criticism.review import Review
from ludwright.play.families import family_of, load_rules
from ludwright.play.page import html_page
from ludwright.play.plots import lead_plot


def page(reviews: Sequence[Review], title: str = "Critique") -> str:
    """A page with a section for each game."""
    return html_page(title, "\n".join(map(_section, reviews)))


def _section(review: Review) -> str:
    critique, game = review.critique, review.evidence.game
    family, start = family_of(game), load_rules(game).start(0)
    has_matches = MAIN in review.evidence.playtests
    leads = lead_plot(review.evidence.main) if has_matches else ""
    mood = "good" if review.verdict.is_certain else "bad" if review.verdict.failings else ""
    name = escape(game.name.replace("-", " "))
    return (
        f'<section><h2>{name}</h2>\n<p class="{mood}">{escape(str(review.verdict))}</p>\n'
        f"<p>Score {escape(told(review.score))}; {escape(critique.effort)}; "
        f"seed {critique.seed}.</p>\n"
        f'<div class="side"><figure>{radar_svg(critique)}</figure>'
        f"<figure>{leads}</figure></div>\n"
        f'<div class="side"><figure>{family.draw_svg(start, title=game.name)}</figure>'
        f"<pre>{escape(family.rules_text(game))}</pre></div>\n"
        f"{_table(critique, game.family)}</section>"
    )


def _table(critique: Critique, family: str) -> str:
    known = [one for one in criteria_of(family) if one.name in critique.measures]
    parts = [
        "<table><thead><tr><th>criterion</th><th>value</th><th>95 % interval</th><th>n</th>"
        "<th>wanted</th><th>what it means</th></tr></thead>"
    ]
    for group in Group:
        rows = [_row(one, critique[one.name]) for one in known if one.group == group]
        if rows:
            head = f'<tr><th colspan="6">{group.value}</th></tr>'
            parts.append(f"<tbody>{head}{''.join(rows)}</tbody>")
    return "\n".join(parts) + "</table>"


def _row(one: Criterion, found: Measure) -> str:
    name, idea = escape(one.name), escape(one.idea)
    if not isinstance(found, Score):
        return (
            f'<tr class="unscored"><td>{name}</td><td colspan="4">{escape(found.why)}</td>'
            f"<td>{idea}</td></tr>"
        )
    low, high = found.interval(one.low, one.high)
    between = "exact" if found.error == 0 else f"{low:.3f} to {high:.3f}"
    return (
        f'<tr><td>{name}</td><td class="number">{found.value:.3f}</td>'
        f'<td class="number">{between}</td><td class="number">{found.samples}</td>'
        f"<td>{one.wanted.value}</td><td>{idea}</td></tr>"
    )


def table_csv(reviews: Sequence[Review]) -> str:
    """One line per game and criterion, for spreadsheets and notebooks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["game", "digest", "effort", "seed", "criterion", "value", "error", "samples", "unscored"]
    )
    for review in reviews:
        critique = review.critique
        head = [critique.game, critique.digest, critique.effort, critique.seed]
        for name, found in [*critique.measures.items(), ("aesthetic-score", review.score)]:
            if isinstance(found, Score):
                writer.writerow([*head, name, found.value, found.error, found.samples, ""])
            else:
                writer.writerow([*head, name, "", "", "", found.why])
    return text.getvalue()


def told(found: Measure) -> str:
    """A measure in a few words."""
    if isinstance(found, Unscored):
        return f"none ({found.why})"
    if found.error == 0:
        return f"{found.value:.3f} exactly"
    return f"{found.value:.3f} ± {found.margin:.3f} (n = {found.samples})"
