"""The example of every ludeme inside a small, playable game.

The reference page shows these games with a position and its legal moves; a test plays each of them
with both engines. A ludeme whose example does not fit the frame of its category has its own frame
below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ludwright.families.combinatorial.move import Move
from ludwright.families.combinatorial.picture import draw_text
from ludwright.families.combinatorial.reference import (
    ReferencePosition,
    ReferenceRules,
    _speaks_of_from,
)
from ludwright.families.combinatorial.rules import NativePosition, NativeRules
from ludwright.families.combinatorial.vocabulary import (
    Act,
    BoardGame,
    Combinatorial,
    Condition,
    Count,
    EndCondition,
    Post,
    Where,
)
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, walk
from ludwright.language.syntax import read
from ludwright.play.outcome import Reason

SHOWN_MOVES: int = 16
"""More legal moves than this are counted, not listed."""
MOST_PLIES: int = 200
"""Plies of a random match that are considered."""
MOST_SEEDS: int = 200
"""Random matches that are tried to find one that the ludeme ends."""

START = (
    "(start (place (Stone White) A1 B2 C2 D2) (place (Stone Black) A4 C3 C4 E3)"
    " (place (King White) B1) (place (King Black) D5))"
)
"""Four stones and a king each, in touch with one another, on five by five cells."""
BOARD = "(board (tiling square i-nbors) (size 5 5) (regions (White s) (Black n) (All C3)))"
KING = "(King All)"
PLACE = "(move (pre {0}) (action (push)))"
MOVE = "(move (pre {0}) (action (pop) (push)))"
STEP = "(move (pre (adjacent)) (action (pop) (push)) (post {0}))"
DROP = "(move (pre (empty to)) (action (push)) (post {0}))"
END = "(end (All lose (no-move)))"


@dataclass(frozen=True)
class Example:
    """A ludeme's example in a game, and a position of that game."""

    ludeme: type[Ludeme]
    text: str
    """The game."""
    opening: tuple[Move, ...] = ()
    """The moves from the start to the position shown."""
    move: Move | None = None
    """A move from that position whose consequence is also shown."""

    @property
    def root(self) -> BoardGame:
        """The tree of the game."""
        root = read(self.text, BoardGame, self.ludeme.__name__)
        assert isinstance(root, BoardGame)
        return root

    def native(self) -> NativePosition:
        """The position in the native core."""
        position = NativeRules(Game(self.root)).start()
        for move in self.opening:
            position = position.after(move)
        return position

    def reference(self) -> ReferencePosition:
        """The position in the reference engine."""
        position = ReferenceRules(self.root).start()
        for move in self.opening:
            position = position.after(move)
        return position


def _game(
    moves: str = "",
    *,
    board: str = BOARD,
    start: str = START,
    play: str = "",
    end: str = END,
    pieces: str = "",
    players: str = "(players White Black)",
    more: str = "",
) -> str:
    if moves:
        pieces = f"(pieces (Stone All (moves {moves})) {KING})"
    parts = [players, board, pieces, start, play, end, more]
    return f"(game Example {' '.join(part for part in parts if part)})"


EMPTY = "(board (tiling square i-nbors) (size 4 4))"
SIDES = (
    "(board (tiling square i-nbors) (size 4 4) (regions (White s) (White n) (Black e) (Black w)))"
)
CLOBBER = "(move (pre (and (enemy to) (adjacent))) (action (pop) (push)) (post (capture)))"
WALK = "(move (pre (and (not (friend to)) (adjacent))) (action (pop) (push)) (post (capture)))"
ROWS = "(start (place (Stone All) home (home 1)) (place (King White) C3) (place (King Black) C4))"
BOTH_MOVE = f"(pieces (Stone All (moves {WALK})) (King All (moves {WALK})))"
TAKES = DROP.format("(capture d-nbors) {0}")
LAST = "(or (first-move) {0})"


def _ending(example: str, **frame: str) -> str:
    return _game(
        start="", board=frame.pop("board", EMPTY), end=f"(end (All win {example}))", **frame
    )


