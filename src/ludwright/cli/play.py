"""`ludwright play`: a match in the terminal, against a player or between two people."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from textwrap import fill
from typing import Any

import typer

from ludwright.cli.console import (
    Game,
    Json,
    Quiet,
    coloured,
    complete_game,
    complete_player,
    errors_told,
    open_game,
    print_json,
    seed_option,
)
from ludwright.errors import LudwrightError

PERSON = "person"
HINT = "mcts:playouts=10000,seconds=5"
"""Who is asked for a hint."""
OPPONENT = "mcts:playouts=4000"
"""Who sits opposite if nobody is named."""
_HELP = """\
Type a move as it is written on the board: D4 to put a piece there, A1-B2 to move one.
Any shorter form that leaves no doubt will do.
  moves    list the legal moves        undo     take your last move back
  hint     ask for advice              board    draw the board again
  rules    read the rules              resign   give the match up
  help     this text                   quit     leave"""


def play(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    first: str | None = typer.Option(
        None, "--first", help="Who begins: person or a player.", autocompletion=complete_player
    ),
    second: str | None = typer.Option(
        None, "--second", help="Who comes second.", autocompletion=complete_player
    ),
    white: str | None = typer.Option(None, "--white", help="Who plays White, by colour."),
    black: str | None = typer.Option(None, "--black", help="Who plays Black, by colour."),
    seed: int = seed_option(0),
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Play a match in the terminal. You begin against mcts:playouts=4000 unless told otherwise."""
    with errors_told():
        from ludwright.play.families import load_rules

        rules: Any = load_rules(open_game(game))
        names = _seated(rules.seat_names, (first, second), {"white": white, "black": black})
        # With --json the talk goes to stderr, so that stdout holds the record alone.
        stream = sys.stderr if as_json else sys.stdout
        session = Session(rules, names, seed, lambda text: _write(stream, text), is_quiet=quiet)
        session.run()
        if as_json:
            print_json(session.record())


def _write(stream: Any, text: str) -> None:
    stream.write(text + "\n")
    stream.flush()


def _seated(
    seats: tuple[str, str], places: tuple[str | None, str | None], colours: dict[str, str | None]
) -> tuple[str, str]:
    """Who sits where: by place, by colour, else a person against the usual opponent."""
    wanted = list(places)
    lowered = [name.lower() for name in seats]
    for number, (colour, who) in enumerate(colours.items()):
        seat = lowered.index(colour) if colour in lowered else number
        if who is None:
            continue
        if wanted[seat] is not None:
            raise typer.BadParameter(
                f"expected one player for {seats[seat]}, got {wanted[seat]} by place "
                f"and {who} by colour"
            )
        wanted[seat] = who
    if wanted == [None, None]:
        wanted = [PERSON, OPPONENT]
    first, second = wanted
    return first or _other(second), second or _other(first)


def _other(opponent: str | None) -> str:
    return OPPONENT if opponent == PERSON else PERSON


