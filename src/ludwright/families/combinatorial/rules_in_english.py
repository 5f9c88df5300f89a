"""The complete rules of a board game in English, for a reader who has never seen it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import fill

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.conditions_in_english import (
    COMPASS,
    NOBODYS,
    THEIRS,
    Conditions,
    cell_names,
    outside_captures,
    with_article,
)
from ludwright.families.combinatorial.ends_in_english import (
    Ends,
    asks,
    can_clash,
    for_player,
    hands_of,
)
from ludwright.families.combinatorial.moves_in_english import Moves, users
from ludwright.families.combinatorial.program import (
    Setting,
    setting_of,
    start_placement,
)
from ludwright.language.english import listing, number_word, plural, plural_of, sentence
from ludwright.language.game import Game
from ludwright.language.grammar import table_of
from ludwright.language.ludeme import Ludeme, Name, SiteLabel, walk

WIDTH: int = 88
"""Characters in a line of the text."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_RELATIVE = (v.AtHome, v.IsAway, v.DistanceHome, v.DistanceAway)
"""Words that depend on which way a player faces."""
_LONGEST_AIM: int = 240
"""The most characters of an aim; longer ones appear only under End."""


def rules_text(game: Game) -> str:
    """The rules in paragraphs, each with a heading."""
    if not isinstance(game.root, v.BoardGame):
        raise TypeError(f"expected a board game, got a game of the family {game.family}")
    telling = _Description(game.root)
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


def goals_in_english(root: v.BoardGame) -> list[str]:
    """Each end clause as in the rules, without a capital or a full stop."""
    telling = _Description(root)
    return [telling._clause(clause) for clause in root.end.clauses]


def condition_in_english(root: v.BoardGame, condition: v.EndCondition) -> str:
    """An end condition, as the end of "you win if …"."""
    return _Description(root).ends.say(condition)


def ended_in_english(root: v.BoardGame, condition: v.EndCondition) -> str:
    """How a match ended by an end condition, after the player's name; "" if its class is silent."""
    return _Description(root).ends.ended(condition) if condition.ended else ""


def moves_in_english(root: v.BoardGame) -> list[str]:
    """Each move rule as in the rules, in the order of their numbers."""
    telling = _Description(root)
    moves = [(piece, move) for piece in telling.setting.pieces for move in piece.moves]
    return [telling._move(piece, move).removeprefix("- ") for piece, move in moves]


def region_name(root: v.BoardGame, number: int) -> str:
    """What a region of the board is called."""
    return _Description(root).conditions.region(number)


def _wrapped(line: str) -> str:
    if line.startswith("- "):
        return _filled(line, "    ")
    return _filled(line, "  ")


def _filled(line: str, indent: str) -> str:
    return fill(line, WIDTH, initial_indent="  ", subsequent_indent=indent, break_on_hyphens=False)


