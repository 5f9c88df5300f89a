"""Critiques as an HTML page and as a CSV table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from ludwright.criticism.criterion import Criterion, Group, criteria_of
from ludwright.criticism.kept_matches import NotableMatch
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.modes import MAIN
from ludwright.criticism.peers import Percentile, Ranked, percent
from ludwright.criticism.remarks import Kind, Observation
from ludwright.criticism.review import Review
from ludwright.play.families import family_of, load_rules
from ludwright.presentation.page import (
    command_html,
    facts_html,
    goal_of,
    html_page,
    pill_html,
    rules_html,
)
from ludwright.presentation.plots import lead_plot
from ludwright.presentation.radar import radar_svg


def page(reviews: Sequence[Review]) -> str:
    """A page with a section for each game."""
    names = [one.evidence.game.name.replace("-", " ") for one in reviews]
    title = names[0] if len(names) == 1 else "Critique of " + ", ".join(names)
    sections = [_section(one, with_name=len(reviews) > 1) for one in reviews]
    return html_page(title, "\n".join(sections))


def _section(review: Review, *, with_name: bool) -> str:
    game = review.evidence.game
    rules = family_of(game).rules_text(game)
    name = f"<h2>{escape(game.name.replace('-', ' '))}</h2>\n" if with_name else ""
    parts = [
        _headline(review, rules),
        _remarks(review),
        _matches(review),
        _plots(review),
        f'<h2>Rules</h2>\n<div class="rules">{rules_html(rules)}</div>',
        f"<h2>All criteria</h2>\n{_table(review)}",
    ]
    return f"<section>{name}{''.join(part for part in parts if part)}</section>"


def _headline(review: Review, rules: str) -> str:
    """The board, the goal, the verdict and the score."""
    critique, verdict = review.critique, review.verdict
    word = "viable" if verdict.is_certain else "in doubt" if verdict.is_viable else "not viable"
    mood = "good" if verdict.is_certain else "" if verdict.is_viable else "bad"
    why = "".join(f"<li>{escape(text)}</li>" for text in (*verdict.failings, *verdict.doubts))
    return (
        f'<p class="lead">{escape(goal_of(rules))}</p>\n'
        f'<div class="side"><figure class="board">{_board(review)}</figure>\n'
        f"<figure><p>{pill_html(word, mood)}</p>{f'<ul>{why}</ul>' if why else ''}"
        f"{_score(review)}"
        f'<p class="soft small">{escape(critique.effort)}, seed {critique.seed}, profile '
        f"{escape(review.profile.name)}.</p>{_facts(review)}</figure></div>"
    )


def _facts(review: Review) -> str:
    """Key figures of the matches."""
    if MAIN not in review.evidence.playtests:
        return ""
    found = review.evidence.main.summary()
    first, drawn = review.evidence.main.first_share(), review.evidence.main.drawn_share()
    facts: dict[str, object] = {
        "matches": found["matches"],
        "moves per match": f"{found['plies']['mean']:.0f}",
        "choices per turn": f"{found['options_mean']:.0f}",
        "won by the first player": "none" if first.value is None else percent(first.value),
        "drawn": "none" if drawn.value is None else percent(drawn.value),
    }
    return facts_html(facts)


def _score(review: Review) -> str:
    score = review.score
    if isinstance(score, Unscored):
        return f'<p class="score">no score</p><p>{escape(score.why)}</p>'
    return (
        f'<p class="score">{score.value:.2f} <span class="soft small">± {score.margin:.2f}</span>'
        f"</p>{_rank(review.percentile, 'large')}<p>{_sentence(review.standing())}</p>"
    )


def _sentence(text: str) -> str:
    return escape(f"{text[0].upper()}{text[1:]}.")


def _rank(found: Ranked | None, size: str = "") -> str:
    """A percentile as a bar with its interval."""
    if not isinstance(found, Percentile):
        return ""
    low, at, high = (100.0 * share for share in (found.low, found.share, found.high))
    return (
        f'<span class="rank {size}" title="{escape(str(found))}">'
        f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i>'
        f'<b style="left:{at:.1f}%"></b></span>'
    )


def _board(review: Review) -> str:
    """The end of a typical match, or the start position if nothing was played."""
    game = review.evidence.game
    family, rules = family_of(game), load_rules(game)
    typical = next((one for one in review.notable if "typical" in one.why), None)
    if typical is None:
        return family.draw_svg(rules.start(0), captions=())
    caption = f"The end of match {typical.match}, a typical match."
    return f"{_last_board(review, typical)}<figcaption>{caption}</figcaption>"


def _last_board(review: Review, one: NotableMatch) -> str:
    game = review.evidence.game
    positions = list(review.evidence.main[one.match].positions(load_rules(game)))
    return family_of(game).draw_svg(positions[-1], captions=())


_TITLES: dict[Kind, str] = {
    Kind.STRENGTH: "Strengths",
    Kind.WEAKNESS: "Weaknesses",
    Kind.CHARACTER: "Unlike most games",
}


def _remarks(review: Review) -> str:
    cards = remarks_html(review.remarks)
    return f"<h2>In words</h2>\n{cards}" if cards else ""


def remarks_html(remarks: Sequence[Observation]) -> str:
    """Strengths, weaknesses and character, a card for each; "" if there are no remarks."""
    cards = ""
    for kind, title in _TITLES.items():
        items = "".join(_remark(one) for one in remarks if one.kind is kind)
        if items:
            cards += f'<div class="card"><h3>{title}</h3><ul class="remarks">{items}</ul></div>'
    return f'<div class="cards">{cards}</div>' if cards else ""


def _remark(one: Observation) -> str:
    before = "To change that, try" if one.kind is Kind.CHARACTER else "Try"
    advice = f"<p>{before} {escape(one.advice)}.</p>" if one.advice else ""
    return (
        f"<li><strong>{_sentence(one.says)}</strong>"
        f'<p class="soft small">{escape(one.figures)}</p>{advice}</li>'
    )


def _matches(review: Review) -> str:
    """The matches worth looking at, with the command that opens each."""
    cards = "".join(_match(review, one) for one in review.notable)
    return f'<h2>Matches to look at</h2>\n<div class="cards">{cards}</div>' if cards else ""


def _match(review: Review, one: NotableMatch) -> str:
    kept = review.kept
    command = command_html(kept.command(one.match)) if kept else ""
    return (
        f'<article class="card"><div class="board">{_last_board(review, one)}</div>'
        f"<h3>Match {one.match}</h3><p>The {escape(one.why)}: {escape(one.ended)}.</p>"
        f'<div class="last">{command}</div></article>'
    )


def _plots(review: Review) -> str:
    has_matches = MAIN in review.evidence.playtests
    leads = (
        f'<figure class="plot">{lead_plot(review.evidence.main)}</figure>' if has_matches else ""
    )
    return (
        f'<h2>How it plays</h2>\n<div class="side"><figure class="plot">'
        f"{radar_svg(review.critique, review.evidence.game.family)}</figure>{leads}</div>"
    )


def _table(review: Review) -> str:
    critique = review.critique
    known = [o for o in criteria_of(review.evidence.game.family) if o.name in critique.measures]
    head = (
        '<thead><tr><th>criterion</th><th class="number">value</th>'
        '<th class="number spare">95 % interval</th><th class="number spare">n</th>'
        '<th>percentile</th><th class="spare">wanted</th><th class="spare">what it means</th>'
        "</tr></thead>"
    )
    parts = [f'<div class="wide"><table>{head}']
    for group in Group:
        rows = [_row(one, review) for one in known if one.group == group]
        if rows:
            name = f'<tr class="group"><th colspan="7">{group.value}</th></tr>'
            parts.append(f"<tbody>{name}{''.join(rows)}</tbody>")
    return "\n".join(parts) + "</table></div>"


def _row(one: Criterion, review: Review) -> str:
    found = review.critique[one.name]
    name, idea = escape(one.name), f'<td class="spare">{escape(one.idea)}</td>'
    if isinstance(found, Unscored):
        return (
            f'<tr class="unscored"><td>{name}</td><td colspan="5">{escape(found.why)}</td>'
            f"{idea}</tr>"
        )
    low, high = found.interval(one.low, one.high)
    between = "exact" if found.error == 0 else f"{low:.3f} to {high:.3f}"
    return (
        f'<tr><td>{name}</td><td class="number">{found.value:.3f}</td>'
        f'<td class="number spare">{between}</td><td class="number spare">{found.samples}</td>'
        f"<td>{_rank(review.ranked.get(one.name))}</td>"
        f'<td class="spare">{one.wanted.value}</td>{idea}</tr>'
    )


def table_csv(reviews: Sequence[Review]) -> str:
    """One line per game and criterion, for spreadsheets and notebooks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            *("game", "digest", "effort", "seed", "criterion", "value", "error", "samples"),
            *("unscored", "percentile", "percentile_low", "percentile_high"),
        ]
    )
    for review in reviews:
        critique = review.critique
        head = [critique.game, critique.digest, critique.effort, critique.seed]
        ranked = {**review.ranked, "aesthetic-score": review.percentile}
        for name, found in [*critique.measures.items(), ("aesthetic-score", review.score)]:
            place = ranked[name]
            ends = (
                [place.share, place.low, place.high] if isinstance(place, Percentile) else [""] * 3
            )
            if isinstance(found, Score):
                writer.writerow([*head, name, found.value, found.error, found.samples, "", *ends])
            else:
                writer.writerow([*head, name, "", "", "", found.why, *ends])
    return text.getvalue()


def told(found: Measure) -> str:
    """A measure in a few words."""
    if isinstance(found, Unscored):
        return f"none ({found.why})"
    if found.error == 0:
        return f"{found.value:.3f} exactly"
    return f"{found.value:.3f} ± {found.margin:.3f} (n = {found.samples})"
