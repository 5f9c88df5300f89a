"""The whole rules of a board game in English, for somebody who has never seen it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import fill

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.moves_in_english import (
    COMPASS,
    consequence,
    end_clause,
    many,
    move_sentence,
    with_article,
)
from ludwright.families.combinatorial.program import Setting, has_source, setting_of
from ludwright.language.english import listing, number_word, plural, sentence
from ludwright.language.game import Game
from ludwright.language.ludeme import Ludeme, SiteLabel, walk

WIDTH: int = 88
"""Characters in a line of the text."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_RELATIVE = (v.AtHome, v.IsAway, v.DistanceHome, v.DistanceAway, v.AwayRow)
"""Words that need to know which way a player looks."""


def rules_text(game: Game) -> str:
    """The rules in paragraphs, each with a heading."""
    if not isinstance(game.root, v.BoardGame):
        raise TypeError(f"expected a board game, got a game of the family {game.family}")
    telling = _Telling(game.root)
    parts = (
        ("Aim", telling.aim()),
        ("Board", telling.board()),
        ("Players", telling.players()),
        ("Start", telling.start()),
        ("Moves", telling.moves()),
        ("Play", telling.play()),
        ("End", telling.end()),
    )
    title = game.name.replace("-", " ") or "A game without a name"
    blocks = [title, "=" * len(title)]
    for heading, lines in parts:
        if lines:
            blocks += ["", heading, *(_wrapped(line) for line in lines)]
    return "\n".join(blocks) + "\n"


def _wrapped(line: str) -> str:
    if line.startswith("- "):
        return fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent="  ")