class _Description:
    """Describes one game, part by part."""

    def __init__(self, root: v.BoardGame) -> None:
        self.root = root
        self.setting: Setting = setting_of(root)
        self.names = [str(seat.name) for seat in root.players.seats]
        self.conditions = Conditions(self.setting)
        self.sayings = Moves(self.setting, self.conditions)
        self.ends = Ends(self.setting, self.conditions)

    # --- Board and players ------------------------------------------------------------------------

    def aim(self) -> list[str]:
        clauses = [one for one in self.root.end.clauses if one.player not in NOBODYS]
        winning = [clause for clause in clauses if clause.result == v.Result.WIN]
        losing = [clause for clause in clauses if clause.result == v.Result.LOSE]
        lines = []
        for player, group in groupby(winning or losing, key=lambda clause: clause.player):
            goals = ", or ".join(self._met(one) for one in group)
            who = _who(player)
            if winning:
                lines.append(f"{who} {_verb('win', who)} as soon as {goals}")
            else:
                lines.append(
                    f"{who} {_verb('lose', who)}, and the other player wins, as soon as {goals}"
                )
        lines = [sentence(line) for line in lines]
        return lines if sum(map(len, lines)) < _LONGEST_AIM else []

    def board(self) -> list[str]:
        lines = [sentence(_board_words(self.root.board, self.setting))]
        if _neighbour_words(self.root.board):
            lines.append(sentence(_neighbour_words(self.root.board)))
        if self.setting.board.tiling in ("hex", "tri") and self._names_places():
            last = self.setting.board.label(self.setting.board.sites[-1]).rstrip("0123456789")
            lines.append(
                f"Rows are lettered from A in the south to {last} in the north; the cells of a row "
                "are numbered from the west."
            )
        owned: dict[str, dict[str, None]] = {}
        for record in self.root.board.regions:
            if record.sides or record.sites:
                cells = self.conditions.cells(record)
                owned.setdefault(_region_owner(record.owner), {})[cells] = None
        return lines + [sentence(f"{owner} {listing(names)}") for owner, names in owned.items()]

    def _names_places(self) -> bool:
        """Whether the rules name cells or rows."""
        if self._is_relative():
            return True
        return any(
            isinstance(value, SiteLabel)
            for term in walk(self.root)
            for name in (spec.name for spec in table_of(type(term)).specs)
            for value in _flat(getattr(term, name))
        )

    def _is_relative(self) -> bool:
        """Whether the rules mention forward or rows as a player sees them."""
        places = self.root.start.places if self.root.start else ()
        if any(_is_relative(term) for term in walk(self.root)):
            return True
        return any(self._has_rows(place) for place in places)

    def _has_rows(self, place: v.Place) -> bool:
        """Whether pieces begin on some rows of their owner, not on all."""
        rows = [
            part for part in place.where if isinstance(part, v.HomeWord | v.HomeRow | v.AwayRow)
        ]
        return bool(rows) and "all cells" not in self._where(place)

    def players(self) -> list[str]:
        first = self.names[0]
        lines = [f"{first} moves first; then the players take turns."]
        play = self.root.play
        if play is not None and play.progressive:
            lines = [f"{first} begins with one move; each turn has one move more than the last."]
        elif play is not None and play.moves_per_turn > 1:
            count = plural(play.moves_per_turn, "move")
            begin = ", but the first turn of the match has only one" if play.first_move_one else ""
            lines = [f"{first} begins. A turn has {count}{begin}."]
        if play is not None and play.pie is not None:
            second = self.names[1]
            lines.append(
                f"Before {second}'s first move, whoever plays {second} may change sides: they take "
                f"over {first} as it stands, and the other player goes on as {second}."
            )
        if self._is_relative():
            lines.append("; ".join(self._way_of_play(seat) for seat in (0, 1)) + ".")
        return lines

    def _way_of_play(self, seat: int) -> str:
        """Which way a player faces: "White plays north, from row 1 to row 8"."""
        compass = self.root.players.seats[seat].direction or ("n", "s")[seat]
        rows = self.setting.rows[seat]
        home, away = (self._row_name(rows[at]) for at in (0, -1))
        way = {"u": "upwards", "d": "downwards"}.get(compass) or COMPASS[compass]
        if not home or not away or compass not in ("n", "e", "s", "w"):
            return f"{self.names[seat]} plays {way}"
        if seat == 0 and self._names_rows():
            home, away = f"{home} (the home row)", f"{away} (the far row)"
        return f"{self.names[seat]} plays {way}, from {home} to {away}"

    def _names_rows(self) -> bool:
        """Whether the rules mention the home row or the far row of a player."""
        words = (v.AtHome, v.IsAway, v.DistanceHome, v.DistanceAway)
        return any(
            isinstance(term, words)
            or (isinstance(term, v.Side) and isinstance(term.side, v.HomeOrAway))
            or (isinstance(term, v.Reach) and term.target in (v.Goal.AWAY, v.Goal.HOME))
            for term in walk(self.root)
        )

    def _row_name(self, cells: Iterable[int]) -> str:
        """What a row is called on the board: "row 1", "column A", or ""."""
        labels = [self.setting.board.label(cell).partition(".")[0] for cell in sorted(cells)]
        letters = {label.rstrip("0123456789") for label in labels}
        numbers = {label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for label in labels}
        is_slanted = self.setting.board.tiling in ("hex", "tri")
        if self.setting.board.levels > 1:
            return ""
        if len(letters) == 1:
            return f"{'row' if is_slanted else 'column'} {letters.pop()}"
        return f"row {numbers.pop()}" if len(numbers) == 1 and not is_slanted else ""

    # --- Start ------------------------------------------------------------------------------------

    def start(self) -> list[str]:
        start = self.root.start
        lines = self._places(start.places if start else ()) or ["The board is empty."]
        limited = hands_of(self.setting)
        for name, counts in limited.items():
            held = [_count(count, name) if count else f"no {name}" for count in counts]
            if counts[0] == counts[1]:
                lines.append(f"Each player holds {held[0]} in hand.")
            else:
                both = (f"{who} holds {what}" for who, what in zip(self.names, held, strict=True))
                lines.append(f"{' and '.join(both)} in hand.")
        free = [
            str(piece.name)
            for piece in self.setting.pieces
            if str(piece.name) not in limited and any(_places_new(move) for move in piece.moves)
        ]
        if free:
            lines.append(
                f"The supply of {listing([plural_of(name) for name in free])} is unlimited."
            )
        return lines + self._marks()

    def _marks(self) -> list[str]:
        """State numbers, arrows and values of the types of pieces."""
        lines = []
        values = any(
            isinstance(term, v.CaptureValue)
            or (isinstance(term, v.PieceRecord) and term.value is not None)
            for term in walk(self.root)
        )
        for piece in self.setting.pieces:
            if piece.state:
                lines.append(f"Every {piece.name} begins with the state number {piece.state}.")
            if piece.flags:
                ways = listing([COMPASS[flag] for flag in piece.flags])
                lines.append(f"Every {piece.name} begins with arrows to the {ways}.")
            if values:
                lines.append(f"The value of {with_article(str(piece.name))} is {piece.value}.")
        return lines

    def _places(self, places: Sequence[v.Place]) -> list[str]:
        told: dict[str, list[str]] = {}
        for place in places:
            where = self._where(place)
            if not where:
                continue
            name = str(place.piece.piece)
            is_one = len(place.where) == 1 and isinstance(place.where[0], SiteLabel)
            what = with_article(name) if is_one else plural_of(name)
            words = f"{what} on {where}"
            told.setdefault(words, []).append(self._placed_by(place.piece.player))
        lines: dict[str, list[str]] = {}
        for words, owners in told.items():
            both = set(owners) == set(self.names)
            lines.setdefault("Each player" if both else listing(owners), []).append(words)
        found = [_has(who, words) for who, words in lines.items()]
        if self._is_overlapping():
            found.append("Where two of these name the same cell, the first counts.")
        return found

    def _placed_by(self, player: v.Role | Name) -> str:
        if not isinstance(player, v.Role):
            return str(player)
        if player in NOBODYS:
            return ""
        if player in (v.Role.ALL, v.Role.ANY):
            return "Each player"
        # Before the first move the mover is the first player.
        return self.names[1] if player in THEIRS else self.names[0]

    def _is_overlapping(self) -> bool:
        """Whether two clauses of the start name the same cell."""
        start = self.root.start
        if start is None or len(start.places) < 2:
            return False
        alone = [
            start_placement(setting_of(_with_places(self.root, (place,)))) for place in start.places
        ]
        return sum(map(len, alone)) > len(start_placement(self.setting))

    def _where(self, place: v.Place) -> str:
        """The cells of a clause of the start; "" if no cell has the required colour."""
        owner = self._placed_by(place.piece.player)
        total = len(self.setting.rows[self.names.index(owner) if owner in self.names else 0])
        rows = sorted(
            {row for part in place.where for row in _row(part, total)} & set(range(total))
        )
        parts = [_rows(rows, total)] if rows else []
        cells = [str(part) for part in place.where if isinstance(part, SiteLabel)]
        if cells:
            parts.append(cell_names(cells))
        regions = [part.region for part in place.where if isinstance(part, v.RegionCells)]
        parts += [self.conditions.region(number) for number in regions]
        if not parts:
            return ""
        text = parts[0] if len(parts) == 1 else ", and on ".join(parts)
        if place.phase is not None:
            like = self.conditions.coloured(place.phase)
            if like is None:
                return ""
            only = "of" if text == "all cells" else ", but only on cells of"
            text = f"{text}{' ' if only == 'of' else ''}{only} the colour of {like}"
        if place.excepted:
            text += f", except {listing([str(cell) for cell in place.excepted])}"
        if place.symmetry is not None:
            image = "mirror image" if place.symmetry == v.Symmetry.MIRROR else "half-turned image"
            text += f"; the other player has the {image} of it"
        return text

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
        told = self.sayings.say(piece, move)
        seats = users(self.setting, piece, move)
        only = "" if len(seats) == 2 else f"{self.names[seats[0]]} only: " if seats else "nobody: "
        label = f"{move.label}: " if move.label else ""
        first = sentence(f"{label}{only}{told}")
        if move.mandatory:
            first += " This is compulsory."
        return f"- {first}{_afterwards(self.sayings.consequences(move))}"

    # --- Play and end -----------------------------------------------------------------------------

    def play(self) -> list[str]:
        play = self.root.play or v.Play()
        lines = []
        if self._has_stacks():
            lines.append("Where pieces are stacked, the top piece decides whose the stack is.")
            if any(isinstance(term, v.Capture) and not term.subsume for term in walk(self.root)):
                lines.append("A captured stack is taken whole.")
        if play.longest_capture:
            lines.append(
                "You must capture as many pieces as you can: of all your moves only those are "
                "allowed that begin the longest capture, their repetitions included."
            )
        if play.can_pass:
            lines.append("Instead of moving you may pass.")
        elif self._must_pass():
            lines.append("If you have no legal move, you must pass.")
        if self._can_repeat():
            lines.append(_REPEATED[play.repetition])
        if play.quiet_limit is not None:
            count = plural(play.quiet_limit, "move")
            lines.append(
                f"The match is a draw after {count} in a row, counting both players', without a "
                "capture or a placement."
            )
        return lines

    def _has_stacks(self) -> bool:
        """Whether pieces can be stacked."""
        return any(_stacks(move) for piece in self.setting.pieces for move in piece.moves)

    def _must_pass(self) -> bool:
        """Whether a player without a move must pass, because no clause ends the match then."""
        ended = [
            clause.player
            for clause in self.root.end.clauses
            if isinstance(clause.condition, v.NoMove) and not clause.opp_turn
        ]
        return not any(player in (v.Role.ALL, v.Role.ANY) for player in ended) and not (
            set(self.names) <= set(map(str, ended))
        )

    def _can_repeat(self) -> bool:
        """Whether a position could recur: only if pieces move or leave the board."""
        changes = (v.Pop, v.Capture, v.Remove, v.Convert, v.Displace)
        return any(
            isinstance(term, changes) for piece in self.setting.pieces for term in walk(piece)
        )

    def end(self) -> list[str]:
        # A clause for nobody never applies.
        clauses = [one for one in self.root.end.clauses if one.player not in NOBODYS]
        lines = [sentence(self._clause(clause)) for clause in clauses]
        if not lines:
            lines = ["Nothing decides the match."]
        if len(lines) > 1:
            lines = [f"- {line}" for line in lines]
        if len({clause.result for clause in clauses}) > 1:
            lines.append("If several of these hold for you at once, the first in this list counts.")
        if can_clash(self.setting):
            lines.append(_tie(self.root.end))
        if self._scores_pieces():
            lines.append("Your score is the number of your pieces on the board.")
        if self._may_pass():
            lines.append(
                "If nothing else decides it, the match is a draw after two passes in a row."
                if self._passes_freely()
                else "If nothing else decides it, the match is a draw when neither player can move."
            )
        return lines

    def _met(self, clause: v.EndClause) -> str:
        """What must hold for the clause to apply."""
        return for_player(self.ends.clause(clause), clause, self.names)

    def _clause(self, clause: v.EndClause) -> str:
        text = self._met(clause)
        who = _who(clause.player)
        if clause.result == v.Result.DRAW:
            for_whom = "" if who == "you" else f"this holds for {who}: "
            return f"the match is a draw if {for_whom}{text}"
        return f"{who} {_verb(str(clause.result), who)} if {text}"

    def _may_pass(self) -> bool:
        """Whether a pass can occur, by choice or because there is no other move."""
        return self._passes_freely() or self._must_pass()

    def _passes_freely(self) -> bool:
        play = self.root.play
        return (play is not None and play.can_pass) or any(
            isinstance(act, v.PassWord | v.Pass)
            for piece in self.setting.pieces
            for move in piece.moves
            for act in move.action
        )

    def _scores_pieces(self) -> bool:
        scores = any(
            isinstance(term, v.AddScore) for piece in self.setting.pieces for term in walk(piece)
        )
        return asks(self.root.end, v.ScoreEnd) and not scores


