"""An example player: wins in one ply if it can, else makes a random move.

ludwright playtest yavalath --players ./examples/my_player.py:Opportunist,uniform
"""

from __future__ import annotations

from random import Random
from typing import Any

from ludwright import Budget, Position


class Opportunist:
    """Wins at once if it can; otherwise moves at random."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Any:  # noqa: ARG002
        """The first winning move, or a random one."""
        for move in position.moves():
            outcome = position.after(move).outcome()
            if outcome is not None and outcome.scores[position.seat] == 1.0:
                return move
        return rng.choice(position.moves())
