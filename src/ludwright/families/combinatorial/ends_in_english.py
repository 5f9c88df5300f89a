"""How matches of board games end, in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from ludwright.families.combinatorial import vocabulary as v
from ludwright.families.combinatorial.conditions_in_english import (
    COMPASS,
    NOBODYS,
    THEIRS,
    YOURS,
    Conditions,
    Pieces,
    neighbourhood,
    path_words,
    with_article,
)
from ludwright.families.combinatorial.program import Setting, start_placement
from ludwright.language.english import fill, listing, number_word, plural, said_field
from ludwright.language.ludeme import Ludeme, walk

_GOALS: Final[dict[str, str]] = {"away": "your far row", "home": "your home row"}


@dataclass(frozen=True, slots=True)
class _Said:
    """A condition in both forms, about "you" or with another subject."""

    positive: str
    negative: str
    subject: str = "you"

    def text(self, *, yes: bool) -> str:
        """The whole clause."""
        return f"{self.subject} {self.positive if yes else self.negative}".strip()


def _do(verb: str) -> _Said:
    """Something that you do or do not do."""
    return _Said(verb, f"do not {verb}")


def _have(what: str) -> _Said:
    return _Said(f"have {what}", f"do not have {what}")


class Ends:
    """Puts the end conditions of one game into English."""

    def __init__(self, setting: Setting, conditions: Conditions) -> None:
        """Take the game and the wording of its cells and regions."""
        self.setting = setting
        self.conditions = conditions
        placed = [owner for _, _, owner in start_placement(setting)]
        self.began_with = tuple(placed.count(seat) for seat in (0, 1))
        hands = hands_of(setting).values()
        self.holds = tuple(any(held[seat] for held in hands) for seat in (0, 1))

    def clause(self, clause: v.EndClause) -> str:
        """When the clause applies, addressed to its player."""
        when = ", judged only after the opponent's move" if clause.opp_turn else ""
        return self.say(clause.condition) + when

    def say(self, part: v.EndCondition, *, yes: bool = True) -> str:
        """The condition or its opposite, as the end of "you win if …"."""
        if isinstance(part, v.EndNot):
            return self.say(part.condition, yes=not yes)
        if isinstance(part, v.EndAnd | v.EndOr):
            return self._joined(part, yes=yes)
        own = _ENDS.get(type(part))
        return (self._from_class(part) if own is None else own(self, part)).text(yes=yes)

    def ended(self, part: v.EndCondition) -> str:
        """How a match ended by the condition, after the player's name."""
        return fill(part.ended, part, self._field)

    def _from_class(self, part: v.EndCondition) -> _Said:
        """The condition by the templates of its class."""
        positive = fill(part.wording(), part, self._field)
        negative = fill(part.denied, part, self._field) if part.denied else f"do not {positive}"
        return _Said(positive, negative, part.subject)

    def _field(self, part: Ludeme, field: str, form: str) -> str:
        """A field of a template; a number of things if the form is their name."""
        value = getattr(part, field)
        if field == "record":
            return Pieces(value).some(1) if form == "one" else Pieces(value).all()
        if field == "nbors":
            return neighbourhood(value, self.conditions.tiling)
        if isinstance(value, v.RegionSet):
            return listing([self.conditions.region(number) for number in value.regions])
        if type(value) is int:
            return number_word(value) if form == "and" else plural(value, form)
        return said_field(part, field, form)

    def _joined(self, part: v.EndAnd | v.EndOr, *, yes: bool) -> str:
        if isinstance(part, v.EndAnd) != yes:
            texts = (
                self._alternatives(part)
                if yes
                else [self.say(one, yes=yes) for one in part.conditions]
            )
            return _list(list(dict.fromkeys(texts)), "or")
        plain = [one for one in part.conditions if isinstance(one, v.EndNot) != yes]
        first = [self.say(one, yes=yes) for one in plain]
        denied = [self.say(one, yes=yes) for one in part.conditions if one not in plain]
        if not first or not denied:
            return _list(list(dict.fromkeys(first or denied)), "and")
        return f"{_list(first, 'and')} but {_list(_shortened(first, denied), 'and')}"

    def _alternatives(self, part: v.EndAnd | v.EndOr) -> list[str]:
        """The parts of a choice; many links between regions are summed up."""
        flat = list(_flat(part))
        links = [one for one in flat if _is_link(one)]
        alike = {_without_target(one) for one in links if isinstance(one, v.Connect)}
        if len(links) <= 4 or len(alike) > 1:
            return [self.say(one) for one in flat]
        rest = [self.say(one) for one in flat if not _is_link(one)]
        return [*rest, *self._grouped(links)]

    def _grouped(self, links: list[v.EndCondition]) -> list[str]:
        """Links between any n of some regions as one phrase, other links one by one."""
        sets = {
            frozenset(one.target.regions): one
            for one in links
            if isinstance(one, v.Connect) and isinstance(one.target, v.RegionSet)
        }
        found: list[str] = []
        for size in sorted({len(one) for one in sets}):
            some = [one for one in sets if len(one) == size]
            joined = sorted(frozenset[int]().union(*some))
            if len(some) < _choices(len(joined), size):
                found += [self.say(sets[one]) for one in some]
                continue
            names = listing([self.conditions.region(number) for number in joined])
            link = sets[some[0]]
            template = link.wording().replace("{target}", f"any {number_word(size)} of these")
            found.append(f"you {fill(template, link, self._field)}: {names}")
        return found

    def single_group(self) -> str:
        """Whether a single piece counts as one group."""
        counts = [began > 1 for began in self.began_with]
        if all(counts):
            return "a single piece counts as a group"
        if not any(counts):
            return "a single piece does not count as a group"
        names = list(self.setting.seats)
        return f"a single piece counts as a group only for {names[counts.index(True)]}"

    def once(self, seats: Iterable[int]) -> str:
        """The extra condition of having had a piece, if the match begins without pieces."""
        late = any(not self.began_with[seat] and not self.holds[seat] for seat in seats)
        return ", having had one before" if late else ""

    def left(self) -> str:
        """Where no piece may be left."""
        return " on the board or in hand" if any(self.holds) else ""