OWN_FRAMES: dict[str, str] = {
    # Conditions and counts about something that must have happened before.
    "SameLine": _game(PLACE.format(LAST)),
    "Visited": _game(
        MOVE.format("(and (owner from) (empty to) (adjacent) (not {0}))"),
        play="(play (moves-per-turn 2))",
    ),
    "Pie": _game(board=EMPTY, start="", play="(play {0})"),
    "CaptureValue": _game(TAKES.format("(score {0})")),
    "NumCaptured": _game(TAKES.format("(score {0})")),
    "NumCaptures": _game(
        PLACE.format("(and (empty to) (> {0} 0))"),
        board="(board (tiling square) (size 5 5))",
        start="(start (place (Stone White) A4 A2 D3 C4) (place (Stone Black) A3 D4 E5))",
    ),
    "Never": _game(PLACE.format("(or {0} (corner to))")),
    "Minus": _game(MOVE.format("(and (owner from) (empty to) (adjacent) (= {0} 0))")),
    "Divide": _game(MOVE.format("(and (owner from) (empty to) (adjacent) (= {0} 0))")),
    "Flanks": _game(PLACE.format("(and (empty to) {0})")),
    "Capturing": _game(
        "(move (pre (and (empty to) {0})) (action (push)) (post (capture custodial)))"
    ),
    "CellState": _game(
        "(move (pre (and (empty to) (= {0} 0))) (action (push)) (post (cell-state to 1)))"
    ),
    "PieceState": _game(
        "(move (pre (and (owner from) (adjacent) (empty to) (< {0} 2))) (action (pop) (push))"
        " (post (inc-state)))"
    ),
    "NumHand": _game(
        PLACE.format("(and (empty to) (> {0} 0))"),
        start="(start (place (Stone White) A1) (in-hand (Stone All) 2))",
    ),
    "Supported": _game(PLACE.format("(and (empty to) {0})")),
    "Connected": _game(PLACE.format("(and (empty to) {0})")),
    "Neutral": _game(
        PLACE.format("{0}"), start="(start (place (Stone neutral) B2 C3) (place (King White) A1))"
    ),
    "Distance": _game(MOVE.format("(and (owner from) (empty to) (= {0} 1))")),
    "NumBetween": _game(MOVE.format("(and (owner from) (empty to) (line) (= {0} 1))")),
    "LineCount": _game(MOVE.format("(and (owner from) (empty to) (line) (= (distance) {0}))")),
    "LineLength": _game(MOVE.format("(and (owner from) (empty to) (line) (> {0} 4))")),
    "MoveNumber": _game(PLACE.format("(and (empty to) (<= {0} (row to)))")),
    "ScoreOf": _game("(move (pre (and (empty to) (<= {0} 2))) (action (push)) (post (score 1)))"),
    "Modulo": _game(PLACE.format("(and (empty to) (= {0} (phase to)))")),
    "Line": _game(MOVE.format("(and (owner from) (empty to) {0})")),
    "BlockedBeyond": _game(
        MOVE.format("(and (owner from) (empty to) (line) (= (num-between any) 0) {0})")
    ),
    "NumPieces": _game(PLACE.format("(and (empty to) (<= {0} 5))")),
    "Phase": _game(PLACE.format("(and (empty to) (= {0} 0))")),
    # Equipment.
    "Seat": _ending("(reach away)", players="(players {0} (Black w))"),
    "Players": _ending("(reach away)", players="{0}"),
    "TilingOf": _ending("(in-a-row 3)", board="(board {0} (size 4 4))"),
    "RegionRecord": _ending(
        "(connect own-regions)",
        board="(board (tiling square i-nbors) (size 4 4) (regions (White n) {0} (Black e w)"
        " (Black A1)))",
    ),
    "BoardOf": _ending("(connect (regions 0 1))", board="{0}"),
    "PieceRecord": _game(DROP.format("(capture d-nbors {0})"), pieces="").replace(
        KING, "(King All (state 1))"
    ),
    "Custodial": _game(
        DROP.format("(capture {0})"),
        start="(start (place (Stone White) A1 A4 E5) (place (Stone Black) B1 C1 A3))",
    ),
    "Move": _game("{0}"),
    "Piece": _ending("(in-a-row 3)", pieces="(pieces {0})"),
    "Pieces": _ending("(in-a-row 3)", pieces="{0}"),
    "PieceOf": _game(WALK, start="(start (place {0} A1 B2) (place (Stone Black) C3))"),
    "Place": _game(WALK, start="(start {0} (place (Stone Black) home))"),
    "InHand": _game(PLACE.format("(empty to)"), start="(start {0})"),
    "Start": _game(WALK, start="{0}"),
    "Play": _game(WALK, play="{0}"),
    "EndClause": _game(start="", board=EMPTY, end="(end {0})"),
    "End": _game(start="", board=EMPTY, end="{0}"),
    "RegionSet": _ending("(connect {0})", board=SIDES),
    "Advisor": _ending("(in-a-row 3)", more="(support (advisors {0}))"),
    "Support": _ending("(in-a-row 3)", more="{0}"),
    "BoardGame": "{0}",
    # What the hand does.
    "Pass": _game(
        "(move (pre (and (empty to) (edge to))) (action (push)))"
        " (move (pre (first-move)) (action {0}))"
    ),
    "Pop": _game("(move (pre (adjacent)) (action {0} (push)))"),
    "Push": _game("(move (pre (empty to)) (action {0}))"),
    # Consequences that belong to movements, or to pieces in a certain state.
    "Displace": _game(STEP),
    "Swap": _game(STEP),
    "Repeat": _game(
        "(move (pre (and (owner from) (enemy between) (empty to) (line) (= (distance) 2)"
        " (= (num-between enemy) 1))) (action (pop) (push)) (post (capture between) {0}))",
        start="(start (place (Stone White) A1 D2) (place (Stone Black) B2 D4 E2))",
    ),
    "Rotate": _game(DROP.format("(add-flags n) {0}")),
    "RemoveFlags": _game(DROP.format("(add-flags n e) {0}")),
    "Remove": _game(DROP),
    "Convert": _game(
        "(move (pre (and (owner from) (empty to) (adjacent))) (action (pop) (push)) (post {0}))",
        start="(start (place (Stone White) B4 D3) (place (Stone Black) B2 E3))",
    ),
    "Capture": _game("(move (pre (not (enemy to))) (action (push)) (post {0}))"),
    "AddScore": _game(DROP.format("(capture d-nbors) {0}")),
    "ChangeDirection": _game(
        "(move (pre (and (owner from) (empty to) (steps f))) (action (pop) (push)) (post {0}))"
    ),
    # Ends: each needs a game in which it can occur.
    "Connect": _ending("{0}", board=SIDES),
    "CaptureEnd": _game(pieces=BOTH_MOVE, start=ROWS, end="(end (All win {0}))"),
    "Eliminate": _game(WALK, start=ROWS, end="(end (All win {0}))"),
    "NoPieces": _game(WALK, end="(end (All lose {0}))")
    .replace(KING, "")
    .replace(" (place (King White) B1) (place (King Black) D5)", ""),
    "NoMove": _game(CLOBBER, end="(end (All lose {0}))"),
    "NoMoves": _game(CLOBBER, end="(end (All draw {0}))"),
    "EndAnd": _game(
        "(move (pre (and (occupied to) (adjacent))) (action (pop all) (push)))",
        board="(board (tiling square) (size 3 3))",
        start="(start (place (Stone White) A1 A3 B2 C1 C3) (place (Stone Black) A2 B1 B3 C2))",
        end="(end (All win {0}))",
    ),
    "EndNot": _game(start="", board=EMPTY, end="(end (All lose (and (in-a-row 3) {0})))"),
    "EndOr": _game(
        DROP.format("(capture custodial)"), start="", board=BOARD, end="(end (All win {0}))"
    ),
    "ScoreEnd": _game(
        start="", board=EMPTY, end="(end (All win (and (no-moves) {0})) (All draw (no-moves)))"
    ),
    "Reach": _game(WALK, start=ROWS, end="(end (All win {0}))"),
    "StackEnd": _game(
        "(move (pre (adjacent)) (action (pop all) (push)))",
        start="(start (place (Stone All) home (home 1)))",
        end="(end (All win {0}))",
    ),
    "StateEnd": _game(
        "(move (pre (and (empty to) (adjacent))) (action (pop) (push)) (post (inc-state)))",
        start="(start (place (Stone All) home))",
        end="(end (All win {0}))",
    ),
    "Group": _ending("{0}", board="(board (tiling hex) (shape hex) (size 3))"),
    "Cycle": _ending("{0}", board="(board (tiling hex) (shape hex) (size 3))"),
    "Pattern": _ending("{0}", board="(board (tiling square) (size 4 4))"),
}
"""Frames by the name of the ludeme's class; `{0}` is where the example goes."""

