"""Reads the moves that people type: short, in any case, with names cut off or numbers instead.

`ala kam` attacks Kamchatka from Alaska, `place 3 ala` places three armies there. Only what is
possible in the position is considered, so that a few letters are enough. An error says what was
expected, and why the move that was probably meant cannot be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from ludwright.errors import IllegalMove, NeedlessMove
from ludwright.families.conquest.moves import ConquestMove, Kind
from ludwright.families.conquest.reference import Phase
from ludwright.families.place_names import (
    find_place,
    key_of,
    near_text,
    rank_of,
    strange_words,
)
from ludwright.language.english import counted, listing
from ludwright.shown import brief

_DONE: Final = frozenset({"done", "end", "stop", "pass", "no", "none", "skip"})
_ALL: Final = frozenset({"all", "max", "most", "everything"})
_LEAST: Final = frozenset({"min", "least"})
_JOINS: Final = frozenset({"to", "from", "on", "in", "into", "with", "->", "-", ">", "=>", "+"})
_VERBS: Final[dict[str, Phase]] = {
    **dict.fromkeys(("claim", "take"), Phase.DEAL),
    **dict.fromkeys(("place", "put", "add", "p"), Phase.PLACE),
    **dict.fromkeys(("trade", "cards", "t"), Phase.TRADE),
    **dict.fromkeys(("attack", "a", "assault", "roll", "r", "again"), Phase.ATTACK),
    **dict.fromkeys(("occupy", "o"), Phase.OCCUPY),
    **dict.fromkeys(("fortify", "f"), Phase.FORTIFY),
    "move": Phase.FORTIFY,
}
"""What a move may begin with, and the phase in which it is one; `move` also occupies."""
_EXAMPLES: Final[dict[Phase, str]] = {
    Phase.DEAL: "a free territory, as in 'claim {own}'",
    Phase.SPREAD: "a territory for an army, as in 'place {own}'",
    Phase.PLACE: "armies and a territory, as in 'place 2 {own}'",
    Phase.TRADE: "'trade', 'trade 1 2 3' or 'done'",
    Phase.ATTACK: "an attack, as in 'attack {own} {other}' or 'roll {own} {other} 2', or 'done'",
    Phase.OCCUPY: "a number of armies from {least} to {most}",
    Phase.FORTIFY: "a move of armies, as in 'fortify {own} {other} 2', or 'done'",
}
Rank = tuple[int, ...]


def read_typed(position: Any, text: str) -> ConquestMove:
    """The legal move that a person typed; raises IllegalMove."""
    return _Typed(position, text).read()


class _Typed:
    """One text in one position."""

    def __init__(self, position: Any, text: str) -> None:
        self.position = position
        self.rules = position.rules
        self.state = position.state
        self.text = text
        self.moves: tuple[ConquestMove, ...] = position.moves()
        self.phase = Phase(self.state["phase"])
        self.words = key_of(text).split()

    def read(self) -> ConquestMove:
        """The move."""
        readers: dict[Phase, Callable[[], ConquestMove]] = {
            Phase.DEAL: self._claim,
            Phase.SPREAD: self._place,
            Phase.PLACE: self._place,
            Phase.TRADE: self._trade,
            Phase.ATTACK: self._attack,
            Phase.OCCUPY: self._occupy,
            Phase.FORTIFY: self._fortify,
        }
        reader = readers.get(self.phase)
        if reader is None or self.position.seat < 0:
            raise IllegalMove(f"expected no move, since chance decides here, got {self._told}")
        done = ConquestMove(Kind.DONE)
        if len(self.words) == 1 and self.words[0] in _DONE:
            if done in self.moves:
                return done
            raise self._error()
        if self.phase is not Phase.OCCUPY and self._is_occupation():
            raise NeedlessMove("the armies that had to move in have done so")
        self._drop_verb()
        return reader()

    def _is_occupation(self) -> bool:
        is_verb = bool(self.words) and self.words[0] in ("occupy", "o")
        is_number = len(self.words) == 1 and self.words[0] in _ALL | _LEAST
        return (is_verb or is_number) and self.words[0] not in self.rules.keys

    @property
    def _told(self) -> str:
        return repr(brief(self.text, 60))

    def _drop_verb(self) -> None:
        """Take a verb off the words, unless it could be a name; refuse that of another phase."""
        self.verb = ""
        if not self.words or self.words[0] not in _VERBS or self.words[0] in self.rules.keys:
            return
        wanted = _VERBS[self.words[0]]
        phases = {wanted, Phase.SPREAD} if wanted is Phase.PLACE else {wanted}
        if self.words[0] == "move":
            phases.add(Phase.OCCUPY)
        if self.phase in phases:
            self.verb = self.words.pop(0)
        elif len(self.words[0]) > 1:
            raise self._error(f"{self.words[0]!r} is for another part of the turn")

    # --- The phases -------------------------------------------------------------------------------

    def _claim(self) -> ConquestMove:
        free = [move.a for move in self.moves]
        return ConquestMove(Kind.CLAIM, self._one(self.words, free))

    def _place(self) -> ConquestMove:
        targets = sorted({move.a for move in self.moves})
        pool = 1 if self.phase is Phase.SPREAD else int(self.state["pool"])
        found: list[tuple[Rank, ConquestMove]] = []
        for words, number in self._with_number(pool):
            for rank, target in self._matches(words, targets):
                found.append((rank, ConquestMove(Kind.PLACE, target, n=number)))
        return self._chosen(found, lambda: self._why_not_here(targets, pool))

    def _trade(self) -> ConquestMove:
        trades = [move for move in self.moves if move.kind == Kind.TRADE]
        names, _, shown = " ".join(self.words).partition(" for ")
        words = [word for word in names.split() if word not in _JOINS]
        hand = self.state["hands"][self.state["mover"]]
        if words:
            cards = self._hand_cards(words, hand)
            trades = [move for move in trades if {move.a, move.b, move.c} == cards]
            if not trades:
                raise self._error("these are not three cards of yours that make a set")
        if shown:
            target = self._one(shown.split(), [move.n - 1 for move in trades if move.n])
            trades = [move for move in trades if move.n == target + 1]
        count = len(self.rules.territory_names)
        # Wild cards are kept for later, and a depicted territory of one's own is not wasted.
        return min(trades, key=lambda move: (sum(one >= count for one in move[1:4]), not move.n))

    def _hand_cards(self, words: Sequence[str], hand: Sequence[int]) -> set[int]:
        """The cards of the hand that are named by their numbers in it, or by their names."""
        names = [key_of(self.rules.names.card_labels[card]) for card in hand]
        if len(words) == 3:
            one_each = [self._hand_card(word, hand, names) for word in words]
            if None not in one_each and len(set(one_each)) == 3:
                return {card for card in one_each if card is not None}
        text = " ".join(words)
        named = {card for card, name in zip(hand, names, strict=True) if name in text}
        if len(named) != 3:
            told = f"numbers from 1 to {len(hand)}, as in 'trade 1 2 3'"
            raise self._error(f"name three of your cards by their {told}")
        return named

    @staticmethod
    def _hand_card(word: str, hand: Sequence[int], names: Sequence[str]) -> int | None:
        if _is_number(word) and 1 <= int(word) <= len(hand):
            return hand[int(word) - 1]
        begun = [card for card, name in zip(hand, names, strict=True) if name.startswith(word)]
        return begun[0] if len(begun) == 1 or (begun and word.startswith("wild")) else None

    def _attack(self) -> ConquestMove:
        moves = [move for move in self.moves if move.kind != Kind.DONE]
        if self.verb == "again":
            self.words = [str(self.state[end] + 1) for end in ("from", "to")]
        kinds = {move.kind for move in moves}
        is_roll = self.verb in ("roll", "r", "again") and Kind.ROLL in kinds
        best = {(move.a, move.b): move for move in moves if (move.kind == Kind.ROLL) == is_roll}
        numbered = moves if Kind.ROLL not in kinds else [m for m in moves if m.kind == Kind.ROLL]
        return self._between(best, numbered)

    def _fortify(self) -> ConquestMove:
        moves = [move for move in self.moves if move.kind == Kind.FORTIFY]
        return self._between({(move.a, move.b): move for move in moves}, moves)

    def _between(
        self, best: dict[tuple[int, int], ConquestMove], numbered: Sequence[ConquestMove]
    ) -> ConquestMove:
        """A move between two territories: the best one of these, or the one with the number."""
        found: list[tuple[Rank, ConquestMove]] = []
        legal = set(numbered)
        for words, number in self._with_number(0):
            for rank, pair in self._pairs(words, best):
                move = best[pair]
                if number:
                    move = ConquestMove(numbered[0].kind, *pair, n=number)
                    if move not in legal:
                        continue
                found.append((rank, move))
        return self._chosen(found, lambda: self._why_not_between(best))

    def _occupy(self) -> ConquestMove:
        words = [word for word in self.words if word not in _JOINS]
        word = words[0] if len(words) == 1 else ""
        if word in _ALL or word in _LEAST:
            return self.moves[-1 if word in _ALL else 0]
        number = int(word) if _is_number(word) else -1
        for move in self.moves:
            if move.n == number:
                return move
        raise self._error()

    # --- Names ------------------------------------------------------------------------------------

    def _with_number(self, otherwise: int) -> Iterator[tuple[list[str], int]]:
        """The words without a number of armies at the end, or at the beginning; and without one."""
        words = self.words
        if len(words) > 1 and _is_number(words[-1]):
            yield words[:-1], int(words[-1])
        if len(words) > 1 and words[-1] in _ALL:
            yield words[:-1], otherwise
        if len(words) > 1 and words[0] in _ALL:
            yield words[1:], otherwise
        if len(words) > 1 and _is_number(words[0]):
            yield words[1:], int(words[0])
        yield words, otherwise

    def _pairs(
        self, words: Sequence[str], legal: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[Rank, tuple[int, int]]]:
        """Pairs of territories that two parts of the words, or the whole for the second, may be."""
        pairs = list(legal)
        for at in range(1, len(words)):
            ones = dict(_inverted(self._matches(words[:at], {one for one, _ in pairs})))
            others = dict(_inverted(self._matches(words[at:], {other for _, other in pairs})))
            for one, other in pairs:
                if one in ones and other in others:
                    yield (0, *ones[one], *others[other]), (one, other)
        if len({other for _, other in pairs}) and words:
            others = dict(_inverted(self._matches(words, {other for _, other in pairs})))
            for one, other in pairs:
                if other in others:
                    yield (1, *others[other]), (one, other)

    def _matches(
        self, words: Sequence[str], territories: Iterable[int]
    ) -> Iterator[tuple[Rank, int]]:
        """The territories that the words may mean, with how far they are from the whole name."""
        text = " ".join(word for word in words if word not in _JOINS)
        for territory in territories:
            rank = rank_of(self.rules.keys, text, territory)
            if rank is not None:
                yield (rank,), territory

    def _one(self, words: Sequence[str], territories: Sequence[int]) -> int:
        found = list(self._matches(words, territories))
        made = [(rank, ConquestMove(Kind.CLAIM, at)) for rank, at in found]
        return self._chosen(made, lambda: self._why_not_here(territories, 0)).a

    def _chosen(
        self, found: Sequence[tuple[Rank, ConquestMove]], why: Callable[[], str]
    ) -> ConquestMove:
        """The only best move among those that were found."""
        legal = set(self.moves) if self.phase is not Phase.TRADE else None
        possible = [(rank, move) for rank, move in found if legal is None or move in legal]
        if not possible:
            raise self._error(why())
        best = min(rank for rank, _ in possible)
        moves = list(dict.fromkeys(move for rank, move in possible if rank == best))
        if len(moves) == 1:
            return moves[0]
        choice = listing([self.rules.names.write(move) for move in moves[:6]], "or")
        more = f" or {len(moves) - 6} more" if len(moves) > 6 else ""
        raise IllegalMove(f"expected one move, got {self._told}, which may be {choice}{more}")

    # --- Errors -----------------------------------------------------------------------------------

    def _error(self, why: str = "") -> IllegalMove:
        names = self.rules.names.labels
        last = self.moves[-1]
        # The numbers of a trade are those of cards.
        example = _EXAMPLES[self.phase].format(
            own=names[last.a % len(names)],
            other=names[last.b % len(names)],
            least=self.moves[0].n,
            most=last.n,
        )
        return IllegalMove(f"expected {example}, got {self._told}" + (f": {why}" if why else ""))

    def _why_not_here(self, legal: Iterable[int], pool: int) -> str:
        allowed = set(legal)
        for words, number in self._with_number(pool):
            if any(True for _ in self._matches(words, allowed)):
                return f"only {counted(pool, 'army')} can be placed" if number > pool else ""
        for words, _ in self._with_number(pool):
            known = self._known(words)
            if known is not None:
                return self._owner_text(known)
        return self._near(self.words, allowed)

    def _why_not_between(self, legal: Iterable[tuple[int, int]]) -> str:
        """Why the two territories that the words name are not between those of a legal move."""
        pairs = set(legal)
        for words, number in self._with_number(0):
            for at in range(1, len(words)):
                one, other = self._known(words[:at]), self._known(words[at:])
                if one is not None and other is not None:
                    return self._why_not(one, other, pairs, number)
            known = self._known(words)
            if known is not None:
                return f"name two territories: from where, and then {self._name(known)}"
        return self._near(self.words, {one for pair in pairs for one in pair})

    def _why_not(self, one: int, other: int, pairs: set[tuple[int, int]], number: int) -> str:
        state = self.state
        mover = state["mover"]
        if state["owners"][one] != mover:
            return self._owner_text(one)
        if (one, other) in pairs:
            return f"{number} is too many; there are {counted(state['armies'][one], 'army')}"
        if self.phase is Phase.ATTACK and state["owners"][other] == mover:
            return f"{self._name(other)} is your own"
        if self.phase is Phase.FORTIFY and state["owners"][other] != mover:
            return self._owner_text(other)
        if state["armies"][one] < 2:
            return f"{self._name(one)} has only one army, which has to stay"
        if other not in self.rules.beside[one]:
            return f"{self._name(one)} does not border {self._name(other)}"
        return "the armies there have moved already"

    def _known(self, words: Sequence[str]) -> int | None:
        """The only territory of the map that words may mean."""
        return find_place(self.rules.keys, " ".join(word for word in words if word not in _JOINS))

    def _owner_text(self, territory: int) -> str:
        owner = self.state["owners"][territory]
        if owner == self.state["mover"]:
            return f"{self._name(territory)} is yours"
        if owner < 0:
            return f"{self._name(territory)} is nobody's yet"
        names = self.rules.seat_names
        whose = f"{names[owner]}'s" if owner < len(names) else "neutral"
        return f"{self._name(territory)} is {whose}"

    def _name(self, territory: int) -> str:
        return str(self.rules.territory_names[territory])

    def _near(self, words: Sequence[str], territories: Iterable[int]) -> str:
        """Which words name no territory, and names that are like them."""
        strange = strange_words(words, self.rules.keys)
        strange = [word for word in strange if word not in _JOINS and not _is_number(word)]
        names = [self._name(at) for at in sorted(territories)]
        return near_text(strange, names, "territory") if strange else ""


def _inverted(found: Iterable[tuple[Rank, int]]) -> Iterator[tuple[int, Rank]]:
    for rank, territory in found:
        yield territory, rank


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and 0 < len(word) < 6