class _Telling:
    """Tells one game, part by part."""

    def __init__(self, root: v.BoardGame) -> None:
        self.root = root
        self.setting: Setting = setting_of(root)
        self.first, self.second = (str(seat.name) for seat in root.players.seats)
        self.tiling = root.board.tiling.tiling.value

    # --- Board and players ------------------------------------------------------------------------

    def aim(self) -> list[str]:
        winning = [clause for clause in self.root.end.clauses if clause.result == v.Result.WIN]
        losing = [clause for clause in self.root.end.clauses if clause.result == v.Result.LOSE]
        if all(_is_for_all(clause) for clause in winning) and winning:
            goals = listing([self._met(one) for one in winning], "or")
            return [sentence(f"you win as soon as {goals}")] if len(goals) < 200 else []
        if not winning and losing and all(_is_for_all(clause) for clause in losing):
            harms = listing([self._met(one) for one in losing], "or")
            return [sentence(f"you lose as soon as {harms}; then the other player has won")]
        return []

    def board(self) -> list[str]:
        lines = [sentence(_board_words(self.root.board, self.setting))]
        if _neighbour_words(self.root.board):
            lines.append(sentence(_neighbour_words(self.root.board)))
        regions = [record for record in self.root.board.regions if record.sides or record.sites]
        for owner, group in groupby(regions, key=lambda record: record.owner):
            names = listing([self._cells(record) for record in group])
            who = "both players" if owner in (v.Role.ALL, v.Role.ANY) else str(owner)
            if owner in (v.Role.NONE, v.Role.NEUTRAL):
                lines.append(sentence(f"special regions that nobody owns: {names}"))
            else:
                verb = "own" if who == "both players" else "owns"
                lines.append(sentence(f"{who} {verb} {names}"))
        return lines

    def region(self, number: int) -> str:
        """What a region is called."""
        regions = self.root.board.regions
        return self._cells(regions[number]) if number < len(regions) else f"region {number}"

    def _cells(self, record: v.RegionRecord) -> str:
        parts = []
        if record.sides:
            sides = list(dict.fromkeys(record.sides))
            names = listing([COMPASS[side] for side in sides])
            parts.append(f"the {names} side{'s' if len(sides) > 1 else ''}")
        if record.sites:
            cells = listing([str(site) for site in record.sites])
            parts.append(f"the cell{'s' if len(record.sites) > 1 else ''} {cells}")
        return " with ".join(parts)

    def players(self) -> list[str]:
        lines = [f"{self.first} moves first; then the players take turns."]
        play = self.root.play
        if play is not None and play.progressive:
            lines = [f"{self.first} begins with one move; each turn has one move more."]
        elif play is not None and play.moves_per_turn > 1:
            count = plural(play.moves_per_turn, "move")
            begin = ", but only one in the first turn" if play.first_move_one else ""
            lines = [f"{self.first} begins. A turn has {count}{begin}."]
        if any(_is_relative(term) for term in walk(self.root)):
            ways = [
                f"{seat.name} plays towards the {COMPASS[seat.direction or default]}"
                for seat, default in zip(self.root.players.seats, ("n", "s"), strict=True)
            ]
            lines.append(f"{listing(ways)}; forward means that way.")
        return lines

    # --- Start ------------------------------------------------------------------------------------

    def start(self) -> list[str]:
        start = self.root.start
        lines = self._places(start.places if start else ())
        if not lines:
            lines = ["The board is empty."]
        held = start.hands if start else ()
        for hand in held:
            who = "Each player" if hand.piece.player == v.Role.ALL else str(hand.piece.player)
            lines.append(f"{who} holds {_count(hand.count, str(hand.piece.piece))} in hand.")
        named = {str(hand.piece.piece) for hand in held}
        free = [
            str(piece.name)
            for piece in self.setting.pieces
            if str(piece.name) not in named and any(not has_source(move) for move in piece.moves)
        ]
        if free:
            kinds = listing([many(name) for name in free])
            lines.append(f"There are as many {kinds} of each colour as needed.")
        for piece in self.setting.pieces:
            if piece.state:
                lines.append(f"Every {piece.name} begins with the state number {piece.state}.")
        return lines

    def _places(self, places: Sequence[v.Place]) -> list[str]:
        told: dict[str, list[str]] = {}
        for place in places:
            owner = place.piece.player
            who = {"All": "Each player", "neutral": "Nobody", "none": "Nobody"}.get(
                str(owner), str(owner)
            )
            name = str(place.piece.piece)
            is_one = len(place.where) == 1 and isinstance(place.where[0], SiteLabel)
            what = f"{'an' if name[0] in 'AEIOU' else 'a'} {name}" if is_one else many(name)
            words = f"{what} on {self._where(place)}"
            told.setdefault(words, []).append(who)
        lines: dict[str, list[str]] = {}
        for words, owners in told.items():
            both = set(owners) == {self.first, self.second}
            lines.setdefault("Each player" if both else listing(owners), []).append(words)
        return [
            f"{f'{who} has' if who != 'Nobody' else 'There are neutral'} {listing(words)}."
            for who, words in lines.items()
        ]

    def _where(self, place: v.Place) -> str:
        rows = sorted(
            {part.row for part in place.where if isinstance(part, v.HomeRow)}
            | {0 for part in place.where if part == v.HomeWord.HOME}
        )
        parts = [_rows(rows)] if rows else []
        if len(rows) >= len(self.setting.rows[0]):
            parts = ["all cells"]
        cells = [str(part) for part in place.where if isinstance(part, SiteLabel)]
        if cells:
            parts.append(listing(cells))
        for part in place.where:
            if part == v.HomeWord.AWAY:
                parts.append("the far row")
            elif isinstance(part, v.AwayRow):
                parts.append(f"the row {number_word(part.row)} short of the far row")
            elif isinstance(part, v.RegionCells):
                parts.append(self.region(part.region))
        text = listing(parts)
        if place.phase is not None and text == "all cells":
            text = f"all cells of the colour of {self._coloured(place.phase)}"
        elif place.phase is not None:
            text += f", but only on cells of the colour of {self._coloured(place.phase)}"
        if place.excepted:
            text += f", except {listing([str(cell) for cell in place.excepted])}"
        if place.symmetry is not None:
            image = "mirror image" if place.symmetry == v.Symmetry.MIRROR else "half-turned image"
            text += f"; the other player has the {image} of it"
        return text

    def _coloured(self, phase: int) -> str:
        """The first cell of a colour; games that were never checked may name one without cells."""
        board = self.setting.board
        sites = (site for site in board.sites if board.phase[site] == phase)
        return next(map(board.label, sites), "no cell")

    # --- Moves ------------------------------------------------------------------------------------

    def moves(self) -> list[str]:
        moves = [(piece, move) for piece in self.setting.pieces for move in piece.moves]
        ranks = sorted({move.priority for _, move in moves})
        lines = []
        for rank in ranks:
            now = [(piece, move) for piece, move in moves if move.priority == rank]
            lines.append(_heading(ranks, rank, many=len(now) > 1))
            lines += [self._move(piece, move) for piece, move in now]
        if any(move.mandatory for _, move in moves) and not all(m.mandatory for _, m in moves):
            lines.append("If you can make a compulsory move, you must make one.")
        return lines

    def _move(self, piece: v.Piece, move: v.Move) -> str:
        text = move_sentence(move, str(piece.name), self.tiling, is_movement=has_source(move))
        only = self._only(piece, move)
        label = f"{move.label}: " if move.label else ""
        first = sentence(f"{only}{text}")
        if move.mandatory:
            first += " This is compulsory."
        # Going on is decided when everything else is done.
        posts = sorted(move.post, key=lambda post: isinstance(post, v.Repeat))
        after = [consequence(post) for post in posts]
        crowned = [
            post.piece
            for post in move.post
            if isinstance(post, v.Convert) and post.kind is None and post.piece
        ]
        if crowned and isinstance(posts[-1], v.Repeat):
            # The same move is no move of another type of piece.
            after[-1] += f", unless it became {with_article(str(crowned[0]))}"
        told = f"- {label}{first}{_afterwards(after)}"
        return re.sub(r"\bin region (\d+)", lambda found: self._among(int(found[1])), told)

    def _among(self, number: int) -> str:
        name = self.region(number)
        return f"among {name}" if name.startswith("the cells") else f"on {name}"

    def _only(self, piece: v.Piece, move: v.Move) -> str:
        for player in (move.owner, piece.player):
            if player is not None and not isinstance(player, v.Role):
                return f"{player} only: "
        return ""

    # --- Play and end -----------------------------------------------------------------------------

    def play(self) -> list[str]:
        play = self.root.play or v.Play(can_pass=False, first_move_one=False, progressive=False)
        lines = []
        if play.can_pass:
            lines.append("Instead of moving you may pass.")
        stuck = any(isinstance(term, v.NoMove) for term in walk(self.root.end))
        if not stuck:
            lines.append("If you have no legal move, you must pass.")
        if self._can_repeat():
            lines.append(_REPEATED[play.repetition])
        if play.quiet_limit is not None:
            count = plural(play.quiet_limit, "move")
            lines.append(
                f"After {count} in a row without a capture or a placement the match is a draw."
            )
        return lines

    def _can_repeat(self) -> bool:
        """Whether a position could come again: only if pieces move or leave the board."""
        changes = (v.Pop, v.Capture, v.Remove, v.Convert, v.Displace)
        return any(
            isinstance(term, changes) for piece in self.setting.pieces for term in walk(piece)
        )

    def end(self) -> list[str]:
        lines = [sentence(self._clause(clause)) for clause in self.root.end.clauses]
        if len(lines) > 1:
            lines = [f"- {line}" for line in lines]
        if len({clause.result for clause in self.root.end.clauses}) > 1:
            lines.append("If several of these hold for you at once, the first in this list counts.")
        tie = self.root.end.tie
        if self._can_clash():
            lines.append(_TIES[tie or v.TieRule.MOVER_WINS])
        if self._scores_pieces():
            lines.append("Your score is the number of your pieces on the board.")
        if self._can_pass():
            lines.append("Two passes in a row end the match, as a draw if nothing else decides it.")
        return lines

    def _met(self, clause: v.EndClause) -> str:
        """What must be so for the clause to count."""
        when = ", judged only after the opponent's move" if clause.opp_turn else ""
        return end_clause(clause.condition, self.region) + when

    def _clause(self, clause: v.EndClause) -> str:
        text = self._met(clause)
        result = {"win": "win", "lose": "lose", "draw": "draw"}[clause.result]
        if _is_for_all(clause):
            if clause.result == v.Result.DRAW:
                return f"the match is a draw if {text}"
            return f"you {result} if {text}"
        who = str(clause.player)
        third = text.replace("you ", "they ", 1).replace("your ", "their ")
        return f"{who} {result}s if {third}"

    def _can_clash(self) -> bool:
        """Whether one move could give both players a result: most games never see it."""
        both = any(
            isinstance(term, v.Displace | v.Remove)
            or (isinstance(term, v.Convert) and term.player is not None)
            for piece in self.setting.pieces
            for term in walk(piece)
        )
        return self.root.end.tie is not None or both

    def _can_pass(self) -> bool:
        """Whether a pass can occur, freely or because nothing else is left."""
        play = self.root.play
        if play is not None and play.can_pass:
            return True
        asked = {
            clause.player
            for clause in self.root.end.clauses
            for term in walk(clause)
            if isinstance(term, v.NoMove)
        }
        return not asked

    def _scores_pieces(self) -> bool:
        asks = any(isinstance(term, v.ScoreEnd) for term in walk(self.root.end))
        scores = any(
            isinstance(term, v.AddScore) for piece in self.setting.pieces for term in walk(piece)
        )
        return asks and not scores