def _who(player: v.Role | Name) -> str:
    """The player an end clause is for."""
    if not isinstance(player, v.Role):
        return str(player)
    if player in (v.Role.ALL, v.Role.ANY):
        return "you"
    if player in NOBODYS:
        return "nobody"
    return (
        "the player who has not just moved" if player in THEIRS else "the player who has just moved"
    )


def _verb(verb: str, who: str) -> str:
    return verb if who == "you" else f"{verb}s"


def _region_owner(owner: v.Role | Name) -> str:
    if not isinstance(owner, v.Role):
        return f"{owner} owns"
    return "both players own" if owner in (v.Role.ALL, v.Role.ANY) else "nobody owns"


def _has(who: str, words: Sequence[str]) -> str:
    """What a player has at the start; pieces without an owner are neutral."""
    if who:
        return f"{who} {'have' if ' and ' in who else 'has'} {listing(words)}."
    neutral = [
        f"a neutral {word.partition(' ')[2]}" if word[:2] in ("a ", "an") else f"neutral {word}"
        for word in words
    ]
    return f"There {'is' if neutral[0].startswith('a ') else 'are'} {listing(neutral)}."


def _with_places(root: v.BoardGame, places: tuple[v.Place, ...]) -> v.BoardGame:
    return replace(root, start=v.Start(places=places))


