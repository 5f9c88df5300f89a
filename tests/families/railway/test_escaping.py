"""Names hold any characters, and are shown as text wherever they are shown."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from ludwright.families.railway.rules import load_rules
from ludwright.language.check import check
from ludwright.play.families import family_of
from tests.families.railway.square import CITIES, ROUTES, TICKETS
from tests.families.railway.wheel import wheel

STRANGE = ('<b onload="x">', "</svg><script>", "&lt;&amp;", "[red]E[/red]", "a]]>b", "{0} %s $x")


def strange_game(name: str) -> Any:
    city = '"' + name.replace('"', "'") + '"'
    board = f"(board {city} {CITIES} (city {city} 9 9) {ROUTES} (route A {city} 1 red) {TICKETS})"
    game = wheel(board=board)
    assert check(game) == []
    return game


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_name_is_text_in_a_picture(name: str) -> None:
    game = strange_game(name)
    svg = family_of(game).draw_svg(load_rules(game, 2).start())
    tree = ElementTree.fromstring(svg)
    tags = {one.tag.rpartition("}")[2] for one in tree.iter()}
    assert not tags & {"b", "script"}
    told = "".join(tree.itertext())
    assert name.replace('"', "'").replace(" ", "") in told.replace(" ", "").replace("\n", "")


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_name_is_read_back_in_moves(name: str) -> None:
    game = strange_game(name)
    rules = load_rules(game, 2)
    shown = name.replace('"', "'")
    position: Any = rules.start()
    while position.state["turns"] < 12 and position.outcome() is None:
        for move in position.moves():
            text = rules.write_move(position, move)
            assert rules.read_move(position, text) == move
        position = position.after(position.moves()[-1])
    assert shown in family_of(game).rules_text(game) or shown in game.text
