"""One match at a table: who sits where, what was played, undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

from ludwright.errors import IllegalMove, LudwrightError, MatchTextError, PlayerFault
from ludwright.play.chance import drawn_event
from ludwright.play.columns import CHANCE
from ludwright.play.families import Family, family_of
from ludwright.play.match_worker import IsolatedPlayer
from ludwright.play.outcome import Reason
from ludwright.play.player import Budget, Player
from ludwright.play.roster import make_player
from ludwright.play.rules import Position, Rules
from ludwright.play.seeds import stream
from ludwright.play.verdict import cut_short
from ludwright.table.match_text import MatchText, write_match
from ludwright.table.notation import Ply, one_word

PERSON: Final[str] = "person"
"""The name of a seat whose moves a person enters at the table."""
UNSEEN: Final[str] = "?"
"""Stands for a ply of which the person who looks has not learnt everything."""


def believed(position: Position, luck: Random) -> Any:
    """The position as the seat to move may believe it to be; itself if nothing is hidden."""
    return position.redealt(position.seat, luck.getrandbits(63))


class Table:
    """A match that can be played, taken back, continued and written down."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[str],
        seed: int = 0,
        max_plies: int | None = None,
        seat: Callable[[str], Player] = make_player,
        *,
        is_open: bool = False,
    ) -> None:
        """Seat the players, by name; a person's moves come from `make`.

        `seat` makes the others from their names. At an open table nothing is hidden from persons.
        """
        if len(players) != rules.seats:
            raise ValueError(f"expected {rules.seats} players, got {len(players)}")
        self.rules = rules
        self.players = tuple(players)
        self.seed = seed
        self.max_plies = self.family.max_plies if max_plies is None else max_plies
        self.seat = seat
        self.is_open = is_open
        self.resigned: int | None = None
        self._seated: list[Player | None] = [
            None if name == PERSON else seat(name) for name in players
        ]
        self._positions: list[Position] = [rules.start(seed)]
        self._plies: list[Ply] = []
        self._at = 0

    # --- What is on the table ---------------------------------------------------------------------

    @property
    def family(self) -> Family:
        """The family of the game."""
        return family_of(self.rules.game)

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self._positions[self._at]

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves that led here."""
        return tuple(self._plies[: self._at])

    @property
    def has_persons(self) -> bool:
        """Whether a person sits at the table."""
        return None in self._seated

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: by the rules, by the ply limit or by resignation."""
        is_decided = self.resigned is not None or self.position.outcome() is not None
        return is_decided or self._at >= self.max_plies

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over and self._decides(self.position)

    def _decides(self, position: Position) -> bool:
        return position.seat != CHANCE and self._seated[position.seat] is None

    def seat_name(self, seat: int) -> str:
        """The name of a seat."""
        return "chance" if seat == CHANCE else self.rules.seat_names[seat]

    # --- What a person may see --------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """The seat of the person who looks at the table, if something is hidden from that seat.

        It is the person to move, else the one who moved last; None where everything is open, when
        the match is over, and where no person plays.
        """
        persons = [seat for seat, player in enumerate(self._seated) if player is None]
        is_seen = self.is_open or self.is_over or not self.family.is_hidden
        if not persons or is_seen:
            return None
        before = (ply.seat for ply in reversed(self.plies))
        return next((seat for seat in (self.position.seat, *before) if seat in persons), persons[0])

    @property
    def seen_position(self) -> Any:
        """The position as the viewer may believe it to be: nothing that is hidden can be shown."""
        viewer = self.viewer
        if viewer is None:
            return self.position
        return self.position.redealt(viewer, self._luck("view").getrandbits(63))

    def view_options(self) -> dict[str, int]:
        """The arguments with which pictures and words of `seen_position` are asked for."""
        viewer = self.viewer
        return {} if viewer is None else {"viewer": viewer}

    def step(self, at: int) -> tuple[Any, Any]:
        """A ply, by its number: the position before it, and the move."""
        position = self._positions[at]
        return position, self.rules.read_move(position, self._plies[at].text)

    def told(self, at: int) -> str:
        """A ply, by its number, as the viewer learns of it; in notation where all see all."""
        observed = self.family.observed
        if observed is None:
            return self._plies[at].text
        return observed(*self.step(at), self.viewer)

    def seen_plies(self) -> tuple[Ply, ...]:
        """The moves that led here, with those that the viewer has not fully learnt left out."""
        observed, viewer = self.family.observed, self.viewer
        if observed is None or viewer is None:
            return self.plies
        seen: list[Ply] = []
        for at, ply in enumerate(self.plies):
            step = self.step(at)
            is_known = observed(*step, viewer) == observed(*step, None)
            seen.append(ply if is_known else Ply(ply.seat, UNSEEN))
        return tuple(seen)

    def verdict(self) -> str:
        """Who won and why; "" while the match is not over."""
        if self.resigned is not None:
            others = [seat for seat in range(self.rules.seats) if seat != self.resigned]
            wins = f"{self.seat_name(others[0])} wins: " if len(others) == 1 else ""
            return f"{wins}{self.seat_name(self.resigned)} resigns"
        if self.position.outcome() is not None:
            return self.family.ending(self.position)
        return cut_short(Reason.PLY_LIMIT, self.max_plies) if self.is_over else ""

    # --- Playing ----------------------------------------------------------------------------------

    def read(self, text: str) -> Any:
        """The legal move named by a text; raises IllegalMove."""
        if self.is_over:
            raise IllegalMove(f"expected no move, since the match is over, got {text!r}")
        return self._read(self.position, text)

    def _read(self, position: Position, text: str) -> Any:
        """The move named by a text, as its name or as it stands in a list of moves."""
        try:
            return self.rules.read_move(position, text)
        except IllegalMove:
            wanted = text.casefold()
            for move in position.moves() if "_" in text else ():
                if one_word(self.rules.write_move(position, move)).casefold() == wanted:
                    return move
            raise

    def make(self, move: Any) -> Ply:
        """Make a legal move; a different move than the one taken back discards what followed."""
        before = self.position
        ply = Ply(before.seat, self.rules.write_move(before, move))
        if self._at < len(self._plies) and self._plies[self._at] == ply:
            self._at += 1
            return ply
        after = before.after(move)
        del self._positions[self._at + 1 :], self._plies[self._at :]
        self._positions.append(after)
        self._plies.append(ply)
        self._at += 1
        return ply

    def make_all(self, words: Iterable[str]) -> int:
        """Make moves in notation, all or none; return how many."""
        positions, plies = [self.position], list(self.plies)
        for number, word in enumerate(words, start=len(plies) + 1):
            before = positions[-1]
            if number > self.max_plies:
                raise IllegalMove(f"expected at most {self.max_plies} plies, got more")
            try:
                move = self._read(before, word)
            except IllegalMove as error:
                if self.viewer in (None, before.seat):
                    raise IllegalMove(f"ply {number}: {error}") from error
                # The moves that another seat could make would show what it holds.
                who = self.seat_name(before.seat)
                message = f"ply {number}: expected a move of {who}, got {word!r}"
                raise IllegalMove(message) from None
            plies.append(Ply(before.seat, self.rules.write_move(before, move)))
            positions.append(before.after(move))
        made = len(positions) - 1
        if made:
            self._positions[self._at :] = positions
            self._plies = plies
            self._at = len(plies)
            self.resigned = None
        return made

    @property
    def budget(self) -> Budget:
        """What players may spend here: no playout needs to look beyond the ply limit."""
        return Budget(match_plies=self.max_plies - self._at)

    def take_turn(self) -> Ply:
        """Let the player whose turn it is, or chance, make a move."""
        seat = self.position.seat
        if seat == CHANCE:
            return self.make(drawn_event(self.position, self._luck("chance")))
        player = self._seated[seat]
        if player is None:
            raise ValueError(f"expected a player on {self.seat_name(seat)}'s seat, got a person")
        try:
            seen = believed(self.position, self._luck(f"redeal {seat}"))
            # Another process needs the history to make the position; it seals it for the player.
            shown = seen if isinstance(player, IsolatedPlayer) else seen.sealed()
            return self.make(player.choose(shown, self.budget, self._luck(f"seat {seat}")))
        except LudwrightError:
            raise
        except Exception as error:  # a player from a file may raise anything
            kind = type(error).__name__
            raise PlayerFault(
                f"{self.players[seat]} failed at ply {self._at + 1}: {kind}: {error}"
            ) from error

    def _luck(self, purpose: str) -> Random:
        """Random numbers by ply, so that a move made again after an undo gets the same answer."""
        return stream(self.seed, self._at, f"table {purpose}")

    def resign(self) -> None:
        """Resign for the seat to move."""
        self.resigned = self.position.seat

    # --- Undo and redo ----------------------------------------------------------------------------

    def undo(self) -> bool:
        """Go back to the last decision of a person, or one ply if no person plays.

        Returns False at the start.
        """
        if self.resigned is not None:
            self.resigned = None
            return True
        earlier = [at for at in range(self._at) if self._is_stop(at)]
        if not earlier:
            return False
        self._at = earlier[-1]
        return True

    def redo(self) -> bool:
        """Redo the plies taken back, up to a person's decision; False if there are none."""
        if self._at >= len(self._plies):
            return False
        later = [at for at in range(self._at + 1, len(self._plies)) if self._is_stop(at)]
        self._at = later[0] if later else len(self._plies)
        self.resigned = None
        return True

    def _is_stop(self, at: int) -> bool:
        return not self.has_persons or self._decides(self._positions[at])

    # --- Saving and loading -----------------------------------------------------------------------

    def to_text(self) -> str:
        """The match as human-readable text, which `read_match` can read."""
        match = MatchText(
            moves=tuple(ply.text for ply in self.plies),
            game=self.rules.game.name,
            digest=self.rules.game.digest,
            players=self.players,
            seed=self.seed,
            resigned=self.resigned,
        )
        return write_match(match, self.rules.seat_names, self.plies, self.verdict())

    def load(self, match: MatchText, source: str = "match") -> None:
        """Replace the match and its seed; the players stay.

        Raises MatchTextError, and leaves the table unchanged, if the match cannot be played here.
        """
        resigned = match.resigned
        if resigned is not None and resigned >= self.rules.seats:
            raise MatchTextError(
                f"{source}: expected one of {self.rules.seats} seats to resign, got {resigned + 1}"
            )
        persons = [PERSON] * self.rules.seats
        fresh = Table(self.rules, persons, match.seed, self.max_plies, is_open=True)
        try:
            fresh.make_all(match.moves)
        except IllegalMove as error:
            raise MatchTextError(f"{source}: {error}{self._other_rules(match)}") from error
        self.seed = match.seed
        self._positions, self._plies, self._at = fresh._positions, fresh._plies, fresh._at
        self.resigned = None if self.position.outcome() is not None else resigned

    def _other_rules(self, match: MatchText) -> str:
        return f"; {difference}" if (difference := self.difference_of(match)) else ""

    def difference_of(self, match: MatchText) -> str:
        """A note if the match was played by other rules than those on the table, else ""."""
        game = self.rules.game
        if match.digest and match.digest != game.digest:
            name = match.game or "another game"
            return f"it was played by the rules of {name[:40]!r}, digest {match.digest[:40]!r}"
        return ""

    def to_json(self) -> dict[str, Any]:
        """The match as plain data."""
        outcome = self.position.outcome()
        return {
            "game": self.rules.game.name,
            "digest": self.rules.game.digest,
            "players": list(self.players),
            "seed": self.seed,
            "moves": [ply.text for ply in self.plies],
            "resigned": self.resigned,
            "scores": list(outcome.scores) if outcome else None,
            "reason": outcome.reason.value if outcome else None,
            "verdict": self.verdict() or None,
        }