def _places_new(move: v.Move) -> bool:
    """Whether the move adds new pieces of the players: it puts down more than it lifts."""
    pushes = [act for act in move.action if isinstance(act, v.Push)]
    if all(push.player in NOBODYS for push in pushes):
        return False
    return len(pushes) > sum(isinstance(act, v.Pop) for act in move.action)


def _stacks(move: v.Move) -> bool:
    """Whether a move can put a piece on another one that stays there."""
    pushes = [act for act in move.action if isinstance(act, v.Push)]
    if any(push.count > 1 for push in pushes):
        return True
    pre = None if move.pre is None else outside_captures(move.pre)
    parts = pre.conditions if isinstance(pre, v.And) else (pre,)
    empty = (v.Empty(site=v.Coord.TO), v.Not(condition=v.Occupied(site=v.Coord.TO)))
    subsumes = any(isinstance(post, v.Capture) and post.subsume for post in move.post)
    if not pushes or any(part in empty for part in parts):
        return subsumes
    alien = (v.Enemy(site=v.Coord.TO), v.Not(condition=v.Friend(site=v.Coord.TO)))
    clears = any(
        isinstance(post, v.Displace | v.Swap)
        or (isinstance(post, v.Capture) and post.kind in (None, v.CaptureType.REPLACE))
        for post in move.post
    )
    return not (clears and any(part in alien for part in parts))