def _is_for_all(clause: v.EndClause) -> bool:
    return clause.player in (v.Role.ALL, v.Role.ANY)


_REPEATED: dict[v.Repetition, str] = {
    v.Repetition.ILLEGAL: "You may not bring about a position that stood before with the same "
    "player to move.",
    v.Repetition.DRAW: "If the same position stands for the third time with the same player to "
    "move, the match is a draw.",
    v.Repetition.BOARD_DRAW: "If the same board stands again, whoever is to move, the match is a "
    "draw.",
    v.Repetition.IGNORED: "Positions may come again as often as the players like.",
}
_TIES: dict[v.TieRule, str] = {
    v.TieRule.MOVER_WINS: "If both players would win, or both would lose, at the same moment, the "
    "player who has just moved wins.",
    v.TieRule.MOVER_LOSES: "If both players would win, or both would lose, at the same moment, the "
    "player who has just moved loses.",
    v.TieRule.DRAW: "If both players would win, or both would lose, at the same moment, the match "
    "is a draw.",
}


def _heading(ranks: Sequence[int], rank: int, *, many: bool) -> str:
    which = "one of these" if many else "this"
    if len(ranks) == 1:
        return f"In your turn do {which}:"
    if rank == ranks[0]:
        return f"As long as you can, do {which}:"
    return f"Only when you cannot do that, do {which}:"