def hands_of(setting: Setting) -> dict[str, tuple[int, int]]:
    """How many pieces of each limited type the two players hold at the start."""
    start = setting.game.start
    found: dict[str, tuple[int, int]] = {}
    for hand in start.hands if start else ():
        player, name = hand.piece.player, str(hand.piece.piece)
        if not isinstance(player, v.Role):
            seats = {setting.seats[player]}
        elif player in (v.Role.ALL, v.Role.ANY):
            seats = {0, 1}
        elif player in NOBODYS:
            seats = set()
        else:
            # Before the first move the mover is the first player.
            seats = {1} if player in THEIRS else {0}
        first, second = found.get(name, (0, 0))
        found[name] = (first + hand.count * (0 in seats), second + hand.count * (1 in seats))
    return found


def for_player(text: str, clause: v.EndClause, names: Iterable[str]) -> str:
    """The clause worded for its player, if it is not for both."""
    if clause.player in (v.Role.ALL, v.Role.ANY):
        return text
    other = next((name for name in names if name != clause.player), "the opponent")
    if isinstance(clause.player, v.Role):
        other = "the other player"
    text = re.sub(r"\byou(r?)\b", lambda found: "their" if found[1] else "they", text)
    text = re.sub(r"\byours\b", "theirs", text)
    return text.replace("the opponent", other)


def _list(texts: list[str], word: str) -> str:
    """A list of clauses; the subject is stated once."""
    texts = [texts[0], *_shortened(texts[:1], texts[1:])] if texts else texts
    nested = any(f" {other} " in text for text in texts for other in ("and", "or", "but"))
    if len(texts) > 1 and nested:
        return f", {word} ".join(texts)
    return listing(texts, word)


def _shortened(before: list[str], texts: list[str]) -> list[str]:
    """The texts without a "you" that the preceding text already has."""
    if not before or not all(text.startswith("you ") for text in (*before, *texts)):
        return texts
    return [text.removeprefix("you ") for text in texts]


def _flat(part: v.EndAnd | v.EndOr) -> Iterable[v.EndCondition]:
    for one in part.conditions:
        if isinstance(one, v.EndOr):
            yield from _flat(one)
        else:
            yield one


def _is_link(part: v.EndCondition) -> bool:
    return isinstance(part, v.Connect) and isinstance(part.target, v.RegionSet)


def _without_target(part: v.Connect) -> tuple[object, ...]:
    return part.record, part.nbors, part.flagged, part.stack


def _choices(total: int, size: int) -> int:
    found = 1
    for i in range(size):
        found = found * (total - i) // (i + 1)
    return found


# --- One condition --------------------------------------------------------------------------------