def _flat(value: object) -> Iterable[object]:
    if isinstance(value, tuple):
        for one in value:
            yield from _flat(one)
    else:
        yield value


_REPEATED: dict[v.Repetition, str] = {
    v.Repetition.ILLEGAL: "You may not bring about a position that has occurred before with the "
    "same player to move.",
    v.Repetition.DRAW: "If the same position occurs for the third time with the same player to "
    "move, the match is a draw.",
    v.Repetition.BOARD_DRAW: "If a move brings about a board that has occurred before, whoever is "
    "to move, the match is a draw.",
    v.Repetition.IGNORED: "Positions may be repeated.",
}
_TIES: dict[v.TieRule, str] = {
    v.TieRule.MOVER_WINS: "the player who has just moved wins",
    v.TieRule.MOVER_LOSES: "the player who has just moved loses",
    v.TieRule.DRAW: "the match is a draw",
}


def _tie(end: v.End) -> str:
    """What happens when both players have contradictory results."""
    case = "both players win or both lose"
    if any(clause.result == v.Result.DRAW for clause in end.clauses):
        case = "both players win, both lose or only one of them has a draw"
    return f"If {case} at the same moment, {_TIES[end.tie or v.TieRule.MOVER_WINS]}."


def _heading(ranks: Sequence[int], rank: int, *, many: bool) -> str:
    which = "one of these" if many else "this"
    if len(ranks) == 1:
        return f"On your turn, do {which}:"
    if rank == ranks[0]:
        return f"As long as you can, do {which}:"
    return f"Only when you cannot do that, do {which}:"


