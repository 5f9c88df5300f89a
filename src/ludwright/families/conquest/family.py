"""What the rest of Ludwright can do with conquest games, in one record."""

from __future__ import annotations

from ludwright.play.family import Family, later

_HERE = "ludwright.families.conquest"

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
    },
    commands="ludwright.experiments.conquest_commands:app",
    experiments="ludwright.experiments.conquest_experiments:app",
    speed_games=("rossato-classic", "rossato-artificial-3-10t", "risk-hahn", "risk-lux"),
)
