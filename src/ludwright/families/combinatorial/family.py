"""What the rest of Ludwright can do with board games, in one record."""

from __future__ import annotations

from ludwright.play.family import Family, later

_HERE = "ludwright.families.combinatorial"

FAMILY = Family(
    name="combinatorial",
    title="board games",
    root=f"{_HERE}.vocabulary:BoardGame",
    open_game=later(f"{_HERE}.library:open_game"),
    game_names=later(f"{_HERE}.library:game_names"),
    aliases=later(f"{_HERE}.library:aliases"),
    summary=later(f"{_HERE}.summary:summary"),
    tags=later(f"{_HERE}.summary:tags"),
    seats=later(f"{_HERE}.summary:seats"),
    load_rules=later(f"{_HERE}.rules:load_rules"),
    reference=later(f"{_HERE}.conformance:reference"),
    other_first=later(f"{_HERE}.variation:other_first_if_different"),
    rules_text=later(f"{_HERE}.rules_in_english:rules_text"),
    draw_svg=later(f"{_HERE}.picture:draw_svg"),
    draw_text=later(f"{_HERE}.picture:draw_text"),
    status=later(f"{_HERE}.picture:status"),
    ending=later(f"{_HERE}.endings:ending"),
    look=later(f"{_HERE}.picture:look"),
    legend=later(f"{_HERE}.picture:legend"),
    how_to_move="Type a move as it is written on the board: "
    "D4 to put a piece there, A1-B2 to move one.",
    players=f"{_HERE}.players:PLAYERS",
    showcase=("yavalath", "mcts:playouts=5000,alphabeta:depth=2"),
    openings=(2, 4),
    efforts=f"{_HERE}.efforts",
    criteria=f"{_HERE}.criteria:CRITERIA",
    thresholds=f"{_HERE}.thresholds",
    profile=f"{_HERE}/board.profile.json",
    profiles={
        "board": f"{_HERE}/board.profile.json",
        "ludi": f"{_HERE}/ludi.profile.json",
        "gated": f"{_HERE}/gated.profile.json",
    },
    peers=(f"{_HERE}/peers.quick.json",),
    glance=("board-coverage", "variety"),
    variation=f"{_HERE}.variation:VARIATION",
    encoding=f"{_HERE}.encoding:BoardEncoding",
    conformance=f"{_HERE}.conformance",
    experiments="ludwright.experiments.ludi_commands:app",
    speed_games=(
        *("hex-11", "gomoku-15", "connect-four", "y-11", "clobber", "breakthrough-8"),
        *("reversi-8", "lines-of-action-8", "english-draughts", "yavalath"),
    ),
)
