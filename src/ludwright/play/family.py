"""The record of a family: everything that the rest of the program knows about its games.

A family's module defines `FAMILY`, a `Family`, and one line in `ludwright/families/__init__.py`
registers it. Nothing else in the program names a family. To make a record costs nothing: its parts
are paths such as `some.package.module:name`, or functions that `later` imports when they are first
called. Paths also let a record name what stands to the right of it: criteria, variation, commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludwright.errors import SeatsError, UnknownName
from ludwright.language.registry import loaded

if TYPE_CHECKING:
    from pathlib import Path

    from ludwright.language.game import Game
    from ludwright.language.ludeme import Ludeme
    from ludwright.play.families import NativeRules
    from ludwright.play.roster import PlayerKind


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list of games shows of each."""

    seats: tuple[int, int]
    """The fewest and the most players."""
    board: str
    """The board, in a word or two."""
    goal: str
    """The goal, in a few words."""
    about: str = ""
    """The game in a sentence or two, if its text says something about itself."""


def later(path: str) -> Callable[..., Any]:
    """A function that is imported from `some.package.module:name` when it is first called."""
    found: list[Callable[..., Any]] = []

    def call(*given: Any, **named: Any) -> Any:
        if not found:
            found.append(loaded(path))
        return found[0](*given, **named)

    call.__name__ = call.__qualname__ = path.partition(":")[2]
    return call


def _none(game: Game) -> Sequence[str]:  # noqa: ARG001
    return ()


def _nothing(position: Any) -> list[str]:  # noqa: ARG001
    return []


# The help of the command line needs the record: no methods are generated that nothing uses.
def _nowhere(position: Any, place: str) -> list[str]:  # noqa: ARG001
    raise UnknownName("place", place, ())


def _winners(position: Any) -> str:
    scores = position.outcome().scores
    names = position.rules.seat_names
    best = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
    if len(best) == len(names):
        return "nobody wins"
    return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}"


