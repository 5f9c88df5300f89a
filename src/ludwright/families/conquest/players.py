"""The players of conquest games: scripts of the core, each of a known character."""

from __future__ import annotations

from ludwright.play.roster import PlayerKind

PLAYERS: tuple[PlayerKind, ...] = ()
