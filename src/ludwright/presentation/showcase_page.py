"""The page of a tournament: its results, who led when, its most dramatic match and the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.play.record import Record
from ludwright.play.rules import Rules
from ludwright.presentation.rendering import render


def showcase_page(
    record: Record, rules: Rules, summary: Sequence[str], rules_text: str, board: str, leads: str
) -> str:
    """The page; `record` is the match shown, `board` its picture and `leads` the lead plot."""
    return render(
        "showcase.html",
        title=rules.game.name.replace("-", " "),
        summary="\n".join(summary),
        leads=leads,
        players=record.players,
        moves=" ".join(record.notation(rules)),
        board=board,
        rules=rules_text,
    )