def _buried(*, is_counted: bool) -> str:
    return ", counting pieces inside stacks too" if is_counted else ""


def _group(ends: Ends, part: v.Group) -> _Said:
    pieces = Pieces(part.record)
    where = neighbourhood(part.nbors, ends.conditions.tiling)
    more = f"{where}{_buried(is_counted=part.stack)}"
    if part.count is None:
        return _Said(
            f"have {pieces.all()} all in one group{more} ({ends.single_group()})",
            f"do not have {pieces.all()} all in one group{more} ({ends.single_group()})",
        )
    return _do(f"form a group of at least {pieces.some(part.count)}{more}")


def _pattern(ends: Ends, part: v.Pattern) -> _Said:
    path, block = path_words(part.steps), _block(part.steps, ends.conditions.tiling)
    pieces = Pieces(part.record).all()
    if block:
        return _do(f"fill a block of {block} cells with {pieces}")
    return _do(
        f'fill every cell of the walk "start, {path}" with {pieces}, facing any direction across '
        "an edge at first"
    )


def _block(steps: Iterable[v.Turtle], tiling: str) -> str:
    """The size of the rectangle that a walk on squares fills, or "" if it fills none."""
    if tiling != "square":
        return ""
    row, column, down, right = 0, 0, 1, 0
    cells = {(row, column)}
    for step in steps:
        if step == v.Turtle.R:
            down, right = -right, down
        elif step == v.Turtle.L:
            down, right = right, -down
        elif step in (v.Turtle.F, v.Turtle.B):
            sign = 1 if step == v.Turtle.F else -1
            row, column = row + sign * down, column + sign * right
            cells.add((row, column))
        else:
            return ""
    height = len({one for one, _ in cells})
    width = len({other for _, other in cells})
    if len(cells) < height * width or min(height, width) < 2 or height != width:
        return ""
    return f"{height} × {width}"


def _reach(ends: Ends, part: v.Reach) -> _Said:
    pieces = Pieces(part.record)
    target = part.target
    if isinstance(target, v.RegionCells):
        where, inside = ends.conditions.region(target.region), ends.conditions.inside(target.region)
    elif isinstance(target, v.Compass):
        where = f"the {COMPASS[target]} side"
        inside = f"on {where}"
    elif target == v.Goal.ALL_SIDES:
        where, inside = "all sides of the board", "on each side of the board"
    else:
        where = _GOALS.get(str(target), str(target))
        inside = f"{'in' if isinstance(target, v.Goal) else 'on'} {where}"
    buried = _buried(is_counted=part.stacks)
    if part.count == v.Amount.FILL:
        return _do(f"fill {where} with {pieces.all()}{buried}")
    if part.count == v.Amount.ALL:
        inside = inside.replace("on each side", "on the sides").replace("on one of", "on")
        return _have(f"{pieces.all()} all {inside}{buried}, and at least one of them")
    needed = int(part.count)
    if needed == 1 and target != v.Goal.ALL_SIDES:
        goal = where.replace("the cells", "one of the cells", 1)
        return _do(f"reach {goal} with {pieces.some(1)}{buried}")
    return _have(f"at least {pieces.some(needed)} {inside}{buried}")


def _captured(_: Ends, part: v.CaptureEnd) -> _Said:
    # Only the type matters, not whose piece it was.
    kind = str(part.record.piece) if part.record and part.record.piece else "piece"
    if not isinstance(part.count, int):
        what = f"captured at least one {kind}, and the opponent has none left"
        return _Said(f"have {what}", f"have not {what}")
    some = with_article(kind) if part.count == 1 else f"at least {plural(part.count, kind)}"
    what = f"captured {some}"
    return _Said(f"have {what}", f"have not {what}")


def _eliminate(ends: Ends, part: v.Eliminate) -> _Said:
    left = ends.left()
    once = ends.once((0, 1))
    if part.player in YOURS:
        return _Said(f"have no pieces left{left}{once}", f"still have pieces{left}")
    if part.player in (v.Role.ALL, v.Role.ANY):
        gone = f"neither player has pieces left{left}{once}"
        return _Said(gone, f"a player still has pieces{left}", "")
    if part.player in NOBODYS:
        return _Said("something impossible happens", "anything happens", "")
    who = str(part.player)
    if part.player in THEIRS:
        who = "the opponent"
    else:
        once = ends.once((ends.setting.seats[who],))
    return _Said(f"has no pieces left{left}{once}", f"still has pieces{left}", who)


