"""What notebooks show of games, playtests and critiques; a position is drawn by its family.

The classes themselves stand to the left of this package; their `_repr_html_` and `_repr_svg_` find
these functions through `ludwright.shown.displayed`, which imports this module when first asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ludwright.criticism.criterion import Criterion, criteria_of
from ludwright.criticism.critique import Critique
from ludwright.criticism.measure import Measure, Score
from ludwright.errors import LudwrightError
from ludwright.language.game import Game
from ludwright.play.families import family_names, family_of, load_rules
from ludwright.play.playtest import Playtest
from ludwright.presentation.plots import lead_plot
from ludwright.presentation.radar import radar_svg
from ludwright.presentation.rendering import render
from ludwright.presentation.rules_sections import goal_of, rules_sections

_BAR_WIDTH = 120.0
"""Of the picture of an interval."""


def game_svg(game: Game) -> str | None:
    """The start position; None if the rules make no sense."""
    try:
        return _start(game)
    except LudwrightError:
        return None


def game_html(game: Game) -> str:
    """The rules in English next to the start position; the reason if they make no sense."""
    family = family_of(game)
    values: dict[str, Any] = {"board": "", "goal": "", "sections": (), "trouble": ""}
    try:
        values = {
            **values,
            "board": _start(game),
            "goal": goal_of(game),
            "sections": rules_sections(family.rules_text(game)),
        }
    except LudwrightError as error:
        values["trouble"] = str(error)
    return render("repr_game.html", name=game.name.replace("-", " "), game=game, **values)


def _start(game: Game) -> str:
    return family_of(game).draw_svg(load_rules(game).start(0), captions=())


def playtest_svg(playtest: Playtest) -> str:
    """Who led when."""
    return lead_plot(playtest)


def playtest_html(playtest: Playtest) -> str:
    """The playtest in a few figures next to its leads."""
    return render(
        "repr_playtest.html",
        name=playtest.game.name.replace("-", " "),
        facts=_playtest_facts(playtest),
        plot=lead_plot(playtest),
    )


def _playtest_facts(playtest: Playtest) -> dict[str, object]:
    found = playtest.summary()
    facts: dict[str, object] = {"matches": f"{found['matches']:,}, seed {found['seed']}"}
    for number, name in enumerate(playtest.players):
        facts[f"{number + 1}. {name}"] = f"{playtest.player_share(number)} of the points"
    facts["first player wins"] = f"{playtest.first_share()} of the decided"
    facts[playtest.drawn_in_words] = playtest.drawn_share()
    if len(playtest):
        lengths = found["plies"]
        ends = f"{lengths['shortest']} to {lengths['longest']}"
        facts["plies"] = f"{lengths['mean']:.1f} on average, {ends}"
        facts["legal moves"] = f"{found['options_mean'] or 0.0:.1f} on average"
    ends = ", ".join(f"{count} by {reason}" for reason, count in found["reasons"].items())
    facts["ended"] = ends or "none"
    return facts | ({"notes": "; ".join(playtest.notes)} if playtest.notes else {})


def critique_svg(critique: Critique) -> str:
    """The criteria at a glance."""
    return radar_svg(critique)


def critique_html(critique: Critique) -> str:
    """Every measure with its interval, next to the criteria at a glance."""
    known = {one.name: one for family in family_names() for one in criteria_of(family)}
    rows = [_row(name, found, known) for name, found in critique.measures.items()]
    return render(
        "repr_critique.html",
        name=critique.game.replace("-", " "),
        critique=critique,
        rows=rows,
        bar_width=_BAR_WIDTH,
        radar=radar_svg(critique),
    )


def _row(name: str, found: Measure, known: Mapping[str, Criterion]) -> dict[str, Any]:
    if not isinstance(found, Score):
        return {"name": name, "score": None, "why": found.why}
    one = known.get(name)
    bar = _bar(found, one.low, one.high) if one is not None else None
    return {"name": name, "score": found, "idea": one.idea if one else "", "bar": bar}


def _bar(score: Score, low: float, high: float) -> tuple[float, float, float] | None:
    """Where the interval and the value lie in the range of the criterion; None if it has no end."""
    if not (isfinite(low) and isfinite(high) and high > low):
        return None
    places = (score.value - score.margin, score.value, score.value + score.margin)
    shares = [min(1.0, max(0.0, (place - low) / (high - low))) for place in places]
    return shares[0] * _BAR_WIDTH, shares[1] * _BAR_WIDTH, shares[2] * _BAR_WIDTH
