"""`ludwright play`: a match in the terminal, against a player or between people."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any

import typer

from ludwright.cli.console import (
    INTERRUPTED,
    ChoiceSeconds,
    Game,
    Isolate,
    Json,
    Quiet,
    Seats,
    coloured,
    complete_game,
    complete_player,
    errors_told,
    open_game,
    print_json,
    printable,
    seat_players,
    whole_number,
)
from ludwright.cli.paint import board_paint, has_cursor
from ludwright.errors import IllegalMove, ImpossibleMove, LudwrightError, NeedlessMove
from ludwright.play.limits import LARGEST_SEED

FEW_MOVES = 10
"""The legal moves are listed unasked if there are at most this many."""
FEW_OPTIONS = 8
"""As many lines of options are shown unasked."""
WIDTH = 88
_HELP = """\
Any unambiguous shorter form works, and so do several moves at once: 1. E5 D4 2. F6
  moves [CELL]     list the legal moves, or those from a cell or with a prefix
  list             list the moves so far
  board            draw the board again       look CELL        list the pieces there, top first
  hint [PLAYER]    show the three best moves  rules            print the rules
  undo [N]         take back your last move   redo [N]         make it again
  save FILE        write the match to a file  load FILE        continue a match from a file
  paste            read moves up to an empty line
  resign           give up the match          quit             leave; the moves are printed"""


def play(
    game: str = typer.Argument(..., help=str(Game.help), autocompletion=complete_game),
    first: str | None = typer.Option(
        None,
        "--first",
        help="Who moves first: person, or a player such as mcts:playouts=500.",
        autocompletion=complete_player,
    ),
    second: str | None = typer.Option(
        None,
        "--second",
        help="Who moves second: person, or a player.",
        autocompletion=complete_player,
    ),
    players: str | None = typer.Option(
        None,
        "--players",
        "-p",
        help="Who sits at the table: one player for all seats but yours, or one for each seat, "
        "separated by commas; person is a person.",
        autocompletion=complete_player,
    ),
    seats: int | None = Seats,
    white: str | None = typer.Option(
        None, "--white", help="Who plays White, or the first seat if none has that name."
    ),
    black: str | None = typer.Option(
        None, "--black", help="Who plays Black, or the second seat if none has that name."
    ),
    load: str | None = typer.Option(
        None, "--load", help="Continue the match in this file, or on stdin for -."
    ),
    seed: int | None = typer.Option(
        None,
        "--seed",
        min=0,
        max=LARGEST_SEED,
        help="Random seed of the players. Default: that of a loaded match, else 0.",
    ),
    max_plies: int | None = typer.Option(
        None,
        "--max-plies",
        min=1,
        max=100_000,
        help="End a match as a draw after this many plies. Default: what is usual for such games, "
        "on boards 1000.",
    ),
    isolate: bool = Isolate,
    choice_seconds: float = ChoiceSeconds,
    as_json: bool = Json,
    quiet: bool = Quiet,
) -> None:
    """Play a match in the terminal. By default you move first, and players take the other seats."""
    with errors_told():
        from ludwright.cli.match_files import match_of
        from ludwright.play.families import family_of, load_rules
        from ludwright.table.table import Table

        found = open_game(game)
        match = match_of(load) if load is not None else None
        remembered = match.players if match is not None else ()
        rules = load_rules(found, seats or len(remembered) or None)
        family = family_of(found)
        places = _places(players, (first, second), rules.seats)
        wanted = _wanted(rules.seat_names, places, {"white": white, "black": black})
        names, remarks = _seated(rules.seat_names, wanted, remembered, family)
        luck = seed if seed is not None else match.seed if match is not None else 0
        with ExitStack() as stack:
            seat = _seating(rules, stack, choice_seconds if isolate else None)
            table = Table(rules, names, luck, max_plies, seat)
            # With --json the dialogue goes to stderr, so that stdout holds only the record.
            session = Session(table, sys.stderr if as_json else sys.stdout, is_quiet=quiet)
            if match is not None and load is not None:
                table.load(match, "stdin" if load == "-" else load)
                table.seed = luck
                remarks += [f"note: {one}" for one in [table.difference_of(match)] if one]
            is_finished = session.run(remarks)
        if as_json:
            print_json(table.to_json())
        if not is_finished:
            raise typer.Exit(INTERRUPTED)


def _seating(rules: Any, stack: ExitStack, seconds: float | None) -> Callable[[str], Any]:
    """A function that makes players by name; those from files are closed with the stack.

    Players from files run in a process with this limit per choice, or in this one if it is None.
    """
    from ludwright.play.match_worker import own_player
    from ludwright.play.own_player import OwnPlayer
    from ludwright.play.roster import player_of

    @cache
    def own(name: str) -> Any:
        # One process per player, however often it is asked for a hint.
        return stack.enter_context(own_player(name, rules.game, seconds, rules.seats))

    def seat(name: str) -> Any:
        return own(name) if OwnPlayer.is_named_by(name) else player_of(name, rules.game)

    return seat


def _places(players: str | None, ordered: Sequence[str | None], seats: int) -> list[str | None]:
    """Who the options name for the seats in their order."""
    from ludwright.play.roster import split_players
    from ludwright.table.table import PERSON

    if players is None:
        return list(ordered)
    if any(who is not None for who in ordered):
        raise typer.BadParameter("expected --players, or --first and --second, got both")
    named = seat_players(players, seats)
    is_one = len(split_players(players)) == 1
    return [PERSON, *named[1:]] if is_one and seats > 1 else list(named)


def _wanted(
    seats: Sequence[str], places: Sequence[str | None], colours: dict[str, str | None]
) -> list[str | None]:
    """Who the options name for each seat: by place or by colour."""
    wanted: list[str | None] = [*places, *[None] * len(seats)][: len(seats)]
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
    return wanted


def _seated(
    seats: Sequence[str], wanted: Sequence[str | None], remembered: Sequence[str], family: Any
) -> tuple[list[str], list[str]]:
    """Who sits where, and remarks: from the options, else from a loaded match, else by default."""
    from ludwright.table.table import PERSON

    names: list[str] = []
    remarks: list[str] = []
    others = [who for who in wanted if who is not None]
    # By default a person plays the usual opponent, or the players that the options name.
    habit = [PERSON, *[family.opponent] * (len(seats) - 1)]
    if others:
        habit = [PERSON if others != [PERSON] * len(others) else family.opponent] * len(seats)
    for seat, name in enumerate(seats):
        kept = remembered[seat] if seat < len(remembered) else ""
        who = wanted[seat]
        if who is None and kept and not is_packaged(kept, family.name):
            # A match file from elsewhere must not choose which code runs here.
            remarks.append(
                f"note: {name} was {kept!r}; only the command line can name such players"
            )
            kept = PERSON
        names.append(who or kept or habit[seat])
    return names, remarks


def is_packaged(player: str, family: str) -> bool:
    """Whether a match file may name this player: a person, or a player packaged with Ludwright."""
    from ludwright.play.roster import player_kinds
    from ludwright.table.table import PERSON

    known = {kind.name for kind in player_kinds(family)}
    return player == PERSON or player.partition(":")[0] in known


class Session:
    """The dialogue at the table."""

    def __init__(self, table: Any, stream: Any, *, is_quiet: bool = False) -> None:
        self.table = table
        self.stream = stream
        self.is_quiet = is_quiet
        self.is_left = False
        self._drawn: Any = None
        self._is_stale = True
        self._queued: list[str] = []
        self._untold: list[int] = []
        self._written: Any = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "list": self._list,
            "board": self._board,
            "look": self._look,
            "hint": self._hint,
            "rules": self._rules,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "load": self._load,
            "paste": self._paste,
            "resign": self._resign,
            "quit": self._quit,
        }
        self._aliases = {"?": "help", "exit": "quit", "q": "quit", "history": "list"}

    def say(self, text: str = "") -> None:
        """Write a line."""
        self.stream.write(printable(text) + "\n")
        self.stream.flush()

    def run(self, remarks: Sequence[str] = ()) -> bool:
        """Play until the user leaves; False if Ctrl-C ended it."""
        try:
            self._welcome(remarks)
            while not self.is_left:
                self._step()
        except KeyboardInterrupt:
            self.say()
            self._farewell()
            return False
        except (BrokenPipeError, typer.Exit):
            raise
        except BaseException:
            # Whatever went wrong, the moves are not lost.
            self._farewell()
            raise
        self._farewell()
        return True

    def _step(self) -> None:
        table = self.table
        if not table.is_over and not table.is_persons_turn:
            self._let()
            return
        self._tell_turn()
        if self._queued and table.is_persons_turn:
            self._obey(self._queued.pop(0))
            return
        self._show()
        if table.is_over and not table.has_persons:
            self.is_left = True
            return
        self._obey(self._line())

    # --- Turns ------------------------------------------------------------------------------------

    def _welcome(self, remarks: Sequence[str]) -> None:
        table = self.table
        self.say(self._bold(table.rules.game.name.replace("-", " ")))
        seats = zip(table.rules.seat_names, table.players, strict=True)
        self.say(", ".join(f"{seat}: {player}" for seat, player in seats))
        for remark in remarks:
            self.say(remark)
        if table.has_persons and not self.is_quiet:
            self.say("Type a move, or help.")

    def _let(self) -> None:
        table = self.table
        seat = table.position.seat
        # A pass during a chain of jumps only ends the chain.
        passes = "stops" if getattr(table.position, "is_going_on", False) else "passes"
        with self._thinking(table.seat_name(seat)) if seat >= 0 else nullcontext():
            ply = table.take_turn()
        if table.family.turn_text is not None:
            self._untold.append(len(table.plies) - 1)
            if table.position.turn_completed():
                self._is_stale = True
                self._tell_turn()
                self._drop_queue()
            return
        told = table.told(len(table.plies) - 1)
        if seat < 0 or told != ply.text:
            self._tell(seat, told)
            return
        does = passes if ply.text == "pass" else f"plays {self._bold(ply.text)}"
        self.say(f"{table.seat_name(seat)} ({table.players[seat]}) {does}")

    def _tell_turn(self) -> None:
        """Say in a few lines what happened since that was done last."""
        numbers, self._untold = self._untold, []
        if numbers and self.table.family.turn_text is not None:
            steps = [self.table.step(number) for number in numbers]
            for line in self.table.family.turn_text(steps, self.table.viewer):
                self.say(line)

    def _tell(self, seat: int, told: str) -> None:
        """Say what the viewer learns of an event of chance, or of a move that is not all open."""
        table = self.table
        if not told:
            return
        has_words = table.family.observed is not None
        if seat < 0:
            self.say(told if has_words else f"chance: {self._bold(told)}")
        else:
            self.say(f"{table.seat_name(seat)} ({table.players[seat]}): {told}")

    @contextmanager
    def _thinking(self, who: str) -> Iterator[None]:
        """On terminals, show who is thinking until the block ends."""
        is_shown = self._is_terminal() and has_cursor(self.stream)
        if is_shown:
            self.stream.write(printable(f"{who} thinks …"))
            self.stream.flush()
        try:
            yield
        finally:
            if is_shown:
                self.stream.write("\r\033[K")

    def _line(self) -> str:
        if self._is_terminal():
            words = (word for name in self._names() for word in name.split())
            _offer_completions([*self._commands, *dict.fromkeys(words)])
            try:
                return input(printable(f"{self._prompt()}> "))
            except EOFError:
                self.say()
                return "quit"
        line = sys.stdin.readline()
        return line if line else "quit"

    def _is_terminal(self) -> bool:
        return sys.stdin.isatty() and sys.stdout.isatty()

    def _prompt(self) -> str:
        return "over" if self.table.is_over else str(self.table.seat_name(self.table.position.seat))

    def _obey(self, line: str) -> None:
        """Carry out a line: a command with its argument, a move, or several moves."""
        word, _, rest = line.strip().partition(" ")
        name = self._aliases.get(word.lower(), word.lower())
        command = self._commands.get(name)
        try:
            if command is not None:
                command(rest.strip())
            elif word:
                self._make(line.strip())
        except NeedlessMove as error:
            self.say(f"  {error}")
        except LudwrightError as error:
            self.say(f"  {error}")
            self._drop_queue()

    def _drop_queue(self) -> None:
        """Forget the moves that were to follow: they were meant for another situation."""
        if self._queued:
            self.say(f"  not done: {'; '.join(self._queued)}")
            self._queued.clear()

    def _make(self, text: str) -> None:
        from ludwright.table.notation import move_words

        table = self.table
        words = move_words(text)
        try:
            table.make(table.read(text))
            self._echo()
        except NeedlessMove:
            raise
        except IllegalMove as error:
            is_one = self._has_spaces(text)
            parts = _in_a_row(text) if is_one else []
            if len(parts) > 1:
                self._queued = parts[1:] + self._queued
                self._obey(parts[0])
                return
            if not is_one and (len(words) > 1 or (words and words[0] != text)):
                table.make_all(words)
                return
            # A text that was understood is no misspelt command.
            if isinstance(error, ImpossibleMove):
                raise
            near = difflib.get_close_matches(text.lower(), self._commands, n=1, cutoff=0.7)
            if near:
                message = f"expected a move or a command, got {text!r}; did you mean {near[0]!r}?"
                raise IllegalMove(message) from error
            raise IllegalMove(f"{error}; help lists the commands") from error

    def _has_spaces(self, text: str) -> bool:
        """Whether moves consist of several words here, so that a line of words is one move.

        Where they do, a list of moves has underscores or numbers.
        """
        is_list = "_" in text or re.match(r"\d+\.", text) is not None
        return not is_list and any(" " in name for name in self._names())

    def _echo(self) -> None:
        """Say which move was made, where people may type less than its name."""
        table = self.table
        if table.family.turn_text is not None:
            ply = table.plies[-1]
            self.say(f"{table.seat_name(ply.seat)} {table.told(len(table.plies) - 1)}")
            if table.position.turn_completed():
                self._drop_queue()

    # --- Commands ---------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        self.say(f"{self.table.family.how_to_move}\n{_HELP}")

    def _moves(self, wanted: str) -> None:
        from ludwright.table.notation import that_begin

        names = self._names()
        options = self._options()
        if wanted:
            names = that_begin(names, wanted)
        elif options:
            self.say(f"{len(names)} legal moves:")
            for line in options:
                self.say(f"  {line}")
            return
        found = f"{len(names)} legal move{'' if len(names) == 1 else 's'}"
        self.say(f"{found}{f' starting with {wanted}' if wanted else ''}{':' if names else ''}")
        if names:
            self.say(_filled("  ".join(names)))
            for line in self.table.family.legend(self.table.position):
                self.say(_filled(line))

    def _names(self) -> list[str]:
        from ludwright.table.notation import in_order

        table = self.table
        if table.is_over:
            return []
        position = table.position
        return in_order(table.rules.write_move(position, move) for move in position.moves())

    def _list(self, _: str) -> None:
        from ludwright.table.notation import numbered

        for line in numbered(self.table.seen_plies()) or ["no moves so far"]:
            self.say(f"  {line}")

    def _board(self, _: str) -> None:
        self._drawn = None
        self._is_stale = True

    def _look(self, place: str) -> None:
        if not place:
            self.say("  expected a place on the board, as in: look D4")
            return
        for line in self.table.family.look(self.table.seen_position, place):
            self.say(f"  {line}")

    def _hint(self, adviser: str) -> None:
        from ludwright.table.advice import advise
        from ludwright.table.notation import one_word

        table = self.table
        if table.is_over:
            self.say("  the match is over; undo takes moves back")
            return
        try:
            name = adviser or table.family.adviser
            with self._thinking(name):
                found = advise(
                    table.rules,
                    table.position,
                    name,
                    table.seed,
                    seat=table.seat,
                    budget=table.budget,
                )
        except KeyboardInterrupt:
            self.say("  hint interrupted")
            return
        width = max(len(line.moves[0]) for line in found.lines)
        for number, line in enumerate(found.lines, start=1):
            after = " ".join(map(one_word, line.moves[1:]))
            follows = f"   then {after}" if after else ""
            ending = f"   {line.ending}" if line.ending else ""
            self.say(f"  {number}. {line.moves[0]:<{width}}   {line.words}{follows}{ending}")
        seat = table.seat_name(table.position.seat)
        cut = ", cut short by its time limit" if found.is_out_of_time else ""
        self.say(f"  expected score of {seat}, by {found.adviser}{cut}")

    def _rules(self, _: str) -> None:
        self.say(self.table.family.rules_text(self.table.rules.game).rstrip())

    def _undo(self, count: str) -> None:
        self._repeat(self.table.undo, count, "  there is nothing to take back")

    def _redo(self, count: str) -> None:
        self._repeat(self.table.redo, count, "  there is nothing to make again")

    def _repeat(self, act: Callable[[], bool], count: str, none: str) -> None:
        wanted = whole_number(count or "1")
        if not wanted:
            self.say(f"  expected a number of moves, got {count[:40]!r}")
            return
        done = 0
        while done < wanted and act():
            done += 1
        if not done:
            self.say(none)
        if done:
            self._board("")

    def _save(self, words: str) -> None:
        from ludwright.cli.match_files import save_match

        name, _, last = words.rpartition(" ")
        is_forced = last in ("--force", "-f") and bool(name)
        file = name.strip() if is_forced else words
        if not file:
            self.say("  expected a file, as in: save match.txt")
            return
        save_match(Path(file), self.table.to_text(), force=is_forced)
        self._written = self._state()
        secret = "; it also holds what is hidden from you" if self.table.viewer is not None else ""
        self.say(f"  wrote {file}{secret}")

    def _load(self, file: str) -> None:
        from ludwright.cli.match_files import match_of

        if not file or file == "-":
            self.say("  expected a file, as in: load match.txt")
            return
        match = match_of(file)
        self.table.load(match, file)
        self._is_stale = True
        self._written = self._state()
        difference = self.table.difference_of(match)
        if difference:
            self.say(f"  note: {difference}")
        self.say(f"  {len(self.table.plies)} plies")

    def _paste(self, _: str) -> None:
        from ludwright.table.match_text import read_match

        lines: list[str] = []
        if self._is_terminal():
            self.say("  paste the moves, then an empty line")
        while (line := self._pasted_line()).strip():
            lines.append(line)
        self.table.make_all(read_match("\n".join(lines), "paste").moves)

    def _pasted_line(self) -> str:
        try:
            return input() if self._is_terminal() else sys.stdin.readline()
        except EOFError:
            return ""

    def _resign(self, _: str) -> None:
        if self.table.is_over:
            self.say("  the match is over; undo takes moves back")
        else:
            self.table.resign()

    def _quit(self, _: str) -> None:
        self.is_left = True

    # --- Words ------------------------------------------------------------------------------------

    def _state(self) -> tuple[Any, ...]:
        return (self.table.plies, self.table.resigned)

    def _show(self) -> None:
        """Draw the board, unless it was drawn since the last change, and say what can be done.

        Where a turn takes many plies, it is drawn once a turn: what changed since is told.
        """
        table = self.table
        state = (self._state(), table.is_over)
        if state == self._drawn:
            return
        self._drawn = state
        seen, options = table.seen_position, table.view_options()
        is_drawn = self._is_stale or table.is_over or table.family.turn_text is None
        if is_drawn:
            self.say()
            drawing = table.family.draw_text(seen, paint=self._paint(), **options)
            self.say(drawing.rstrip("\n"))
        self._is_stale = False
        lines = table.family.status(seen, **options)
        if table.is_over:
            verdict = table.verdict()
            self.say(self._bold(f"The match is over: {verdict}."))
            lines = [line for line in lines[1:] if line != verdict]
        for line in lines if is_drawn else lines[:1]:
            self.say(line)
        if not self.is_quiet:
            self._show_options()
        if table.is_over and table.has_persons and not self.is_quiet and self._is_terminal():
            self.say("undo, save FILE, list or quit")

    def _options(self) -> list[str]:
        """The legal moves in the words of the family, if it has any for them."""
        table = self.table
        if table.family.options_text is None or table.is_over:
            return []
        return list(table.family.options_text(table.seen_position, **table.view_options()))

    def _show_options(self) -> None:
        """What can be done: in the family's words, or as a list if it is short."""
        options = self._options()
        # A line that says that one more is left out would not be shorter.
        shown = options if len(options) == FEW_OPTIONS + 1 else options[:FEW_OPTIONS]
        for line in shown:
            self.say(f"  {line}")
        if len(options) > len(shown):
            self.say(f"  … and {len(options) - len(shown)} more lines; moves shows all")
        names = self._names() if self.table.family.options_text is None else []
        if 0 < len(names) <= FEW_MOVES:
            self.say(f"legal: {(', ' if ' ' in ''.join(names) else ' ').join(names)}")

    def _farewell(self) -> None:
        """Print the moves, so that an unsaved match can be pasted in again if nothing is hidden."""
        if self.table.plies and self._written != self._state():
            self.say("moves so far:" if not self.table.is_over else "moves:")
            self._list("")

    def _paint(self) -> Callable[..., str]:
        return board_paint(self.stream)

    def _bold(self, text: str) -> str:
        return coloured(text, "1", self.stream)


def _in_a_row(text: str) -> list[str]:
    """The moves of a line such as `place 3 ala; attack ala kam`, or `ala x4` for four times ala."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    found = re.fullmatch(r"(.*\S)\s+[x×*]\s?(\d{1,3})", parts[0]) if len(parts) == 1 else None
    return parts if found is None else [found[1]] * int(found[2])


def _filled(text: str) -> str:
    """The text in indented lines; no line breaks at a hyphen, since moves contain them."""
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _offer_completions(words: Sequence[str]) -> None:
    """Let Tab complete commands and moves, if readline is available."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        found = [word for word in words if word.lower().startswith(text.lower())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