def _state(_: Ends, part: v.StateEnd) -> _Said:
    if part.site is not None:
        number = f"the state number {part.state}"
        return _Said(
            f"itself has {number}", f"itself does not have {number}", f"the cell {part.site}"
        )
    return _have(f"{Pieces(part.record).some(1)} with the state number {part.state}")


_ENDS: Final[dict[type[v.EndCondition], Callable[[Ends, Any], _Said]]] = {
    v.Group: _group,
    v.Pattern: _pattern,
    v.Reach: _reach,
    v.CaptureEnd: _captured,
    v.Eliminate: _eliminate,
    v.StateEnd: _state,
    v.NoPieces: lambda ends, _part: _eliminate(ends, v.Eliminate(player=v.Role.FRIEND)),
}


def asks(end: v.End, *kinds: type[v.EndCondition]) -> bool:
    """Whether some clause contains one of these."""
    return any(isinstance(term, kinds) for term in walk(end))


# --- Two results at once --------------------------------------------------------------------------


def can_clash(setting: Setting) -> bool:
    """Whether one move could give both players contradictory results; in most games it cannot."""
    end = setting.game.end
    if end.tie is not None:
        return True
    fitting = ({v.Result.WIN, v.Result.LOSE}, {v.Result.DRAW})
    mine = {clause.result for clause in end.clauses if _can_hold(setting, clause, for_mover=True)}
    others = {
        clause.result for clause in end.clauses if _can_hold(setting, clause, for_mover=False)
    }
    return any({one, other} not in fitting for one in mine for other in others)


def _can_hold(setting: Setting, clause: v.EndClause, *, for_mover: bool) -> bool:
    """Whether a move can make the clause hold for the mover, or for the other player."""
    part = clause.condition
    alternatives = part.conditions if isinstance(part, v.EndOr) else (part,)
    asked = [list(walk(one)) for one in alternatives]
    if for_mover:
        return not clause.opp_turn and any(_is_in_reach(setting, terms) for terms in asked)
    return clause.opp_turn or any(_is_given(setting, terms) for terms in asked)


def _is_in_reach(setting: Setting, asked: list[Ludeme]) -> bool:
    """Whether a player can bring about the condition by their own move."""
    play = setting.game.play
    has_long_turns = play is not None and (play.progressive or play.moves_per_turn > 1)
    if any(isinstance(term, v.NoMove) for term in asked) and not has_long_turns:
        return False
    return _has_odd_moves(setting) or not any(_is_own_loss(term) for term in asked)


def _is_given(setting: Setting, asked: list[Ludeme]) -> bool:
    """Whether a move of the other player can bring about the condition."""
    if any(isinstance(term, v.NoMove | v.NoMoves) for term in asked):
        return True
    if _has_odd_moves(setting):
        return not all(isinstance(term, v.CaptureEnd | v.PieceRecord) for term in asked)
    captures = any(isinstance(term, v.Capture) for piece in setting.pieces for term in walk(piece))
    return captures and any(_is_helped_by_loss(term) for term in asked)


def _has_odd_moves(setting: Setting) -> bool:
    return any(_is_odd(term) for piece in setting.pieces for term in walk(piece))


def _is_own_loss(term: Ludeme) -> bool:
    """Whether an end condition is that the player has lost all pieces."""
    if isinstance(term, v.Eliminate):
        return term.player in YOURS
    return isinstance(term, v.NoPieces)


def _is_helped_by_loss(term: Ludeme) -> bool:
    """Whether an end condition can come to hold for a player who loses pieces."""
    return (
        _is_own_loss(term)
        or (isinstance(term, v.Group) and term.count is None)
        or (isinstance(term, v.Reach) and term.count == v.Amount.ALL)
        or isinstance(term, v.EndNot)
    )


def _is_odd(term: Ludeme) -> bool:
    """Whether a part of a move may help the other player or harm the mover."""
    if isinstance(term, v.Convert | v.Push):
        return term.player in THEIRS
    if isinstance(term, v.Capture):
        return bool(term.record and term.record.player not in (None, *THEIRS))
    if isinstance(term, v.Enemy | v.Owner):
        asks_other = isinstance(term, v.Enemy) or term.player not in YOURS
        return term.site == v.Coord.FROM and asks_other
    return isinstance(term, v.Displace | v.Remove | v.Swap)