OPENINGS: dict[str, tuple[str, ...]] = {
    "Capture": ("E1", "C3"),
    "Remove": ("A5", "E5"),
    "SameLine": ("D4", "A5"),
}
"""Moves before the position shown, for ludemes that need something to have happened."""

OWN_EXAMPLES: dict[str, str] = {
    "Seat": "(White e)",
    "RegionRecord": "(White s A2)",
    "RegionSet": "(regions 0 1)",
}
"""Examples of ludemes that only occur inside others."""


_made: dict[type[Ludeme], Example] = {}


def example_of(ludeme: type[Ludeme]) -> Example:
    """The example of a ludeme, at a position where there is something to see."""
    if ludeme not in _made:
        _made[ludeme] = _make(ludeme)
    return _made[ludeme]


def _make(ludeme: type[Ludeme]) -> Example:
    text = frame_of(ludeme).replace("{0}", ludeme.example or OWN_EXAMPLES[ludeme.__name__])
    example = Example(ludeme, text)
    if issubclass(ludeme, EndCondition) or ludeme.__name__ in ("End", "EndClause"):
        return Example(ludeme, text, _match_that_ends(example))
    position = example.native()
    for move in OPENINGS.get(ludeme.__name__, ()):
        position = position.after(position.rules.read_move(position, move))
    return _with_consequence(Example(ludeme, text, position.history()))


