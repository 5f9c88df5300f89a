"""What the rest of Ludwright can do with conquest games, in one record."""

from __future__ import annotations

from ludwright.play.family import Family, later

_HERE = "ludwright.families.conquest"
_HOW_TO_MOVE = """\
A territory is its number or the beginning of its name. Moves in a row: done; ala 3; kam, or ala x5
  place 3 ala      put 3 armies on Alaska (ala 3; ala puts all of them there)
  attack ala kam   attack Kamchatka from Alaska to the end (ala kam; kam if only one can)
  roll ala kam 2   one roll with 2 dice, where the rules have single rolls; again repeats it
  occupy 4         move 4 armies into a conquered territory (4, all, least)
  fortify alb ala 3  move 3 armies; without a number, all that can be moved
  trade            trade a set of cards; trade 1 3 4 trades these cards of your hand
  claim ala        choose a free territory in a draft
  done             go on to the next part of your turn"""

FAMILY = Family(
    name="conquest",
    title="conquest games",
    root=f"{_HERE}.vocabulary:ConquestGame",
    open_game=later(f"{_HERE}.library:open_game"),
    game_names=later(f"{_HERE}.library:game_names"),
    summary=later(f"{_HERE}.summary:summary"),
    tags=later(f"{_HERE}.summary:tags"),
    seats=later("ludwright.language.seats:seats_of"),
    load_rules=later(f"{_HERE}.rules:load_rules"),
    reference=later(f"{_HERE}.reference:reference"),
    rules_text=later(f"{_HERE}.english:rules_text"),
    draw_svg=later(f"{_HERE}.drawing:draw_svg"),
    draw_text=later(f"{_HERE}.text_map:draw_text"),
    status=later(f"{_HERE}.words:status"),
    ending=later(f"{_HERE}.words:ending"),
    observed=later(f"{_HERE}.words:observed"),
    how_to_move=_HOW_TO_MOVE,
    look=later(f"{_HERE}.options:look"),
    options_text=later(f"{_HERE}.options:options_text"),
    turn_text=later(f"{_HERE}.digest:turn_text"),
    is_hidden=True,
    players=f"{_HERE}.players:PLAYERS",
    default_player="rossato",
    opponent="killbot",
    adviser="planner",
    max_plies=20_000,
    efforts=f"{_HERE}.efforts",
    criteria=f"{_HERE}.criteria:CRITERIA",
    thresholds=f"{_HERE}.thresholds",
    profile=f"{_HERE}/gated.profile.json",
    profiles={
        "gated": f"{_HERE}/gated.profile.json",
        "rossato": f"{_HERE}/rossato.profile.json",
    },
    glance=("real-choices", "conquest-fitness"),
    variation=f"{_HERE}.variation:VARIATION",
    presets={
        "ours": f"{_HERE}.variation:OURS",
        "paper": f"{_HERE}.variation:PAPER",
        "ours-with-rules": f"{_HERE}.variation:OURS_WITH_RULES",
        "ours-by-size": f"{_HERE}.variation:OURS_BY_SIZE",
    },
    commands="ludwright.experiments.conquest_commands:app",
    experiments="ludwright.experiments.conquest_experiments:app",
    speed_games=("rossato-classic", "rossato-artificial-3-10t", "risk-hahn", "risk-lux"),
)
