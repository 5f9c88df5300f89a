"""What the rest of Ludwright can do with board games, in one record."""

from __future__ import annotations

from ludwright.families.combinatorial.endings import ending
from ludwright.families.combinatorial.library import game_names, open_game
from ludwright.families.combinatorial.picture import draw_svg, draw_text, legend, look, status
from ludwright.families.combinatorial.rules import load_rules
from ludwright.families.combinatorial.rules_in_english import rules_text
from ludwright.families.combinatorial.summary import summary
from ludwright.families.combinatorial.variation import other_first
from ludwright.families.combinatorial.vocabulary import BoardGame
from ludwright.language.game import Game, game_of, register_root
from ludwright.play.families import Family

register_root("game", BoardGame)

_HERE = "ludwright.families.combinatorial"


def _read_game(text: str, source: str) -> Game:
    return game_of(text, BoardGame, source)


FAMILY = Family(
    name=BoardGame.vocabulary.family,
    read_game=_read_game,
    open_game=open_game,
    game_names=game_names,
    load_rules=load_rules,
    other_first=other_first,
    rules_text=rules_text,
    draw_svg=draw_svg,
    draw_text=draw_text,
    status=status,
    ending=ending,
    look=look,
    legend=legend,
    summary=summary,
    efforts=f"{_HERE}.efforts",
    thresholds=f"{_HERE}.thresholds",
    profile=f"{_HERE}/ludi.profile.json",
    profiles={"gated": f"{_HERE}/gated.profile.json"},
    peers=(f"{_HERE}/peers.quick.json",),
)
