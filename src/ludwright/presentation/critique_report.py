"""Critiques as an HTML page and as a CSV table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludwright.criticism.criterion import Criterion, Group, criteria_of
from ludwright.criticism.kept_matches import NotableMatch
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.criticism.modes import MAIN
from ludwright.criticism.peers import Percentile, Ranked, percent
from ludwright.criticism.remarks import Kind, Observation
from ludwright.criticism.review import Review
from ludwright.play.families import family_of, load_rules
from ludwright.play.rules import Rules
from ludwright.presentation.plots import lead_plot
from ludwright.presentation.radar import radar_svg
from ludwright.presentation.rendering import render
from ludwright.presentation.rules_sections import goal_of, rules_sections


def page(reviews: Sequence[Review]) -> str:
    """A page with a section for each game."""
    names = [one.evidence.game.name.replace("-", " ") for one in reviews]
    title = names[0] if len(names) == 1 else "Critique of " + ", ".join(names)
    return render("critique.html", title=title, sections=[_section(one) for one in reviews])


def _section(review: Review) -> dict[str, Any]:
    """What the template shows of a game."""
    game, verdict = review.evidence.game, review.verdict
    has_matches = MAIN in review.evidence.playtests
    rules = load_rules(game, review.evidence.main.seats if has_matches else None)
    return {
        "review": review,
        "name": game.name.replace("-", " "),
        "goal": goal_of(game),
        "board": _board(review, rules),
        "verdict": _verdict(review),
        "mood": "good" if verdict.is_certain else "" if verdict.is_viable else "bad",
        "why": (*verdict.failings, *verdict.doubts),
        "score": review.score if isinstance(review.score, Score) else None,
        "percentile": _scored(review.percentile),
        "facts": _facts(review) if has_matches else {},
        "remarks": remark_kinds(review.remarks),
        "matches": [_match(review, one, rules) for one in review.notable],
        "radar": radar_svg(review.critique, game.family),
        "leads": lead_plot(review.evidence.main) if has_matches else "",
        "rules": rules_sections(family_of(game).rules_text(game)),
        "criteria": _criteria(review),
    }


def _verdict(review: Review) -> str:
    verdict = review.verdict
    return "viable" if verdict.is_certain else "in doubt" if verdict.is_viable else "not viable"


def _facts(review: Review) -> dict[str, object]:
    """Key figures of the matches."""
    main = review.evidence.main
    found, first, drawn = main.summary(), main.first_share(), main.drawn_share()
    return {
        "matches": found["matches"],
        "moves per match": f"{found['plies']['mean']:.0f}",
        "choices per turn": f"{found['options_mean'] or 0.0:.0f}",
        "won by the first player": "none" if first.value is None else percent(first.value),
        main.drawn_in_words: "none" if drawn.value is None else percent(drawn.value),
    }


def _scored(found: Ranked | None) -> Percentile | None:
    return found if isinstance(found, Percentile) else None


def _board(review: Review, rules: Rules) -> dict[str, str]:
    """The end of a typical match, or the start position if nothing was played."""
    typical = next((one for one in review.notable if "typical" in one.why), None)
    if typical is None:
        family = family_of(review.evidence.game)
        return {"svg": family.draw_svg(rules.start(0), captions=()), "caption": ""}
    caption = f"The end of match {typical.match}, a typical match."
    return {"svg": _last_board(review, typical, rules), "caption": caption}


def _match(review: Review, one: NotableMatch, rules: Rules) -> dict[str, Any]:
    """A match worth looking at, with the command that opens it."""
    command = review.kept.command(one.match) if review.kept else ""
    return {"notable": one, "svg": _last_board(review, one, rules), "command": command}


def _last_board(review: Review, one: NotableMatch, rules: Rules) -> str:
    positions = list(review.evidence.main[one.match].positions(rules))
    return family_of(review.evidence.game).draw_svg(positions[-1], captions=())


@dataclass(frozen=True, slots=True)
class RemarkKind:
    """The remarks of one kind."""

    title: str
    before: str
    """The words before the advice."""
    remarks: tuple[Observation, ...]


_KINDS: dict[Kind, tuple[str, str]] = {
    Kind.STRENGTH: ("Strengths", "Try"),
    Kind.WEAKNESS: ("Weaknesses", "Try"),
    Kind.CHARACTER: ("Unlike most games", "To change that, try"),
}


def remark_kinds(remarks: Sequence[Observation]) -> list[RemarkKind]:
    """Strengths, weaknesses and character, without the kinds that have no remarks."""
    kinds = [
        RemarkKind(*words, tuple(one for one in remarks if one.kind is kind))
        for kind, words in _KINDS.items()
    ]
    return [kind for kind in kinds if kind.remarks]


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """One criterion in a table of measures."""

    criterion: Criterion
    measure: Measure
    percentile: Percentile | None = None

    @property
    def score(self) -> Score | None:
        """The score, if it has one."""
        return self.measure if isinstance(self.measure, Score) else None

    @property
    def why(self) -> str:
        """Why it has no score; "" if it has one."""
        return self.measure.why if isinstance(self.measure, Unscored) else ""

    @property
    def between(self) -> str:
        """The 95 % interval in words; "" without a score."""
        if self.score is None:
            return ""
        low, high = self.score.interval(self.criterion.low, self.criterion.high)
        return "exact" if self.score.error == 0 else f"{low:.3f} to {high:.3f}"


def _criteria(review: Review) -> dict[str, list[CriterionRow]]:
    """The measured criteria, by group."""
    measures = review.critique.measures
    known = [one for one in criteria_of(review.evidence.game.family) if one.name in measures]
    rows = [
        CriterionRow(one, measures[one.name], _scored(review.ranked.get(one.name))) for one in known
    ]
    groups = {group: [row for row in rows if row.criterion.group == group] for group in Group}
    return {group.value: found for group, found in groups.items() if found}


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
