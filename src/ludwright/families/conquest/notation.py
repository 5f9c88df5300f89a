"""How moves of conquest games are written, and how people may type them.

`MoveNames` writes each move in one way, which `match.txt` files keep: `place Alaska 3`,
`roll Alaska to Kamchatka 2`. It reads these quickly, without a list of legal moves. What people
type is shorter: `typed_moves.py` reads that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.place_names import key_of, labels_of

_RESERVED: Final = frozenset({"to", "for", "+"})
"""Words that separate names, so that no name may contain them."""
_UNSAFE: Final = re.compile(r"[{}#@]|^\d+$|^wild-\d+$")
"""In names: what would be taken for a comment, a number of a territory or a wild card."""
_BETWEEN: Final = {
    "roll": Kind.ROLL,
    "assault": Kind.ASSAULT,
    "fortify": Kind.FORTIFY,
}
_AT: Final = {"claim": Kind.CLAIM, "deal": Kind.DEAL, "scatter": Kind.SCATTER}


class MoveNames:
    """The notation of one game."""

    def __init__(self, names: Sequence[str], cards: int) -> None:
        """`names` are those of the territories; `cards` are these and the wild ones."""
        self.labels: tuple[str, ...] = labels_of(names, _is_safe)
        """What a territory is called in moves: its name, or its number if that could mislead."""
        wilds = (f"wild-{at}" for at in range(1, cards - len(names) + 1))
        self.card_labels: tuple[str, ...] = (*self.labels, *wilds)
        self._numbers = {key_of(label): at for at, label in enumerate(self.card_labels)}
        self._territories = len(names)

    # --- Writing ----------------------------------------------------------------------------------

    def write(self, move: ConquestMove) -> str:
        """The notation of a move; different for different moves."""
        kind, a, b, c, n, m = move
        match kind:
            case Kind.DONE:
                return "done"
            case Kind.CLAIM | Kind.DEAL | Kind.SCATTER:
                return f"{Kind(kind).name.lower()} {self.labels[a]}"
            case Kind.PLACE:
                return f"place {self.labels[a]} {n}"
            case Kind.TRADE:
                cards = " + ".join(self.card_labels[card] for card in (a, b, c))
                return f"trade {cards}" + (f" for {self.labels[n - 1]}" if n else "")
            case Kind.ROLL | Kind.ASSAULT | Kind.FORTIFY:
                return f"{Kind(kind).name.lower()} {self.labels[a]} to {self.labels[b]} {n}"
            case Kind.LOSSES:
                return f"losses {n} {m}"
            case Kind.OCCUPY:
                return f"occupy {n}"
            case Kind.CARD:
                return f"card {self.card_labels[a]}"
            case _:
                return f"mission {a + 1}"

    # --- Reading ----------------------------------------------------------------------------------

    def read(self, text: str) -> ConquestMove | None:
        """The move of a text that `write` wrote, legal or not; None if it is no such text."""
        word, _, rest = key_of(text).partition(" ")
        try:
            if word == "done" and not rest:
                return ConquestMove(Kind.DONE)
            if word in _AT:
                return ConquestMove(_AT[word], self._territory(rest))
            if word in _BETWEEN:
                names, _, number = rest.rpartition(" ")
                one, _, other = names.partition(" to ")
                ends = self._territory(one), self._territory(other)
                return ConquestMove(_BETWEEN[word], *ends, n=_number(number))
            return self._read_other(word, rest)
        except (KeyError, ValueError):
            return None

    def _read_other(self, word: str, rest: str) -> ConquestMove | None:
        match word:
            case "place":
                name, _, number = rest.rpartition(" ")
                return ConquestMove(Kind.PLACE, self._territory(name), n=_number(number))
            case "trade":
                return self._read_trade(rest)
            case "losses":
                attackers, _, defenders = rest.partition(" ")
                return ConquestMove(Kind.LOSSES, n=_number(attackers), m=_number(defenders))
            case "occupy":
                return ConquestMove(Kind.OCCUPY, n=_number(rest))
            case "card":
                return ConquestMove(Kind.CARD, self._numbers[rest])
            case "mission":
                return ConquestMove(Kind.MISSION, _number(rest) - 1)
        return None

    def _read_trade(self, rest: str) -> ConquestMove:
        names, _, shown = rest.partition(" for ")
        first, second, third = sorted(self._numbers[name] for name in names.split(" + "))
        target = self._territory(shown) + 1 if shown else 0
        return ConquestMove(Kind.TRADE, first, second, third, target)

    def _territory(self, name: str) -> int:
        number = self._numbers[name]
        if number >= self._territories:
            raise KeyError(name)
        return number


def _is_safe(key: str) -> bool:
    return not _UNSAFE.search(key) and _RESERVED.isdisjoint(key.split())


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise ValueError(text)
    return int(text)