def _turn_or_end(position: Any, viewer: int | None = None) -> list[str]:  # noqa: ARG001
    if position.outcome() is not None:
        return [_winners(position)]
    if position.seat < 0:
        return ["chance decides"]
    return [f"{position.rules.seat_names[position.seat]} to move"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Family:
    """One family of games.

    The parts of a game's life in their order: its text, its rules, its pictures and words, its
    players, its criticism, its variation, and what the family adds to the command line.
    """

    name: str
    title: str
    """The games of the family in words, such as "board games"."""

    # --- Texts ------------------------------------------------------------------------------------
    root: str
    """Where the ludeme at the root of its games is: `some.package.module:Name`."""
    open_game: Callable[[str | Path], Game]
    """Opens a packaged game by name or alias, or a file by path; UnknownName if there is none."""
    game_names: Callable[[], Sequence[str]]
    """The names of the packaged games."""
    aliases: Callable[[], Mapping[str, str]] = dict
    """The names of packaged games by their other names, all in lower case."""
    summary: Callable[[Game], GameSummary]
    """What a list of games shows of this one."""
    tags: Callable[[Game], Sequence[str]] = _none
    """Single words that describe a game, by which lists of games are filtered."""

    # --- Rules ------------------------------------------------------------------------------------
    seats: Callable[[Game], tuple[int, int]]
    """The fewest and the most seats of a game."""
    load_rules: Callable[..., NativeRules]
    """(game, seats=None): the executable rules for a number of seats; None for the fewest."""
    reference: Callable[..., Any] | None = None
    """(game, seats=None): the start by the same rules in plain Python, for conformance: a position
    with `seat`, `moves()`, `weights()`, `after(move)`, `outcome()` and perhaps `standings()`."""
    other_first: Callable[[Game], Game | None] | None = None
    """The same game, but the player who is usually second moves first, or None for a game in which
    that makes no difference; no function where the rotation of seats covers it."""
    rules_text: Callable[[Game], str]
    """The complete rules in English: a block with the title, then one for each section, which is a
    heading and indented lines; blank lines between blocks. Pages show the sections."""

    # --- Pictures and words -----------------------------------------------------------------------
    draw_svg: Callable[..., str]
    """(position, title=, captions=, moves=, viewer=): the position as an SVG picture.

    Here and below `viewer` is the seat that looks; None shows everything. Families without hidden
    information may leave the parameter out and set `is_hidden` to False.
    """
    draw_text: Callable[..., str]
    """(position, moves=, paint=, viewer=): the position as text; `paint(text, *roles)` may colour
    parts."""
    status: Callable[..., list[str]] = _turn_or_end
    """(position, viewer=): whose turn it is or how the match ended, then anything that the board
    does not show."""
    ending: Callable[[Any], str] = _winners
    """Who won a finished match and why, in the words of the rules."""
    observed: Callable[[Any, Any, int | None], str] | None = None
    """(position, move, viewer): a move or an event of chance as the viewer learns of it, such as
    "the die shows 4" or "a card is drawn"; None for games in which all see all, in notation."""
    how_to_move: str = "Type a move as it is written in the list of legal moves."
    """How a person enters a move, in a sentence or two."""
    options_text: Callable[..., list[str]] | None = None
    """(position, viewer=): what the seat to move can do, grouped and line by line, for games with
    too many legal moves for a list; None lists the moves in notation."""
    turn_text: Callable[[Sequence[tuple[Any, Any]], int | None], list[str]] | None = None
    """(steps, viewer): what happened, in a few lines, for games with many plies in a turn; each
    step is a position and what was done there. None tells every ply by itself."""
    look: Callable[[Any, str], list[str]] = _nowhere
    """(position, place): the pieces on a place, line by line; raises UnknownName."""
    legend: Callable[[Any], list[str]] = _nothing
    """The meaning of the marks in the notation of the legal moves, line by line; often empty."""
    is_hidden: bool = False
    """Whether seats may see different things, so that pictures and words need a viewer."""

    # --- Players ----------------------------------------------------------------------------------
    players: str = ""
    """Where its own kinds of player are, a tuple of PlayerKind, besides those for all games."""
    default_player: str = "mcts:playouts=200"
    """Plays all seats of a playtest by default."""
    opponent: str = "mcts:playouts=4000"
    """Plays against a person by default."""
    adviser: str = "mcts:playouts=10000,seconds=5"
    """Gives hints to a person by default."""
    showcase: tuple[str, str] | None = None
    """A packaged game that shows well what such games are like, and its players."""
    openings: tuple[int, ...] = ()
    """How many random plies a match of a playtest may start with; multiples of the seats."""
    max_plies: int = 1000
    """A match of this length is abandoned as a draw, unless another length is asked for."""

    # --- Criticism and synthesis ------------------------------------------------------------------
    efforts: str = ""
    """The module with `PLAN`, which says how thoroughly its games are tested and in which modes
    they are played; "" for the plan that all games can be tested by."""
    criteria: str = ""
    """Where its own criteria are, besides those for all games."""
    thresholds: str = ""
    """The module with `LENIENT` and `STRICT`, the thresholds of viability; "" for the usual."""
    profile: str = ""
    """The packaged profile by which games are scored, named like `some.package/file.json`."""
    profiles: Mapping[str, str] = field(default_factory=dict)
    """Other packaged profiles, by name."""
    peers: tuple[str, ...] = ()
    """Packaged tables of measures of its games, named like `some.package/file.json`."""
    glance: tuple[str, ...] = ()
    """Its own criteria among those that show a game at a glance."""
    variation: str = ""
    """Where the `Variation` is with which synthesis varies its games."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """Whole ways of evolving its games, by name: where each `Preset` is. The first is the usual
    one; without any, games are evolved by the loop for all families."""

    encoding: str = ""
    """Where its `Encoding` of positions and moves as numbers is, for agents that learn."""

    # --- Tests and commands -----------------------------------------------------------------------
    conformance: str = ""
    """The module that compares its engines more deeply than `testing.conformance` can."""
    commands: str = ""
    """Where the typer application is whose commands the command line adds to its own."""
    experiments: str = ""
    """Where the typer application is whose commands `ludwright experiment` offers."""
    speed_games: tuple[str, ...] = ()
    """The packaged games whose speed is measured if none is named."""

    def __repr__(self) -> str:
        return f"<family {self.name}>"

    def root_class(self) -> type[Ludeme]:
        """The ludeme at the root of its games."""
        found: type[Ludeme] = loaded(self.root)
        return found

    def read_game(self, text: str, source: str) -> Game:
        """Reads a text; `source` is where it comes from, for messages."""
        from ludwright.language.game import game_of

        return game_of(text, self.root_class(), source)

    def player_kinds(self) -> tuple[PlayerKind, ...]:
        """The kinds of player that only its games have."""
        return tuple(loaded(self.players)) if self.players else ()

    def seats_for(self, game: Game, wanted: int | None) -> int:
        """The number of seats at the table: the one that is wanted, or the fewest possible."""
        least, most = self.seats(game)
        if wanted is None:
            return least
        if not least <= wanted <= most:
            range_told = f"{least} seats" if least == most else f"{least} to {most} seats"
            raise SeatsError(f"{game}: expected {range_told}, got {wanted}")
        return wanted
