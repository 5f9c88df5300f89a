"""The players of board games: they need a game for two and its policy."""

from __future__ import annotations

from ludwright.play.roster import SECONDS, SLIPS, Parameter, PlayerKind, searcher

PLAYERS: tuple[PlayerKind, ...] = (
    PlayerKind(
        "alphabeta",
        searcher("alphabeta"),
        "alpha-beta search with the policy of the game",
        (
            Parameter("depth", 3, "plies to look ahead", low=1, high=64),
            Parameter("nodes", 0, "limit of nodes searched per move; 0 for no limit", high=10**12),
            SECONDS,
            SLIPS,
        ),
    ),
    PlayerKind(
        "defensive",
        searcher("defensive"),
        "makes the opponent's position as bad as possible, whatever happens to its own",
        (SLIPS,),
    ),
    PlayerKind(
        "obstructive",
        searcher("obstructive"),
        "leaves the opponent as few moves as possible",
        (SLIPS,),
    ),
)
