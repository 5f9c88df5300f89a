"""How a match ended, in words: by the rules, or cut short by a limit or a fault."""

from __future__ import annotations

from typing import Any, Final

from ludwright.play.families import family_of
from ludwright.play.outcome import Reason
from ludwright.play.record import Record
from ludwright.play.rules import Rules

_CUT_SHORT: Final[dict[Reason, str]] = {
    Reason.PLY_LIMIT: "draw: the ply limit of {plies} was reached",
    Reason.TIME_LIMIT: "draw: the time limit was reached",
    Reason.FAULT: "draw: the game or a player failed",
}
"""The last position of such a match does not show that it is over."""


def verdict_of(record: Record, rules: Rules, last: Any = None) -> str:
    """Who won a recorded match and why; `last` is its last position, if that is known."""
    cut = cut_short(record.outcome.reason, len(record))
    if cut:
        return cut
    return family_of(rules.game).ending(list(record.positions(rules))[-1] if last is None else last)


def cut_short(reason: Reason, plies: int) -> str:
    """How a match ended that was cut short after this many plies; "" if the rules ended it."""
    return _CUT_SHORT[reason].format(plies=plies) if reason in _CUT_SHORT else ""