def _afterwards(clauses: Iterable[str]) -> str:
    parts = list(clauses)
    if not parts:
        return ""
    return " " + sentence(f"then {'; then '.join(parts)}")


def _row(part: object, total: int) -> tuple[int, ...]:
    """The row, counted from home, that a word of the start names, if any."""
    if isinstance(part, v.HomeWord):
        return (0 if part == v.HomeWord.HOME else total - 1,)
    if isinstance(part, v.HomeRow):
        return (part.row,)
    return (total - 1 - part.row,) if isinstance(part, v.AwayRow) else ()


def _rows(rows: Sequence[int], total: int) -> str:
    if len(rows) == total:
        return "all cells"
    if list(rows) == list(range(len(rows))):
        if len(rows) == 1:
            return "the row nearest to them"
        return f"the {number_word(len(rows))} rows nearest to them"
    if rows == [total - 1]:
        return "the row farthest from them"
    names = [_ORDINALS[row] if row < len(_ORDINALS) else f"{row + 1}th" for row in rows]
    return f"the {listing(names)} row{'s' if len(rows) > 1 else ''} from their side"


def _is_relative(term: Ludeme) -> bool:
    """Whether a word means something different for each player."""
    if isinstance(term, v.Move):
        has_steps = any(isinstance(part, v.Steps) for part in walk(term))
        return has_steps and term.direction is None
    if isinstance(term, v.Side):
        return isinstance(term.side, v.HomeOrAway)
    if isinstance(term, v.Reach):
        return term.target in (v.Goal.AWAY, v.Goal.HOME)
    return isinstance(term, _RELATIVE)


def _count(count: int, piece: str) -> str:
    return plural(count, piece)


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
        return f"a three-dimensional board of {across} cells"
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