class Session:
    """One match at the terminal."""

    def __init__(
        self,
        rules: Any,
        names: tuple[str, str],
        seed: int,
        say: Callable[[str], None],
        *,
        is_quiet: bool = False,
    ) -> None:
        from ludwright.play.roster import make_player

        self.rules = rules
        self.names = names
        self.seed = seed
        self.say = say
        self.is_quiet = is_quiet
        self.players = [None if name == PERSON else make_player(name) for name in names]
        self.rng = Random(seed)
        self.positions = [rules.start(seed)]
        self.resigned: int | None = None
        self.is_left = False

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.positions[-1]

    def run(self) -> None:
        """Play until the match ends or somebody leaves."""
        self._welcome()
        while self.position.outcome() is None and self.resigned is None and not self.is_left:
            player = self.players[self.position.seat]
            if player is None:
                self._ask()
            else:
                self._let(player)
        if not self.is_left:
            self._draw()
            self.say(coloured(self._verdict(), "1"))

    def record(self) -> dict[str, Any]:
        """The match as plain data."""
        outcome = self.position.outcome()
        moves = [
            self.rules.write_move(before, after.last_move)
            for before, after in zip(self.positions, self.positions[1:], strict=False)
        ]
        return {
            "game": self.rules.game.name,
            "digest": self.rules.game.digest,
            "players": list(self.names),
            "seed": self.seed,
            "moves": moves,
            "resigned": self.resigned,
            "scores": list(outcome.scores) if outcome else None,
            "reason": outcome.reason.value if outcome else None,
        }

    # --- Turns ------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        title = self.rules.game.name.replace("-", " ")
        first, second = self.rules.seat_names
        self.say(coloured(title, "1"))
        self.say(f"{first}: {self.names[0]}, {second}: {self.names[1]}")
        if None in self.players and not self.is_quiet:
            self.say("Type a move, or help.")

    def _let(self, player: Any) -> None:
        from ludwright.play.player import UNLIMITED

        seat = self.position.seat
        try:
            move = player.choose(self.position, UNLIMITED, self.rng)
            text = self.rules.write_move(self.position, move)
            self.positions.append(self.position.after(move))
        except LudwrightError:
            raise
        except Exception as error:  # whatever a player of somebody's own may do
            from ludwright.play.roster import PlayerError

            kind = type(error).__name__
            raise PlayerError(
                f"{self.names[seat]} failed at ply {len(self.positions)}: {kind}: {error}"
            ) from error
        who = f"{self.rules.seat_names[seat]} ({self.names[seat]})"
        self.say(f"{who} plays {coloured(text, '1')}")

    def _ask(self) -> None:
        self._draw()
        while not self.is_left:
            line = self._line()
            word = line.strip().lower()
            command = self._commands().get(word)
            if command is not None:
                if command():
                    return
            elif word and self._make(line):
                return

    def _line(self) -> str:
        seat = self.rules.seat_names[self.position.seat]
        try:
            if sys.stdin.isatty() and sys.stdout.isatty():
                return input(f"{seat}> ")
            line = sys.stdin.readline()
            return line if line else "quit"
        except EOFError:
            self.say("")
            return "quit"

    def _make(self, text: str) -> bool:
        from ludwright.errors import IllegalMove

        try:
            move = self.rules.read_move(self.position, text)
        except IllegalMove as error:
            self.say(f"  {error}")
            return False
        self.positions.append(self.position.after(move))
        return True

    def _commands(self) -> dict[str, Callable[[], bool]]:
        """What can be typed instead of a move; each says whether the turn is over."""
        return {
            "help": lambda: self._told(_HELP),
            "?": lambda: self._told(_HELP),
            "moves": lambda: self._told(self._moves()),
            "hint": lambda: self._told(self._hint()),
            "rules": lambda: self._told(self._rules()),
            "board": self._drawn,
            "undo": self._undo,
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def _told(self, text: str) -> bool:
        self.say(text)
        return False

    def _drawn(self) -> bool:
        self._draw()
        return False

    def _undo(self) -> bool:
        """Take back to the last position in which a person was to move."""
        earlier = [i for i, one in enumerate(self.positions[:-1]) if self.players[one.seat] is None]
        if not earlier:
            return self._told("  there is nothing to take back")
        del self.positions[earlier[-1] + 1 :]
        return True

    def _resign(self) -> bool:
        self.resigned = self.position.seat
        return True

    def _quit(self) -> bool:
        self.is_left = True
        return True

    # --- Words ------------------------------------------------------------------------------------

    def _draw(self) -> None:
        from ludwright.families.combinatorial.picture import draw_text, status

        self.say("")
        self.say(draw_text(self.position).rstrip("\n"))
        if self.resigned is None:
            for line in status(self.position):
                self.say(line)
        names = self.position.notation
        if 0 < len(names) <= 10 and not self.is_quiet and self.resigned is None:
            self.say(f"legal: {' '.join(names)}")

    def _moves(self) -> str:
        names = self.position.notation
        listed = fill("  ".join(names), 88, initial_indent="  ", subsequent_indent="  ")
        return f"{len(names)} legal moves:\n{listed}"

    def _hint(self) -> str:
        from ludwright.play.player import UNLIMITED
        from ludwright.play.roster import make_player

        adviser: Any = make_player(HINT)
        found = adviser.search(self.position, UNLIMITED, Random(self.seed))
        text = self.rules.write_move(self.position, found.move)
        return f"  {text} looks best ({(found.value + 1) / 2:.0%} for you, by {HINT})"

    def _rules(self) -> str:
        from ludwright.play.families import family_of

        return family_of(self.rules.game).rules_text(self.rules.game).rstrip()

    def _verdict(self) -> str:
        names = self.rules.seat_names
        if self.resigned is not None:
            return f"{names[self.resigned]} resigns: {names[1 - self.resigned]} wins."
        from ludwright.families.combinatorial.picture import status

        return f"The match is over: {status(self.position)[0]}."
