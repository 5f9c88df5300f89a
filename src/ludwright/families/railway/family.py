"""What the rest of Ludwright can do with railway games, in one record."""

from __future__ import annotations

from ludwright.play.family import Family, later

_HERE = "ludwright.families.railway"

_HOW_TO_MOVE = """\
A city is its number or the beginning of its name. Moves in a row: red; draw, or draw x2
  red              take a red card from the market (loco: a locomotive, which ends the turn)
  draw             draw a card from the pile
  build atl ral    build a track (atl ral), paid with as few locomotives as possible
  atl ral red 1    the same with red cards and 1 locomotive; atl ral loco with locomotives only
  tickets          draw tickets; then keep 1 3 keeps the first and the third, keep all all
  pass             if there is no card to take and nothing to build"""

FAMILY = Family(
    name="railway",
    title="railway games",
    root=f"{_HERE}.vocabulary:RailwayGame",
    open_game=later(f"{_HERE}.library:open_game"),
    game_names=later(f"{_HERE}.library:game_names"),
    summary=later(f"{_HERE}.summary:summary"),
    tags=later(f"{_HERE}.summary:tags"),
    seats=later("ludwright.language.seats:seats_of"),
    load_rules=later(f"{_HERE}.rules:load_rules"),
    reference=later(f"{_HERE}.reference:reference"),
    rules_text=later(f"{_HERE}.english:rules_text"),
    draw_svg=later(f"{_HERE}.drawing:draw_svg"),
    draw_text=later(f"{_HERE}.text_board:draw_text"),
    status=later(f"{_HERE}.words:status"),
    ending=later(f"{_HERE}.words:ending"),
    observed=later(f"{_HERE}.words:observed"),
    how_to_move=_HOW_TO_MOVE,
    look=later(f"{_HERE}.options:look"),
    options_text=later(f"{_HERE}.options:options_text"),
    turn_text=later(f"{_HERE}.digest:turn_text"),
    conformance=f"{_HERE}.conformance",
    is_hidden=True,
    players=f"{_HERE}.players:PLAYERS",
    default_player="rail-greedy",
    opponent="rail-route-focused",
    adviser="rail-ismcts",
    max_plies=10_000,
    variation=f"{_HERE}.variation:VARIATION",
    presets={
        "ours": f"{_HERE}.variation:OURS",
        "ours-with-skill": f"{_HERE}.variation:OURS_WITH_SKILL",
        "paper": f"{_HERE}.variation:PAPER",
        "paper-of-means": f"{_HERE}.variation:PAPER_OF_MEANS",
    },
    efforts=f"{_HERE}.efforts",
    criteria=f"{_HERE}.criteria:CRITERIA",
    glance=("railway-score", "railway-turns", "path-changes", "clutter"),
    commands="ludwright.experiments.railway_commands:app",
    experiments="ludwright.experiments.railway_experiments:app",
)
