"""Pictures and text of positions: everything is there, nothing hidden is, and nothing is markup."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from ludwright.families.conquest import sense
from ludwright.families.conquest.drawing import draw_svg
from ludwright.families.conquest.library import open_game
from ludwright.families.conquest.options import options_text
from ludwright.families.conquest.reference import Phase
from ludwright.families.conquest.text_map import WIDTH, draw_text
from ludwright.play.families import load_rules
from tests.families.conquest.matches import full_game, random_match, reached

HOSTILE = (
    "<b>bold</b>",
    "a & b",
    'it\'s "this"',
    "escape\x1b[31m",
    "\u202eright to left",
    "x" * 39,
)


def texts(svg: str) -> list[str]:
    """All that is written in a picture, which has to be well-formed."""
    root = ElementTree.fromstring(svg)
    return [part.text or "" for part in root.iter() if part.tag.endswith("text")]


@pytest.fixture(scope="module")
def classic() -> Any:
    *_, last = random_match(open_game("risk-lux"), 2, 6, plies=400)
    return last


def test_every_territory_has_its_name_and_its_armies(classic: Any) -> None:
    written = " ".join(texts(draw_svg(classic, title="Risk", captions=["said below"])))
    names = {word for name in classic.rules.territory_names for word in name.split()}
    assert names <= set(written.split())
    for told in ("NORTH AMERICA", "Asia", "Risk", "said below", "to Kamchatka", "to Alaska"):
        assert told in written
    letters = [one for one in texts(draw_svg(classic)) if one in "RBYGPW"]
    assert len(letters) == 42 + 6


def test_names_do_not_lie_over_circles_or_each_other(classic: Any) -> None:
    from ludwright.families.conquest.drawing import _Drawing
    from ludwright.families.labels import overlap

    drawing = _Drawing(classic, None)
    boxes = [label.box for label in drawing._labels]
    circles = [(x - 12, y - 12, x + 12, y + 12) for x, y in drawing.places]
    assert sum(overlap(box, circle) > 20 for box in boxes for circle in circles) == 0
    pairs = [(one, other) for at, one in enumerate(boxes) for other in boxes[:at]]
    assert sum(overlap(one, other) > 20 for one, other in pairs) == 0


def test_pictures_are_as_wide_as_they_say(classic: Any) -> None:
    root = ElementTree.fromstring(draw_svg(classic))
    left, _, width, height = map(float, root.attrib["viewBox"].split())
    assert left == 0
    assert width <= 1200
    assert height <= 1000


@pytest.mark.parametrize("viewer", [0, 1])
def test_cards_of_others_are_not_drawn(viewer: int) -> None:
    found = 0
    for position in random_match(full_game(), 5):
        hands = position.state["hands"]
        if not hands[1 - viewer] or position.outcome() is not None:
            continue
        found += 1
        names = [f"{seat}'s cards" for seat in position.rules.seat_names]
        for told in (draw_svg(position, viewer=viewer), draw_text(position, viewer=viewer)):
            assert names[1 - viewer] not in told.replace("&#x27;", "'")
            assert (names[viewer] in told.replace("&#x27;", "'")) == bool(hands[viewer])
        assert names[1 - viewer] in draw_text(position)
        if found == 5:
            return
    raise AssertionError("nobody held cards")


def test_missions_of_others_are_not_drawn() -> None:
    goal = "(missions (hold West) (occupy 4) (occupy 5))"
    position = reached(full_game(goal=goal), Phase.PLACE)
    assert "Red's mission" in draw_text(position, viewer=0)
    assert "Blue's mission" not in draw_text(position, viewer=0)
    assert "Blue's mission" in draw_text(position)


def test_names_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sense, "_bad_name", lambda _: None)
    quoted = ['"' + name.replace('"', '\\"') + '"' for name in HOSTILE]
    lands = " ".join(
        f"(territory {name}" + (f" (borders {quoted[at - 1]}))" if at else ")")
        for at, name in enumerate(quoted)
    )
    board = f"(map M (continent {quoted[0]} 2 {lands}))"
    position: Any = load_rules(full_game(board=board)).start()
    svg = draw_svg(position, title="<i>", captions=["<script>"])
    written = texts(svg)
    assert "<i>" in written
    assert "<script>" in written
    assert "<b>bold</b>" in " ".join(written)
    for mark in ("\x1b", "\u202e", "<b>", "<script>"):
        assert mark not in svg
    for mark in ("\x1b", "\u202e"):
        assert mark not in draw_text(position)


def test_the_text_fits_a_terminal(classic: Any) -> None:
    lines = draw_text(classic, viewer=0).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) <= 36
    alaska = next(line for line in lines if "Alaska" in line)
    assert alaska.lstrip().startswith("1 Alaska")
    assert "2 4 30" in alaska


def test_legal_moves_and_the_last_one_are_marked() -> None:
    position = reached(full_game(), Phase.ATTACK)
    text = draw_text(position, moves=True)
    assert "+" in text.replace("  +", "")
    assert "*" in text
    plain, marked = draw_svg(position), draw_svg(position, moves=True)
    assert marked.count("<circle") > plain.count("<circle")


def test_painting_changes_no_visible_character(classic: Any) -> None:
    plain = draw_text(classic)
    painted = draw_text(classic, paint=lambda text, *roles: f"\x1b{text}\x1b" if roles else text)
    assert painted.replace("\x1b", "") == plain
    assert "\x1b" in painted


def test_the_start_before_any_deal_is_drawn() -> None:
    position: Any = load_rules(open_game("risk-missions"), 3).start()
    assert max(map(len, options_text(reached(open_game("risk-missions"), Phase.DEAL, 3)))) <= WIDTH
    assert len(texts(draw_svg(position))) > 42
    assert "Alaska" in draw_text(position)