def _afterwards(clauses: Iterable[str]) -> str:
    parts = list(clauses)
    if not parts:
        return ""
    return " " + sentence(
        f"then {listing(parts)}" if len(parts) == 1 else f"then {', then '.join(parts)}"
    )


def _rows(rows: Sequence[int]) -> str:
    if list(rows) == list(range(len(rows))):
        if len(rows) == 1:
            return "the row nearest to them"
        return f"the {number_word(len(rows))} rows nearest to them"
    names = [_ORDINALS[row] if row < len(_ORDINALS) else f"{row + 1}th" for row in rows]
    return f"the {listing(names)} row{'s' if len(rows) > 1 else ''} from their side"


def _is_relative(term: Ludeme) -> bool:
    """Whether a word means something else for each player."""
    if isinstance(term, v.Move):
        has_steps = any(isinstance(part, v.Steps) for part in walk(term))
        return has_steps and term.direction is None
    if isinstance(term, v.Side):
        return isinstance(term.side, v.HomeOrAway)
    if isinstance(term, v.Reach):
        return term.target in (v.Goal.AWAY, v.Goal.HOME)
    return isinstance(term, _RELATIVE)


def _count(count: int, piece: str) -> str:
    return f"{number_word(count)} {piece if count == 1 else many(piece)}"


def _board_words(board: v.BoardOf, setting: Setting) -> str:
    cells = len(setting.board.sites)
    tiling, size = board.tiling.tiling, board.size
    noun = {
        v.Tiling.SQUARE: "squares",
        v.Tiling.HEX: "hexagons",
        v.Tiling.TRI: "triangles",
        v.Tiling.TRUNC_SQUARE: "octagons with small squares between them",
    }[tiling]
    side = number_word(size[0])
    if board.shape == v.Shape.BOARDLESS:
        return f"there is no board: pieces lie on a plane of {noun}, and every piece but the first \
must touch another; play stays within {side} cells each way"
    if board.shape == v.Shape.HEX:
        return f"a hexagonal board of {cells} {noun}, {side} to a side"
    if board.shape == v.Shape.TRI:
        return f"a triangular board of {cells} {noun}, {side} to a side"
    if board.shape == v.Shape.TRAPEZIUM:
        return f"a board of {cells} {noun} in the shape of a trapezium, {side} in the northmost row"
    across = " × ".join(str(n) for n in (size if len(size) > 1 else (size[0], size[0])))
    # A rhombus of squares is square.
    if board.shape == v.Shape.RHOMBUS and tiling != v.Tiling.SQUARE:
        return f"a rhombus of {across} {noun} ({cells} cells)"
    if len(size) == 3:
        return f"a board in space of {across} cells"
    return f"a board of {across} {noun}" + (
        "" if tiling == v.Tiling.SQUARE else f" ({cells} cells)"
    )


def _neighbour_words(board: v.BoardOf) -> str:
    diagonal = board.tiling.indirect == v.Indirect.I_NBORS
    if board.tiling.tiling == v.Tiling.SQUARE:
        if diagonal:
            return "cells are neighbours along rows, columns and diagonals"
        return "cells are neighbours along rows and columns, not diagonally"
    if diagonal:
        return "cells that meet only at a corner are neighbours too"
    return ""