def frame_of(ludeme: type[Ludeme]) -> str:
    """The game around the example of a ludeme."""
    own = OWN_FRAMES.get(ludeme.__name__)
    if own is not None:
        return own
    if issubclass(ludeme, Condition | Count):
        condition = "{0}" if issubclass(ludeme, Condition) else "(> {0} 0)"
        terms = walk(read(ludeme.example, ludeme, ludeme.__name__))
        return _game((MOVE if any(map(_speaks_of_from, terms)) else PLACE).format(condition))
    if issubclass(ludeme, Post):
        return _game(DROP)
    if issubclass(ludeme, Act):
        return _game("(move (action {0}))")
    if issubclass(ludeme, Where):
        return _game(WALK, start="(start (place (Stone All) {0}))")
    if issubclass(ludeme, EndCondition):
        return _ending("{0}")
    raise LookupError(f"expected a frame for the example of {ludeme.__name__}, got none")


def examples() -> Iterator[Example]:
    """The example of every ludeme, in the order of the declarations."""
    return (example_of(ludeme) for ludeme in Combinatorial.vocabulary.ludemes)


def _with_consequence(example: Example) -> Example:
    """The example with a move that shows what a consequence does, if the ludeme is one."""
    if not issubclass(example.ludeme, Post) and example.ludeme.__name__ not in (
        "Push",
        "Pop",
        "Custodial",
        "PieceRecord",
        "CaptureValue",
        "NumCaptured",
    ):
        return example
    position = example.native()
    best, most = None, -1
    for move in sorted(position.moves()):
        change = _change(position, position.after(move))
        if change > most:
            best, most = move, change
    return Example(example.ludeme, example.text, example.opening, best)


def _change(before: NativePosition, after: NativePosition) -> int:
    """How much there is to see: cells whose pieces changed, points, and a turn that continues."""
    old, new = before.view(0), after.view(0)
    cells = {*old["pieces"], *new["pieces"]}
    changed: int = sum(old["pieces"].get(cell) != new["pieces"].get(cell) for cell in cells)
    has_scored = bool(old["scores"] != new["scores"])
    return changed + 2 * has_scored + 2 * (before.seat == after.seat)


def _match_that_ends(example: Example) -> tuple[Move, ...]:
    """The shortest of the first random matches that end with a result."""
    rules = NativeRules(Game(example.root))
    found: tuple[Move, ...] | None = None
    for seed in range(MOST_SEEDS):
        rng, position = Random(seed), rules.start()
        while (outcome := position.outcome()) is None and position.ply < MOST_PLIES:
            position = position.after(rng.choice(sorted(position.moves())))
        is_shorter = found is None or position.ply < len(found)
        if outcome is not None and outcome.reason == Reason.RULE and is_shorter:
            found = position.history()
    if found is None:
        name = example.ludeme.__name__
        raise LookupError(f"expected a match that {name} ends, got none in {MOST_SEEDS}")
    return found


def section(example: Example) -> str:
    """The example's section on the reference page."""
    position = example.native()
    parts = [_details(example)]
    outcome = position.outcome()
    if outcome is not None:
        before = Example(example.ludeme, example.text, example.opening[:-1]).native()
        last = before.notation[before.moves().index(example.opening[-1])]
        parts.append(
            f"A match that ends that way, at ply {position.ply} with {last}: {_result(position)}."
        )
        parts.append(_board(position))
        return "\n\n".join(parts)
    count = len(position.moves())
    names = " ".join(_names(position)[:SHOWN_MOVES])
    rest = " …" if count > SHOWN_MOVES else ""
    who = position.rules.seat_names[position.seat]
    moves = "1 legal move" if count == 1 else f"{count} legal moves"
    parts += [f"{who} to move has {moves}: `{names}{rest}`", _board(position)]
    if example.move is not None:
        name = position.notation[position.moves().index(example.move)]
        after = position.after(example.move)
        going_on = f", {who} continues" if after.seat == position.seat else ""
        parts += [f"After `{name}`{_points(after)}{going_on}:", _board(after)]
    return "\n\n".join(parts)


def _names(position: NativePosition) -> list[str]:
    """The legal moves by rule and site, independent of the order in which the core finds them."""
    named = zip(position.moves(), position.notation, strict=True)
    return [name for _, name in sorted(named)]


def _details(example: Example) -> str:
    text = Game(example.root).text.strip()
    return f"<details><summary>In a game</summary>\n\n```\n{text}\n```\n\n</details>"


def _board(position: NativePosition) -> str:
    return f"```text\n{draw_text(position).rstrip()}\n```"


def _points(position: NativePosition) -> str:
    first, second = position.native.scores
    return f" (points {first} to {second})" if first or second else ""


def _result(position: NativePosition) -> str:
    outcome = position.outcome()
    assert outcome is not None
    first, second = outcome.scores
    if first == second:
        return "a draw"
    return f"{position.rules.seat_names[int(second > first)]} wins"
