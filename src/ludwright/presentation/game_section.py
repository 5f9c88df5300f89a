"""A game in the report of a run: a card at the top, and a section with the details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from shlex import quote

from ludwright.criticism.remarks import Observation
from ludwright.errors import LudwrightError
from ludwright.language.game import Game
from ludwright.play.families import family_of
from ludwright.play.playtest import playtest
from ludwright.presentation.critique_report import remarks_html
from ludwright.presentation.page import command_html, goal_of, pill_html, rules_html, table_html
from ludwright.presentation.radar import radar_svg
from ludwright.presentation.run_view import score_told
from ludwright.store.runs import CandidateRow
from ludwright.synthesis.candidate import Candidate, Fall

QUICK_PLAYER: str = "mcts:playouts=20"
"""Plays the match whose final position is drawn."""
QUICK_PLIES: int = 150
MOST_ANCESTORS: int = 40


@dataclass(frozen=True)
class Exhibit:
    """A game of the report, and the file it was written to."""

    candidate: Candidate
    path: Path
    fall: Fall | None = None
    """Why it is not on the final list, if it was close."""

    @property
    def name(self) -> str:
        """The name as people write it."""
        return self.candidate.name.replace("-", " ") or self.candidate.digest

    @property
    def command(self) -> str:
        """The command that plays it."""
        return f"ludwright play {quote(str(self.path))}"


@dataclass(frozen=True)
class Boards:
    """Pictures of the start position and of the end of a quick match."""

    start: str
    end: str
    plies: int


@dataclass(frozen=True)
class Portrait:
    """The boards and rules of a game, or why they cannot be shown."""

    boards: Boards | None
    rules: str
    """In English; "" if they could not be written."""
    troubles: tuple[str, ...] = ()


def portrait_of(candidate: Candidate, seed: int) -> Portrait:
    """Draw a game and write its rules in English."""
    boards, rules, troubles = None, "", []
    try:
        boards = _boards(candidate.game, seed)
    except Exception as error:  # noqa: BLE001 - one bad game must not break the report
        troubles.append(f"The board could not be drawn: {_why(error)}")
    try:
        rules = family_of(candidate.game).rules_text(candidate.game)
    except Exception as error:  # noqa: BLE001 - one bad game must not break the report
        troubles.append(f"The rules could not be written in English: {_why(error)}")
    return Portrait(boards, rules, tuple(troubles))


def _why(error: Exception) -> str:
    """An error in words; unexpected ones include the name of the exception."""
    is_ours = isinstance(error, LudwrightError | ValueError)
    return str(error) if is_ours and str(error) else f"{type(error).__name__}: {error}"


def _boards(game: Game, seed: int) -> Boards:
    family = family_of(game)
    rules = family.load_rules(game)
    players = [QUICK_PLAYER] * rules.seats
    record = playtest(game, players, 1, seed, openings=(0,), max_plies=QUICK_PLIES)[0]
    last = list(record.positions(rules))[-1]
    start = family.draw_svg(rules.start(0), captions=())
    return Boards(start, family.draw_svg(last, captions=()), len(record.seats))


def card_html(place: int, exhibit: Exhibit, portrait: Portrait) -> str:
    """The game at a glance: picture, name, goal, score, verdict, and the command to play it."""
    candidate = exhibit.candidate
    picture = portrait.boards.end if portrait.boards is not None else _troubles(portrait)
    return (
        f'<article class="card"><a class="board" href="#game-{place}" '
        f'aria-label="{escape(exhibit.name)}">{picture}</a>\n'
        f'<h3><a href="#game-{place}">{escape(exhibit.name)}</a></h3>\n'
        f"<p>{escape(goal_of(portrait.rules))}</p>\n"
        f"<p>{verdict_html(exhibit)} "
        f'<span class="small">score {escape(_brief(candidate))}</span></p>\n'
        f'<div class="last">{command_html(exhibit.command)}</div></article>'
    )


def section_html(
    place: int,
    exhibit: Exhibit,
    portrait: Portrait,
    named: Mapping[str, CandidateRow],
    remarks: Sequence[Observation],
) -> str:
    """The section of a game: pictures, rules and origin."""
    candidate = exhibit.candidate
    return (
        f'<section class="game" id="game-{place}">\n<h2>{place}. {escape(exhibit.name)}</h2>\n'
        f'<p class="lead">{escape(goal_of(portrait.rules))}</p>\n'
        f"<p>{verdict_html(exhibit)} score {escape(score_told(candidate.score))}</p>\n"
        f"{_reasons(exhibit)}<p>{command_html(exhibit.command)}</p>\n"
        f"{_troubles(portrait)}{_figures(portrait)}\n"
        f'<div class="side">{_rules(portrait)}{_radar(candidate)}</div>\n'
        f"{_remarks(remarks)}"
        f"<details><summary>Score and origin</summary>{_origin(candidate, named)}</details>\n"
        f"<details><summary>The game as text</summary><pre>{escape(candidate.text)}</pre></details>"
        "\n</section>"
    )


def verdict_html(exhibit: Exhibit) -> str:
    """Whether the game is viable, or which final test it failed."""
    if exhibit.fall is not None:
        return pill_html(f"failed the {exhibit.fall.test}", "bad")
    if exhibit.candidate.is_viable:
        return pill_html("viable", "good")
    return pill_html("not viable", "bad")


def _reasons(exhibit: Exhibit) -> str:
    """Why the game is not viable."""
    reasons = exhibit.candidate.failings if exhibit.fall is None else exhibit.fall.reasons
    items = "".join(f"<li>{escape(text)}</li>" for text in reasons)
    return f'<ul class="bad">{items}</ul>\n' if items else ""


def _brief(candidate: Candidate) -> str:
    score = candidate.score
    return "none" if score is None else f"{score.value:.2f} ± {score.margin:.2f}"


def _troubles(portrait: Portrait) -> str:
    return "".join(f'<p class="bad small">{escape(text)}</p>' for text in portrait.troubles)


def _figures(portrait: Portrait) -> str:
    boards = portrait.boards
    if boards is None:
        return ""
    start = _figure("board", boards.start, "The start position.")
    end = _figure("board", boards.end, f"The end of a quick match, after {boards.plies} moves.")
    return f'<div class="side">{start}{end}</div>'


def _radar(candidate: Candidate) -> str:
    if candidate.critique is None:
        return ""
    radar = radar_svg(candidate.critique, candidate.game.family)
    return _figure("plot", radar, "How its matches go.")


def _remarks(remarks: Sequence[Observation]) -> str:
    return f"<h3>In words</h3>\n{remarks_html(remarks)}\n" if remarks else ""


def _figure(kind: str, svg: str, caption: str) -> str:
    return f'<figure class="{kind}">{svg}<figcaption>{escape(caption)}</figcaption></figure>'


def _rules(portrait: Portrait) -> str:
    rules = rules_html(portrait.rules)
    return f"<div><h3>How to play</h3>\n{rules}</div>" if rules else ""


def _origin(candidate: Candidate, named: Mapping[str, CandidateRow]) -> str:
    return table_html(
        {
            "score": score_told(candidate.score),
            "candidate": f"{candidate.number}, in generation {candidate.generation}",
            **({"kind": ", ".join(candidate.cell)} if candidate.cell else {}),
            **{f"distance ({name})": f"{d:.3f}" for name, d in candidate.distances.items()},
            "parents": " and ".join(_named(one, named) for one in candidate.parents) or "none",
            "line of templates": " ← ".join(_ancestors(candidate, named)) or "none",
            "digest": candidate.digest,
        }
    )


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
