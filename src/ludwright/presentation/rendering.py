"""Fills the templates of pages and plots, which are package data in `templates/`.

Every value is escaped unless its template says that it is already markup, which only pictures are.
Jinja2 is imported when the first page or plot is made, so that commands without one start quickly.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ludwright.criticism.measure import Score
from ludwright.shown import shown

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **values: Any) -> str:
    """The text of a template with its values, safe to open."""
    return shown(_environment().get_template(template).render(values))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("ludwright.presentation"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        tenths="{:.1f}".format,
        plain="{:g}".format,
        sentence=_sentence,
        brief=_brief,
        score_told=score_told,
    )
    return made


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _brief(score: Score | None) -> str:
    return "none" if score is None else f"{score.value:.2f} ± {score.margin:.2f}"


def score_told(score: Score | None) -> str:
    """A score with its 95 % interval, in words."""
    if score is None:
        return "no score"
    low, high = score.interval()
    return f"{score.value:.3f} ({low:.3f} to {high:.3f}, {score.samples} samples)"
