"""What notebooks and the interpreter's prompt show of the main classes."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import ludwright.families  # noqa: F401 - registers them
from ludwright.criticism.critique import Critique
from ludwright.criticism.effort import QUICK
from ludwright.criticism.gathering import critique
from ludwright.criticism.measure import Measure, Score, Unscored
from ludwright.families.combinatorial.library import open_game
from ludwright.language.game import Game, read_game
from ludwright.play.families import load_rules
from ludwright.play.playtest import Playtest, playtest
from ludwright.synthesis.candidate import Candidate, Rejection, Stage

VOID = {"br", "meta", "link", "img", "hr", "input"}
HOSTILE = "<script>alert(1)</script>&\x1b[31m\u202e"


class Page(HTMLParser):
    """The tags and texts of a piece of HTML; `open` is empty if every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(value: Any) -> Page:
    page = Page(value._repr_html_())
    assert page.open == []
    assert "script" not in page.tags
    return page


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game("hex-7")


@pytest.fixture(scope="module")
def played(game: Game) -> Playtest:
    return playtest(game, ["mcts:playouts=5", "uniform"], 6, seed=2)


@pytest.fixture(scope="module")
def measured(game: Game) -> Critique:
    return critique(game, replace(QUICK, matches=4, depth=1), 1, 1)[0]


def test_a_game_shows_its_rules_and_its_start(game: Game) -> None:
    page = page_of(game)
    assert "Hex 7" in page.text
    assert "Win: connect all your own regions." in page.text
    assert page.tags.count("svg") == 1
    svg = game._repr_svg_()
    assert svg is not None
    ElementTree.fromstring(svg)


def test_a_position_is_a_picture(game: Game) -> None:
    position = load_rules(game).start()
    ElementTree.fromstring(position._repr_svg_())  # type: ignore[attr-defined]
    assert repr(position) == "<Position of 'Hex-7' after 0 plies, White to move>"


def test_a_playtest_shows_its_figures_and_its_leads(played: Playtest) -> None:
    page = page_of(played)
    assert "mcts:playouts=5" in page.text
    assert "6, seed 2" in page.text
    assert page.tags.count("svg") == 1
    ElementTree.fromstring(played._repr_svg_())


def test_an_empty_playtest_can_be_shown(game: Game) -> None:
    empty = playtest(game, ["uniform", "uniform"], 0)
    assert "no match was decided" in page_of(empty).text
    ElementTree.fromstring(empty._repr_svg_())
    assert repr(empty) == "<Playtest of 'Hex-7': 0 matches, uniform against uniform>"
    assert empty.to_records() == []


def test_a_critique_shows_every_measure_with_its_interval(measured: Critique) -> None:
    page = page_of(measured)
    for name in measured.measures:
        assert name in page.text
    assert page.tags.count("tr") == 1 + len(measured.measures)
    assert page.tags.count("svg") > len(list(measured.scores())) / 2
    ElementTree.fromstring(measured._repr_svg_())


def test_a_critique_of_nothing_can_be_shown() -> None:
    nothing = Critique("0" * 32, "", "quick", 1, {})
    page_of(nothing)
    assert repr(nothing) == "<Critique of '': 0 of 0 criteria scored, quick, seed 1>"
    assert nothing.to_records() == []


def test_a_game_that_makes_no_sense_says_why_instead_of_failing() -> None:
    game = read_game(open_game("hex-7").text.replace("(end (All win", "(end (Nobody win"))
    page = page_of(game)
    assert "Nobody" in page.text
    assert game._repr_svg_() is None


def test_hostile_names_are_escaped_and_made_visible() -> None:
    found: dict[str, Measure] = {
        f"length {HOSTILE}": Score(1.0, 0.1, 3),
        "draws": Unscored(HOSTILE),
    }
    shown = Critique("0" * 32, HOSTILE, HOSTILE, 1, found)
    html = shown._repr_html_()
    assert page_of(shown).text.count("<script>alert(1)</script>&") >= 4
    svg = shown._repr_svg_()
    ElementTree.fromstring(svg)
    for text in (html, svg, repr(shown)):
        assert not {"\x1b", "\u202e"} & set(text)


def test_a_playtest_with_a_hostile_player_is_escaped(played: Playtest) -> None:
    hostile = replace(played, players=(HOSTILE, "uniform"), notes=(HOSTILE,))
    html = hostile._repr_html_()
    assert "<script" not in html
    assert not {"\x1b", "\u202e"} & set(html)
    assert not {"\x1b", "\u202e"} & set(repr(hostile))
    assert not {"\x1b", "\u202e"} & set(repr(hostile[0]))


def test_reprs_are_one_short_line(game: Game, played: Playtest, measured: Critique) -> None:
    rejected = Candidate(3, 1, "Bad", "0" * 32, game.text, rejection=Rejection(Stage.SPEED, "slow"))
    scored = Candidate(4, 1, "Good", "0" * 32, game.text, score=Score(0.5, 0.05, 20))
    values = [game, played, played[0], measured, scored, rejected, Score(1 / 3, 0.1, 5)]
    for value in values:
        assert "\n" not in repr(value)
        assert len(repr(value)) < 160
    assert repr(game) == f"<Game 'Hex-7' of combinatorial, digest {game.digest[:8]}>"
    assert repr(scored) == "<Candidate 4 'Good', not viable, 0.500 ± 0.098 (n = 20)>"
    assert repr(rejected) == "<Candidate 3 'Bad', rejected: slow>"
    assert str(played[0].index) in repr(played[0])
    long = Critique("0" * 32, "x" * 10_000, "y\n" * 10_000, 1, {})
    assert len(repr(long)) < 200
    assert "\n" not in repr(long)


def test_measures_are_printed_with_their_margin() -> None:
    assert str(Score(0.5, 0.05, 20)) == "0.500 ± 0.098 (n = 20)"
    assert str(Score(2.0, 0.0, 1)) == "2.000 exactly"
    assert str(Unscored("no matches")) == "none (no matches)"


def test_records_are_plain_rows(played: Playtest, measured: Critique) -> None:
    rows = played.to_records()
    assert [row["match"] for row in rows] == list(range(len(played)))
    assert [row["plies"] for row in rows] == played.lengths.tolist()
    assert all(row["score_1"] + row["score_2"] == 1 for row in rows)
    measures = measured.to_records()
    assert [row["criterion"] for row in measures] == list(measured.measures)
    assert {row["value"] is None for row in measures if row["unscored"]} <= {True}


def test_a_data_frame_without_pandas_tells_the_way_out(
    played: Playtest, measured: Critique, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    for value in (played, measured):
        with pytest.raises(ImportError, match=r"pip install pandas, or use to_records\(\)"):
            value.to_pandas()


def test_a_data_frame_has_a_row_for_each_match_and_criterion(
    played: Playtest, measured: Critique
) -> None:
    pytest.importorskip("pandas")
    assert len(played.to_pandas()) == len(played)
    assert list(measured.to_pandas()["criterion"]) == list(measured.measures)


def test_values_that_are_not_shown_load_no_page() -> None:
    code = (
        "import sys\n"
        "from ludwright.families.combinatorial.library import open_game\n"
        "repr(open_game('hex-7'))\n"
        "assert not [name for name in sys.modules if 'presentation' in name or name == 'jinja2']"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
